package dev.sluice.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.AccessException;
import dev.sluice.ClosedException;
import dev.sluice.device.ByteRange;
import dev.sluice.device.DeviceException;
import dev.sluice.device.ReadAccess;
import dev.sluice.device.Stream;
import dev.sluice.device.WriteAccess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** BUF-1 to BUF-8. */
class DeviceBufferTest {
    private final FakeDriver driver = FakeDriver.queued();
    private final DeviceResources resources = DeviceResources.open(
            driver, ResourceOptions.defaults().withStreams(64).withCallerDriven(true));
    private final DeviceBuffer buffer = resources.allocate(1024);

    @BeforeEach
    void forgetTheSetup() {
        driver.forgetLog();
    }

    private FakeDriver.Work write(DeviceBuffer target) {
        try (Submission submission = resources.submit()) {
            submission.write(target);
            return driver.enqueue(submission.stream());
        }
    }

    private FakeDriver.Work read(DeviceBuffer source) {
        try (Submission submission = resources.submit()) {
            submission.read(source);
            return driver.enqueue(submission.stream());
        }
    }

    @Test
    void buf1AReadRunsAfterTheLatestWrite() {
        FakeDriver.Work write = write(buffer);
        FakeDriver.Work read = read(buffer);
        driver.finish(read);
        assertThat(read.isDone()).isFalse();

        driver.finish(write);
        assertThat(read.isDone()).isTrue();
    }

