package dev.sluice.spi.scalar;

import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;

/** The operators on {@link dev.sluice.DType#C128}, one method for each part of a complex result. Products are the plain formula, without the recovery of infinities of C99 Annex G. */
public final class C128Operators {
    private C128Operators() {}

    /** The real part of {@link UnaryOperator#NEGATE}. */
    public static double negateRe(double re, double im) {
        return -re;
    }

    /** The imaginary part of {@link UnaryOperator#NEGATE}. */
    public static double negateIm(double re, double im) {
        return -im;
    }

    /** {@link UnaryOperator#ABS}. */
    public static double abs(double re, double im) {
        return ComplexFunctions.abs(re, im);
    }

    /** The real part of {@link UnaryOperator#SQRT}. */
    public static double sqrtRe(double re, double im) {
        return ComplexFunctions.sqrtRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#SQRT}. */
    public static double sqrtIm(double re, double im) {
        return ComplexFunctions.sqrtIm(re, im);
    }

    /** The real part of {@link UnaryOperator#EXP}. */
    public static double expRe(double re, double im) {
        return ComplexFunctions.expRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#EXP}. */
    public static double expIm(double re, double im) {
        return ComplexFunctions.expIm(re, im);
    }

    /** The real part of {@link UnaryOperator#LOG}. */
    public static double logRe(double re, double im) {
        return ComplexFunctions.logRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#LOG}. */
    public static double logIm(double re, double im) {
        return ComplexFunctions.logIm(re, im);
    }

    /** The real part of {@link UnaryOperator#SIN}. */
    public static double sinRe(double re, double im) {
        return ComplexTrigonometry.sinRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#SIN}. */
    public static double sinIm(double re, double im) {
        return ComplexTrigonometry.sinIm(re, im);
    }

    /** The real part of {@link UnaryOperator#COS}. */
    public static double cosRe(double re, double im) {
        return ComplexTrigonometry.cosRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#COS}. */
    public static double cosIm(double re, double im) {
        return ComplexTrigonometry.cosIm(re, im);
    }

    /** The real part of {@link UnaryOperator#TAN}. */
    public static double tanRe(double re, double im) {
        return ComplexTrigonometry.tanRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#TAN}. */
    public static double tanIm(double re, double im) {
        return ComplexTrigonometry.tanIm(re, im);
    }

    /** The real part of {@link UnaryOperator#TANH}. */
    public static double tanhRe(double re, double im) {
        return ComplexTrigonometry.tanhRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#TANH}. */
    public static double tanhIm(double re, double im) {
        return ComplexTrigonometry.tanhIm(re, im);
    }

    /** The real part of {@link UnaryOperator#SINH}. */
    public static double sinhRe(double re, double im) {
        return ComplexTrigonometry.sinhRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#SINH}. */
    public static double sinhIm(double re, double im) {
        return ComplexTrigonometry.sinhIm(re, im);
    }

    /** The real part of {@link UnaryOperator#COSH}. */
    public static double coshRe(double re, double im) {
        return ComplexTrigonometry.coshRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#COSH}. */
    public static double coshIm(double re, double im) {
        return ComplexTrigonometry.coshIm(re, im);
    }

    /** The real part of {@link UnaryOperator#ASIN}. */
    public static double asinRe(double re, double im) {
        return ComplexTrigonometry.asinRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#ASIN}. */
    public static double asinIm(double re, double im) {
        return ComplexTrigonometry.asinIm(re, im);
    }

    /** The real part of {@link UnaryOperator#ACOS}. */
    public static double acosRe(double re, double im) {
        return ComplexTrigonometry.acosRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#ACOS}. */
    public static double acosIm(double re, double im) {
        return ComplexTrigonometry.acosIm(re, im);
    }

    /** The real part of {@link UnaryOperator#ATAN}. */
    public static double atanRe(double re, double im) {
        return ComplexTrigonometry.atanRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#ATAN}. */
    public static double atanIm(double re, double im) {
        return ComplexTrigonometry.atanIm(re, im);
    }

    /** The real part of {@link UnaryOperator#SIGN}. */
    public static double signRe(double re, double im) {
        return ComplexFunctions.signRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#SIGN}. */
    public static double signIm(double re, double im) {
        return ComplexFunctions.signIm(re, im);
    }

    /** The real part of {@link UnaryOperator#CONJ}. */
    public static double conjRe(double re, double im) {
        return re;
    }

    /** The imaginary part of {@link UnaryOperator#CONJ}. */
    public static double conjIm(double re, double im) {
        return -im;
    }

    /** {@link UnaryOperator#REAL}. */
    public static double real(double re, double im) {
        return re;
    }

    /** {@link UnaryOperator#IMAG}. */
    public static double imag(double re, double im) {
        return im;
    }

    /** {@link UnaryOperator#ANGLE}. */
    public static double angle(double re, double im) {
        return ComplexFunctions.angle(re, im);
    }

    /** The real part of {@link UnaryOperator#SQUARE}. */
    public static double squareRe(double re, double im) {
        return re * re - im * im;
    }

    /** The imaginary part of {@link UnaryOperator#SQUARE}. */
    public static double squareIm(double re, double im) {
        return re * im + im * re;
    }

    /** The real part of {@link UnaryOperator#RECIPROCAL}. */
    public static double reciprocalRe(double re, double im) {
        return ComplexFunctions.reciprocalRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#RECIPROCAL}. */
    public static double reciprocalIm(double re, double im) {
        return ComplexFunctions.reciprocalIm(re, im);
    }

    /** {@link UnaryOperator#ABS_SQUARED}. */
    public static double absSquared(double re, double im) {
        return re * re + im * im;
    }

    /** {@link UnaryOperator#NOT}. */
    public static boolean not(double re, double im) {
        return re == 0 && im == 0;
    }

    /** {@link UnaryOperator#IS_NAN}. */
    public static boolean isNan(double re, double im) {
        return Double.isNaN(re) || Double.isNaN(im);
    }

    /** {@link UnaryOperator#IS_FINITE}. */
    public static boolean isFinite(double re, double im) {
        return Double.isFinite(re) && Double.isFinite(im);
    }

    /** The real part of {@link BinaryOperator#ADD} for a+ib and c+id. */
    public static double addRe(double a, double b, double c, double d) {
        return a + c;
    }

    /** The imaginary part of {@link BinaryOperator#ADD} for a+ib and c+id. */
    public static double addIm(double a, double b, double c, double d) {
        return b + d;
    }

    /** The real part of {@link BinaryOperator#SUBTRACT} for a+ib and c+id. */
    public static double subtractRe(double a, double b, double c, double d) {
        return a - c;
    }

    /** The imaginary part of {@link BinaryOperator#SUBTRACT} for a+ib and c+id. */
    public static double subtractIm(double a, double b, double c, double d) {
        return b - d;
    }

    /** The real part of {@link BinaryOperator#MULTIPLY} for a+ib and c+id. */
    public static double multiplyRe(double a, double b, double c, double d) {
        return a * c - b * d;
    }

    /** The imaginary part of {@link BinaryOperator#MULTIPLY} for a+ib and c+id. */
    public static double multiplyIm(double a, double b, double c, double d) {
        return a * d + b * c;
    }

    /** The real part of {@link BinaryOperator#DIVIDE} for a+ib and c+id. */
    public static double divideRe(double a, double b, double c, double d) {
        return ComplexFunctions.divideRe(a, b, c, d);
    }

    /** The imaginary part of {@link BinaryOperator#DIVIDE} for a+ib and c+id. */
    public static double divideIm(double a, double b, double c, double d) {
        return ComplexFunctions.divideIm(a, b, c, d);
    }

    /** The real part of {@link BinaryOperator#POWER} for a+ib and c+id. */
    public static double powerRe(double a, double b, double c, double d) {
        return ComplexFunctions.powerRe(a, b, c, d);
    }

    /** The imaginary part of {@link BinaryOperator#POWER} for a+ib and c+id. */
    public static double powerIm(double a, double b, double c, double d) {
        return ComplexFunctions.powerIm(a, b, c, d);
    }

    /** {@link BinaryOperator#EQUAL}. */
    public static boolean equal(double a, double b, double c, double d) {
        return a == c && b == d;
    }

    /** {@link BinaryOperator#NOT_EQUAL}. */
    public static boolean notEqual(double a, double b, double c, double d) {
        return a != c || b != d;
    }
}
