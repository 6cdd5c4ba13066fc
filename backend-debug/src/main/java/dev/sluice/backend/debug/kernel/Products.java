package dev.sluice.backend.debug.kernel;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.backend.debug.Defect;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.Transpose;
import java.util.Set;

/** Products of matrices and vectors by their definitions, accumulated in double precision. */
public final class Products {
    private final Set<Defect> defects;

    /** Products with the given defects. */
    public Products(Set<Defect> defects) {
        this.defects = defects;
    }

    /** C ← α·op(A)·op(B) + β·C for each product of a batch. */
    public void gemm(GemmProblem problem, Complex alpha, Operand a, Operand b, Complex beta, Operand c) {
        if (problem.k() == 0 && defects.contains(Defect.EMPTY_PRODUCT_SKIPPED)) {
            return;
        }
        for (long product = 0; product < problem.batch(); product++) {
            long firstA = defects.contains(Defect.BATCH_STRIDE_IGNORED) ? 0 : product * problem.strideA();
            MatrixView left = new MatrixView(problem.type(), a, firstA, 1, problem.lda());
            MatrixView right = new MatrixView(problem.type(), b, product * problem.strideB(), 1, problem.ldb());
            MatrixView result = new MatrixView(problem.type(), c, product * problem.strideC(), 1, problem.ldc());
            multiply(
                    problem.m(),
                    problem.n(),
                    problem.k(),
                    alpha,
                    problem.transA() == Transpose.NONE ? left : left.transposed(),
                    conjugates(problem.transA()),
                    problem.transB() == Transpose.NONE ? right : right.transposed(),
                    conjugates(problem.transB()),
                    beta,
                    result);
        }
    }

    /** y ← α·op(A)·x + β·y. */
    public void gemv(
            DType type,
            Transpose trans,
            long m,
            long n,
            Complex alpha,
            Operand a,
            long lda,
            Operand x,
            long incx,
            Complex beta,
            Operand y,
            long incy) {
        long rows = trans == Transpose.NONE ? m : n;
        long columns = trans == Transpose.NONE ? n : m;
        MatrixView matrix = new MatrixView(type, a, 0, 1, lda);
        multiply(
                rows,
                1,
                columns,
                alpha,
                trans == Transpose.NONE ? matrix : matrix.transposed(),
                conjugates(trans),
                vector(type, x, columns, incx),
                false,
                beta,
                vector(type, y, rows, incy));
    }

    /** result ← Σ x·y, x conjugated on request. */
    public void dot(
            DType type, boolean conjugateX, long n, Operand x, long incx, Operand y, long incy, Operand result) {
        multiply(
                1,
                1,
                n,
                Complex.ONE,
                vector(type, x, n, incx).transposed(),
                conjugateX || defects.contains(Defect.DOT_CONJUGATES_ALWAYS),
                vector(type, y, n, incy),
                false,
                Complex.ZERO,
                new MatrixView(type, result, 0, 1, 1));
    }

    /** result ← ‖x‖₂. */
    public void nrm2(DType type, long n, Operand x, long incx, Operand result) {
        MatrixView vector = vector(type, x, n, incx);
        boolean overflows = defects.contains(Defect.NORM_OVERFLOWS);
        double largest = 0;
        for (long row = 0; row < n; row++) {
            largest = Math.max(largest, Math.max(Math.abs(vector.re(row, 0)), Math.abs(vector.im(row, 0))));
        }
        double scale = largest == 0 || !Double.isFinite(largest) || overflows ? 1 : largest;
        double sum = 0;
        for (long row = 0; row < n; row++) {
            double re = vector.re(row, 0) / scale;
            double im = vector.im(row, 0) / scale;
            sum += re * re + im * im;
        }
        Elements.storeReal(
                type.realPart(),
                result.memory(),
                result.offset(),
                scale * Math.sqrt(overflows ? Elements.round(type.realPart(), sum) : sum));
    }

    private boolean conjugates(Transpose transpose) {
        return transpose == Transpose.CONJUGATE_TRANSPOSE && !defects.contains(Defect.CONJUGATE_TRANSPOSE_PLAIN);
    }

    /** A vector whose address is that of its lowest element: with a negative increment its first element is the last. */
    private static MatrixView vector(DType type, Operand place, long elements, long increment) {
        return new MatrixView(type, place, increment < 0 ? (elements - 1) * -increment : 0, increment, 0);
    }

    private void multiply(
            long rows,
            long columns,
            long inner,
            Complex alpha,
            MatrixView a,
            boolean conjugateA,
            MatrixView b,
            boolean conjugateB,
            Complex beta,
            MatrixView c) {
        // With α = 0 the operands are not read, NaN included.
        long terms = alpha.re() == 0 && (alpha.im() == 0 || !c.isComplex()) ? 0 : inner;
        for (long column = 0; column < columns; column++) {
            for (long row = 0; row < rows; row++) {
                if (c.isComplex()) {
                    complexElement(row, column, terms, alpha, a, conjugateA, b, conjugateB, beta, c);
                } else {
                    realElement(row, column, terms, alpha.re(), a, b, beta.re(), c);
                }
            }
        }
    }

    private void realElement(
            long row, long column, long inner, double alpha, MatrixView a, MatrixView b, double beta, MatrixView c) {
        double sum = 0;
        for (long k = 0; k < inner; k++) {
            sum += a.re(row, k) * b.re(k, column);
        }
        double product = inner == 0 ? 0 : alpha * sum;
        c.set(row, column, readsOld(beta, 0) ? product + beta * c.re(row, column) : product, 0);
    }

    private void complexElement(
            long row,
            long column,
            long inner,
            Complex alpha,
            MatrixView a,
            boolean conjugateA,
            MatrixView b,
            boolean conjugateB,
            Complex beta,
            MatrixView c) {
        double re = 0;
        double im = 0;
        for (long k = 0; k < inner; k++) {
            Complex term = ComplexArithmetic.multiply(
                    a.re(row, k),
                    conjugateA ? -a.im(row, k) : a.im(row, k),
                    b.re(k, column),
                    conjugateB ? -b.im(k, column) : b.im(k, column));
            re += term.re();
            im += term.im();
        }
        Complex product = inner == 0 ? Complex.ZERO : ComplexArithmetic.multiply(alpha.re(), alpha.im(), re, im);
        Complex old = readsOld(beta.re(), beta.im())
                ? ComplexArithmetic.multiply(beta.re(), beta.im(), c.re(row, column), c.im(row, column))
                : Complex.ZERO;
        c.set(row, column, product.re() + old.re(), product.im() + old.im());
    }

    private boolean readsOld(double betaRe, double betaIm) {
        return betaRe != 0 || betaIm != 0 || defects.contains(Defect.BETA_ZERO_READS_C);
    }
}
