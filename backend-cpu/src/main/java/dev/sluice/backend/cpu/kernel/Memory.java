package dev.sluice.backend.cpu.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Elements at native addresses. One segment spans the whole address space, so that a compiled loop has a constant base
 * and no liveness check; the engine has checked the bounds.
 */
final class Memory {
    /** All of memory. */
    static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /** The order of bytes in memory. */
    static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private Memory() {}

    static boolean loadBool(long address) {
        return EVERYTHING.get(ValueLayout.JAVA_BYTE, address) != 0;
    }

    static short loadShort(long address) {
        return EVERYTHING.get(ValueLayout.JAVA_SHORT_UNALIGNED, address);
    }

    static int loadInt(long address) {
        return EVERYTHING.get(ValueLayout.JAVA_INT_UNALIGNED, address);
    }

    static long loadLong(long address) {
        return EVERYTHING.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
    }

    static float loadFloat(long address) {
        return EVERYTHING.get(ValueLayout.JAVA_FLOAT_UNALIGNED, address);
    }

    static double loadDouble(long address) {
        return EVERYTHING.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, address);
    }

    static void storeBool(long address, boolean value) {
        EVERYTHING.set(ValueLayout.JAVA_BYTE, address, value ? (byte) 1 : 0);
    }

    static void storeShort(long address, short value) {
        EVERYTHING.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, value);
    }

    static void storeInt(long address, int value) {
        EVERYTHING.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
    }

    static void storeLong(long address, long value) {
        EVERYTHING.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
    }

    static void storeFloat(long address, float value) {
        EVERYTHING.set(ValueLayout.JAVA_FLOAT_UNALIGNED, address, value);
    }

    static void storeDouble(long address, double value) {
        EVERYTHING.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, address, value);
    }

    /** Copies bytes between ranges that do not overlap, or are the same. */
    static void copy(long destination, long source, long bytes) {
        MemorySegment.copy(EVERYTHING, source, EVERYTHING, destination, bytes);
    }
}
