package dev.sluice.runtime.device;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The handles of one provider library on one device. A handle is lent to one submission at a time. Thread-safe. */
public final class ExecutionPool {
    private final LongSupplier create;
    private final LongConsumer destroy;
    private final ConcurrentLinkedQueue<Long> idle = new ConcurrentLinkedQueue<>();

    ExecutionPool(LongSupplier create, LongConsumer destroy) {
        this.create = create;
        this.destroy = destroy;
    }

    long take() {
        @Nullable Long handle = idle.poll();
        return handle != null ? handle : create.getAsLong();
    }

    void give(long handle) {
        idle.add(handle);
    }

    void close() {
        for (@Nullable Long handle = idle.poll(); handle != null; handle = idle.poll()) {
            destroy.accept(handle);
        }
    }
}
