package dev.sluice.runtime.task;

import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.Signal;
import dev.sluice.runtime.async.Waiter;
import dev.sluice.runtime.device.PoolWaiter;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A task's request for a lease of an exhausted pool. It enters the pool's queue when the task first waits for it, and the
 * pool answers once, from any thread, possibly before that call returns; the answer makes the task runnable on its own
 * scheduler. A cancelled task stays until the answer comes, and gives the lease back.
 *
 * @param <L> the type of lease
 */
public final class LeaseWait<L extends AutoCloseable> extends Signal implements Awaitable, PoolWaiter<L> {
    private final String what;
    private final Consumer<? super PoolWaiter<L>> pool;
    private final BooleanSupplier pendingOutside;
    private boolean queued;
    private @Nullable L lease;
    private @Nullable Throwable error;

    /**
     * Creates a request that is not queued yet.
     *
     * @param what the resource, for reports
     * @param pool queues a waiter
     * @param pendingOutside whether a lease can come back without any task running, such as a stream whose work is not
     *     finished, and the waiter was not told yet; a deterministic scheduler then waits for it instead of reporting a
     *     deadlock
     */
    public LeaseWait(String what, Consumer<? super PoolWaiter<L>> pool, BooleanSupplier pendingOutside) {
        this.what = Objects.requireNonNull(what, "what");
        this.pool = Objects.requireNonNull(pool, "pool");
        this.pendingOutside = Objects.requireNonNull(pendingOutside, "pendingOutside");
    }

    /** The lease, once this is ready; throws the pool's error when there will be none. */
    public L lease() {
        if (error != null) {
            throw ResumableTask.unchecked(error, what);
        }
        return Objects.requireNonNull(lease, "the lease was not granted yet, or was given back");
    }

    @Override
    public void granted(L granted) {
        lease = granted;
        wakeAll(fire());
    }

    @Override
    public void failed(Throwable failure) {
        error = failure;
        wakeAll(fire());
    }

    /** Gives the lease back, if there is one. Harmless when repeated. */
    public void giveBack() throws Exception {
        L held = lease;
        if (hasFired() && held != null) {
            lease = null;
            held.close();
        }
    }

    /** Whether the lease was granted and not given back. */
    public boolean isHeld() {
        return hasFired() && lease != null;
    }

    @Override
    public boolean isReady() {
        return hasFired();
    }

    @Override
    public boolean subscribe(Waiter waiter) {
        if (!queued) {
            queued = true;
            pool.accept(this);
        }
        return register(waiter);
    }

    @Override
    public boolean isAbandonable() {
        return !queued;
    }

    @Override
    public boolean isExternal() {
        return hasFired() || pendingOutside.getAsBoolean(); // fired: the wake is on its way
    }

    @Override
    public String describe() {
        return "lease of " + what;
    }

    @Override
    public String toString() {
        return describe();
    }
}
