package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.Memory;

/** How workspaces are divided, and how LAPACK says what it wants. */
final class LapackWorkspace {

    /** Parts of a workspace start at multiples of this. */
    private static final long ALIGNMENT = 64;

    private LapackWorkspace() {}

    static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** The number of elements that a query left, rounded up as far as the type's precision may have rounded it down. */
    static long answer(long address, DType type) {
        if (type.realPart() == DType.F32) {
            return (long) Math.ceil(Math.nextUp(Memory.getFloat(address)));
        }
        return (long) Math.ceil(Memory.getDouble(address));
    }
}
