package dev.sluice.tck.rule;

import dev.sluice.AsyncTensor;
import dev.sluice.ClosedException;
import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.ShapeException;
import dev.sluice.Sluice;
import dev.sluice.SluiceException;
import dev.sluice.Tensor;
import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import dev.sluice.tck.observe.Call;
import dev.sluice.tck.observe.ObservedDriver;
import java.util.List;

/** ERR: how failures reach the program, and what they leave behind. */
public final class ErrorChapter {
    private static final List<Call> CALLS_OF_A_PROGRAM = List.of(
            Call.ALLOCATE,
            Call.CREATE_STREAM,
            Call.CREATE_EVENT,
            Call.RECORD_EVENT,
            Call.WAIT_EVENT,
            Call.QUERY_STREAM,
            Call.SYNCHRONIZE_STREAM,
            Call.SYNCHRONIZE_EVENT,
            Call.COPY_FROM_HOST,
            Call.COPY_TO_HOST,
            Call.COPY_ON_DEVICE,
            Call.COMPILE,
            Call.MAP,
            Call.REDUCE,
            Call.CREATE_HANDLE,
            Call.BIND_HANDLE,
            Call.PROVIDER);

    private ErrorChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        Rules rules = Rules.of(
                        "Errors",
                        "ERR-1",
                        "A driver error is a DeviceException with operation, code and name, device, and what the caller"
                                + " asked for.")
                .check("a failed kernel", ErrorChapter::errorSaysWhatFailed)
                .check("memory that is exhausted", ErrorChapter::outOfMemory)
                .next(
                        "ERR-2",
                        "An error in a task completes every output it would have written, exceptionally, and reaches"
                                + " whoever waits.")
                .check(
                        "a failed operation fails its result and what is computed from it",
                        ErrorChapter::errorsFollowData)
                .next(
                        "ERR-3",
                        "A poisoned context is terminal for its device and fails what depends on it; other devices go"
                                + " on.",
                        Feature.DEFERRED_EXECUTION,
                        Feature.MULTI_DEVICE)
                .check("one of several devices is lost", ErrorChapter::othersGoOn)
                .next("ERR-4", "No error leaks memory, a lease or a thread.");
        for (Call call : CALLS_OF_A_PROGRAM) {
            rules.check("a failure of " + call, subject -> nothingLeaks(subject, call));
        }
        return rules.next(
                        "ERR-5",
                        "Bad input is rejected before anything is enqueued, with a message that names the offending"
                                + " values.")
                .check("shapes that do not fit", ErrorChapter::badShapes)
                .check("types that do not fit", ErrorChapter::badTypes)
                .check("closed tensors", ErrorChapter::closedTensors)
                .chapter();
    }

    private static void errorSaysWhatFailed(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Tensor x = engine.sluice().ones(DType.F64, 8)) {
            engine.driver().fail(Call.MAP, 0);
            DeviceException error = Expect.failure(
                    DeviceException.class, "a failed kernel", () -> x.add(x).close());
            Expect.that(error.operation().contains("MAP"), "the operation is named: " + error.operation());
            Expect.equal(999, error.code(), "the code");
            Expect.equal("INJECTED_FAILURE", error.codeName(), "the name of the code");
            Expect.equal(engine.driver().device(), error.device(), "the device");
            Expect.names(error, "INJECTED_FAILURE");
            try (Tensor sum = x.add(x)) {
                Expect.equal(2.0, sum.get(7), "the same operation after the failure");
            }
        }
    }

    private static void errorsFollowData(Subject subject) {
        try (Engine engine = Engine.open(subject);
                AsyncTensor x = engine.sluice().ones(DType.F64, 8).async()) {
            Expect.equal(1.0, x.get().get(0), "the operand");
            engine.driver().fail(Call.MAP, 0);
            try (AsyncTensor failed = x.mul(3)) {
                Expect.failure(DeviceException.class, "the failed result", failed::get);
                try (AsyncTensor dependent = failed.add(1);
                        AsyncTensor independent = x.add(1)) {
                    Expect.failure(DeviceException.class, "what is computed from it", dependent::get);
                    Expect.equal(2.0, independent.get().get(7), "what is not computed from it");
                }
            }
        }
    }

    private static void othersGoOn(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            Sluice sluice = engine.sluice();
            try (Tensor lost = sluice.on(engine.driver(0).device()).ones(DType.F64, 4);
                    Tensor kept = sluice.on(engine.driver(1).device()).ones(DType.F64, 4)) {
                engine.driver(0).poison();
                DeviceException error = Expect.failure(
                        DeviceException.class,
                        "work on the lost device",
                        () -> lost.add(lost).toDoubleArray());
                Expect.that(error.poisoned(), "the error says that the device cannot be used again");
                Expect.equal(engine.driver(0).device(), error.device(), "the device of the error");
                try (Tensor sum = kept.add(kept)) {
                    Expect.equal(2.0, sum.get(3), "work on the other device");
                }
            }
        }
    }

    /** Lets a call fail at its first, second and third occurrence in a small program; closing then checks for leaks. */
    private static void nothingLeaks(Subject subject, Call call) {
        for (int after = 0; after < 3; after++) {
            Engine engine = Engine.open(subject);
            engine.driver().fail(call, after);
            tolerate(() -> program(engine.sluice()));
            engine.driver().forgetFailures();
            program(engine.sluice());
            engine.close();
        }
    }

    private static void tolerate(Runnable program) {
        try {
            program.run();
        } catch (DeviceException e) {
            Expect.equal("INJECTED_FAILURE", e.codeName(), "the failure that reached the program");
        }
    }

    private static void program(Sluice sluice) {
        try (Tensor a = sluice.of(new double[] {1, 2, 3, 4}, 2, 2);
                Tensor b = a.add(a);
                Tensor c = a.matmul(b);
                Tensor sum = c.sum();
                Tensor strided = c.transpose().copy()) {
            Expect.equal(108.0, sum.item(), "the sum of all elements");
            Expect.equal(List.of(14.0, 30.0, 20.0, 44.0), boxed(strided.toDoubleArray()), "the transposed product");
        }
    }

    private static List<Double> boxed(double[] values) {
        return java.util.Arrays.stream(values).boxed().toList();
    }

    private static <E extends SluiceException> E rejected(
            Engine engine, Class<E> type, String what, Expect.Action action) {
        ObservedDriver driver = engine.driver();
        driver.forgetCalls();
        E error = Expect.failure(type, what, action);
        List<String> submitted = driver.log().stream()
                .filter(each -> !each.startsWith(Call.COMPILE.name()))
                .toList();
        Expect.equal(List.of(), submitted, "calls to the device for " + what);
        return error;
    }

    private static void badShapes(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Tensor x = engine.sluice().ones(DType.F64, 3, 5);
                Tensor y = engine.sluice().ones(DType.F64, 4, 7)) {
            for (Expect.Action action : List.<Expect.Action>of(
                    () -> x.add(y).close(),
                    () -> x.matmul(y).close(),
                    () -> x.reshape(4, 4).close())) {
                ShapeException error = rejected(engine, ShapeException.class, "operands that do not fit", action);
                Expect.names(error, "3");
                Expect.names(error, "4");
            }
        }
    }

    private static void badTypes(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Tensor x = engine.sluice().ofComplex(new double[] {1, 1, 2, 2}, 2)) {
            DTypeException error = rejected(
                    engine,
                    DTypeException.class,
                    "an order of complex numbers",
                    () -> x.minimum(x).close());
            Expect.names(error, "C128");
        }
    }

    private static void closedTensors(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            Tensor x = engine.sluice().ones(DType.F64, 3);
            x.close();
            rejected(
                    engine,
                    ClosedException.class,
                    "a closed operand",
                    () -> x.add(1).close());
            rejected(engine, ClosedException.class, "an element of a closed tensor", () -> x.get(0));
        }
    }

    private static void outOfMemory(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            for (int i = 0; i < 16; i++) {
                engine.driver().failAllocation();
            }
            Expect.failure(
                    OutOfDeviceMemoryException.class,
                    "a tensor that does not fit",
                    () -> engine.sluice().ones(DType.F64, 1000).close());
        }
    }
}
