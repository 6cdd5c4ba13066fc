package dev.sluice.tck.rule;

import dev.sluice.AccessException;
import dev.sluice.ClosedException;
import dev.sluice.device.ByteRange;
import dev.sluice.device.DeviceBuffer;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.device.ReadAccess;
import dev.sluice.device.Stream;
import dev.sluice.device.WriteAccess;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import dev.sluice.tck.observe.Call;
import dev.sluice.tck.observe.Gate;
import dev.sluice.tck.observe.ObservedDriver;
import java.util.ArrayList;
import java.util.List;

/** BUF: buffers, their ledgers and their memory. */
public final class BufferChapter {
    private static final int BYTES = 1024;

    private BufferChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        return Rules.of(
                        "Buffers",
                        "BUF-1",
                        "A ledger holds the latest writer's completion and those of the readers since: a read waits for"
                                + " the writer, a write for the writer and every reader.",
                        Feature.DEFERRED_EXECUTION)
                .check("a read runs after the latest write", BufferChapter::readAfterWrite)
                .check("reads do not wait for each other", BufferChapter::readsAreIndependent)
                .check("a write runs after 1 read", subject -> writeAfterReads(subject, 1))
                .check("a write runs after 8 reads", subject -> writeAfterReads(subject, 8))
                .check("a write runs after 20 reads", subject -> writeAfterReads(subject, 20))
                .next(
                        "BUF-2",
                        "Concurrent reads are legal; a write overlapping any other live access fails at once with an error"
                                + " naming both.")
                .check("a write during a read", BufferChapter::writeDuringRead)
                .check("an access during a write", BufferChapter::accessDuringWrite)
                .check("two reads", BufferChapter::readDuringRead)
                .next("BUF-3", "Opening an access never waits on the host.", Feature.DEFERRED_EXECUTION)
                .check("a write behind unfinished accesses", BufferChapter::openingNeverWaits)
                .next(
                        "BUF-4",
                        "An explicit release publishes the completion early; closing twice is harmless.",
                        Feature.DEFERRED_EXECUTION)
                .check("what is submitted after the release waits for it", BufferChapter::releasePublishes)
                .next(
                        "BUF-5",
                        "Freeing takes its place after every completion of the ledger, blocks no host thread and takes no"
                                + " stream of an operation.",
                        Feature.DEFERRED_EXECUTION,
                        Feature.STREAM_ORDERED_ALLOCATION)
                .check("memory is free after the last access", BufferChapter::freeIsOrdered)
                .next(
                        "BUF-6",
                        "A disjoint partition gives several logical buffers over one allocation, each with its own ledger;"
                                + " overlap is rejected.",
                        Feature.DEFERRED_EXECUTION)
                .check("parts do not wait for each other", BufferChapter::partsAreIndependent)
                .check("parts begin with the unfinished work of the whole", BufferChapter::partsInherit)
                .check("overlapping and outlying ranges are rejected", BufferChapter::badPartitions)
                .next(
                        "BUF-7",
                        "Closing a buffer early is safe: pending work keeps the allocation alive.",
                        Feature.DEFERRED_EXECUTION)
                .check("an open access keeps the memory", BufferChapter::closingEarly)
                .next("BUF-8", "Use after close throws.")
                .check("every use", BufferChapter::useAfterClose)
                .next(
                        "BUF-9",
                        "An allocation that fails first drains reclamation, then retries, then throws an error that says"
                                + " how much is live.")
                .check("one that fits at the second attempt succeeds", BufferChapter::secondAttempt)
                .check("one that never fits says what is live", BufferChapter::neverFits)
                .chapter();
    }

    private static void readAfterWrite(Subject subject) {
        try (Engine engine = Engine.open(subject);
                DeviceBuffer buffer = engine.resources().allocate(BYTES);
                Engine.Work write = engine.write(buffer);
                Engine.Work read = engine.read(buffer)) {
            read.finish();
            Expect.that(!read.isDone(), "the read waits for the write");
            write.finish();
            Expect.that(read.isDone(), "the read is done after the write");
        }
    }

    private static void readsAreIndependent(Subject subject) {
        try (Engine engine = Engine.open(subject);
                DeviceBuffer buffer = engine.resources().allocate(BYTES);
                Engine.Work first = engine.read(buffer);
                Engine.Work second = engine.read(buffer)) {
            second.finish();
            Expect.that(second.isDone(), "a read waits for no other read");
            Expect.that(!first.isDone(), "the first read is still unfinished");
        }
    }

    private static void writeAfterReads(Subject subject, int readers) {
        try (Engine engine = Engine.open(subject);
                DeviceBuffer buffer = engine.resources().allocate(BYTES)) {
            List<Engine.Work> earlier = new ArrayList<>();
            earlier.add(engine.write(buffer));
            for (int i = 0; i < readers; i++) {
                earlier.add(engine.read(buffer));
            }
            engine.driver().forgetCalls();
            try (Engine.Work write = engine.write(buffer)) {
                long waits = engine.driver().count(Call.WAIT_EVENT);
                Expect.that(
                        waits >= readers && waits <= readers + 1,
                        "the write waits once for each of the " + readers + " readers and at most once for the earlier"
                                + " writer, not " + waits + " times");
                write.finish();
                for (Engine.Work each : earlier) {
                    Expect.that(!write.isDone(), "the write waits for every earlier access");
                    each.finish();
                }
                Expect.that(write.isDone(), "the write is done after every earlier access");
            }
            earlier.forEach(Engine.Work::close);
        }
    }

    private static void writeDuringRead(Subject subject) {
        try (Engine engine = Engine.open(subject);
                DeviceBuffer buffer = engine.resources().allocate(BYTES);
                Stream stream = engine.resources().streams().acquire();
                ReadAccess read = buffer.read(stream)) {
            AccessException error =
                    Expect.failure(AccessException.class, "a write during a read", () -> buffer.write(stream));
            Expect.names(error, "write access");
            Expect.names(error, "read access");
            Expect.that(read.address() != 0, "the read goes on");
        }
    }

    private static void accessDuringWrite(Subject subject) {
        try (Engine engine = Engine.open(subject);
                DeviceBuffer buffer = engine.resources().allocate(BYTES);
                Stream stream = engine.resources().streams().acquire();
                WriteAccess write = buffer.write(stream)) {
            AccessException error =
                    Expect.failure(AccessException.class, "a read during a write", () -> buffer.read(stream));
            Expect.names(error, "read access");
            Expect.names(error, "write access");
            Expect.failure(AccessException.class, "a write during a write", () -> buffer.write(stream));
            Expect.that(write.address() != 0, "the write goes on");
        }
    }

    private static void readDuringRead(Subject subject) {
        try (Engine engine = Engine.open(subject);
                DeviceBuffer buffer = engine.resources().allocate(BYTES);
                Stream stream = engine.resources().streams().acquire();
                ReadAccess first = buffer.read(stream);
                ReadAccess second = buffer.read(stream)) {
            Expect.equal(first.address(), second.address(), "the address of both reads");
        }
    }

    private static void openingNeverWaits(Subject subject) {
        try (Engine engine = Engine.open(subject);
                DeviceBuffer buffer = engine.resources().allocate(BYTES);
                Engine.Work write = engine.write(buffer);
                Engine.Work read = engine.read(buffer)) {
            ObservedDriver driver = engine.driver();
            driver.forgetCalls();
            engine.write(buffer).close();
            Expect.equal(
                    0L, driver.count(Call.SYNCHRONIZE_EVENT) + driver.count(Call.SYNCHRONIZE_STREAM), "host waits");
            Expect.that(!write.isDone() && !read.isDone(), "the earlier accesses are still unfinished");
        }
    }

    private static void releasePublishes(Subject subject) {
        try (Engine engine = Engine.open(subject);
                DeviceBuffer buffer = engine.resources().allocate(BYTES);
                Stream stream = engine.resources().streams().acquire()) {
            WriteAccess write = buffer.write(stream);
            Gate work = engine.driver().hold(stream.token());
            write.release();
            try (Engine.Work read = engine.read(buffer)) {
                write.close();
                write.release();
                read.finish();
                Expect.that(!read.isDone(), "the read waits for the released write");
                work.open();
                Expect.that(read.isDone(), "the read is done after the released write");
            }
            Expect.failure(ClosedException.class, "the address of a released access", write::address);
        }
    }

    private static void freeIsOrdered(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            DeviceBuffer buffer = engine.resources().allocate(BYTES);
            int others = engine.driver().liveAllocations() - 1;
            try (Engine.Work write = engine.write(buffer);
                    Engine.Work read = engine.read(buffer)) {
                ObservedDriver driver = engine.driver();
                int leased = engine.resources().streams().statistics().leased();
                driver.forgetCalls();
                buffer.close();
                Expect.equal(
                        0L, driver.count(Call.SYNCHRONIZE_EVENT) + driver.count(Call.SYNCHRONIZE_STREAM), "host waits");
                Expect.equal(leased, engine.resources().streams().statistics().leased(), "leased streams");
                write.finish();
                Expect.equal(others + 1, driver.liveAllocations(), "allocations while the read is unfinished");
                read.finish();
                Patience.until("the memory is free", () -> driver.liveAllocations() == others);
            }
        }
    }

    private static void partsAreIndependent(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            DeviceBuffer whole = engine.resources().allocate(BYTES);
            List<? extends DeviceBuffer> parts =
                    whole.partition(List.of(new ByteRange(0, 512), new ByteRange(512, 512)));
            try (Engine.Work slow = engine.write(parts.get(0));
                    Engine.Work quick = engine.write(parts.get(1))) {
                quick.finish();
                Expect.that(quick.isDone(), "a write to one part waits for no other part");
                Expect.that(!slow.isDone(), "the other write is still unfinished");
                Expect.equal(slow.address() + 512, quick.address(), "the address of the second part");
            }
            parts.forEach(DeviceBuffer::close);
        }
    }

    private static void partsInherit(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            DeviceBuffer whole = engine.resources().allocate(BYTES);
            try (Engine.Work write = engine.write(whole)) {
                DeviceBuffer part =
                        whole.partition(List.of(new ByteRange(128, 64))).getFirst();
                try (Engine.Work read = engine.read(part)) {
                    read.finish();
                    Expect.that(!read.isDone(), "the part waits for the write to the whole");
                    write.finish();
                    Expect.that(read.isDone(), "the part is readable after the write to the whole");
                }
                part.close();
            }
        }
    }

    private static void badPartitions(Subject subject) {
        try (Engine engine = Engine.open(subject);
                DeviceBuffer buffer = engine.resources().allocate(BYTES)) {
            IllegalArgumentException overlap = Expect.failure(
                    IllegalArgumentException.class,
                    "overlapping ranges",
                    () -> buffer.partition(List.of(new ByteRange(0, 513), new ByteRange(512, 512))));
            Expect.names(overlap, "513");
            IllegalArgumentException outlying = Expect.failure(
                    IllegalArgumentException.class,
                    "an outlying range",
                    () -> buffer.partition(List.of(new ByteRange(1000, 25))));
            Expect.names(outlying, "1025");
            Expect.that(!buffer.isClosed(), "the buffer is still usable");
        }
    }

    private static void closingEarly(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            DeviceBuffer buffer = engine.resources().allocate(BYTES);
            int live = engine.driver().liveAllocations();
            try (Stream stream = engine.resources().streams().acquire()) {
                Gate work;
                try (WriteAccess write = buffer.write(stream)) {
                    buffer.close();
                    Expect.that(write.address() != 0, "the open access goes on");
                    work = engine.driver().hold(stream.token());
                    Expect.equal(live, engine.driver().liveAllocations(), "allocations while the access is open");
                }
                work.open();
            }
            Patience.until("the memory is free", () -> engine.driver().liveAllocations() == live - 1);
        }
    }

    private static void useAfterClose(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Stream stream = engine.resources().streams().acquire()) {
            DeviceBuffer buffer = engine.resources().allocate(BYTES);
            buffer.close();
            buffer.close();
            Expect.that(buffer.isClosed(), "the buffer is closed");
            Expect.failure(ClosedException.class, "a read", () -> buffer.read(stream));
            Expect.failure(ClosedException.class, "a write", () -> buffer.write(stream));
            Expect.failure(ClosedException.class, "a partition", () -> buffer.partition(List.of(new ByteRange(0, 8))));
        }
    }

    private static void secondAttempt(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            engine.resources().allocate(BYTES).close();
            engine.driver().failAllocation();
            try (DeviceBuffer buffer = engine.resources().allocate(BYTES)) {
                Expect.equal((long) BYTES, buffer.bytes(), "the size of the buffer");
            }
        }
    }

    private static void neverFits(Subject subject) {
        try (Engine engine = Engine.open(subject);
                DeviceBuffer live = engine.resources().allocate(BYTES)) {
            for (int i = 0; i < 16; i++) {
                engine.driver().failAllocation();
            }
            OutOfDeviceMemoryException error = Expect.failure(
                    OutOfDeviceMemoryException.class,
                    "an allocation that never fits",
                    () -> engine.resources().allocate(77));
            Expect.names(error, "77");
            Expect.names(error, Long.toString(live.bytes()));
        }
    }
}
