package dev.sluice.runtime.task;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule that holds under every scheduler. The test takes a {@link TaskScheduler}, which is closed after it. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@MethodSource("dev.sluice.runtime.task.AnyScheduler$Source#schedulers")
@interface AnyScheduler {
    /** The schedulers. */
    final class Source {
        private Source() {}

        static Stream<TaskScheduler> schedulers() {
            return Stream.concat(
                    Stream.of(0L, 1L, 2L, 3L).map(seed -> new DebugScheduler(seed, SimulatedDevice.several(4))),
                    Stream.of(1, 3).map(workers -> new ParallelScheduler(workers, deviceWorkers(2), null)));
        }

        private static List<ParallelScheduler.DeviceWorkers> deviceWorkers(int workers) {
            return SimulatedDevice.several(4).stream()
                    .map(device -> new ParallelScheduler.DeviceWorkers(device, workers))
                    .toList();
        }
    }
}
