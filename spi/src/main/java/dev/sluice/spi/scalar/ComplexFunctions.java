package dev.sluice.spi.scalar;

/**
 * Elementary functions of a complex number in double precision, with the principal branches and the special values of
 * C99 Annex G. A function has one method for each part of its result, so that nothing is allocated.
 *
 * <p>Trigonometric and inverse functions are in {@link ComplexTrigonometry}.
 */
public final class ComplexFunctions {
    private static final double LN2 = 0.6931471805599453;
    /** Above this, the square of a number may overflow. */
    private static final double HUGE = 0x1p510;
    /** Below this, the square of a number may lose bits to underflow. */
    private static final double TINY = 0x1p-510;
    /** The largest argument whose exponential is certainly finite. */
    private static final double EXP_LIMIT = 709;
    /** Above this degree a power is computed by logarithms, whose error no longer exceeds that of the products. */
    private static final int MAX_EXPANDED_POWER = 64;

    private ComplexFunctions() {}

    /** The modulus, without intermediate overflow; infinite when a part is infinite, even beside NaN. */
    public static double abs(double re, double im) {
        return Math.hypot(re, im);
    }

    /** The argument in (−π, π]. */
    public static double angle(double re, double im) {
        return Math.atan2(im, re);
    }

    // Division is Smith's method, which avoids overflow of the divisor's squared modulus.

    /** The real part of (a+ib)/(c+id). */
    public static double divideRe(double a, double b, double c, double d) {
        if (Math.abs(c) >= Math.abs(d)) {
            if (c == 0 && d == 0) {
                return a / Math.abs(c);
            }
            double ratio = d / c;
            return (a + b * ratio) / (c + d * ratio);
        }
        double ratio = c / d;
        return (a * ratio + b) / (c * ratio + d);
    }

    /** The imaginary part of (a+ib)/(c+id). */
    public static double divideIm(double a, double b, double c, double d) {
        if (Math.abs(c) >= Math.abs(d)) {
            if (c == 0 && d == 0) {
                return b / Math.abs(c);
            }
            double ratio = d / c;
            return (b - a * ratio) / (c + d * ratio);
        }
        double ratio = c / d;
        return (b * ratio - a) / (c * ratio + d);
    }

    /** The real part of 1/(c+id). */
    public static double reciprocalRe(double c, double d) {
        if (Math.abs(c) >= Math.abs(d)) {
            return c == 0 && d == 0 ? 1 / Math.abs(c) : 1 / (c + d * (d / c));
        }
        double ratio = c / d;
        return ratio / (c * ratio + d);
    }

    /** The imaginary part of 1/(c+id). */
    public static double reciprocalIm(double c, double d) {
        if (Math.abs(c) >= Math.abs(d)) {
            double ratio = d / c;
            return -ratio / (c + d * ratio);
        }
        return -1 / (c * (c / d) + d);
    }

    /** The real part of z/|z|, or 0 for z = 0. */
    public static double signRe(double re, double im) {
        return signPart(re, im, re);
    }

    /** The imaginary part of z/|z|, or 0 for z = 0. */
    public static double signIm(double re, double im) {
        return signPart(re, im, im);
    }

    private static double signPart(double re, double im, double part) {
        if (re == 0 && im == 0) {
            return 0;
        }
        double modulus = abs(re, im);
        if (Double.isInfinite(modulus)) {
            boolean overflow = Double.isFinite(re) && Double.isFinite(im);
            if (overflow) {
                return part * 0.25 / abs(re * 0.25, im * 0.25);
            }
            if (Double.isInfinite(re) != Double.isInfinite(im) && !Double.isNaN(re) && !Double.isNaN(im)) {
                return Double.isInfinite(part) ? Math.copySign(1, part) : Math.copySign(0, part);
            }
            return Double.NaN;
        }
        return part / modulus;
    }

    /** The real part of √z. */
    public static double sqrtRe(double x, double y) {
        if (Double.isInfinite(y)) {
            return Double.POSITIVE_INFINITY;
        }
        if (Double.isInfinite(x)) {
            return x > 0 ? x : Double.isNaN(y) ? y : 0;
        }
        if (y == 0) {
            return x < 0 ? 0 : x == 0 ? 0 : Math.sqrt(x);
        }
        double root = halfAngleRoot(x, y);
        return x >= 0 ? root : Math.abs(y) / (2 * root);
    }

    /** The imaginary part of √z, with the sign of the imaginary part of z. */
    public static double sqrtIm(double x, double y) {
        if (Double.isInfinite(y)) {
            return y;
        }
        if (Double.isInfinite(x)) {
            return x > 0 && Double.isNaN(y) ? y : Math.copySign(x > 0 ? 0 : Double.POSITIVE_INFINITY, y);
        }
        if (y == 0) {
            return x < 0 ? Math.copySign(Math.sqrt(-x), y) : Double.isNaN(x) ? x : y;
        }
        double root = halfAngleRoot(x, y);
        return x >= 0 ? y / (2 * root) : Math.copySign(root, y);
    }

