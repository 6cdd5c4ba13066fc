package dev.sluice.runtime.async;

import static dev.sluice.runtime.async.Interleavings.require;
import static dev.sluice.runtime.async.Interleavings.together;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/** The protocols of {@link Signal}, {@link Epoch} and {@link EpochQueue} under explored interleavings. */
class EpochInterleavingsTest {
    private static final int INVOCATIONS = 300;

    private static EpochQueue<Integer> queue() {
        return EpochQueue.of(1, ValueLifecycle.immutable());
    }

    /** The next write place has to be ready, since every other place was closed. */
    private static void requireNothingStuck(EpochQueue<Integer> queue) {
        Epoch<Integer> last = queue.takeWrite();
        require(last != null && last.isReady(), "the gate behind closed places is open");
    }

    @Test
    void aWriterThatSubscribesWhileTheLastReaderLeavesIsWokenOnceOrNotRegistered() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            EpochQueue<Integer> queue = queue();
            ReadPlace<Integer> first = queue.takeRead();
            ReadPlace<Integer> second = queue.takeRead();
            Epoch<Integer> write = queue.takeWrite();
            CountingWaiter waiter = new CountingWaiter();
            together(() -> waiter.subscribeTo(write), first::close, second::close);
            require(write.isReady(), "the writer's turn has come");
            waiter.requireWokenAsRegistered();
            write.close();
            requireNothingStuck(queue);
        });
    }

    @Test
    void readersThatSubscribeWhileTheWriterEndsAreEachWokenOnceOrNotRegistered() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            EpochQueue<Integer> queue = queue();
            Epoch<Integer> write = queue.takeWrite();
            ReadPlace<Integer> read = queue.takeRead();
            ReadPlace<Integer> other = queue.takeRead();
            CountingWaiter waiter = new CountingWaiter();
            CountingWaiter otherWaiter = new CountingWaiter();
            together(() -> waiter.subscribeTo(read), () -> otherWaiter.subscribeTo(other), () -> {
                write.set(2);
                write.close();
            });
            waiter.requireWokenAsRegistered();
            otherWaiter.requireWokenAsRegistered();
            require(read.value() == 2, "the readers see what was written");
            read.close();
            other.close();
            requireNothingStuck(queue);
        });
    }

    @Test
    void writePlacesAndAReadTakenAtTheSameTimeAreOrderedOneWayOrTheOther() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            EpochQueue<Integer> queue = queue();
            Epoch<?>[] writes = new Epoch<?>[2];
            ReadPlace<?>[] reads = new ReadPlace<?>[1];
            together(
                    () -> reads[0] = queue.takeRead(),
                    () -> writes[0] = queue.takeWrite(),
                    () -> writes[1] = queue.takeWrite());
            boolean inOrder = writes[0].isFollowedBy(writes[1]);
            require(inOrder ^ writes[1].isFollowedBy(writes[0]), "one write place is directly behind the other");
            Epoch<?> earlier = writes[inOrder ? 0 : 1];
            Epoch<?> later = writes[inOrder ? 1 : 0];
            ReadPlace<?> read = reads[0];
            require(read.isReady() != earlier.isReady(), "either the reader or the first writer goes first");
            if (read.isReady()) {
                read.close();
            }
            require(earlier.isReady() && !later.isReady(), "the first writer goes before the second");
            earlier.close();
            require(later.isReady() == (read.epoch() != earlier), "a reader in between keeps the second writer out");
            read.close();
            require(later.isReady(), "the second writer's turn has come");
            later.close();
            requireNothingStuck(queue);
        });
    }

    @Test
    void placesGivenUpAtTheSameTimeLeaveNoGateClosed() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            EpochQueue<Integer> queue = queue();
            ReadPlace<Integer> read = queue.takeRead();
            Epoch<Integer> first = queue.takeWrite();
            Epoch<Integer> second = queue.takeWrite();
            ReadPlace<Integer> last = queue.takeRead();
            together(read::close, first::close, () -> second.closeExceptionally(new IllegalStateException("late")));
            require(last.isReady(), "the last reader's turn has come");
            last.close();
            requireNothingStuck(queue);
        });
    }

    @Test
    void theFirstWritePlaceOfAnEmptyQueueIsTakenOnce() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            EpochQueue<Integer> queue = EpochQueue.empty(ValueLifecycle.immutable());
            ReadPlace<Integer> early = queue.takeRead();
            Epoch<?>[] writes = new Epoch<?>[2];
            together(() -> writes[0] = queue.takeWrite(), () -> writes[1] = queue.takeWrite());
            Epoch<?> first = early.epoch();
            require(first == writes[0] ^ first == writes[1], "one writer joins the early reader's epoch");
            writes[0].close();
            writes[1].close();
            early.close();
            requireNothingStuck(queue);
        });
    }

    @Test
    void aRetiredQueueDisposesOfItsValueOnceAfterTheLastAccess() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            CountingLifecycle lifecycle = new CountingLifecycle();
            EpochQueue<Integer> queue = EpochQueue.of(1, lifecycle);
            ReadPlace<Integer> held = queue.takeRead();
            ReadPlace<?>[] late = new ReadPlace<?>[1];
            together(() -> late[0] = queue.takeRead(), queue::retire);
            require(lifecycle.disposed.get() == 0, "the value lives while it can be read");
            if (late[0] != null) {
                late[0].close();
            }
            held.close();
            require(lifecycle.disposed.get() == 1, "the value is disposed of once");
            require(queue.takeRead() == null && queue.takeWrite() == null, "nothing follows the end of the queue");
        });
    }

    private static final class CountingLifecycle implements ValueLifecycle<Integer> {
        private final AtomicInteger disposed = new AtomicInteger();

        @Override
        public Integer copy(Integer value) {
            return value;
        }

        @Override
        public void dispose(Integer value) {
            disposed.incrementAndGet();
        }
    }

    private static final class CountingWaiter extends Waiter {
        private final AtomicInteger wakes = new AtomicInteger();
        private boolean registered;

        @Override
        public void wake() {
            wakes.incrementAndGet();
        }

        void subscribeTo(Awaitable event) {
            registered = event.subscribe(this);
        }

        void requireWokenAsRegistered() {
            require(wakes.get() == (registered ? 1 : 0), "a registered waiter is woken once, a refused one never");
        }
    }
}
