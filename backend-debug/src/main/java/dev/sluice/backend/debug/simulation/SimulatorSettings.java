package dev.sluice.backend.debug.simulation;

import dev.sluice.backend.debug.CostModel;
import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.ExecutionMode;
import dev.sluice.backend.debug.ReportMode;
import java.util.Set;

/**
 * How a simulation starts.
 *
 * @param mode the order
 * @param seed the seed of random choices
 * @param patience after how many fruitless queries work is done, in the modes that delay it
 * @param costs the costs
 * @param reportMode what becomes of reports
 * @param tracksSites whether call sites are remembered
 * @param traces whether operations are traced
 * @param callbackThread whether callbacks have a thread of their own
 * @param defects the defects
 */
public record SimulatorSettings(
        ExecutionMode mode,
        long seed,
        int patience,
        CostModel costs,
        ReportMode reportMode,
        boolean tracksSites,
        boolean traces,
        boolean callbackThread,
        Set<Defect> defects) {
    /** Copies the defects. */
    public SimulatorSettings {
        defects = Set.copyOf(defects);
        if (patience < 1) {
            throw new IllegalArgumentException("a patience of " + patience + " queries would let no query wait");
        }
    }

    /** The settings that matter for running the same again. */
    String reproduction() {
        return "debug.mode=" + mode.name().toLowerCase(java.util.Locale.ROOT) + " debug.seed=" + seed;
    }
}
