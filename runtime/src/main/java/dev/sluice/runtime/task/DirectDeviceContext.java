package dev.sluice.runtime.task;

import dev.sluice.ContractViolationException;
import dev.sluice.async.DeviceTaskContext;
import dev.sluice.device.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the body of a direct-style device task sees of its task. */
final class DirectDeviceContext extends DirectContext implements DeviceTaskContext {
    private final DirectDeviceTask task;
    private final List<Object> held = new ArrayList<>(0);

    DirectDeviceContext(DirectDeviceTask task) {
        super(task);
        this.task = task;
    }

    @Override
    public void setDevice(Device device) {
        task.requireCurrent();
        task.checkCancelled();
        TaskScheduler scheduler = task.requireRoute();
        Device selected = scheduler.canonical(device);
        if (selected.equals(device())) {
            task.bind(selected);
            return;
        }
        requireNothingHeld("go to " + selected);
        task.bind(selected);
        task.resubmit();
    }

    @Override
    public Optional<Device> affinity() {
        return Optional.ofNullable(task.boundDevice());
    }

    @Override
    public Device device() {
        Device device = task.requireRoute().effectiveDevice(task);
        if (device == null) {
            throw new IllegalStateException(task + " is routed through a scheduler without devices");
        }
        return device;
    }

    @Override
    public void holds(Object resource) {
        held.add(resource);
    }

    @Override
    public void released(Object resource) {
        if (!held.remove(resource)) {
            throw new ContractViolationException(task + " does not hold " + resource + "; it holds " + held);
        }
    }

    @Override
    void requireNothingHeld(String move) {
        if (!held.isEmpty()) {
            throw new ContractViolationException(
                    task + " cannot " + move + " while it holds " + held + " of " + device());
        }
    }
}
