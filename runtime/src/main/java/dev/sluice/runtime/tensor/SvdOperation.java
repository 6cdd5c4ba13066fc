package dev.sluice.runtime.tensor;

import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Singular value decompositions. Read column-major, our row-major A is Aᵀ = (Vᴴ)ᵀ·diag(s)·Uᵀ. So its left vectors, read
 * row-major, are Vᴴ, and its right ones U: nothing is transposed.
 */
final class SvdOperation extends CheckedMatrixOperation {
    private final StagedInput matrices;
    private final boolean vectors;
    private @Nullable DenseTensor values;
    private @Nullable DenseTensor left;
    private @Nullable DenseTensor right;

    private SvdOperation(DenseTensor x, boolean vectors) {
        super(
                "the singular value decomposition",
                Factorisation.SVD,
                x,
                x.dtype().floating());
        this.matrices = StagedInput.copyOf(x, type());
        this.vectors = vectors;
    }

    static SvdOperation withVectors(DenseTensor x) {
        return new SvdOperation(x, true);
    }

    static SvdOperation valuesOnly(DenseTensor x) {
        return new SvdOperation(x, false);
    }

    @Override
    void allocateResults() {
        values = newResult(type().realPart(), shorter());
        if (vectors) {
            left = newResult(type(), rows(), shorter());
            right = newResult(type(), shorter(), columns());
        }
    }

    @Override
    void factor(Submission submission) {
        long m = columns();
        long n = rows();
        long p = shorter();
        SvdProblem problem = new SvdProblem(type(), vectors ? Vectors.THIN : Vectors.NONE, m, n, m, m, p);
        long a = matrices.stage(submission);
        long s = result().writeAddress(submission);
        long u = vectors ? allocated(right).writeAddress(submission) : 0;
        long vt = vectors ? allocated(left).writeAddress(submission) : 0;
        long statuses = statuses(submission);
        long handle = submission.handle();
        long scratch = submission.workspace(solver().svdWorkspaceBytes(handle, problem));
        long element = type().bytes();
        for (long matrix = 0; matrix < matrices(); matrix++) {
            solver().svd(
                            handle,
                            problem,
                            a + matrix * m * n * element,
                            s + matrix * p * type().realPart().bytes(),
                            vectors ? u + matrix * m * p * element : 0,
                            vectors ? vt + matrix * n * p * element : 0,
                            scratch,
                            status(statuses, matrix));
        }
    }

    @Override
    IntFunction<String> explanation() {
        return code -> "did not converge: " + code + " superdiagonals are not zero; look for NaN or infinite elements";
    }

    /** The singular values. */
    @Override
    DenseTensor result() {
        return allocated(values);
    }

    /** U, s and Vᴴ. */
    @Override
    List<DenseTensor> results() {
        return vectors ? List.of(allocated(left), result(), allocated(right)) : List.of(result());
    }
}
