package dev.sluice.runtime.device;

import dev.sluice.ContractViolationException;
import dev.sluice.UnsupportedOperationByBackendException;
import dev.sluice.device.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The execution pool of one kind of provider, made when it is first used. The number of handles can be chosen until then;
 * afterwards the same number may be asked for again, another one may not.
 */
final class ExecutionPools {
    private final Device device;
    private final String what;
    private final int defaultHandles;
    private final int streams;
    private final ProviderHandle.@Nullable Library library;
    private final IntFunction<ExecutionPool> create;
    private volatile @Nullable ExecutionPool pool;
    private int handles;

    /**
     * Describes the pool.
     *
     * @param library the provider, or null when the backend has none
     * @param create makes the pool with a number of handles
     */
    ExecutionPools(
            Device device,
            String what,
            int defaultHandles,
            int streams,
            ProviderHandle.@Nullable Library library,
            IntFunction<ExecutionPool> create) {
        this.device = device;
        this.what = what;
        this.defaultHandles = Math.min(defaultHandles, streams);
        this.streams = streams;
        this.library = library;
        this.create = create;
    }

    ExecutionPool get() {
        @Nullable ExecutionPool existing = pool;
        return existing != null ? existing : open(defaultHandles, false);
    }

    ExecutionPool get(int count) {
        if (count < 1 || count > streams) {
            throw new IllegalArgumentException("the number of handles for " + what + " on " + device
                    + " must be from 1 to the number of streams, " + streams + ", not " + count);
        }
        return open(count, true);
    }

    private synchronized ExecutionPool open(int count, boolean explicit) {
        if (library == null) {
            throw new UnsupportedOperationByBackendException("the backend of " + device + " offers no " + what);
        }
        @Nullable ExecutionPool existing = pool;
        if (existing == null) {
            existing = create.apply(count);
            handles = count;
            pool = existing;
        } else if (explicit && count != handles) {
            throw new ContractViolationException(what + " on " + device + " already use " + handles
                    + " handles; the number cannot become " + count + " after first use");
        }
        return existing;
    }

    /** The pool, if it was used. */
    List<ExecutionPool> used() {
        @Nullable ExecutionPool existing = pool;
        List<ExecutionPool> used = new ArrayList<>();
        if (existing != null) {
            used.add(existing);
        }
        return used;
    }
}
