package dev.sluice.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.Completion;
import dev.sluice.device.DeviceException;
import dev.sluice.device.Stream;
import org.junit.jupiter.api.Test;

/** CMP-1 to CMP-4. */
class CompletionTest {
    private static final ResourceOptions OPTIONS =
            ResourceOptions.defaults().withStreams(4).withCallerDriven(true);

    private final FakeDriver driver = FakeDriver.queued();
    private final DeviceResources resources = DeviceResources.open(driver, OPTIONS);

    @Test
    void cmp1ACompletionIsRecordedWhenItIsMadeAndNeverMoves() {
        try (Stream stream = resources.streams().acquire()) {
            FakeDriver.Work before = driver.enqueue(stream.token());
            Completion completion = stream.recordCompletion();
            driver.enqueue(stream.token());
            assertThat(completion.isDone()).isFalse();

            driver.finish(before);

            assertThat(completion.isDone()).isTrue();
            assertThat(completion.device()).isEqualTo(driver.device());
            assertThat(stream.isFinished()).isFalse();
        }
    }

    @Test
    void cmp1ALaterUseOfTheStreamDoesNotMoveAnEarlierCompletion() {
        Completion[] completions = new Completion[20];
        FakeDriver.Work[] works = new FakeDriver.Work[20];
        try (Stream stream = resources.streams().acquire()) {
            for (int i = 0; i < 20; i++) {
                works[i] = driver.enqueue(stream.token());
                completions[i] = stream.recordCompletion();
            }
        }
        for (int i = 0; i < 20; i++) {
            assertThat(completions[i].isDone()).isFalse();
            driver.finish(works[i]);
            assertThat(completions[i].isDone()).isTrue();
        }
    }

    @Test
    void cmp2AStreamOfAnotherDeviceWaits() {
        FakeDriver other = new FakeDriver(1, false, true);
        DeviceResources otherResources = DeviceResources.open(other, OPTIONS);
        try (Stream producer = resources.streams().acquire();
                Stream consumer = otherResources.streams().acquire()) {
            FakeDriver.Work work = driver.enqueue(producer.token());
            consumer.waitFor(producer.recordCompletion());
            assertThat(consumer.isFinished()).isFalse();

            driver.finish(work);

            assertThat(consumer.isFinished()).isTrue();
        }
    }

    @Test
    void cmp3DroppingACompletionCallsNothing() {
        try (Stream stream = resources.streams().acquire()) {
            driver.enqueue(stream.token());
            Completion unused = stream.recordCompletion();
        }
        assertThat(driver.log()).noneMatch(call -> call.startsWith("synchronize") || call.startsWith("destroy"));
    }

    @Test
    void cmp4AConsumerWaitsOncePerCompletion() {
        try (Stream producer = resources.streams().acquire();
                Stream consumer = resources.streams().acquire()) {
            driver.enqueue(producer.token());
            Completion completion = producer.recordCompletion();
            for (int i = 0; i < 5; i++) {
                consumer.waitFor(completion);
            }
            assertThat(driver.count("waitEvent")).isEqualTo(1);
        }
    }

    @Test
    void cmp4WaitingForALaterPointCoversTheEarlierOnes() {
        try (Stream producer = resources.streams().acquire();
                Stream consumer = resources.streams().acquire()) {
            driver.enqueue(producer.token());
            Completion earlier = producer.recordCompletion();
            driver.enqueue(producer.token());
            Completion later = producer.recordCompletion();

            consumer.waitFor(later);
            consumer.waitFor(earlier);

            assertThat(driver.count("waitEvent")).isEqualTo(1);
        }
    }

    @Test
    void cmp4NobodyWaitsForWhatIsKnownToBeDone() {
        try (Stream producer = resources.streams().acquire();
                Stream consumer = resources.streams().acquire()) {
            FakeDriver.Work work = driver.enqueue(producer.token());
            Completion completion = producer.recordCompletion();
            driver.finish(work);
            assertThat(completion.isDone()).isTrue();
            driver.forgetLog();

            consumer.waitFor(completion);
            completion.await();

            assertThat(driver.log()).isEmpty();
        }
    }

    @Test
    void cmp4AStreamNeverWaitsForItself() {
        try (Stream stream = resources.streams().acquire()) {
            driver.enqueue(stream.token());
            stream.waitFor(stream.recordCompletion());
            assertThat(driver.count("waitEvent")).isZero();
        }
    }

    @Test
    void theHostWaitsOnceAndEveryEarlierPointIsKnownThen() {
        try (Stream stream = resources.streams().acquire()) {
            driver.enqueue(stream.token());
            Completion earlier = stream.recordCompletion();
            driver.enqueue(stream.token());
            Completion later = stream.recordCompletion();

            later.await();
            earlier.await();
            later.await();

            assertThat(driver.callsOf("synchronizeEvent", "queryEvent")).hasSize(1);
        }
    }

    @Test
    void eventsAreReused() {
        for (int i = 0; i < 50; i++) {
            Stream stream = resources.streams().acquire();
            FakeDriver.Work work = driver.enqueue(stream.token());
            stream.recordCompletion();
            stream.close();
            driver.finish(work);
        }
        assertThat(driver.count("createEvent")).isEqualTo(4);
    }

    @Test
    void aStreamThatTakesTheNumberOfADestroyedOneIsNotMistakenForIt() {
        FakeDriver other = new FakeDriver(1, false, true);
        DeviceResources otherResources = DeviceResources.open(other, OPTIONS);
        try (Stream consumer = otherResources.streams().acquire()) {
            try (Stream producer = resources.streams().acquire()) {
                driver.enqueue(producer.token());
                consumer.waitFor(producer.recordCompletion());
            }
            resources.close();
            FakeDriver successor = new FakeDriver(2, false, true);
            DeviceResources successorResources = DeviceResources.open(successor, OPTIONS);
            try (Stream producer = successorResources.streams().acquire()) {
                successor.enqueue(producer.token());
                consumer.waitFor(producer.recordCompletion());
                assertThat(consumer.isFinished()).isFalse();
            }
        }
    }

    @Test
    void err3WaitingForAPoisonedDeviceFailsWithItsError() {
        FakeDriver other = new FakeDriver(1, false, true);
        DeviceResources otherResources = DeviceResources.open(other, OPTIONS);
        try (Stream consumer = otherResources.streams().acquire()) {
            Completion completion;
            try (Stream producer = resources.streams().acquire()) {
                driver.enqueue(producer.token());
                completion = producer.recordCompletion();
            }
            driver.poison();
            assertThatThrownBy(resources.streams()::tryAcquire).isInstanceOf(DeviceException.class);

            assertThatThrownBy(() -> consumer.waitFor(completion))
                    .isInstanceOfSatisfying(
                            DeviceException.class, e -> assertThat(e.device()).isEqualTo(driver.device()));
            assertThatThrownBy(completion::isDone).isInstanceOf(DeviceException.class);
            assertThatThrownBy(completion::await).isInstanceOf(DeviceException.class);
            assertThat(otherResources.streams().tryAcquire()).isPresent().hasValueSatisfying(Stream::close);
        }
    }
}
