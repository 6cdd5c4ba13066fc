package dev.sluice.runtime.task;

import dev.sluice.async.Buffer;
import dev.sluice.async.DeviceTask;
import dev.sluice.async.DeviceTaskBody;
import dev.sluice.device.Device;
import java.util.Objects;

/** A direct-style task of the device domain. */
final class DirectDeviceTask extends DirectTask implements DeviceTask {
    private final DeviceTaskBody body;

    DirectDeviceTask(DeviceTaskBody body, Buffer<?>[] buffers) {
        super(buffers);
        this.body = Objects.requireNonNull(body, "body");
    }

    @Override
    void runBody() throws Exception {
        body.run(new DirectDeviceContext(this));
    }

    @Override
    Domain domain() {
        return Domain.DEVICE;
    }

    @Override
    public DeviceTask on(Device device) {
        bindBeforeAdmission(device);
        return this;
    }

    @Override
    public DeviceTask named(String name) {
        rename(name);
        return this;
    }
}