    @Test
    void buf1ReadsDoNotWaitForEachOther() {
        FakeDriver.Work first = read(buffer);
        FakeDriver.Work second = read(buffer);
        driver.finish(second);
        assertThat(second.isDone()).isTrue();
        assertThat(first.isDone()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 40})
    void buf1AWriteRunsAfterEveryReadSinceTheLatestWrite(int readers) {
        FakeDriver.Work earlier = write(buffer);
        List<FakeDriver.Work> reads = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
            reads.add(read(buffer));
        }
        driver.forgetLog();
        FakeDriver.Work write = write(buffer);
        driver.finish(write);
        driver.finish(earlier);
        for (FakeDriver.Work read : reads) {
            assertThat(write.isDone()).isFalse();
            driver.finish(read);
        }
        assertThat(write.isDone()).isTrue();
        assertThat(driver.count("waitEvent"))
                .as("the earlier write and each read")
                .isEqualTo(readers + 1);
    }

    @Test
    void buf1AWriteForgetsWhatItWaitedFor() {
        FakeDriver.Work read = read(buffer);
        write(buffer);
        driver.forgetLog();
        write(buffer);
        assertThat(driver.count("waitEvent")).isEqualTo(1);
        assertThat(read.isDone()).isFalse();
    }

    @Test
    void buf1ManyReadsOnAFewStreamsCostAWriteOneWaitForEachStream() {
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            streams.add(resources.streams().acquire());
        }
        FakeDriver.Work last = new FakeDriver.Work();
        for (int round = 0; round < 100; round++) {
            for (Stream stream : streams) {
                try (ReadAccess read = buffer.read(stream)) {
                    assertThat(read.address()).isNotZero();
                    last = driver.enqueue(stream.token());
                }
            }
        }
        driver.forgetLog();
        FakeDriver.Work write = write(buffer);
        driver.finish(write);
        assertThat(driver.count("waitEvent")).isEqualTo(4);
        assertThat(write.isDone()).isFalse();
        assertThat(last.isDone()).isFalse();
        streams.forEach(Stream::close);
    }

    @Test
    void cmp4OneSubmissionWaitsOnceForACompletionThatSeveralBuffersShare() {
        List<DeviceBuffer> buffers = new ArrayList<>();
        try (Submission producer = resources.submit()) {
            for (int i = 0; i < 5; i++) {
                DeviceBuffer each = resources.allocate(64);
                producer.write(each);
                buffers.add(each);
            }
            driver.enqueue(producer.stream());
        }
        driver.forgetLog();
        try (Submission consumer = resources.submit()) {
            buffers.forEach(consumer::read);
        }
        assertThat(driver.count("waitEvent")).isEqualTo(1);
        assertThat(driver.count("recordEvent")).isEqualTo(1);
    }

    @Test
    void buf2AWriteOverlappingAReadFailsNamingBoth() {
        try (Stream stream = resources.streams().acquire();
                ReadAccess read = buffer.read(stream)) {
            assertThat(read.address()).isNotZero();
            assertThatThrownBy(() -> buffer.write(stream))
                    .isInstanceOf(AccessException.class)
                    .hasMessageContaining("write access to buffer of 1024 bytes")
                    .hasMessageContaining("an open read access");
        }
    }

    @Test
    void buf2AReadOverlappingAWriteFailsNamingBoth() {
        try (Stream stream = resources.streams().acquire();
                WriteAccess write = buffer.write(stream)) {
            assertThat(write.address()).isNotZero();
            assertThatThrownBy(() -> buffer.read(stream))
                    .isInstanceOf(AccessException.class)
                    .hasMessageContaining("read access to")
                    .hasMessageContaining("an open write access");
            assertThatThrownBy(() -> buffer.write(stream)).isInstanceOf(AccessException.class);
        }
    }

    @Test
    void buf2ReadsMayOverlap() {
        try (Stream stream = resources.streams().acquire();
                ReadAccess first = buffer.read(stream);
                ReadAccess second = buffer.read(stream)) {
            assertThat(first.address()).isEqualTo(second.address());
        }
        try (Submission submission = resources.submit()) {
            assertThat(submission.write(buffer)).isNotZero();
        }
    }

    @Test
    void buf2AnOperationInPlaceReadsWhatItWrites() {
        try (Submission submission = resources.submit()) {
            long address = submission.read(buffer);
            assertThat(submission.write(buffer)).isEqualTo(address);
            assertThat(submission.read(buffer)).isEqualTo(address);
            assertThatThrownBy(() -> {
                        try (Submission other = resources.submit()) {
                            other.read(buffer);
                        }
                    })
                    .isInstanceOf(AccessException.class);
        }
        assertThat(driver.count("recordEvent")).isEqualTo(2);
    }

    @Test
    void buf2ARefusedUpgradeLeavesTheRead() {
        try (Submission first = resources.submit();
                Submission second = resources.submit()) {
            first.read(buffer);
            second.read(buffer);
            assertThatThrownBy(() -> first.write(buffer)).isInstanceOf(AccessException.class);
        }
        try (Submission later = resources.submit()) {
            assertThat(later.write(buffer)).isNotZero();
        }
    }

    @Test
    void buf3OpeningAnAccessNeverWaitsOnTheHost() {
        write(buffer);
        read(buffer);
        driver.forgetLog();
        write(buffer);
        assertThat(driver.log()).noneMatch(call -> call.startsWith("synchronize") || call.startsWith("query"));
    }

    @Test
    void buf4ReleaseEndsTheAccessEarlyAndClosingAgainIsHarmless() {
        try (Stream stream = resources.streams().acquire()) {
            WriteAccess write = buffer.write(stream);
            FakeDriver.Work work = driver.enqueue(stream.token());
            write.release();
            FakeDriver.Work read = read(buffer);
            write.close();
            write.release();
            driver.finish(read);
            assertThat(read.isDone()).isFalse();
            driver.finish(work);
            assertThat(read.isDone()).isTrue();
            assertThatThrownBy(write::address).isInstanceOf(ClosedException.class);
        }
    }

    @Test
    void buf4AnOpenAccessKeepsItsStreamLeased() {
        Stream stream = resources.streams().acquire();
        ReadAccess read = buffer.read(stream);
        stream.close();
        assertThat(resources.streams().statistics().leased()).isEqualTo(1);
        read.close();
        assertThat(resources.streams().statistics().leased()).isZero();
    }

    @Test
    void buf5FreeingWaitsForEveryCompletionOnItsOwnStreamAndNotOnTheHost() {
        FakeDriver.Work write = write(buffer);
        FakeDriver.Work read = read(buffer);
        driver.forgetLog();

        buffer.close();

        assertThat(driver.log()).noneMatch(call -> call.startsWith("synchronize"));
        assertThat(resources.streams().statistics().leased()).isZero();
        assertThat(driver.liveAllocations()).hasSize(1);
        driver.finish(write);
        assertThat(driver.liveAllocations()).hasSize(1);
        driver.finish(read);
        assertThat(driver.liveAllocations()).isEmpty();
    }

    @Test
    void buf5WithoutStreamOrderedAllocationFreeingWaitsOnTheHost() {
        FakeDriver plain = new FakeDriver(0, false, false);
        DeviceResources plainResources =
                DeviceResources.open(plain, ResourceOptions.defaults().withCallerDriven(true));
        DeviceBuffer each = plainResources.allocate(64);
        FakeDriver.Work work;
        try (Submission submission = plainResources.submit()) {
            submission.write(each);
            work = plain.enqueue(submission.stream());
        }
        each.close();
        assertThat(work.isDone()).isTrue();
        assertThat(plain.liveAllocations()).isEmpty();
        assertThat(plain.count("synchronizeEvent")).isEqualTo(1);
    }

    @Test
    void buf5ANewBufferDependsOnNoUnfinishedFree() {
        FakeDriver.Work slow = write(buffer);
        buffer.close();
        DeviceBuffer fresh = resources.allocate(64);
        FakeDriver.Work work = write(fresh);
        driver.finish(work);
        assertThat(work.isDone()).isTrue();
        assertThat(slow.isDone()).isFalse();
    }

    @Test
    void buf6PartsHaveTheirOwnAccessesAndCompletions() {
        List<DeviceBuffer> parts = buffer.partition(List.of(new ByteRange(0, 512), new ByteRange(512, 512)));
        FakeDriver.Work slow = write(parts.get(0));
        FakeDriver.Work quick = write(parts.get(1));
        driver.finish(quick);
        assertThat(quick.isDone()).isTrue();
        assertThat(slow.isDone()).isFalse();
        try (Submission submission = resources.submit()) {
            long first = submission.write(parts.get(0));
            assertThat(submission.write(parts.get(1))).isEqualTo(first + 512);
        }
    }

    @Test
    void buf6PartsBeginWithTheUnfinishedWorkOfTheWhole() {
        FakeDriver.Work write = write(buffer);
        DeviceBuffer part = buffer.partition(List.of(new ByteRange(128, 64))).getFirst();
        FakeDriver.Work read = read(part);
        driver.finish(read);
        assertThat(read.isDone()).isFalse();
        driver.finish(write);
        assertThat(read.isDone()).isTrue();
    }

    @Test
    void buf6TheMemoryIsFreedWhenTheLastPartIs() {
        List<DeviceBuffer> parts = buffer.partition(List.of(new ByteRange(0, 512), new ByteRange(512, 512)));
        FakeDriver.Work work = write(parts.get(0));
        parts.get(0).close();
        assertThat(driver.count("free")).isZero();
        parts.get(1)
                .partition(List.of(new ByteRange(0, 1), new ByteRange(1, 1)))
                .forEach(DeviceBuffer::close);
        assertThat(driver.count("free")).isEqualTo(1);
        assertThat(driver.liveAllocations()).hasSize(1);
        driver.finish(work);
        assertThat(driver.liveAllocations()).isEmpty();
    }

    @Test
    void buf6OverlappingOrOutlyingRangesAreRejectedAndTheBufferStaysUsable() {
        assertThatThrownBy(() -> buffer.partition(List.of(new ByteRange(0, 513), new ByteRange(512, 512))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[0, 513) and [512, 1024)");
        assertThatThrownBy(() -> buffer.partition(List.of(new ByteRange(1000, 25))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[1000, 1025) is not within the 1024 bytes");
        assertThat(buffer.isClosed()).isFalse();
        write(buffer);
    }

    @Test
    void buf6APartitionNeedsTheOnlyAccess() {
        try (Stream stream = resources.streams().acquire();
                ReadAccess read = buffer.read(stream)) {
            assertThat(read.address()).isNotZero();
            assertThatThrownBy(() -> buffer.partition(List.of(new ByteRange(0, 8))))
                    .isInstanceOf(AccessException.class);
        }
    }

    @Test
    void buf7ClosingWithAnOpenAccessFreesWhenItEnds() {
        try (Submission submission = resources.submit()) {
            submission.write(buffer);
            buffer.close();
            driver.enqueue(submission.stream());
            assertThat(driver.count("free")).isZero();
        }
        assertThat(driver.count("free")).isEqualTo(1);
        assertThat(driver.liveAllocations()).hasSize(1);
    }

    @Test
    void buf8UseAfterCloseThrows() {
        buffer.close();
        buffer.close();
        assertThat(buffer.isClosed()).isTrue();
        try (Submission submission = resources.submit();
                Stream stream = resources.streams().acquire()) {
            assertThatThrownBy(() -> submission.read(buffer)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> submission.write(buffer)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> buffer.read(stream)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> buffer.partition(List.of())).isInstanceOf(ClosedException.class);
        }
        assertThat(resources.streams().statistics().leased()).isZero();
    }

    @Test
    void aBufferWithoutBytesOwnsNothing() {
        DeviceBuffer empty = resources.allocate(0);
        try (Submission submission = resources.submit()) {
            assertThat(submission.write(empty)).isZero();
        }
        empty.close();
        assertThat(driver.count("allocate")).isZero();
        assertThat(driver.count("free")).isZero();
    }

    @Test
    void foreignMemoryIsGivenBackWhenNoWorkUsesIt() {
        List<String> told = new ArrayList<>();
        DeviceBuffer foreign = resources.adopt(4096, 64, () -> told.add("released"));
        FakeDriver.Work work = write(foreign);
        foreign.close();
        resources.advance();
        assertThat(told).isEmpty();
        driver.finish(work);
        resources.advance();
        assertThat(told).containsExactly("released");
    }

    @Test
    void anAccessWhoseWaitFailsIsNotOpen() {
        write(buffer);
        driver.failNext("waitEvent", 1);
        try (Submission submission = resources.submit()) {
            assertThatThrownBy(() -> submission.read(buffer)).isInstanceOf(DeviceException.class);
        }
        try (Submission submission = resources.submit()) {
            assertThat(submission.write(buffer)).isNotZero();
        }
    }

    @Test
    void anUpgradeWhoseWaitFailsRemainsARead() {
        FakeDriver.Work reader = read(buffer);
        try (Submission submission = resources.submit()) {
            submission.read(buffer);
            driver.failNext("waitEvent", 1);
            assertThatThrownBy(() -> submission.write(buffer)).isInstanceOf(DeviceException.class);
        }
        FakeDriver.Work write = write(buffer);
        driver.finish(write);
        assertThat(write.isDone()).as("the first read must still be waited for").isFalse();
        driver.finish(reader);
        assertThat(write.isDone()).isTrue();
    }
}
