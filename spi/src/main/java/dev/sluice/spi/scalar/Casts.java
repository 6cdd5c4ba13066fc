package dev.sluice.spi.scalar;

/**
 * The meaning of {@link dev.sluice.expression.Expression.Cast} on scalars, named by the target type. Reals become
 * integers by truncation, saturating, with 0 for NaN; wider integers lose their high bits; whatever is not zero, NaN
 * included, is true. A complex source is cast by its real part, except to a truth value; conversions from and to the
 * 16-bit types are in {@link HalfPrecision}.
 */
public final class Casts {
    private Casts() {}

    /** Whether the value is not zero. */
    public static boolean toBool(int x) {
        return x != 0;
    }

    /** Whether the value is not zero. */
    public static boolean toBool(long x) {
        return x != 0;
    }

    /** Whether the value is not zero. */
    public static boolean toBool(float x) {
        return x != 0;
    }

    /** Whether the value is not zero. */
    public static boolean toBool(double x) {
        return x != 0;
    }

    /** Whether either part is not zero. */
    public static boolean toBool(float re, float im) {
        return re != 0 || im != 0;
    }

    /** Whether either part is not zero. */
    public static boolean toBool(double re, double im) {
        return re != 0 || im != 0;
    }

    /** 0 or 1. */
    public static int toI32(boolean x) {
        return x ? 1 : 0;
    }

    /** The low 32 bits. */
    public static int toI32(long x) {
        return (int) x;
    }

    /** Truncated and saturated. */
    public static int toI32(float x) {
        return (int) x;
    }

    /** Truncated and saturated. */
    public static int toI32(double x) {
        return (int) x;
    }

    /** 0 or 1. */
    public static long toI64(boolean x) {
        return x ? 1 : 0;
    }

    /** The same value. */
    public static long toI64(int x) {
        return x;
    }

    /** Truncated and saturated. */
    public static long toI64(float x) {
        return (long) x;
    }

    /** Truncated and saturated. */
    public static long toI64(double x) {
        return (long) x;
    }

    /** 0 or 1. */
    public static float toF32(boolean x) {
        return x ? 1 : 0;
    }

    /** The nearest value. */
    public static float toF32(int x) {
        return x;
    }

    /** The nearest value. */
    public static float toF32(long x) {
        return x;
    }

    /** The nearest value. */
    public static float toF32(double x) {
        return (float) x;
    }

    /** 0 or 1. */
    public static double toF64(boolean x) {
        return x ? 1 : 0;
    }

    /** The same value. */
    public static double toF64(int x) {
        return x;
    }

    /** The nearest value. */
    public static double toF64(long x) {
        return x;
    }

    /** The same value. */
    public static double toF64(float x) {
        return x;
    }
}
