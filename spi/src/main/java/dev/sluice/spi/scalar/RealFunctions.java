package dev.sluice.spi.scalar;

/**
 * Real and integer functions that the JDK lacks, or has with another meaning. Single precision is computed in double
 * precision and rounded once, so that its error stays within half a unit in the last place plus 2⁻²⁹ of one.
 */
public final class RealFunctions {
    private static final double INVERSE_LN2 = 1.4426950408889634;
    private static final double TWO_TO_54 = 0x1p54;

    private RealFunctions() {}

    /** −1 or 1 by the sign of a number; a signed zero and NaN are returned as they are. */
    public static double sign(double x) {
        return x > 0 ? 1 : x < 0 ? -1 : x;
    }

    /** −1 or 1 by the sign of a number; a signed zero and NaN are returned as they are. */
    public static float sign(float x) {
        return x > 0 ? 1 : x < 0 ? -1 : x;
    }

    /** −1, 0 or 1. */
    public static int sign(int x) {
        return Integer.signum(x);
    }

    /** −1, 0 or 1. */
    public static long sign(long x) {
        return Long.signum(x);
    }

    /** The binary logarithm, exact for powers of two. */
    public static double log2(double x) {
        if (!(x > 0) || x == Double.POSITIVE_INFINITY) {
            return Math.log(x);
        }
        double scaled = x;
        int shift = 0;
        if (x < Double.MIN_NORMAL) {
            scaled *= TWO_TO_54;
            shift = -54;
        }
        int exponent = Math.getExponent(scaled);
        double mantissa = Math.scalb(scaled, -exponent);
        // The mantissa is brought into [√½, √2), so that near x = 1 nothing cancels against the exponent.
        if (mantissa > 1.4142135623730951) {
            mantissa *= 0.5;
            exponent++;
        }
        return (exponent + shift) + Math.log(mantissa) * INVERSE_LN2;
    }

    /** The argument of a real number: 0 or π by the sign bit, NaN for NaN. */
    public static double angle(double x) {
        return Double.isNaN(x) ? x : Double.doubleToRawLongBits(x) < 0 ? Math.PI : 0;
    }

    /** The inverse hyperbolic sine. */
    public static double asinh(double x) {
        double a = Math.abs(x);
        double result;
        if (a > 0x1p28) {
            result = Math.log(a) + 0.6931471805599453;
        } else {
            double square = a * a;
            result = Math.log1p(a + square / (1 + Math.sqrt(1 + square)));
        }
        return Math.copySign(result, x);
    }

    /**
     * x<sup>n</sup> by repeated multiplication, wrapping. A negative exponent gives the reciprocal truncated towards
     * zero; that of zero is taken as 0.
     */
    public static long power(long x, long n) {
        if (n < 0) {
            return x == 1 ? 1 : x == -1 ? ((n & 1) == 0 ? 1 : -1) : 0;
        }
        long result = 1;
        long base = x;
        for (long rest = n; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result *= base;
            }
            base *= base;
        }
        return result;
    }

    /** x<sup>n</sup> by repeated multiplication, wrapping; negative exponents as for {@link #power(long, long)}. */
    public static int power(int x, int n) {
        // Wrapping at 32 bits is the low half of wrapping at 64.
        return (int) power((long) x, (long) n);
    }

    /** x<sup>y</sup> as in C99: 1 for x = 1 or y = 0, also with NaN, and for x = −1 with an infinite y. */
    public static double power(double x, double y) {
        return x == 1 || (x == -1 && Double.isInfinite(y)) ? 1 : Math.pow(x, y);
    }
}
