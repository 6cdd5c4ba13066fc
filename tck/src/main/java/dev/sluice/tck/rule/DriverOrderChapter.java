package dev.sluice.tck.rule;

import dev.sluice.DType;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.MapProgram;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * DRV-11 to DRV-16: the order that streams, events and host waits make, at the SPI. On a device that delays work to the
 * last legal moment each of these fails surely when the order is missing; on others it fails at times.
 */
public final class DriverOrderChapter {
    private static final MapProgram ADD = MapProgram.of(
            Expression.binary(BinaryOperator.ADD, Expression.input(0, DType.F64), Expression.input(1, DType.F64)),
            List.of(DType.F64, DType.F64),
            List.of());
    private static final int LARGE = 1 << 16;

    private DriverOrderChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        return Rules.of(
                        "Drivers: order",
                        "DRV-11",
                        "Operations on one stream, copies included, run in the order of submission.",
                        Feature.DEFERRED_EXECUTION)
                .check("kernels", DriverOrderChapter::kernelsInOrder)
                .check("a kernel and a copy to the host", DriverOrderChapter::copyToHostInOrder)
                .check("a kernel and a copy from the host", DriverOrderChapter::copyFromHostInOrder)
                .next(
                        "DRV-12",
                        "Work behind a wait sees all that was recorded in the event, whatever becomes of the event.",
                        Feature.DEFERRED_EXECUTION)
                .check("one producer", subject -> consumes(subject, false))
                .check("an event that is destroyed after the wait", subject -> consumes(subject, true))
                .check("two producers", DriverOrderChapter::twoProducers)
                .check("an event that is recorded again", DriverOrderChapter::secondRecord)
                .next(
                        "DRV-13",
                        "A stream may wait for an event of another device of the backend.",
                        Feature.DEFERRED_EXECUTION,
                        Feature.MULTI_DEVICE)
                .check("a copy to a peer and a read there", DriverOrderChapter::acrossDevices)
                .next(
                        "DRV-14",
                        "A query answers that work is finished only when it is.",
                        Feature.DEFERRED_EXECUTION,
                        Feature.SIMULATION)
                .check("a stream", DriverOrderChapter::streamQuery)
                .check("an event", DriverOrderChapter::eventQuery)
                .next("DRV-15", "A host wait returns only when the work is finished.", Feature.DEFERRED_EXECUTION)
                .check("for a stream", subject -> hostWait(subject, false))
                .check("for an event", subject -> hostWait(subject, true))
                .next(
                        "DRV-16",
                        "A callback at a stream's tail runs exactly once, after the work before it.",
                        Feature.DEFERRED_EXECUTION)
                .check("after the work", DriverOrderChapter::callbackAfterWork)
                .check("once", DriverOrderChapter::callbackOnce)
                .chapter();
    }

    private static void add(DeviceDriver driver, long target, long x, long y, int count, long stream) {
        DriverBench.map(driver, ADD, DriverBench.dense(3, count), new long[] {target, x, y}, new long[0], stream);
    }

    private static void kernelsInOrder(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            long x = bench.values(1.0);
            long y = bench.values(0.0);
            long stream = bench.stream();
            add(bench.device(), y, x, x, 1, stream);
            add(bench.device(), y, y, y, 1, stream);
            add(bench.device(), y, y, x, 1, stream);
            Expect.equal(5.0, bench.read(bench.device(), y, 1, stream)[0], "(1 + 1)·2 + 1");
        }
    }

    private static void copyToHostInOrder(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            long x = bench.values(1.0);
            long y = bench.values(0.0);
            long stream = bench.stream();
            add(bench.device(), y, x, x, 1, stream);
            Expect.equal(2.0, bench.read(bench.device(), y, 1, stream)[0], "the sum, copied behind the kernel");
        }
    }

    private static void copyFromHostInOrder(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            long x = bench.values(1.0);
            long y = bench.values(0.0);
            long stream = bench.stream();
            add(bench.device(), y, x, x, 1, stream);
            bench.device().copyFromHost(x, bench.host(9.0), stream);
            Expect.equal(2.0, bench.read(bench.device(), y, 1, stream)[0], "the sum of what was there before the copy");
        }
    }

    private static void consumes(Subject subject, boolean destroysEvent) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            long x = bench.values(1.0);
            long y = bench.values(0.0);
            long producer = bench.stream();
            long consumer = bench.stream();
            long event = driver.createEvent();
            add(driver, y, x, x, 1, producer);
            driver.recordEvent(event, producer);
            driver.waitEvent(consumer, event);
            if (destroysEvent) {
                driver.destroyEvent(event);
            } else {
                bench.onClose(() -> driver.destroyEvent(event));
            }
            add(driver, y, y, x, 1, consumer);
            Expect.equal(3.0, bench.read(driver, y, 1, consumer)[0], "what the consumer made of the producer's sum");
        }
    }

    private static void twoProducers(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            long x = bench.values(1.0);
            long[] partial = {bench.values(0.0), bench.values(0.0)};
            long sum = bench.values(0.0);
            long consumer = bench.stream();
            for (long target : partial) {
                long producer = bench.stream();
                long event = bench.event();
                add(driver, target, x, x, 1, producer);
                driver.recordEvent(event, producer);
                driver.waitEvent(consumer, event);
            }
            add(driver, sum, partial[0], partial[1], 1, consumer);
            Expect.equal(4.0, bench.read(driver, sum, 1, consumer)[0], "the sum of both producers' results");
        }
    }

    private static void secondRecord(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            long x = bench.values(1.0);
            long y = bench.values(0.0);
            long producer = bench.stream();
            long consumer = bench.stream();
            long event = bench.event();
            driver.recordEvent(event, bench.stream());
            add(driver, y, x, x, 1, producer);
            driver.recordEvent(event, producer);
            driver.waitEvent(consumer, event);
            Expect.equal(2.0, bench.read(driver, y, 1, consumer)[0], "what the second record stands for");
        }
    }

    private static void acrossDevices(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver sender = bench.device(0);
            DeviceDriver receiver = bench.device(1);
            long x = bench.values(2.0);
            long y = bench.upload(receiver, bench.host(0.0));
            long sending = bench.stream(sender);
            long receiving = bench.stream(receiver);
            long event = bench.event();
            sender.copyToPeer(y, receiver, x, 8, sending);
            sender.recordEvent(event, sending);
            receiver.waitEvent(receiving, event);
            Expect.equal(2.0, bench.read(receiver, y, 1, receiving)[0], "what the other device sent");
        }
    }

    private static long busyStream(DriverBench bench) {
        long x = bench.upload(bench.device(), bench.host(8L * LARGE));
        long y = bench.memory(bench.device(), 8L * LARGE);
        long stream = bench.stream();
        add(bench.device(), y, x, x, LARGE, stream);
        return stream;
    }

    private static void streamQuery(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            long stream = busyStream(bench);
            Expect.that(!bench.device().queryStream(stream), "a stream with work just submitted is not finished");
            bench.device().synchronizeStream(stream);
            Expect.that(bench.device().queryStream(stream), "a stream is finished after a wait for it");
        }
    }

    private static void eventQuery(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            long event = bench.event();
            bench.device().recordEvent(event, busyStream(bench));
            Expect.that(!bench.device().queryEvent(event), "an event behind work just submitted is not done");
            bench.device().synchronizeEvent(event);
            Expect.that(bench.device().queryEvent(event), "an event is done after a wait for it");
        }
    }

    private static void hostWait(Subject subject, boolean onEvent) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            long x = bench.values(1.5);
            MemorySegment host = bench.host(0.0);
            long event = bench.event();
            long stream = bench.stream();
            driver.copyToHost(host, x, stream);
            if (onEvent) {
                driver.recordEvent(event, stream);
                driver.synchronizeEvent(event);
            } else {
                driver.synchronizeStream(stream);
            }
            Expect.equal(1.5, host.get(ValueLayout.JAVA_DOUBLE, 0), "the host's copy after the wait");
        }
    }

    private static void callbackAfterWork(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            long x = bench.values(7.0);
            MemorySegment host = bench.host(0.0);
            double[] seen = {-1};
            AtomicInteger calls = new AtomicInteger();
            long stream = bench.stream();
            driver.copyToHost(host, x, stream);
            driver.onStreamTail(stream, () -> {
                seen[0] = host.get(ValueLayout.JAVA_DOUBLE, 0);
                calls.incrementAndGet();
            });
            driver.synchronizeStream(stream);
            Patience.until("the callback runs", () -> calls.get() > 0);
            Expect.equal(7.0, seen[0], "what the callback saw of the work before it");
        }
    }

    private static void callbackOnce(Subject subject) {
        AtomicInteger calls = new AtomicInteger();
        try (DriverBench bench = DriverBench.open(subject)) {
            long stream = busyStream(bench);
            bench.device().onStreamTail(stream, calls::incrementAndGet);
            bench.device().synchronizeStream(stream);
            Patience.until("the callback runs", () -> calls.get() > 0);
            bench.device().synchronizeStream(stream);
        }
        Expect.equal(1, calls.get(), "runs of one callback until the backend is closed");
    }
}
