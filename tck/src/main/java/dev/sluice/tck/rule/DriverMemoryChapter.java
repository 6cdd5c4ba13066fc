package dev.sluice.tck.rule;

import dev.sluice.device.DeviceCapabilities;
import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.DeviceHealth;
import dev.sluice.spi.FaultInjection;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** DRV-1 to DRV-9: devices, memory and copies, at the SPI. */
public final class DriverMemoryChapter {
    private static final int[] SIZES = {1, 2, 3, 7, 8, 9, 63, 64, 65, 1000, 4097};

    private DriverMemoryChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        return Rules.of(
                        "Drivers: devices, memory and copies",
                        "DRV-1",
                        "Allocations are aligned to 64 bytes and share no byte.")
                .check("alignment", DriverMemoryChapter::aligned)
                .check("contents", DriverMemoryChapter::disjoint)
                .next(
                        "DRV-2",
                        "Copies move exactly the bytes asked for, of any size and alignment, between host and device and"
                                + " within a device.")
                .check("every byte and no other", DriverMemoryChapter::copies)
                .next("DRV-3", "A copy to a peer lands on that peer, and nowhere else.", Feature.MULTI_DEVICE)
                .check("from the first to each other device", DriverMemoryChapter::peerCopies)
                .next(
                        "DRV-4",
                        "A stream-ordered free takes its place after the work submitted before it.",
                        Feature.DEFERRED_EXECUTION,
                        Feature.STREAM_ORDERED_ALLOCATION)
                .check("work before the free still sees the memory", DriverMemoryChapter::freeIsOrdered)
                .next(
                        "DRV-5",
                        "An allocation that does not fit is an OutOfDeviceMemoryException, and leaves the device usable.")
                .check("far more than there is", DriverMemoryChapter::outOfMemory)
                .next(
                        "DRV-6",
                        "The free memory that a device reports follows allocations and frees.",
                        Feature.SIMULATION)
                .check("allocate and free", DriverMemoryChapter::accounting)
                .next("DRV-7", "There is a host view of memory exactly when the device says so.")
                .check("a host view", DriverMemoryChapter::hostView)
                .next(
                        "DRV-8",
                        "Devices are identified by backend and ordinal; capabilities never change, and reading them"
                                + " creates nothing.")
                .check("identity", DriverMemoryChapter::identity)
                .check("capabilities", DriverMemoryChapter::capabilities)
                .next(
                        "DRV-9",
                        "A poisoned device says so, answers every question with its error, and leaves the other devices"
                                + " alone.",
                        Feature.FAULT_INJECTION,
                        Feature.DEFERRED_EXECUTION,
                        Feature.MULTI_DEVICE)
                .check("health", DriverMemoryChapter::poisonedHealth)
                .check("queries", DriverMemoryChapter::poisonedQueries)
                .check("other devices", DriverMemoryChapter::poisonStays)
                .chapter();
    }

    private static void aligned(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            for (int bytes : SIZES) {
                long address = bench.memory(bench.device(), bytes);
                Expect.equal(0L, address % 64, "the address of " + bytes + " bytes modulo 64");
            }
        }
    }

    private static void disjoint(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            long[] addresses = new long[16];
            for (int i = 0; i < addresses.length; i++) {
                addresses[i] = bench.values(i, -i);
            }
            for (int i = 0; i < addresses.length; i++) {
                Expect.equal((double) i, bench.read(addresses[i], 1)[0], "what allocation " + i + " holds");
            }
        }
    }

    private static MemorySegment noise(DriverBench bench, long seed, long bytes) {
        byte[] noise = new byte[(int) bytes];
        new Random(seed).nextBytes(noise);
        MemorySegment segment = bench.host(bytes);
        segment.copyFrom(MemorySegment.ofArray(noise));
        return segment;
    }

    private static void requireSame(MemorySegment expected, MemorySegment actual, String what) {
        Expect.equal(-1L, expected.mismatch(actual), "the first byte that differs, " + what);
    }

    private static void copies(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            int offset = 3;
            for (int size : SIZES) {
                long total = size + 16L;
                MemorySegment background = noise(bench, subject.seed(), total);
                MemorySegment data = noise(bench, subject.seed() + size, size);
                long x = bench.upload(driver, background);
                long y = bench.upload(driver, background);
                long stream = bench.stream();
                driver.copyFromHost(x + offset, data, stream);
                driver.copyOnDevice(y + offset, x + offset, size, stream);
                MemorySegment expected = bench.host(total);
                expected.copyFrom(background);
                expected.asSlice(offset, size).copyFrom(data);
                requireSame(
                        expected,
                        bench.download(driver, x, total, stream),
                        "after a copy of " + size + " bytes" + " from the host");
                requireSame(
                        expected,
                        bench.download(driver, y, total, stream),
                        "after a copy of " + size + " bytes" + " on the device");
                requireSame(
                        data,
                        bench.download(driver, x + offset, size, stream),
                        "in a copy of " + size + " bytes to the host");
            }
        }
    }

    private static void peerCopies(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver sender = bench.device(0);
            int devices = bench.backend().devices().size();
            long[] targets = new long[devices];
            MemorySegment background = noise(bench, subject.seed(), 1000);
            MemorySegment data = noise(bench, subject.seed() + 1, 1000);
            for (int i = 1; i < devices; i++) {
                targets[i] = bench.upload(bench.device(i), background);
            }
            long source = bench.upload(sender, data);
            for (int i = 1; i < devices; i++) {
                DeviceDriver receiver = bench.device(i);
                long stream = bench.stream(sender);
                sender.copyToPeer(targets[i] + 8, receiver, source + 1, 777, stream);
                DriverBench.await(sender, stream);
                MemorySegment expected = bench.host(1000);
                expected.copyFrom(background);
                expected.asSlice(8, 777).copyFrom(data.asSlice(1, 777));
                requireSame(
                        expected,
                        bench.download(receiver, targets[i], 1000, bench.stream(receiver)),
                        "on " + receiver.device());
            }
        }
    }

    private static void freeIsOrdered(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            long stream = bench.stream();
            long x = driver.allocate(64, stream);
            long y = bench.values(0.0);
            driver.copyFromHost(x, bench.host(5.0), stream);
            driver.copyOnDevice(y, x, 8, stream);
            driver.free(x, 64, stream);
            Expect.equal(5.0, bench.read(driver, y, 1, stream)[0], "what was copied before the free");
        }
    }

    private static void outOfMemory(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            long stream = bench.stream();
            OutOfDeviceMemoryException error = Expect.failure(
                    OutOfDeviceMemoryException.class,
                    "an allocation of an exbibyte",
                    () -> driver.allocate(1L << 60, stream));
            Expect.equal(driver.device(), error.device(), "the device of the error");
            Expect.that(!error.poisoned(), "the device can be used again");
            Expect.equal(1.5, bench.read(bench.values(1.5), 1)[0], "what a later allocation holds");
        }
    }

    private static void accounting(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            long stream = bench.stream();
            long before = driver.memoryInformation().freeBytes();
            long address = driver.allocate(1 << 20, stream);
            driver.synchronizeStream(stream);
            long between = driver.memoryInformation().freeBytes();
            driver.free(address, 1 << 20, stream);
            driver.synchronizeStream(stream);
            driver.trimMemory(0);
            Expect.that(
                    between <= before - (1 << 20),
                    "an allocation of a mebibyte leaves that much less free, not " + (before - between)
                            + " bytes less");
            Expect.equal(before, driver.memoryInformation().freeBytes(), "the free memory after the free");
        }
    }

    private static void hostView(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            long address = bench.values(2.5);
            Expect.equal(
                    driver.capabilities().hostAccessible(),
                    driver.hostView(address, 8).isPresent(),
                    "the presence of a host view");
            driver.hostView(address, 8)
                    .ifPresent(view ->
                            Expect.equal(2.5, view.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0), "what the view shows"));
        }
    }

    private static void identity(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            for (int i = 0; i < bench.backend().devices().size(); i++) {
                Expect.equal(i, bench.device(i).device().ordinal(), "the ordinal of device " + i);
                Expect.equal(subject.provider().name(), bench.device(i).device().backend(), "its backend");
                Expect.that(bench.device(i) == bench.backend().devices().get(i), "drivers are the same on every call");
            }
        }
    }

    private static void capabilities(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            for (DeviceDriver driver : bench.backend().devices()) {
                DeviceCapabilities first = driver.capabilities();
                Expect.that(first.memoryBytes() > 0, "a device has memory");
                Expect.equal(first, driver.capabilities(), "the capabilities at the second reading");
            }
        }
    }

    private static FaultInjection faults(DriverBench bench) {
        return bench.backend().service(FaultInjection.class).orElseThrow();
    }

    private static void poisonedHealth(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            Expect.that(bench.device().health() instanceof DeviceHealth.Healthy, "a new device is healthy");
            faults(bench).poison(bench.device().device());
            Expect.that(bench.device().health() instanceof DeviceHealth.Poisoned, "a poisoned device says so");
        }
    }

    private static void poisonedQueries(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            DeviceDriver driver = bench.device();
            long stream = driver.createStream();
            faults(bench).poison(driver.device());
            DeviceException query = Expect.failure(
                    DeviceException.class, "a query of a poisoned device", () -> driver.queryStream(stream));
            Expect.that(query.poisoned(), "the error says that the device cannot be used again");
            Expect.failure(
                    DeviceException.class, "a wait for a poisoned device", () -> driver.synchronizeStream(stream));
        }
    }

    private static void poisonStays(Subject subject) {
        try (DriverBench bench = DriverBench.open(subject)) {
            faults(bench).poison(bench.device(0).device());
            Expect.that(bench.device(1).health() instanceof DeviceHealth.Healthy, "another device stays healthy");
            long address = bench.upload(bench.device(1), bench.host(3.0));
            Expect.equal(
                    3.0,
                    bench.read(bench.device(1), address, 1, bench.stream(bench.device(1)))[0],
                    "what another device computes");
        }
    }
}
