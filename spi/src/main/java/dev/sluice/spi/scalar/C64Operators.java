package dev.sluice.spi.scalar;

import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;

/** The operators on {@link dev.sluice.DType#C64}, one method for each part of a complex result. What is more than a few additions and multiplications is computed in double precision and rounded once. */
public final class C64Operators {
    private C64Operators() {}

    /** The real part of {@link UnaryOperator#NEGATE}. */
    public static float negateRe(float re, float im) {
        return -re;
    }

    /** The imaginary part of {@link UnaryOperator#NEGATE}. */
    public static float negateIm(float re, float im) {
        return -im;
    }

    /** {@link UnaryOperator#ABS}. */
    public static float abs(float re, float im) {
        return (float) ComplexFunctions.abs(re, im);
    }

    /** The real part of {@link UnaryOperator#SQRT}. */
    public static float sqrtRe(float re, float im) {
        return (float) ComplexFunctions.sqrtRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#SQRT}. */
    public static float sqrtIm(float re, float im) {
        return (float) ComplexFunctions.sqrtIm(re, im);
    }

    /** The real part of {@link UnaryOperator#EXP}. */
    public static float expRe(float re, float im) {
        return (float) ComplexFunctions.expRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#EXP}. */
    public static float expIm(float re, float im) {
        return (float) ComplexFunctions.expIm(re, im);
    }

    /** The real part of {@link UnaryOperator#LOG}. */
    public static float logRe(float re, float im) {
        return (float) ComplexFunctions.logRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#LOG}. */
    public static float logIm(float re, float im) {
        return (float) ComplexFunctions.logIm(re, im);
    }

    /** The real part of {@link UnaryOperator#SIN}. */
    public static float sinRe(float re, float im) {
        return (float) ComplexTrigonometry.sinRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#SIN}. */
    public static float sinIm(float re, float im) {
        return (float) ComplexTrigonometry.sinIm(re, im);
    }

    /** The real part of {@link UnaryOperator#COS}. */
    public static float cosRe(float re, float im) {
        return (float) ComplexTrigonometry.cosRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#COS}. */
    public static float cosIm(float re, float im) {
        return (float) ComplexTrigonometry.cosIm(re, im);
    }

    /** The real part of {@link UnaryOperator#TAN}. */
    public static float tanRe(float re, float im) {
        return (float) ComplexTrigonometry.tanRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#TAN}. */
    public static float tanIm(float re, float im) {
        return (float) ComplexTrigonometry.tanIm(re, im);
    }

    /** The real part of {@link UnaryOperator#TANH}. */
    public static float tanhRe(float re, float im) {
        return (float) ComplexTrigonometry.tanhRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#TANH}. */
    public static float tanhIm(float re, float im) {
        return (float) ComplexTrigonometry.tanhIm(re, im);
    }

    /** The real part of {@link UnaryOperator#SINH}. */
    public static float sinhRe(float re, float im) {
        return (float) ComplexTrigonometry.sinhRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#SINH}. */
    public static float sinhIm(float re, float im) {
        return (float) ComplexTrigonometry.sinhIm(re, im);
    }

    /** The real part of {@link UnaryOperator#COSH}. */
    public static float coshRe(float re, float im) {
        return (float) ComplexTrigonometry.coshRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#COSH}. */
    public static float coshIm(float re, float im) {
        return (float) ComplexTrigonometry.coshIm(re, im);
    }

    /** The real part of {@link UnaryOperator#ASIN}. */
    public static float asinRe(float re, float im) {
        return (float) ComplexTrigonometry.asinRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#ASIN}. */
    public static float asinIm(float re, float im) {
        return (float) ComplexTrigonometry.asinIm(re, im);
    }

    /** The real part of {@link UnaryOperator#ACOS}. */
    public static float acosRe(float re, float im) {
        return (float) ComplexTrigonometry.acosRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#ACOS}. */
    public static float acosIm(float re, float im) {
        return (float) ComplexTrigonometry.acosIm(re, im);
    }

    /** The real part of {@link UnaryOperator#ATAN}. */
    public static float atanRe(float re, float im) {
        return (float) ComplexTrigonometry.atanRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#ATAN}. */
    public static float atanIm(float re, float im) {
        return (float) ComplexTrigonometry.atanIm(re, im);
    }

    /** The real part of {@link UnaryOperator#SIGN}. */
    public static float signRe(float re, float im) {
        return (float) ComplexFunctions.signRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#SIGN}. */
    public static float signIm(float re, float im) {
        return (float) ComplexFunctions.signIm(re, im);
    }

    /** The real part of {@link UnaryOperator#CONJ}. */
    public static float conjRe(float re, float im) {
        return re;
    }

    /** The imaginary part of {@link UnaryOperator#CONJ}. */
    public static float conjIm(float re, float im) {
        return -im;
    }

    /** {@link UnaryOperator#REAL}. */
    public static float real(float re, float im) {
        return re;
    }

    /** {@link UnaryOperator#IMAG}. */
    public static float imag(float re, float im) {
        return im;
    }

    /** {@link UnaryOperator#ANGLE}. */
    public static float angle(float re, float im) {
        return (float) ComplexFunctions.angle(re, im);
    }

    /** The real part of {@link UnaryOperator#SQUARE}. */
    public static float squareRe(float re, float im) {
        return re * re - im * im;
    }

    /** The imaginary part of {@link UnaryOperator#SQUARE}. */
    public static float squareIm(float re, float im) {
        return re * im + im * re;
    }

    /** The real part of {@link UnaryOperator#RECIPROCAL}. */
    public static float reciprocalRe(float re, float im) {
        return (float) ComplexFunctions.reciprocalRe(re, im);
    }

    /** The imaginary part of {@link UnaryOperator#RECIPROCAL}. */
    public static float reciprocalIm(float re, float im) {
        return (float) ComplexFunctions.reciprocalIm(re, im);
    }

    /** {@link UnaryOperator#ABS_SQUARED}. */
    public static float absSquared(float re, float im) {
        return re * re + im * im;
    }

    /** {@link UnaryOperator#NOT}. */
    public static boolean not(float re, float im) {
        return re == 0 && im == 0;
    }

    /** {@link UnaryOperator#IS_NAN}. */
    public static boolean isNan(float re, float im) {
        return Float.isNaN(re) || Float.isNaN(im);
    }

    /** {@link UnaryOperator#IS_FINITE}. */
    public static boolean isFinite(float re, float im) {
        return Float.isFinite(re) && Float.isFinite(im);
    }

    /** The real part of {@link BinaryOperator#ADD} for a+ib and c+id. */
    public static float addRe(float a, float b, float c, float d) {
        return a + c;
    }

    /** The imaginary part of {@link BinaryOperator#ADD} for a+ib and c+id. */
    public static float addIm(float a, float b, float c, float d) {
        return b + d;
    }

    /** The real part of {@link BinaryOperator#SUBTRACT} for a+ib and c+id. */
    public static float subtractRe(float a, float b, float c, float d) {
        return a - c;
    }

    /** The imaginary part of {@link BinaryOperator#SUBTRACT} for a+ib and c+id. */
    public static float subtractIm(float a, float b, float c, float d) {
        return b - d;
    }

    /** The real part of {@link BinaryOperator#MULTIPLY} for a+ib and c+id. */
    public static float multiplyRe(float a, float b, float c, float d) {
        return a * c - b * d;
    }

    /** The imaginary part of {@link BinaryOperator#MULTIPLY} for a+ib and c+id. */
    public static float multiplyIm(float a, float b, float c, float d) {
        return a * d + b * c;
    }

    /** The real part of {@link BinaryOperator#DIVIDE} for a+ib and c+id. */
    public static float divideRe(float a, float b, float c, float d) {
        return (float) ComplexFunctions.divideRe(a, b, c, d);
    }

    /** The imaginary part of {@link BinaryOperator#DIVIDE} for a+ib and c+id. */
    public static float divideIm(float a, float b, float c, float d) {
        return (float) ComplexFunctions.divideIm(a, b, c, d);
    }

    /** The real part of {@link BinaryOperator#POWER} for a+ib and c+id. */
    public static float powerRe(float a, float b, float c, float d) {
        return (float) ComplexFunctions.powerRe(a, b, c, d);
    }

    /** The imaginary part of {@link BinaryOperator#POWER} for a+ib and c+id. */
    public static float powerIm(float a, float b, float c, float d) {
        return (float) ComplexFunctions.powerIm(a, b, c, d);
    }

    /** {@link BinaryOperator#EQUAL}. */
    public static boolean equal(float a, float b, float c, float d) {
        return a == c && b == d;
    }

    /** {@link BinaryOperator#NOT_EQUAL}. */
    public static boolean notEqual(float a, float b, float c, float d) {
        return a != c || b != d;
    }
}
