package dev.sluice.backend.cuda.provider;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A little native memory of one thread for scalars that a library reads, and numbers that it writes, during a call. */
final class ScalarBlock {
    private static final ThreadLocal<ScalarBlock> OF_THREAD = ThreadLocal.withInitial(ScalarBlock::new);
    private static final long BETA = 16;
    private static final long OUT = 32;

    private final MemorySegment memory = Arena.ofAuto().allocate(64, 64);

    private ScalarBlock() {}

    /** The block of the calling thread. */
    static ScalarBlock ofThread() {
        return OF_THREAD.get();
    }

    MemorySegment memory() {
        return memory;
    }

    /** Where α is. */
    long alpha() {
        return memory.address();
    }

    /** Where β is. */
    long beta() {
        return memory.address() + BETA;
    }

    /** The offset of β. */
    static long betaOffset() {
        return BETA;
    }

    /** Where results are written. */
    long out() {
        return memory.address() + OUT;
    }

    /** The result as a pointer. */
    long outLong() {
        return memory.get(ValueLayout.JAVA_LONG, OUT);
    }

    /** The result as an {@code int}. */
    int outInt() {
        return memory.get(ValueLayout.JAVA_INT, OUT);
    }
}
