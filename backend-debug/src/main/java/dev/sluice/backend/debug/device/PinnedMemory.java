package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.causality.Moment;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pinned host memory. Each piece has a shared arena of its own, so that a use after its release throws. Guarded by the
 * lock of the simulation.
 */
final class PinnedMemory {
    private static final long ALIGNMENT = 64;

    private record Piece(Arena arena, long bytes, String site) {}

    private final DeviceState device;
    private final Map<Long, Piece> pieces = new HashMap<>();

    PinnedMemory(DeviceState device) {
        this.device = device;
    }

    @SuppressWarnings("MustBeClosedChecker") // The arena lives as long as the piece; free or close ends both.
    MemorySegment allocate(long bytes) {
        String description = "allocatePinned(" + bytes + " bytes)";
        device.enter(CallKind.ALLOCATE_PINNED, description);
        if (bytes <= 0) {
            throw device.error(DriverError.INVALID_VALUE, description);
        }
        Arena arena = Arena.ofShared();
        MemorySegment segment = arena.allocate(bytes, ALIGNMENT);
        pieces.put(segment.address(), new Piece(arena, bytes, device.simulator().site()));
        return segment;
    }

    void free(MemorySegment segment) {
        String description = "freePinned(" + segment + ")";
        device.enter(CallKind.FREE_PINNED, description);
        Moment user = device.simulator().hostAccesses().userOf(segment);
        if (user != null) {
            device.simulator()
                    .report(
                            Report.Kind.FREE_IN_USE,
                            device.ordinal(),
                            description + device.simulator().site() + " while the host does not know that " + user
                                    + " has finished");
            // The copy is still to come: the memory is left to it.
            pieces.remove(segment.address());
            return;
        }
        Piece piece = pieces.get(segment.address());
        if (piece == null || piece.bytes != segment.byteSize()) {
            device.simulator()
                    .report(
                            Report.Kind.INVALID_FREE,
                            device.ordinal(),
                            description + device.simulator().site() + " of what is not allocated");
            throw device.error(DriverError.INVALID_VALUE, description);
        }
        pieces.remove(segment.address());
        piece.arena.close();
    }

    /** Descriptions of what is not freed. */
    List<String> leaks() {
        List<String> leaks = new ArrayList<>();
        pieces.forEach((address, piece) ->
                leaks.add(String.format("%d bytes of pinned memory at 0x%x", piece.bytes, address) + piece.site));
        return leaks;
    }

    void close() {
        pieces.values().forEach(piece -> piece.arena.close());
        pieces.clear();
    }
}
