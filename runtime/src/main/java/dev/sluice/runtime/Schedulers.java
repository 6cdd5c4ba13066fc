package dev.sluice.runtime;

import dev.sluice.SluiceOptions;
import dev.sluice.device.Device;
import dev.sluice.runtime.task.ActivationOrder;
import dev.sluice.runtime.task.DebugScheduler;
import dev.sluice.runtime.task.DeviceContext;
import dev.sluice.runtime.task.ParallelScheduler;
import dev.sluice.runtime.task.ParallelScheduler.DeviceWorkers;
import dev.sluice.runtime.task.TaskScheduler;
import dev.sluice.spi.DeviceDriver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the scheduler that the options ask for. */
final class Schedulers {
    /** A device that works by itself needs little host work for each operation. */
    private static final int WORKERS_OF_A_DEVICE = 2;

    private Schedulers() {}

    static TaskScheduler create(SluiceOptions options, List<DeviceDriver> drivers, @Nullable Device defaultDevice) {
        int cores = Runtime.getRuntime().availableProcessors();
        return switch (options.scheduler()) {
            case DEBUG ->
                new DebugScheduler(
                        ActivationOrder.ofSeed(options.seed()),
                        drivers.stream().map(DeviceContext::of).toList(),
                        defaultDevice);
            case PARALLEL ->
                new ParallelScheduler(
                        cores,
                        drivers.stream()
                                .map(driver -> new DeviceWorkers(DeviceContext.of(driver), workers(driver, cores)))
                                .toList(),
                        defaultDevice);
        };
    }

    private static int workers(DeviceDriver driver, int cores) {
        return driver.capabilities().executesInline() ? cores : WORKERS_OF_A_DEVICE;
    }
}
