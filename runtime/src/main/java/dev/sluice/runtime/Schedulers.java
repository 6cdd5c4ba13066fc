package dev.sluice.runtime;

import dev.sluice.SluiceOptions;
import dev.sluice.device.Device;
import dev.sluice.runtime.device.DeviceResources;
import dev.sluice.runtime.task.ActivationOrder;
import dev.sluice.runtime.task.DebugScheduler;
import dev.sluice.runtime.task.DeviceContext;
import dev.sluice.runtime.task.ParallelScheduler;
import dev.sluice.runtime.task.ParallelScheduler.DeviceWorkers;
import dev.sluice.runtime.task.TaskScheduler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the scheduler that the options ask for. */
final class Schedulers {
    /** A device that works by itself needs little host work for each operation. */
    private static final int WORKERS_OF_A_DEVICE = 2;

    private Schedulers() {}

    static TaskScheduler create(
            SluiceOptions options, List<DeviceResources> resources, @Nullable Device defaultDevice) {
        int workers = EngineSettings.of(options).workers();
        return switch (options.scheduler()) {
            case DEBUG ->
                new DebugScheduler(
                        ActivationOrder.ofSeed(options.seed()),
                        resources.stream().map(Schedulers::context).toList(),
                        defaultDevice);
            case PARALLEL ->
                new ParallelScheduler(
                        workers,
                        resources.stream()
                                .map(device -> new DeviceWorkers(context(device), workers(device, workers)))
                                .toList(),
                        defaultDevice);
        };
    }

    private static DeviceContext context(DeviceResources resources) {
        return DeviceContext.of(resources.driver(), resources::advance);
    }

    private static int workers(DeviceResources resources, int hostWorkers) {
        return resources.capabilities().executesInline() ? hostWorkers : WORKERS_OF_A_DEVICE;
    }
}
