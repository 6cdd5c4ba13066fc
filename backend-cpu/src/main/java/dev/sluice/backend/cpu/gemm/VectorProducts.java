package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;
import dev.sluice.spi.Transpose;

/**
 * Products with vectors on the JVM, as {@link dev.sluice.spi.BlasProvider} defines them, on addresses of host memory.
 * Sums of 32-bit numbers are kept in 64 bits. Stateless.
 */
public final class VectorProducts {

    /** Sums of squares in this range have lost nothing to overflow or underflow. */
    private static final double SMALLEST_SAFE_SQUARE = 0x1p-960;

    private static final double LARGEST_SAFE_SQUARE = 0x1p1020;

    private final ProductKernels kernels;

    /** Products with the kernels of {@code gemm}. */
    public VectorProducts(Gemm gemm) {
        this.kernels = gemm.kernels();
    }

    /** y ← α·op(A)·x + β·y; a negative distance between elements runs backwards from the highest address. */
    public void gemv(
            DType type,
            Transpose trans,
            long m,
            long n,
            double alphaRe,
            double alphaIm,
            long a,
            long lda,
            long x,
            long incx,
            double betaRe,
            double betaIm,
            long y,
            long incy) {
        int bytes = type.bytes();
        boolean transposed = trans != Transpose.NONE;
        long xLength = transposed ? m : n;
        long yLength = transposed ? n : m;
        long xStep = incx * bytes;
        long yStep = incy * bytes;
        long xFirst = first(x, xLength, xStep);
        long yFirst = first(y, yLength, yStep);
        boolean complex = type.isComplex();
        boolean zeroAlpha = alphaRe == 0 && (!complex || alphaIm == 0);
        Elements elements = Elements.of(type);
        if (zeroAlpha || xLength == 0) {
            scale(elements, complex, yLength, betaRe, betaIm, yFirst, yStep);
        } else if (!transposed && yStep == bytes && m <= Integer.MAX_VALUE && n <= Integer.MAX_VALUE) {
            if (m > 0) {
                kernels.of(type)
                        .multiply(
                                (int) m,
                                1,
                                (int) n,
                                alphaRe,
                                alphaIm,
                                a,
                                lda * bytes,
                                xFirst,
                                xStep,
                                0,
                                false,
                                betaRe,
                                betaIm,
                                y,
                                0);
            }
        } else if (transposed) {
            boolean conjugate = trans == Transpose.CONJUGATE_TRANSPOSE;
            for (long j = 0; j < n; j++) {
                long column = a + j * lda * bytes;
                long target = yFirst + j * yStep;
                if (complex) {
                    complexDot(
                            elements, conjugate, m, column, bytes, xFirst, xStep, alphaRe, alphaIm, betaRe, betaIm,
                            target);
                } else {
                    double sum = alphaRe * realDot(elements, m, column, bytes, xFirst, xStep);
                    elements.store(target, betaRe == 0 ? sum : sum + betaRe * elements.load(target));
                }
            }
        } else {
            scale(elements, complex, yLength, betaRe, betaIm, yFirst, yStep);
            for (long j = 0; j < n; j++) {
                long column = a + j * lda * bytes;
                long factor = xFirst + j * xStep;
                if (complex) {
                    addComplexColumn(elements, m, alphaRe, alphaIm, factor, column, yFirst, yStep);
                } else {
                    addColumn(elements, m, alphaRe * elements.load(factor), column, yFirst, yStep);
                }
            }
        }
    }

    /** result ← Σ x·y, x conjugated on request. */
    public void dot(DType type, boolean conjugateX, long n, long x, long incx, long y, long incy, long result) {
        Elements elements = Elements.of(type);
        long xStep = incx * type.bytes();
        long yStep = incy * type.bytes();
        long xFirst = first(x, n, xStep);
        long yFirst = first(y, n, yStep);
        if (type.isComplex()) {
            complexDot(elements, conjugateX, n, xFirst, xStep, yFirst, yStep, 1, 0, 0, 0, result);
        } else {
            elements.store(result, realDot(elements, n, xFirst, xStep, yFirst, yStep));
        }
    }

    /** result ← ‖x‖₂, one real number. */
    public void nrm2(DType type, long n, long x, long incx, long result) {
        Elements elements = Elements.of(type);
        int partsPerElement = type.isComplex() ? 2 : 1;
        // The order does not matter to a norm.
        long step = Math.abs(incx) * type.bytes();
        double squares = sumOfSquares(elements, partsPerElement, n, x, step, 1);
        if (elements == Elements.FLOAT32 || squares >= SMALLEST_SAFE_SQUARE && squares <= LARGEST_SAFE_SQUARE) {
            elements.store(result, Math.sqrt(squares));
            return;
        }
        double largest = 0;
        for (long i = 0; i < n; i++) {
            for (int part = 0; part < partsPerElement; part++) {
                largest = Math.max(largest, Math.abs(elements.load(x + i * step + (long) part * elements.bytes())));
            }
        }
        if (largest == 0 || largest == Double.POSITIVE_INFINITY || Double.isNaN(largest)) {
            elements.store(result, largest);
            return;
        }
        // A power of two scales without rounding. Its inverse is a normal number for every finite value.
        double inverse = Math.scalb(1.0, -Math.max(Math.getExponent(largest), -1000));
        elements.store(result, Math.sqrt(sumOfSquares(elements, partsPerElement, n, x, step, inverse)) / inverse);
    }

