package dev.sluice.runtime;

import dev.sluice.BackendUnavailableException;
import dev.sluice.SluiceOptions;
import dev.sluice.SluiceOptions.SchedulerKind;
import dev.sluice.device.Device;
import dev.sluice.runtime.device.DeviceResources;
import dev.sluice.runtime.device.ResourceOptions;
import dev.sluice.runtime.task.TaskScheduler;
import dev.sluice.runtime.tensor.ScopeStack;
import dev.sluice.runtime.tensor.TensorContext;
import dev.sluice.spi.Backend;
import dev.sluice.spi.DeviceDriver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The devices that a runtime uses, in the order of enrolment, and what runs their tasks. Immutable once filled. */
final class EnrolledDevices {
    private final Map<Device, TensorContext> contexts = new LinkedHashMap<>();
    private final List<Device> devices = new ArrayList<>();
    private final Optional<Device> defaultDevice;
    private final TaskScheduler scheduler;

    private EnrolledDevices(Optional<Device> defaultDevice, TaskScheduler scheduler) {
        this.defaultDevice = defaultDevice;
        this.scheduler = scheduler;
    }

    /**
     * Enrols the devices that the options name, or all.
     *
     * @throws BackendUnavailableException when one of them does not exist, or the default is not among them
     */
    static EnrolledDevices enrol(String backendName, Backend backend, SluiceOptions options, ScopeStack scopes) {
        List<DeviceDriver> drivers = select(backendName, backend.devices(), options.devices());
        Optional<Device> chosen = chooseDefault(backendName, drivers, options);
        List<DeviceResources> opened = open(drivers, resourceOptions(options));
        EnrolledDevices enrolled = new EnrolledDevices(chosen, Schedulers.create(options, opened, chosen.orElse(null)));
        for (DeviceResources resources : opened) {
            enrolled.devices.add(resources.device());
            enrolled.contexts.put(
                    resources.device(), new TensorContext(resources, scopes, enrolled::context, enrolled.scheduler));
        }
        return enrolled;
    }

    /** Under the deterministic scheduler, time passes on a device only when the scheduler lets it. */
    private static ResourceOptions resourceOptions(SluiceOptions options) {
        return ResourceOptions.defaults()
                .withStreams(EngineSettings.of(options).streams())
                .withAllocationTracking(options.trackAllocations())
                .withCallerDriven(options.scheduler() == SchedulerKind.DEBUG);
    }

    private static List<DeviceResources> open(List<DeviceDriver> drivers, ResourceOptions options) {
        List<DeviceResources> opened = new ArrayList<>();
        try {
            for (DeviceDriver driver : drivers) {
                opened.add(DeviceResources.open(driver, options));
            }
            return opened;
        } catch (RuntimeException | Error e) {
            opened.forEach(DeviceResources::close);
            throw e;
        }
    }

    private static List<DeviceDriver> select(String backendName, List<DeviceDriver> visible, List<Integer> ordinals) {
        if (ordinals.isEmpty()) {
            return visible;
        }
        return ordinals.stream()
                .distinct()
                .map(ordinal -> visible.stream()
                        .filter(driver -> driver.device().ordinal() == ordinal)
                        .findFirst()
                        .orElseThrow(() -> new BackendUnavailableException("device " + backendName + ":" + ordinal
                                + " does not exist; visible are " + names(visible))))
                .toList();
    }

    private static Optional<Device> chooseDefault(
            String backendName, List<DeviceDriver> drivers, SluiceOptions options) {
        if (options.defaultDevice().isEmpty()) {
            return drivers.stream().findFirst().map(DeviceDriver::device);
        }
        Device wanted = new Device(backendName, options.defaultDevice().get());
        if (drivers.stream().noneMatch(driver -> driver.device().equals(wanted))) {
            throw new BackendUnavailableException(
                    "the default device " + wanted + " is not enrolled; enrolled are " + names(drivers));
        }
        return Optional.of(wanted);
    }

    private static List<Device> names(List<DeviceDriver> drivers) {
        return drivers.stream().map(DeviceDriver::device).toList();
    }

    /** Runs the tasks of these devices. */
    TaskScheduler scheduler() {
        return scheduler;
    }

    List<Device> devices() {
        return List.copyOf(devices);
    }

    Device defaultDevice() {
        return defaultDevice.orElseThrow(() -> new BackendUnavailableException(
                "the runtime was opened with no device, so there is no default device"));
    }

    TensorContext defaultContext() {
        return context(defaultDevice());
    }

    TensorContext context(Device device) {
        TensorContext context = contexts.get(device);
        if (context == null) {
            throw new BackendUnavailableException("device " + device + " is not enrolled; enrolled are " + devices);
        }
        return context;
    }

    /** What stands against closing: each live buffer and lease of every device. */
    List<String> describeLive() {
        return devices.stream()
                .flatMap(device -> context(device).resources().describeLive().stream())
                .toList();
    }

    /** Stops the scheduler and destroys the resources of every device, in reverse order of enrolment. */
    void close() {
        scheduler.close();
        for (Device device : devices.reversed()) {
            context(device).resources().close();
        }
    }
}
