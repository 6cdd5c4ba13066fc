package dev.sluice.backend.cpu.openblas;

import dev.sluice.backend.cpu.CoreBudget;

/**
 * How many threads OpenBLAS may use, in step with the cores that the backend lends.
 *
 * <p>OpenBLAS knows one thread count for the process, also where it has a function that claims to set it for one thread
 * alone. Protocol: the calls in progress form a group. A call joins before it enters the library and brings the extra
 * cores that it could claim; the count is one more than what the group holds. What the group holds goes back to the
 * budget when its last call leaves. So a call that reads the count late, or shares the helpers that another call
 * claimed, never runs on a core that nobody has claimed. A call leaves the count as it is when it is the last, because
 * the next one sets it: in a steady state no native call is made here.
 *
 * <p>Only calls that OpenBLAS would split join. The rest runs on the calling thread whatever the count is.
 */
final class NativeThreads {

    /** OpenBLAS splits a product into parts of at least this many multiplications, 64³. */
    static final long WORK_PER_THREAD = 1L << 18;

    private final CoreBudget budget;
    private final ThreadCount count;
    private final Object lock = new Object();

    /** Calls in progress. Guarded by {@link #lock}, as is what follows. */
    private int calls;

    private int claimed;

    NativeThreads(CoreBudget budget, ThreadCount count) {
        this.budget = budget;
        this.count = count;
    }

    /** Joins with a call of this much work; {@link #leave} follows. */
    void join(double work) {
        int useful = (int) Math.min(Math.min(budget.cores(), count.limit()), work / WORK_PER_THREAD);
        synchronized (lock) {
            calls++;
            claimed += budget.claim(useful - 1 - claimed);
            count.set(1 + claimed);
        }
    }

    /** Ends a call that joined. */
    void leave() {
        synchronized (lock) {
            calls--;
            if (calls == 0) {
                budget.release(claimed);
                claimed = 0;
            }
        }
    }
}
