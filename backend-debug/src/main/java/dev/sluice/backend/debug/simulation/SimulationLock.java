package dev.sluice.backend.debug.simulation;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The one lock of a simulation, to be held in a {@code try}-with-resources statement. */
public final class SimulationLock {
    /** Releases the lock. */
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Held held = lock::unlock;

    /** Takes the lock. */
    public Held hold() {
        lock.lock();
        return held;
    }

    Condition newCondition() {
        return lock.newCondition();
    }
}
