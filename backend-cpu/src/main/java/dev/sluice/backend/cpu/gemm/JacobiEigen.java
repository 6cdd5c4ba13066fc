package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.EighProblem.Vectors;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Eigenvalues of Hermitian matrices on the JVM, by two-sided Jacobi rotations in 64 bits for every type: each makes one
 * element beside the diagonal zero, until all are negligible. See G. H. Golub and C. F. Van Loan, Matrix Computations,
 * section 8.5. Simple and accurate, but many times slower than LAPACK. Stateless.
 */
public final class JacobiEigen {
    private static final int MAXIMAL_SWEEPS = 60;

    /** In units of the Frobenius norm. Convergence is quadratic, so the last sweep leaves far less. */
    private static final double NEGLIGIBLE = 0x1p-54;

    private static final int DID_NOT_CONVERGE = 1;

    private JacobiEigen() {}

    /**
     * Decomposes as {@link EighProblem} says, on addresses of host memory. All elements are finite.
     *
     * @return 0, or a positive number when the rotations do not converge
     */
    public static int decompose(EighProblem problem, long a, long w) {
        DType type = problem.type();
        int n = Math.toIntExact(problem.n());
        ColumnSet matrix = ColumnSet.load(type, a, n, n, problem.lda());
        int exponent = makeHermitian(matrix);
        ColumnSet vectors = ColumnSet.identity(n, problem.vectors() == Vectors.ALL ? n : 0, type.isComplex());
        if (!diagonalise(matrix, vectors)) {
            return DID_NOT_CONVERGE;
        }
        int[] order = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> matrix.re(j, j)))
                .mapToInt(Integer::intValue)
                .toArray();
        Elements reals = Elements.of(type);
        for (int j = 0; j < n; j++) {
            reals.store(w + (long) j * reals.bytes(), Math.scalb(matrix.re(order[j], order[j]), exponent));
        }
        if (problem.vectors() == Vectors.ALL) {
            vectors.select(order).store(type, a, problem.lda());
        }
        return 0;
    }

    /**
     * Makes the upper triangle the conjugate of the lower one, and scales by a power of two, so that squares neither
     * overflow nor vanish.
     *
     * @return the exponent of the power that was divided by
     */
    private static int makeHermitian(ColumnSet matrix) {
        double largest = 0;
        for (int j = 0; j < matrix.count(); j++) {
            matrix.set(j, j, matrix.re(j, j), 0);
            for (int i = j; i < matrix.length(); i++) {
                matrix.set(j, i, matrix.re(i, j), -matrix.im(i, j));
                matrix.set(i, j, matrix.re(i, j), matrix.im(i, j));
                largest = Math.max(largest, Math.max(Math.abs(matrix.re(i, j)), Math.abs(matrix.im(i, j))));
            }
        }
        int exponent = largest == 0 ? 0 : Math.max(-1000, Math.min(1000, Math.getExponent(largest)));
        for (int j = 0; j < matrix.count(); j++) {
            matrix.scale(j, Math.scalb(1.0, -exponent));
        }
        return exponent;
    }

    private static boolean diagonalise(ColumnSet matrix, ColumnSet vectors) {
        double square = 0;
        for (int j = 0; j < matrix.count(); j++) {
            square += matrix.squaredNorm(j);
        }
        double negligible = NEGLIGIBLE * Math.sqrt(square);
        for (int sweep = 0; sweep < MAXIMAL_SWEEPS; sweep++) {
            boolean rotated = false;
            for (int p = 0; p < matrix.count() - 1; p++) {
                for (int q = p + 1; q < matrix.count(); q++) {
                    rotated |= annihilate(matrix, vectors, p, q, negligible);
                }
            }
            if (!rotated) {
                return true;
            }
        }
        return false;
    }

    private static boolean annihilate(ColumnSet matrix, ColumnSet vectors, int p, int q, double negligible) {
        double re = matrix.re(p, q);
        double im = matrix.im(p, q);
        double modulus = Math.hypot(re, im);
        if (modulus <= negligible) {
            return false;
        }
        double zeta = (matrix.re(q, q) - matrix.re(p, p)) / (2 * modulus);
        double tangent = Math.copySign(1 / (Math.abs(zeta) + Math.hypot(1, zeta)), zeta);
        double cosine = 1 / Math.hypot(1, tangent);
        double sine = cosine * tangent;
        double pp = matrix.re(p, p) - tangent * modulus;
        double qq = matrix.re(q, q) + tangent * modulus;
        matrix.rotate(p, q, cosine, sine, re / modulus, -im / modulus);
        if (vectors.count() > 0) {
            vectors.rotate(p, q, cosine, sine, re / modulus, -im / modulus);
        }
        // The rows are the conjugates of the columns, but for the block where both meet.
        for (int k = 0; k < matrix.count(); k++) {
            matrix.set(p, k, matrix.re(k, p), -matrix.im(k, p));
            matrix.set(q, k, matrix.re(k, q), -matrix.im(k, q));
        }
        matrix.set(p, p, pp, 0);
        matrix.set(q, q, qq, 0);
        matrix.set(p, q, 0, 0);
        matrix.set(q, p, 0, 0);
        return true;
    }
}
