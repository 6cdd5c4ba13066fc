package dev.sluice.runtime.task;

import dev.sluice.async.Buffer;
import dev.sluice.async.HostTask;
import dev.sluice.async.TaskBody;
import java.util.Objects;

/** A direct-style task of the host domain. */
final class DirectHostTask extends DirectTask implements HostTask {
    private final TaskBody body;

    DirectHostTask(TaskBody body, Buffer<?>[] buffers) {
        super(buffers);
        this.body = Objects.requireNonNull(body, "body");
    }

    @Override
    void runBody() throws Exception {
        body.run(new DirectContext(this));
    }

    @Override
    Domain domain() {
        return Domain.HOST;
    }

    @Override
    public HostTask named(String name) {
        rename(name);
        return this;
    }
}
