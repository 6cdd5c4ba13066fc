package dev.sluice.runtime.device;

import static dev.sluice.runtime.device.Explored.explore;
import static dev.sluice.runtime.device.Explored.require;
import static dev.sluice.runtime.device.Explored.shared;
import static dev.sluice.runtime.device.Explored.together;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** POOL-3 under every interleaving that a model checker tries: what races with queuing is neither early nor lost. */
class StreamPoolInterleavingTest {
    /** Made once: what an exploration makes itself takes switches away from what it is about. */
    private static final DeviceStatus STATUS = new DeviceStatus(new StillDriver());

    private static final PoolWatcher WATCHER = new PoolWatcher("none", PoolWatcher.Mode.CALLER);
    private static final PoolWatcher THREAD_WATCHER = new PoolWatcher("none", PoolWatcher.Mode.THREAD);

    /** A pool with one slot, reduced to what decides about waiters. */
    private static final class OneSlot extends SlotPool<Integer> {
        private final boolean finished;

        OneSlot(boolean finished) {
            super("slots", 1, STATUS, WATCHER);
            this.finished = finished;
        }

        @Override
        Integer lease(int slot) {
            return slot;
        }

        @Override
        boolean isFinished(int slot) {
            return finished;
        }

        @Override
        void awaitFinished(int slot) {}
    }

    private static final class Once implements PoolWaiter<Integer> {
        private final AtomicInteger settlements = new AtomicInteger();

        @Override
        public void granted(Integer lease) {
            settlements.incrementAndGet();
        }

        @Override
        public void failed(Throwable error) {
            settlements.incrementAndGet();
        }

        int settled() {
            return settlements.get();
        }
    }

    @Test
    void aWaiterThatQueuesWhileTheSlotIsGivenBackIsServedOnce() {
        explore(() -> {
            OneSlot pool = shared(new OneSlot(true));
            int held = pool.tryTake();
            Once waiter = new Once();
            together(() -> pool.acquire(waiter), () -> pool.retire(held));
            require(waiter.settled() == 1, "settled " + waiter.settled() + " times");
        });
    }

    @Test
    void twoWaitersNeverShareASlot() {
        explore(() -> {
            OneSlot pool = shared(new OneSlot(true));
            Once first = new Once();
            Once second = new Once();
            together(() -> pool.acquire(first), () -> pool.acquire(second));
            require(first.settled() + second.settled() == 1, "both hold the only slot, or nobody does");
            pool.retire(0);
            require(first.settled() == 1 && second.settled() == 1, "somebody was forgotten");
        });
    }

    @Test
    void aWaiterIsEitherWithdrawnOrServed() {
        explore(() -> {
            OneSlot pool = shared(new OneSlot(true));
            int held = pool.tryTake();
            Once waiter = new Once();
            pool.acquire(waiter);
            boolean[] withdrawn = new boolean[1];
            together(() -> withdrawn[0] = pool.withdraw(waiter), () -> pool.retire(held));
            require(
                    waiter.settled() == (withdrawn[0] ? 0 : 1),
                    "withdrawn " + withdrawn[0] + ", settled " + waiter.settled());
            if (withdrawn[0]) {
                require(pool.tryTake() == 0, "the slot was lost");
            }
        });
    }

    @Test
    void closingAndServingSettleAWaiterOnce() {
        explore(() -> {
            OneSlot pool = shared(new OneSlot(true));
            int held = pool.tryTake();
            Once waiter = new Once();
            pool.acquire(waiter);
            together(pool::close, () -> pool.retire(held));
            require(waiter.settled() == 1, "settled " + waiter.settled() + " times");
        });
    }

    @Test
    void twoWhoLookAtTheQueueServeAWaiterOnce() {
        explore(() -> {
            OneSlot pool = shared(new OneSlot(true));
            int held = pool.tryTake();
            Once waiter = new Once();
            pool.acquire(waiter);
            together(() -> pool.retire(held), pool::serve);
            pool.serve();
            require(waiter.settled() == 1, "settled " + waiter.settled() + " times");
        });
    }

    @Test
    void aBlockedThreadIsWokenByWhoGivesTheSlotBack() {
        explore(() -> {
            OneSlot pool = shared(new OneSlot(true));
            int held = pool.tryTake();
            BlockingWaiter<Integer> waiter = new BlockingWaiter<>();
            pool.acquire(waiter);
            together(() -> require(waiter.await(pool, THREAD_WATCHER) == 0, "another slot"), () -> pool.retire(held));
        });
    }

    @Test
    void withoutTheLockTheModelCheckerFindsTheLostWaiter() {
        assertThatThrownBy(() -> explore(() -> {
                    Unlocked pool = shared(new Unlocked());
                    together(pool::acquire, pool::retire);
                    require(pool.settled == 1, "settled " + pool.settled + " times");
                }))
                .hasMessageContaining("settled 0 times");
    }

    /** Looking and queuing, giving back and looking, each without being one step. */
    private static final class Unlocked {
        private boolean free;
        private boolean queued;
        private int settled;

        void acquire() {
            if (free) {
                settled++;
            } else {
                queued = true;
            }
        }

        void retire() {
            if (queued) {
                settled++;
            } else {
                free = true;
            }
        }
    }
}
