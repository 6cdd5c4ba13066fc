package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;
import dev.sluice.spi.SvdProblem;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The singular value decomposition on the JVM, by one-sided Jacobi rotations in 64 bits for every type: columns are
 * rotated in pairs until all are orthogonal; their norms are then the singular values, and the product of the rotations
 * is V. See G. H. Golub and C. F. Van Loan, Matrix Computations, section 8.6.3. Simple and accurate, but many times
 * slower than LAPACK. Stateless.
 */
public final class JacobiSvd {

    /** Convergence is quadratic at the end, and takes about ten sweeps. */
    private static final int MAXIMAL_SWEEPS = 60;

    /**
     * A column with a smaller squared norm, where the largest element is about 1, counts as zero: its products would
     * have lost their digits to underflow, and rotating it would never end.
     */
    private static final double SMALLEST_SQUARE = 0x1p-960;

    private static final int DID_NOT_CONVERGE = 1;

    private JacobiSvd() {}

    /**
     * Decomposes as {@link SvdProblem} says, on addresses of host memory. A is not changed.
     *
     * @param u the address of U, ignored without vectors
     * @param vt the address of Vᴴ, ignored without vectors
     * @return 0, or a positive number when A holds a value that is not finite, or the rotations do not converge; the
     *     results are then undefined
     */
    public static int decompose(SvdProblem problem, long a, long s, long u, long vt) {
        DType type = problem.type();
        int m = Math.toIntExact(problem.m());
        int n = Math.toIntExact(problem.n());
        boolean wide = m < n;
        // A wide matrix is decomposed through its conjugate transpose.
        ColumnSet work = wide ? new ColumnSet(n, m, type.isComplex()) : new ColumnSet(m, n, type.isComplex());
        double largest = load(problem, a, wide, work);
        if (Double.isNaN(largest)) {
            return DID_NOT_CONVERGE;
        }
        // A power of two scales without rounding, and squares then neither overflow nor vanish.
        int exponent = largest == 0 ? 0 : Math.max(-1000, Math.min(1000, Math.getExponent(largest)));
        for (int j = 0; j < work.count(); j++) {
            work.scale(j, Math.scalb(1.0, -exponent));
        }
        boolean vectors = problem.vectors() != SvdProblem.Vectors.NONE;
        ColumnSet rotations = ColumnSet.identity(work.count(), vectors ? work.count() : 0, type.isComplex());
        if (!orthogonalise(work, rotations)) {
            return DID_NOT_CONVERGE;
        }

        double[] norms = IntStream.range(0, work.count())
                .mapToDouble(j -> Math.sqrt(work.squaredNorm(j)))
                .toArray();
        int[] order = IntStream.range(0, norms.length)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> -norms[j]))
                .mapToInt(Integer::intValue)
                .toArray();
        Elements reals = Elements.of(type);
        for (int j = 0; j < order.length; j++) {
            reals.store(s + (long) j * reals.bytes(), Math.scalb(norms[order[j]], exponent));
        }
        if (vectors) {
            int rank = 0;
            while (rank < order.length && norms[order[rank]] > 0) {
                work.scale(order[rank], 1 / norms[order[rank]]);
                rank++;
            }
            int count = problem.vectors() == SvdProblem.Vectors.FULL ? work.length() : work.count();
            ColumnSet longSide = work.select(order).completed(rank, count);
            ColumnSet shortSide = rotations.select(order);
            store(wide ? shortSide : longSide, type, u, problem.ldu(), false);
            store(wide ? longSide : shortSide, type, vt, problem.ldvt(), true);
        }
        return 0;
    }

    /** Reads A, or its conjugate transpose, and returns the largest modulus of a part; NaN if one is not finite. */
    private static double load(SvdProblem problem, long a, boolean conjugateTranspose, ColumnSet target) {
        Elements parts = Elements.of(problem.type());
        boolean complex = problem.type().isComplex();
        double largest = 0;
        for (int j = 0; j < problem.n(); j++) {
            for (int i = 0; i < problem.m(); i++) {
                long at = a + (i + j * problem.lda()) * problem.type().bytes();
                double re = parts.load(at);
                double im = complex ? parts.load(at + parts.bytes()) : 0;
                if (!Double.isFinite(re) || !Double.isFinite(im)) {
                    return Double.NaN;
                }
                largest = Math.max(largest, Math.max(Math.abs(re), Math.abs(im)));
                if (conjugateTranspose) {
                    target.set(j, i, re, -im);
                } else {
                    target.set(i, j, re, im);
                }
            }
        }
        return largest;
    }

    /**
     * Rotates the columns of {@code work} until they are orthogonal, and those of {@code rotations}, if there are any,
     * along with them.
     *
     * @return whether that came to an end
     */
    private static boolean orthogonalise(ColumnSet work, ColumnSet rotations) {
        double tolerance = Math.sqrt(work.length()) * 0x1p-52;
        double[] squares = new double[work.count()];
        for (int sweep = 0; sweep < MAXIMAL_SWEEPS; sweep++) {
            // What rotations make of the squared norms is known, but errors would add up over many sweeps.
            Arrays.setAll(squares, work::squaredNorm);
            boolean rotated = false;
            for (int p = 0; p < work.count() - 1; p++) {
                for (int q = p + 1; q < work.count(); q++) {
                    rotated |= rotate(work, rotations, p, q, squares, tolerance);
                }
            }
            if (!rotated) {
                return true;
            }
        }
        return false;
    }

    private static boolean rotate(
            ColumnSet work, ColumnSet rotations, int p, int q, double[] squares, double tolerance) {
        double pp = squares[p];
        double qq = squares[q];
        if (pp < SMALLEST_SQUARE || qq < SMALLEST_SQUARE) {
            int vanished = pp < qq ? p : q;
            work.scale(vanished, 0);
            squares[vanished] = 0;
            return false;
        }
        double re = work.dotRe(p, q);
        double im = work.dotIm(p, q);
        double modulus = Math.hypot(re, im);
        if (modulus == 0 || modulus <= tolerance * Math.sqrt(pp) * Math.sqrt(qq)) {
            return false;
        }
        double zeta = (qq - pp) / (2 * modulus);
        double tangent = Math.copySign(1 / (Math.abs(zeta) + Math.hypot(1, zeta)), zeta);
        double cosine = 1 / Math.hypot(1, tangent);
        double sine = cosine * tangent;
        work.rotate(p, q, cosine, sine, re / modulus, -im / modulus);
        if (rotations.count() > 0) {
            rotations.rotate(p, q, cosine, sine, re / modulus, -im / modulus);
        }
        squares[p] = reduced(pp, tangent * modulus, work, p);
        squares[q] = reduced(qq, -tangent * modulus, work, q);
        return true;
    }

    /** The squared norm less what a rotation took from it, computed anew when little is left. */
    private static double reduced(double square, double loss, ColumnSet work, int column) {
        double rest = square - loss;
        return rest < 0.25 * square ? work.squaredNorm(column) : rest;
    }

    /** Writes columns, or their conjugate transpose, as a column-major matrix. */
    private static void store(ColumnSet columns, DType type, long address, long ld, boolean conjugateTranspose) {
        Elements parts = Elements.of(type);
        for (int j = 0; j < columns.count(); j++) {
            for (int i = 0; i < columns.length(); i++) {
                long at = address + (conjugateTranspose ? j + i * ld : i + j * ld) * type.bytes();
                parts.store(at, columns.re(i, j));
                if (type.isComplex()) {
                    double im = columns.im(i, j);
                    parts.store(at + parts.bytes(), conjugateTranspose ? -im : im);
                }
            }
        }
    }
}