    /** The first logical element: the lowest address, or with a negative step the highest. */
    private static long first(long address, long length, long step) {
        return step >= 0 || length == 0 ? address : address - (length - 1) * step;
    }

    private static double sumOfSquares(
            Elements elements, int partsPerElement, long n, long x, long step, double factor) {
        double even = 0;
        double odd = 0;
        long second = partsPerElement == 2 ? elements.bytes() : step;
        long pairs = partsPerElement == 2 ? n : n / 2;
        long pairStep = partsPerElement == 2 ? step : 2 * step;
        for (long i = 0; i < pairs; i++) {
            double value0 = factor * elements.load(x);
            double value1 = factor * elements.load(x + second);
            even += value0 * value0;
            odd += value1 * value1;
            x += pairStep;
        }
        if (partsPerElement == 1 && (n & 1) != 0) {
            double value = factor * elements.load(x);
            even += value * value;
        }
        return even + odd;
    }

    private static double realDot(Elements elements, long n, long x, long xStep, long y, long yStep) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        long i = 0;
        for (; i < n - 3; i += 4) {
            sum0 += elements.load(x) * elements.load(y);
            sum1 += elements.load(x + xStep) * elements.load(y + yStep);
            sum2 += elements.load(x + 2 * xStep) * elements.load(y + 2 * yStep);
            sum3 += elements.load(x + 3 * xStep) * elements.load(y + 3 * yStep);
            x += 4 * xStep;
            y += 4 * yStep;
        }
        for (; i < n; i++) {
            sum0 += elements.load(x) * elements.load(y);
            x += xStep;
            y += yStep;
        }
        return (sum0 + sum1) + (sum2 + sum3);
    }

    /** target ← α·Σ x·y + β·target, x conjugated on request. */
    private static void complexDot(
            Elements parts,
            boolean conjugateX,
            long n,
            long x,
            long xStep,
            long y,
            long yStep,
            double alphaRe,
            double alphaIm,
            double betaRe,
            double betaIm,
            long target) {
        int bytes = parts.bytes();
        double sign = conjugateX ? -1 : 1;
        double re = 0;
        double im = 0;
        for (long i = 0; i < n; i++) {
            double xRe = parts.load(x);
            double xIm = sign * parts.load(x + bytes);
            double yRe = parts.load(y);
            double yIm = parts.load(y + bytes);
            re += xRe * yRe - xIm * yIm;
            im += xRe * yIm + xIm * yRe;
            x += xStep;
            y += yStep;
        }
        double resultRe = alphaRe * re;
        double resultIm = alphaRe * im;
        if (alphaIm != 0) {
            resultRe -= alphaIm * im;
            resultIm += alphaIm * re;
        }
        if (betaRe != 0 || betaIm != 0) {
            double oldRe = parts.load(target);
            double oldIm = parts.load(target + bytes);
            resultRe += betaRe * oldRe - betaIm * oldIm;
            resultIm += betaRe * oldIm + betaIm * oldRe;
        }
        parts.store(target, resultRe);
        parts.store(target + bytes, resultIm);
    }

    private static void addColumn(Elements elements, long m, double factor, long column, long y, long yStep) {
        for (long i = 0; i < m; i++) {
            elements.store(y, elements.load(y) + factor * elements.load(column));
            column += elements.bytes();
            y += yStep;
        }
    }

    private static void addComplexColumn(
            Elements parts, long m, double alphaRe, double alphaIm, long factor, long column, long y, long yStep) {
        int bytes = parts.bytes();
        double xRe = parts.load(factor);
        double xIm = parts.load(factor + bytes);
        double re = alphaRe * xRe - alphaIm * xIm;
        double im = alphaRe * xIm + alphaIm * xRe;
        for (long i = 0; i < m; i++) {
            double aRe = parts.load(column);
            double aIm = parts.load(column + bytes);
            parts.store(y, parts.load(y) + (re * aRe - im * aIm));
            parts.store(y + bytes, parts.load(y + bytes) + (re * aIm + im * aRe));
            column += 2L * bytes;
            y += yStep;
        }
    }

    private static void scale(
            Elements elements, boolean complex, long n, double betaRe, double betaIm, long y, long yStep) {
        boolean zero = betaRe == 0 && (!complex || betaIm == 0);
        for (long i = 0; i < n; i++) {
            if (!complex) {
                elements.store(y, zero ? 0 : betaRe * elements.load(y));
            } else {
                double re = zero ? 0 : elements.load(y);
                double im = zero ? 0 : elements.load(y + elements.bytes());
                elements.store(y, betaRe * re - betaIm * im);
                elements.store(y + elements.bytes(), betaRe * im + betaIm * re);
            }
            y += yStep;
        }
    }
}
