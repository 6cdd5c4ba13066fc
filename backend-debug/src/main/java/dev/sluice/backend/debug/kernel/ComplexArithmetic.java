package dev.sluice.backend.debug.kernel;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.backend.debug.Defect;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.spi.scalar.ComplexFunctions;
import dev.sluice.spi.scalar.ComplexTrigonometry;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;

/** Operators on complex numbers, computed in double precision and rounded once. */
final class ComplexArithmetic {
    @FunctionalInterface
    private interface Function {
        Complex of(double re, double im);
    }

    private ComplexArithmetic() {}

    static Complex round(DType type, Complex z) {
        return type == DType.C64 ? new Complex((float) z.re(), (float) z.im()) : z;
    }

    static boolean isZero(Complex z) {
        return z.re() == 0 && z.im() == 0;
    }

    static ComplexValue unary(UnaryOperator operator, DType type, ComplexValue z, Set<Defect> defects) {
        if (operator == UnaryOperator.CONJ && defects.contains(Defect.CONJUGATE_IGNORED)) {
            return z;
        }
        Function function = function(operator);
        return c -> {
            Complex x = z.at(c);
            return round(type, function.of(x.re(), x.im()));
        };
    }

    private static Function function(UnaryOperator operator) {
        return switch (operator) {
            case NEGATE -> (x, y) -> new Complex(-x, -y);
            case SQRT -> parts(ComplexFunctions::sqrtRe, ComplexFunctions::sqrtIm);
            case EXP -> parts(ComplexFunctions::expRe, ComplexFunctions::expIm);
            case LOG -> parts(ComplexFunctions::logRe, ComplexFunctions::logIm);
            case SIN -> parts(ComplexTrigonometry::sinRe, ComplexTrigonometry::sinIm);
            case COS -> parts(ComplexTrigonometry::cosRe, ComplexTrigonometry::cosIm);
            case TAN -> parts(ComplexTrigonometry::tanRe, ComplexTrigonometry::tanIm);
            case TANH -> parts(ComplexTrigonometry::tanhRe, ComplexTrigonometry::tanhIm);
            case SINH -> parts(ComplexTrigonometry::sinhRe, ComplexTrigonometry::sinhIm);
            case COSH -> parts(ComplexTrigonometry::coshRe, ComplexTrigonometry::coshIm);
            case ASIN -> parts(ComplexTrigonometry::asinRe, ComplexTrigonometry::asinIm);
            case ACOS -> parts(ComplexTrigonometry::acosRe, ComplexTrigonometry::acosIm);
            case ATAN -> parts(ComplexTrigonometry::atanRe, ComplexTrigonometry::atanIm);
            case SIGN -> parts(ComplexFunctions::signRe, ComplexFunctions::signIm);
            case CONJ -> (x, y) -> new Complex(x, -y);
            case SQUARE -> (x, y) -> multiply(x, y, x, y);
            case RECIPROCAL -> (x, y) -> divide(1, 0, x, y);
            default -> throw new IllegalStateException(operator + " gives no complex number");
        };
    }

    private static Function parts(DoubleBinaryOperator re, DoubleBinaryOperator im) {
        return (x, y) -> new Complex(re.applyAsDouble(x, y), im.applyAsDouble(x, y));
    }

    static RealValue toReal(UnaryOperator operator, DType part, ComplexValue z) {
        DoubleBinaryOperator function = switch (operator) {
            case ABS -> ComplexFunctions::abs;
            case ABS_SQUARED -> (x, y) -> x * x + y * y;
            case ANGLE -> ComplexFunctions::angle;
            case REAL -> (x, y) -> x;
            case IMAG -> (x, y) -> y;
            default -> throw new IllegalStateException(operator + " gives no real");
        };
        return c -> {
            Complex x = z.at(c);
            return Elements.round(part, function.applyAsDouble(x.re(), x.im()));
        };
    }

    static IntegerValue predicate(UnaryOperator operator, ComplexValue z) {
        return switch (operator) {
            case NOT -> c -> isZero(z.at(c)) ? 1 : 0;
            case IS_NAN ->
                c -> Double.isNaN(z.at(c).re()) || Double.isNaN(z.at(c).im()) ? 1 : 0;
            case IS_FINITE ->
                c -> Double.isFinite(z.at(c).re()) && Double.isFinite(z.at(c).im()) ? 1 : 0;
            default -> throw new IllegalStateException(operator + " gives no truth value");
        };
    }

    static ComplexValue binary(BinaryOperator operator, DType type, ComplexValue left, ComplexValue right) {
        return c -> {
            Complex x = left.at(c);
            Complex y = right.at(c);
            return round(type, apply(operator, x, y));
        };
    }

    private static Complex apply(BinaryOperator operator, Complex x, Complex y) {
        return switch (operator) {
            case ADD -> new Complex(x.re() + y.re(), x.im() + y.im());
            case SUBTRACT -> new Complex(x.re() - y.re(), x.im() - y.im());
            case MULTIPLY -> multiply(x.re(), x.im(), y.re(), y.im());
            case DIVIDE -> divide(x.re(), x.im(), y.re(), y.im());
            case POWER ->
                new Complex(
                        ComplexFunctions.powerRe(x.re(), x.im(), y.re(), y.im()),
                        ComplexFunctions.powerIm(x.re(), x.im(), y.re(), y.im()));
            default -> throw new IllegalStateException(operator + " gives no complex number");
        };
    }

    static IntegerValue comparison(BinaryOperator operator, ComplexValue left, ComplexValue right) {
        return switch (operator) {
            case EQUAL -> c -> areEqual(left.at(c), right.at(c)) ? 1 : 0;
            case NOT_EQUAL -> c -> areEqual(left.at(c), right.at(c)) ? 0 : 1;
            default -> throw new IllegalStateException(operator + " is not defined for complex numbers");
        };
    }

    private static boolean areEqual(Complex x, Complex y) {
        return x.re() == y.re() && x.im() == y.im();
    }

    static Complex multiply(double a, double b, double c, double d) {
        return new Complex(a * c - b * d, a * d + b * c);
    }

    private static Complex divide(double a, double b, double c, double d) {
        return new Complex(ComplexFunctions.divideRe(a, b, c, d), ComplexFunctions.divideIm(a, b, c, d));
    }
}
