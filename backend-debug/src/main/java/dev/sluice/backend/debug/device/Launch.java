package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.simulation.Effect;
import java.util.function.Supplier;

/**
 * An effect made of an action and of what describes it, should anybody ask.
 *
 * @param description makes the description
 * @param action the effect
 */
record Launch(Supplier<String> description, Runnable action) implements Effect {
    @Override
    public void run() {
        action.run();
    }

    @Override
    public String toString() {
        return description.get();
    }
}
