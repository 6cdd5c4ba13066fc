package dev.sluice;

import dev.sluice.device.Device;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How to open a runtime. Immutable; each {@code with…} method gives a changed copy.
 *
 * <p>The settings of the engine are {@code engine.streams}, the number of streams of each device (32), and {@code
 * engine.workers}, the number of host threads of the parallel scheduler (one for each core); those of a backend begin with
 * its name and a dot. The system property {@code sluice.} + name is the fallback of each.
 *
 * @param backend the backend's name; empty to take {@code -Dsluice.backend}, else the best available one
 * @param devices the device ordinals to enrol; empty for every visible device
 * @param defaultDevice the ordinal of the default device; empty for the first enrolled
 * @param scheduler which scheduler runs asynchronous work
 * @param seed the seed of the debug scheduler's order; 0 is first-in first-out
 * @param isolated whether this is an instance of its own beside the process-wide installation, as tests need
 * @param trackAllocations whether each allocation records where it was made, for leak reports
 * @param settings further settings of the backend and the engine by name
 */
public record SluiceOptions(
        Optional<String> backend,
        List<Integer> devices,
        Optional<Integer> defaultDevice,
        SchedulerKind scheduler,
        long seed,
        boolean isolated,
        boolean trackAllocations,
        Map<String, String> settings) {
    /** The schedulers by name. */
    public enum SchedulerKind {
        /** One deterministic queue, driven by whoever waits. */
        DEBUG,
        /** A work-stealing pool for the host and one arena for each device. */
        PARALLEL
    }

    /** Copies the collections. */
    public SluiceOptions {
        devices = List.copyOf(devices);
        settings = Map.copyOf(settings);
        Objects.requireNonNull(scheduler, "scheduler");
    }

    /** The default options: best backend, all devices, parallel scheduler. */
    public static SluiceOptions defaults() {
        return new SluiceOptions(
                Optional.empty(),
                List.of(),
                Optional.empty(),
                SchedulerKind.PARALLEL,
                0,
                false,
                Boolean.getBoolean("sluice.trackAllocations"),
                Map.of());
    }

    /** These options with a backend named. */
    public SluiceOptions withBackend(String name) {
        return new SluiceOptions(
                Optional.of(name), devices, defaultDevice, scheduler, seed, isolated, trackAllocations, settings);
    }

    /** These options with only the given devices enrolled. */
    public SluiceOptions withDevices(List<Integer> ordinals) {
        return new SluiceOptions(
                backend, ordinals, defaultDevice, scheduler, seed, isolated, trackAllocations, settings);
    }

    /** These options with a default device. */
    public SluiceOptions withDefaultDevice(Device device) {
        return new SluiceOptions(
                Optional.of(device.backend()),
                devices,
                Optional.of(device.ordinal()),
                scheduler,
                seed,
                isolated,
                trackAllocations,
                settings);
    }

    /** These options with a scheduler. */
    public SluiceOptions withScheduler(SchedulerKind kind) {
        return new SluiceOptions(backend, devices, defaultDevice, kind, seed, isolated, trackAllocations, settings);
    }

    /** These options with a seed for the debug scheduler. */
    public SluiceOptions withSeed(long newSeed) {
        return new SluiceOptions(
                backend, devices, defaultDevice, scheduler, newSeed, isolated, trackAllocations, settings);
    }

    /** These options for an instance beside the process-wide installation. */
    public SluiceOptions asIsolated() {
        return new SluiceOptions(backend, devices, defaultDevice, scheduler, seed, true, trackAllocations, settings);
    }

    /** These options with allocation sites recorded, or not. */
    public SluiceOptions withAllocationTracking(boolean track) {
        return new SluiceOptions(backend, devices, defaultDevice, scheduler, seed, isolated, track, settings);
    }

    /** These options with one more setting. */
    public SluiceOptions with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(settings);
        changed.put(name, value);
        return new SluiceOptions(backend, devices, defaultDevice, scheduler, seed, isolated, trackAllocations, changed);
    }
}
