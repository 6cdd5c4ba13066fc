package dev.sluice.spi.scalar;

/**
 * Trigonometric, hyperbolic and inverse trigonometric functions of a complex number in double precision, with the
 * principal branches and the special values of C99 Annex G; a signed zero tells the side of a branch cut.
 *
 * <p>The formulas are those of Kahan (Branch cuts for complex elementary functions, or much ado about nothing's sign
 * bit, 1987), with asymptotic forms where they would overflow.
 */
public final class ComplexTrigonometry {
    /** Beyond this, sinh and cosh equal e^|x|/2 to the last bit. */
    private static final double ASYMPTOTIC = 22;
    /** Beyond this modulus, 1±z equals ±z and squares may overflow. */
    private static final double HUGE = 0x1p500;

    private ComplexTrigonometry() {}

    /** The real part of sinh z. */
    public static double sinhRe(double x, double y) {
        if (y == 0) {
            return Math.sinh(x);
        }
        if (!Double.isFinite(y)) {
            return x == 0 || Double.isInfinite(x) ? x : Double.NaN;
        }
        if (x == 0) {
            return Math.copySign(0, x) * Math.cos(y);
        }
        return Math.abs(x) > ASYMPTOTIC
                ? ComplexFunctions.scaledExp(Math.abs(x), Math.copySign(0.5, x) * Math.cos(y))
                : Math.sinh(x) * Math.cos(y);
    }

    /** The imaginary part of sinh z. */
    public static double sinhIm(double x, double y) {
        if (y == 0) {
            return y;
        }
        if (!Double.isFinite(y)) {
            return Double.NaN;
        }
        return Math.abs(x) > ASYMPTOTIC
                ? ComplexFunctions.scaledExp(Math.abs(x), 0.5 * Math.sin(y))
                : Math.cosh(x) * Math.sin(y);
    }

    /** The real part of cosh z. */
    public static double coshRe(double x, double y) {
        if (y == 0) {
            return Math.cosh(x);
        }
        if (!Double.isFinite(y)) {
            return Double.isInfinite(x) ? Double.POSITIVE_INFINITY : Double.NaN;
        }
        return Math.abs(x) > ASYMPTOTIC
                ? ComplexFunctions.scaledExp(Math.abs(x), 0.5 * Math.cos(y))
                : Math.cosh(x) * Math.cos(y);
    }

    /** The imaginary part of cosh z. */
    public static double coshIm(double x, double y) {
        if (y == 0) {
            return Double.isNaN(x) ? y : Math.copySign(1, x) * y;
        }
        if (!Double.isFinite(y)) {
            return x == 0 ? 0 : Double.NaN;
        }
        if (x == 0) {
            return x * Math.sin(y);
        }
        return Math.abs(x) > ASYMPTOTIC
                ? ComplexFunctions.scaledExp(Math.abs(x), Math.copySign(0.5, x) * Math.sin(y))
                : Math.sinh(x) * Math.sin(y);
    }

    /** The real part of tanh z. */
    public static double tanhRe(double x, double y) {
        if (Double.isInfinite(x)) {
            return Math.copySign(1, x);
        }
        if (y == 0) {
            return Math.tanh(x);
        }
        if (!Double.isFinite(y)) {
            return x == 0 ? x : Double.NaN;
        }
        if (Math.abs(x) > ASYMPTOTIC) {
            return Math.copySign(1, x);
        }
        double tangent = Math.tan(y);
        double beta = 1 + tangent * tangent;
        double sinh = Math.sinh(x);
        double cosh = Math.sqrt(1 + sinh * sinh);
        return beta * cosh * sinh / (1 + beta * sinh * sinh);
    }

    /** The imaginary part of tanh z. */
    public static double tanhIm(double x, double y) {
        if (Double.isInfinite(x)) {
            return Double.isFinite(y) ? Math.copySign(0, Math.sin(2 * y)) : 0;
        }
        if (y == 0) {
            return y;
        }
        if (!Double.isFinite(y)) {
            return Double.NaN;
        }
        if (Math.abs(x) > ASYMPTOTIC) {
            return 4 * Math.sin(y) * Math.cos(y) * Math.exp(-2 * Math.abs(x));
        }
        double tangent = Math.tan(y);
        double beta = 1 + tangent * tangent;
        double sinh = Math.sinh(x);
        return tangent / (1 + beta * sinh * sinh);
    }

    // sin z = −i·sinh(iz), cos z = cosh(iz), tan z = −i·tanh(iz).

