package dev.sluice.backend.cpu.gemm;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/** Native memory by address. The caller answers for the address: nothing here can check it. */
public final class Memory {

    /** The whole address space, so that an offset into it is an address. */
    static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    static final ByteOrder ORDER = ByteOrder.nativeOrder();

    private Memory() {}

    /** The 32-bit number at an address, which need not be aligned. */
    public static float getFloat(long address) {
        return ALL.get(JAVA_FLOAT_UNALIGNED, address);
    }

    /** Stores a 32-bit number. */
    public static void putFloat(long address, float value) {
        ALL.set(JAVA_FLOAT_UNALIGNED, address, value);
    }

    /** The 64-bit number at an address, which need not be aligned. */
    public static double getDouble(long address) {
        return ALL.get(JAVA_DOUBLE_UNALIGNED, address);
    }

    /** Stores a 64-bit number. */
    public static void putDouble(long address, double value) {
        ALL.set(JAVA_DOUBLE_UNALIGNED, address, value);
    }

    /** The 32-bit integer at an address, which need not be aligned. */
    public static int getInt(long address) {
        return ALL.get(JAVA_INT_UNALIGNED, address);
    }

    /** Stores a 32-bit integer. */
    public static void putInt(long address, int value) {
        ALL.set(JAVA_INT_UNALIGNED, address, value);
    }

    /** Copies bytes between ranges that do not overlap. */
    public static void copy(long from, long to, long bytes) {
        MemorySegment.copy(ALL, from, ALL, to, bytes);
    }
}
