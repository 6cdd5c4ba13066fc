package dev.sluice.cli;

import dev.sluice.SluiceOptions;
import dev.sluice.SluiceOptions.SchedulerKind;
import dev.sluice.device.Device;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where and how a command computes. */
final class RuntimeOptions {
    @Option(
            names = "--backend",
            paramLabel = "NAME[:N]",
            description = "Backend, and which of its devices; by default the best one available.")
    private @Nullable String backend;

    @Option(
            names = "--scheduler",
            paramLabel = "KIND",
            defaultValue = "parallel",
            description = "debug (one queue, reproducible) or parallel; by default ${DEFAULT-VALUE}.")
    private SchedulerKind scheduler = SchedulerKind.PARALLEL;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Seed of the debug scheduler's order; 0 is first in, first out.")
    private long seed;

    SluiceOptions options() {
        SluiceOptions options =
                SluiceOptions.defaults().withScheduler(scheduler).withSeed(seed);
        if (backend == null) {
            return options;
        }
        return backend.indexOf(':') < 0
                ? options.withBackend(backend)
                : options.withDefaultDevice(Device.parse(backend));
    }
}