    /** The real part of sin z. */
    public static double sinRe(double x, double y) {
        return sinhIm(-y, x);
    }

    /** The imaginary part of sin z. */
    public static double sinIm(double x, double y) {
        return -sinhRe(-y, x);
    }

    /** The real part of cos z. */
    public static double cosRe(double x, double y) {
        return coshRe(-y, x);
    }

    /** The imaginary part of cos z. */
    public static double cosIm(double x, double y) {
        return coshIm(-y, x);
    }

    /** The real part of tan z. */
    public static double tanRe(double x, double y) {
        return tanhIm(-y, x);
    }

    /** The imaginary part of tan z. */
    public static double tanIm(double x, double y) {
        return -tanhRe(-y, x);
    }

    private static boolean isHuge(double x, double y) {
        return Math.abs(x) > HUGE || Math.abs(y) > HUGE;
    }

    /** The real part of arcsin z. */
    public static double asinRe(double x, double y) {
        if (isHuge(x, y)) {
            return Double.isNaN(x) || Double.isNaN(y) ? Double.NaN : Math.atan2(x, Math.abs(y));
        }
        if (x == 0) {
            return x;
        }
        double product = ComplexFunctions.sqrtRe(1 - x, -y) * ComplexFunctions.sqrtRe(1 + x, y)
                - ComplexFunctions.sqrtIm(1 - x, -y) * ComplexFunctions.sqrtIm(1 + x, y);
        return Math.atan2(x, product);
    }

    /** The imaginary part of arcsin z. */
    public static double asinIm(double x, double y) {
        if (isHuge(x, y)) {
            return Math.copySign(ComplexFunctions.logTwice(x, y), y);
        }
        // Im(conj(√(1−z))·√(1+z))
        double product = ComplexFunctions.sqrtRe(1 - x, -y) * ComplexFunctions.sqrtIm(1 + x, y)
                - ComplexFunctions.sqrtIm(1 - x, -y) * ComplexFunctions.sqrtRe(1 + x, y);
        return Math.copySign(RealFunctions.asinh(product), y);
    }

    /** The real part of arccos z. */
    public static double acosRe(double x, double y) {
        if (isHuge(x, y)) {
            return Double.isNaN(x) || Double.isNaN(y) ? Double.NaN : Math.atan2(Math.abs(y), x);
        }
        if (x == 0) {
            return Math.PI / 2;
        }
        return 2 * Math.atan2(ComplexFunctions.sqrtRe(1 - x, -y), ComplexFunctions.sqrtRe(1 + x, y));
    }

    /** The imaginary part of arccos z. */
    public static double acosIm(double x, double y) {
        if (isHuge(x, y)) {
            return -Math.copySign(ComplexFunctions.logTwice(x, y), y);
        }
        return -asinIm(x, y);
    }

    // arctan z = −i·artanh(iz)

    /** The real part of arctan z. */
    public static double atanRe(double x, double y) {
        return atanhIm(-y, x);
    }

    /** The imaginary part of arctan z. */
    public static double atanIm(double x, double y) {
        return -atanhRe(-y, x);
    }

    private static double atanhRe(double x, double y) {
        if (Double.isInfinite(x) || Double.isInfinite(y)) {
            return Math.copySign(0, x);
        }
        if (x == 0) {
            return x;
        }
        if (isHuge(x, y)) {
            double ratio = Math.abs(x) >= Math.abs(y) ? y / x : x / y;
            double scale = 1 + ratio * ratio;
            return Math.abs(x) >= Math.abs(y) ? 1 / x / scale : ratio / y / scale;
        }
        double a = Math.abs(x);
        double distance = 1 - a;
        double squares = distance * distance + y * y;
        double result;
        if (squares < 0x1p-1000) {
            // Next to the pole, where the squares underflow: ½·log(2/|1−z|).
            result = 0.5 * (Math.log(2) - Math.log(Math.hypot(distance, y)));
        } else {
            result = 0.25 * Math.log1p(4 * a / squares);
        }
        return Math.copySign(result, x);
    }

    private static double atanhIm(double x, double y) {
        if (Double.isInfinite(y) || (Double.isInfinite(x) && !Double.isNaN(y)) || (isHuge(x, y) && !Double.isNaN(x))) {
            return Double.isNaN(y) ? y : Math.copySign(Math.PI / 2, y);
        }
        return 0.5 * Math.atan2(2 * y, (1 - x) * (1 + x) - y * y);
    }
}
