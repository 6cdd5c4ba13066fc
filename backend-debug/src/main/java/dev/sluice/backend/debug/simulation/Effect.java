package dev.sluice.backend.debug.simulation;

import java.util.function.Supplier;

/**
 * What an operation does to memory. The description outlives the action, which is dropped once it has run; so the
 * description must hold on to nothing large, and to no other operation.
 *
 * @param description makes the description, should anybody ask
 * @param action runs under the lock of the simulation, once
 */
public record Effect(Supplier<String> description, Runnable action) {
    @Override
    public String toString() {
        return description.get();
    }
}
