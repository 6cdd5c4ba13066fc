package dev.sluice.spi.scalar;

/**
 * Conversions between the 16-bit storage types and the types of arithmetic, rounding to nearest even exactly once.
 *
 * <p>A wide value is first rounded to odd in single precision: when the conversion is inexact, the neighbour with an odd
 * significand is taken. With at least two more bits than the target, rounding that to nearest gives what rounding the
 * wide value directly would (Boldo and Melquiond, Emulation of a FMA and correctly rounded sums, 2008).
 */
public final class HalfPrecision {
    private HalfPrecision() {}

    /** The binary16 value of these bits. */
    public static float f16ToFloat(short bits) {
        return Float.float16ToFloat(bits);
    }

    /** The nearest binary16 value, as bits. */
    public static short toF16(float x) {
        return Float.floatToFloat16(x);
    }

    /** The nearest binary16 value, as bits. */
    public static short toF16(double x) {
        return Float.floatToFloat16(roundToOdd(x));
    }

    /** The nearest binary16 value, as bits. */
    public static short toF16(long x) {
        return Float.floatToFloat16(roundToOdd(x));
    }

    /** The bfloat16 value of these bits. */
    public static float bf16ToFloat(short bits) {
        return Float.intBitsToFloat(bits << 16);
    }

    /** The nearest bfloat16 value, as bits; NaN stays NaN. */
    public static short toBf16(float x) {
        int bits = Float.floatToRawIntBits(x);
        if (Float.isNaN(x)) {
            // Quiet, so that a payload in the lost half cannot turn into infinity.
            return (short) (bits >>> 16 | 0x40);
        }
        return (short) ((bits + 0x7FFF + (bits >>> 16 & 1)) >>> 16);
    }

    /** The nearest bfloat16 value, as bits. */
    public static short toBf16(double x) {
        return toBf16(roundToOdd(x));
    }

    /** The nearest bfloat16 value, as bits. */
    public static short toBf16(long x) {
        return toBf16(roundToOdd(x));
    }

    private static float roundToOdd(double x) {
        float nearest = (float) x;
        if (Double.isNaN(x) || nearest == x) {
            return nearest;
        }
        return oddNeighbour(nearest, Math.abs((double) nearest) > Math.abs(x));
    }

    private static float roundToOdd(long x) {
        float nearest = (float) x;
        // 2⁶³ as a float saturates when cast back, which would look exact.
        if (nearest == 0x1p63f) {
            return oddNeighbour(nearest, true);
        }
        long back = (long) nearest;
        return back == x ? nearest : oddNeighbour(nearest, Math.abs(nearest) > Math.abs((double) x) || away(back, x));
    }

    private static boolean away(long rounded, long exact) {
        return exact > 0 ? rounded > exact : rounded < exact;
    }

    /** Of the two floats around an inexact value, the one with an odd significand. */
    private static float oddNeighbour(float nearest, boolean roundedAway) {
        int bits = Float.floatToRawIntBits(nearest);
        if ((bits & 1) != 0) {
            return nearest;
        }
        return Float.intBitsToFloat(roundedAway ? bits - 1 : bits + 1);
    }
}
