package dev.sluice.backend.cpu.openblas;

import java.lang.foreign.Arena;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Provider handles. A handle is the address of a block of native memory that one call at a time uses for scalars that
 * the library takes by address and for packed operands; it has no other state. Thread-safe.
 */
final class HandleMemory {

    private static final int ALIGNMENT = 64;

    private final long bytes;
    private final Map<Long, Arena> arenas = new ConcurrentHashMap<>();

    HandleMemory(long bytes) {
        this.bytes = bytes;
    }

    @SuppressWarnings("MustBeClosedChecker") // destroy closes it.
    long create() {
        Arena arena = Arena.ofShared();
        long handle = arena.allocate(bytes, ALIGNMENT).address();
        arenas.put(handle, arena);
        return handle;
    }

    void destroy(long handle) {
        Arena arena = arenas.remove(handle);
        if (arena == null) {
            throw new IllegalArgumentException("no such handle: " + handle);
        }
        arena.close();
    }
}