    /** √((|x|+|z|)/2), scaled by a power of four where the sum would overflow or lose bits. */
    private static double halfAngleRoot(double x, double y) {
        double a = Math.abs(x);
        double b = Math.abs(y);
        double largest = Math.max(a, b);
        if (largest > 0x1p1020) {
            return 2 * Math.sqrt((a * 0.25 + Math.hypot(a * 0.25, b * 0.25)) * 0.5);
        }
        if (largest < 0x1p-1000) {
            return 0x1p-50 * Math.sqrt((a * 0x1p100 + Math.hypot(a * 0x1p100, b * 0x1p100)) * 0.5);
        }
        return Math.sqrt((a + Math.hypot(a, b)) * 0.5);
    }

    /** The real part of e<sup>z</sup>. */
    public static double expRe(double x, double y) {
        if (y == 0) {
            return Math.exp(x);
        }
        if (!Double.isFinite(y)) {
            return x == Double.NEGATIVE_INFINITY ? 0 : x == Double.POSITIVE_INFINITY ? x : Double.NaN;
        }
        return scaledExp(x, Math.cos(y));
    }

    /** The imaginary part of e<sup>z</sup>. */
    public static double expIm(double x, double y) {
        if (y == 0) {
            return y;
        }
        if (!Double.isFinite(y)) {
            return x == Double.NEGATIVE_INFINITY ? 0 : Double.NaN;
        }
        return scaledExp(x, Math.sin(y));
    }

    /** factor·eˣ, finite whenever the product is. */
    static double scaledExp(double x, double factor) {
        if (x > EXP_LIMIT && x < 2 * EXP_LIMIT) {
            double half = Math.exp(x * 0.5);
            return factor * half * half;
        }
        return Math.exp(x) * factor;
    }

    /** The real part of log z. */
    public static double logRe(double x, double y) {
        double a = Math.max(Math.abs(x), Math.abs(y));
        double b = Math.min(Math.abs(x), Math.abs(y));
        if (Double.isInfinite(x) || Double.isInfinite(y)) {
            return Double.POSITIVE_INFINITY;
        }
        if (Double.isNaN(a)) {
            return a;
        }
        if (a == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (a < HUGE && a > TINY) {
            double p = a * a;
            double q = b * b;
            if (p + q > 0.5 && p + q < 3) {
                // Near the unit circle: |z|²−1 with the rounding errors of both squares and of the sum.
                double shifted = p - 1;
                double sum = shifted + q;
                double carried = sum - shifted;
                double error = (shifted - (sum - carried)) + (q - carried);
                error += Math.fma(a, a, -p) + Math.fma(b, b, -q);
                return 0.5 * Math.log1p(sum + error);
            }
        }
        double ratio = b / a;
        return Math.log(a) + 0.5 * Math.log1p(ratio * ratio);
    }

    /** The imaginary part of log z. */
    public static double logIm(double x, double y) {
        return Math.atan2(y, x);
    }

    /** The logarithm of 2|z|, without overflow. */
    static double logTwice(double x, double y) {
        return logRe(x, y) + LN2;
    }

    /**
     * The real part of (a+ib)<sup>c+id</sup>: 1 for exponent 0, 0 for base 0 where the exponent has a positive real part;
     * otherwise NaN for base 0.
     */
    public static double powerRe(double a, double b, double c, double d) {
        if (c == 0 && d == 0) {
            return 1;
        }
        if (a == 0 && b == 0) {
            return c > 0 ? 0 : Double.NaN;
        }
        if (isSmallInteger(c, d)) {
            return integerPower(a, b, (int) c, false);
        }
        double modulus = logRe(a, b);
        double argument = logIm(a, b);
        return expRe(c * modulus - d * argument, c * argument + d * modulus);
    }

    /** The imaginary part of (a+ib)<sup>c+id</sup>. */
    public static double powerIm(double a, double b, double c, double d) {
        if (c == 0 && d == 0) {
            return 0;
        }
        if (a == 0 && b == 0) {
            return c > 0 ? 0 : Double.NaN;
        }
        if (isSmallInteger(c, d)) {
            return integerPower(a, b, (int) c, true);
        }
        double modulus = logRe(a, b);
        double argument = logIm(a, b);
        return expIm(c * modulus - d * argument, c * argument + d * modulus);
    }

    private static boolean isSmallInteger(double c, double d) {
        return d == 0 && Math.abs(c) <= MAX_EXPANDED_POWER && c == Math.rint(c);
    }

    private static double integerPower(double a, double b, int degree, boolean imaginary) {
        double re = 1;
        double im = 0;
        double baseRe = a;
        double baseIm = b;
        boolean first = true;
        for (int rest = Math.abs(degree); rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                double nextRe = first ? baseRe : re * baseRe - im * baseIm;
                im = first ? baseIm : re * baseIm + im * baseRe;
                re = nextRe;
                first = false;
            }
            if (rest > 1) {
                double squareRe = baseRe * baseRe - baseIm * baseIm;
                baseIm = 2 * baseRe * baseIm;
                baseRe = squareRe;
            }
        }
        if (degree > 0) {
            return imaginary ? im : re;
        }
        return imaginary ? reciprocalIm(re, im) : reciprocalRe(re, im);
    }
}
