package dev.sluice.runtime.tensor;

import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.EighProblem.Vectors;
import dev.sluice.spi.Factorisation;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Eigenvalues and eigenvectors of Hermitian matrices, of which the lower triangle is read. */
final class EighOperation extends CheckedMatrixOperation {
    private final StagedInput matrices;
    private final boolean withVectors;
    private @Nullable DenseTensor values;
    private @Nullable DenseTensor vectors;

    private EighOperation(DenseTensor x, boolean withVectors) {
        super("the eigendecomposition", Factorisation.EIGH, x, x.dtype().floating());
        requireSquare(x);
        this.matrices = columnMajor(x, type());
        this.withVectors = withVectors;
    }

    static EighOperation withVectors(DenseTensor x) {
        return new EighOperation(x, true);
    }

    static EighOperation valuesOnly(DenseTensor x) {
        return new EighOperation(x, false);
    }

    @Override
    void allocateResults() {
        values = newResult(type().realPart(), rows());
        if (withVectors) {
            vectors = newResult(type(), rows(), rows());
        }
    }

    @Override
    void factor(Submission submission) {
        long n = rows();
        EighProblem problem = new EighProblem(type(), withVectors ? Vectors.ALL : Vectors.NONE, n, n);
        long a = matrices.stage(submission);
        long w = result().writeAddress(submission);
        long statuses = statuses(submission);
        long handle = submission.handle();
        long scratch = submission.workspace(solver().eighWorkspaceBytes(handle, problem));
        for (long matrix = 0; matrix < matrices(); matrix++) {
            solver().eigh(
                            handle,
                            problem,
                            a + matrix * n * n * type().bytes(),
                            w + matrix * n * type().realPart().bytes(),
                            scratch,
                            status(statuses, matrix));
        }
        if (withVectors) {
            ElementForm form = ElementForm.of(type());
            collect(
                    submission,
                    context().mapKernels().convert(form, form).kernel(),
                    ParameterWords.NONE,
                    allocated(vectors),
                    Shape.of(matrices(), n, n),
                    a,
                    n,
                    n * n);
        }
    }

    @Override
    IntFunction<String> explanation() {
        return code -> "did not converge (status " + code + "); look for NaN or infinite elements";
    }

    /** The eigenvalues. */
    @Override
    DenseTensor result() {
        return allocated(values);
    }

    /** The eigenvalues, and the vectors if they are asked for. */
    @Override
    List<DenseTensor> results() {
        return withVectors ? List.of(result(), allocated(vectors)) : List.of(result());
    }
}
