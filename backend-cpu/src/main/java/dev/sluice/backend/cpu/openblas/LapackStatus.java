package dev.sluice.backend.cpu.openblas;

import dev.sluice.DType;
import dev.sluice.backend.cpu.gemm.Memory;

/** What LAPACK says about a call. */
final class LapackStatus {
    private LapackStatus() {}

    /** The status at an address. A negative one means that this package made a mistake. */
    static int of(long info, String routine, DType type) {
        int status = Memory.getInt(info);
        if (status < 0) {
            throw new IllegalStateException(
                    "LAPACK's " + routine + " for " + type + " rejected its argument " + -status);
        }
        return status;
    }

    /** Checks the status of a call that cannot fail otherwise. */
    static void requireValid(long info, String routine, DType type) {
        int unused = of(info, routine, type);
    }
}
