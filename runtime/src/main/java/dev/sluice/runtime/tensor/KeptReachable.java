package dev.sluice.runtime.tensor;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/**
 * A clean-up action that does nothing but refer to something, which stays reachable until the action has run.
 *
 * @param referent what is kept reachable
 */
record KeptReachable(Object referent) implements Runnable, Consumer<MemorySegment> {
    @Override
    public void run() {}

    @Override
    public void accept(MemorySegment segment) {}
}
