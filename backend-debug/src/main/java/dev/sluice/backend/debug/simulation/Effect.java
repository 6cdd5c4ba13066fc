package dev.sluice.backend.debug.simulation;

/** What an operation does to memory. Its {@code toString} describes it. */
public interface Effect {
    /** Runs under the lock of the simulation, once. */
    void run();
}
