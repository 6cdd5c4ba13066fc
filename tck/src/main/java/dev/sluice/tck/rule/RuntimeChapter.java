package dev.sluice.tck.rule;

import dev.sluice.BackendUnavailableException;
import dev.sluice.ContractViolationException;
import dev.sluice.DType;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceBuffer;
import dev.sluice.device.Stream;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import dev.sluice.tck.observe.Call;
import dev.sluice.tck.observe.ObservedDriver;
import java.util.List;
import java.util.Optional;

/** RT: opening, enrolment and closing. */
public final class RuntimeChapter {
    private RuntimeChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        return Rules.of(
                        "Runtime",
                        "RT-1",
                        "There is one installation at a time; a second opening fails with a clear error.")
                .check("open, open again, close, open", RuntimeChapter::oneInstallation)
                .next(
                        "RT-2",
                        "An empty device list enrols every visible device and a list limits it; the default must be"
                                + " enrolled, else the first enrolled device is the default.")
                .check("every device", RuntimeChapter::everyDevice)
                .check("a device that does not exist", RuntimeChapter::noSuchDevice)
                .next("RT-2", "A list of devices limits enrolment.", Feature.MULTI_DEVICE)
                .check("the second device only", RuntimeChapter::secondDeviceOnly)
                .check("a default that is not enrolled", RuntimeChapter::defaultNotEnrolled)
                .next("RT-3", "Opening with no device succeeds; asking for the default device then fails.")
                .check("a backend without devices", RuntimeChapter::noDevice)
                .next(
                        "RT-4",
                        "Closing drains provider work and streams, then destroys provider resources, then device"
                                + " resources, in that order.",
                        Feature.DEFERRED_EXECUTION,
                        Feature.BLAS)
                .check("handles before streams before the backend", RuntimeChapter::closingOrder)
                .next(
                        "RT-5",
                        "Closing with live buffers or leases throws, names each one and leaves the runtime usable.")
                .check("a live buffer and a leased stream", RuntimeChapter::closingInUse)
                .next(
                        "RT-6",
                        "Discovery creates no stream, handle or allocation; capabilities are an immutable snapshot.")
                .check("opening and asking for capabilities", RuntimeChapter::discoveryCreatesNothing)
                .chapter();
    }

    private static void oneInstallation(Subject subject) {
        SluiceOptions options = subject.options().withBackend(subject.provider().name());
        try (Sluice first = Sluice.open(options)) {
            Expect.that(Sluice.current() == first, "the installed runtime is the opened one");
            Expect.failure(
                    ContractViolationException.class,
                    "a second opening",
                    () -> Sluice.open(options).close());
        }
        Expect.equal(Optional.empty(), Sluice.installed(), "the installation after closing");
        Sluice.open(options).close();
    }

    private static void everyDevice(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            List<Device> visible = engine.provider().devices().stream()
                    .map(ObservedDriver::device)
                    .toList();
            Expect.equal(visible, engine.sluice().devices(), "the enrolled devices");
            Expect.equal(visible.getFirst(), engine.sluice().defaultDevice(), "the default device");
        }
    }

    private static void noSuchDevice(Subject subject) {
        BackendUnavailableException error = Expect.failure(
                BackendUnavailableException.class,
                "a device that does not exist",
                () -> Engine.open(subject, subject.options().withDevices(List.of(4711)))
                        .close());
        Expect.names(error, "4711");
    }

    private static void secondDeviceOnly(Subject subject) {
        try (Engine engine = Engine.open(subject, subject.options().withDevices(List.of(1)))) {
            Device second = engine.driver(1).device();
            Expect.equal(List.of(second), engine.sluice().devices(), "the enrolled devices");
            Expect.equal(second, engine.sluice().defaultDevice(), "the default device");
            Expect.failure(
                    BackendUnavailableException.class, "a device that is not enrolled", () -> engine.resources(0));
        }
    }

    private static void defaultNotEnrolled(Subject subject) {
        String name = subject.provider().name();
        Expect.failure(
                BackendUnavailableException.class,
                "a default that is not enrolled",
                () -> Engine.open(
                                subject,
                                subject.options().withDevices(List.of(1)).withDefaultDevice(new Device(name, 0)))
                        .close());
    }

    private static void noDevice(Subject subject) {
        try (Sluice sluice = subject.open(new DevicelessProvider(subject.provider()), subject.options())) {
            Expect.equal(List.of(), sluice.devices(), "the enrolled devices");
            Expect.failure(BackendUnavailableException.class, "the default device", sluice::defaultDevice);
            Expect.failure(BackendUnavailableException.class, "a tensor", () -> sluice.ones(DType.F64, 1));
        }
    }

    private static void closingOrder(Subject subject) {
        Engine engine = Engine.open(subject);
        try (Tensor a = engine.sluice().ones(DType.F64, 64, 64);
                Tensor product = a.matmul(a)) {
            Expect.equal(64.0, product.get(1, 2), "an element of the product");
        }
        engine.driver().forgetCalls();
        engine.close();
        List<String> log = engine.driver().log();
        int lastHandle = last(log, Call.DESTROY_HANDLE);
        int firstStream = first(log, Call.DESTROY_STREAM);
        Expect.that(lastHandle >= 0 && firstStream >= 0, "handles and streams are destroyed: " + log);
        Expect.that(lastHandle < firstStream, "every handle is destroyed before any stream: " + log);
    }

    private static int first(List<String> log, Call call) {
        for (int i = 0; i < log.size(); i++) {
            if (log.get(i).startsWith(call + " ")) {
                return i;
            }
        }
        return -1;
    }

    private static int last(List<String> log, Call call) {
        return log.size() - 1 - first(log.reversed(), call);
    }

    private static void closingInUse(Subject subject) {
        Engine engine = Engine.open(subject, subject.options().withAllocationTracking(true));
        DeviceBuffer buffer = engine.resources().allocate(321);
        Stream stream = engine.resources().streams().acquire();
        ContractViolationException error = Expect.failure(
                ContractViolationException.class,
                "closing in use",
                () -> engine.sluice().close());
        Expect.names(error, "321 bytes");
        Expect.names(error, "stream");
        Expect.names(error, "RuntimeChapter");
        try (Tensor still = engine.sluice().ones(DType.F64, 2)) {
            Expect.equal(1.0, still.get(1), "a tensor made after the refusal");
        }
        stream.close();
        buffer.close();
        engine.close();
    }

    private static void discoveryCreatesNothing(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            for (ObservedDriver driver : engine.provider().devices()) {
                Expect.equal(
                        engine.sluice().capabilities(driver.device()),
                        engine.sluice().capabilities(driver.device()),
                        "the capabilities of " + driver.device());
                Expect.equal(List.of(), driver.log(), "calls to " + driver.device());
            }
        }
    }
}
