package dev.sluice.runtime.tensor;

import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.QrProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** QR factorisations with the thin Q. Orthogonal factors of any matrix exist, so there is no status to look at. */
final class QrOperation extends MatrixOperation {
    private final StagedInput matrices;
    private @Nullable DenseTensor basis;
    private @Nullable DenseTensor upper;

    QrOperation(DenseTensor x) {
        super("the QR factorisation", Factorisation.QR, x, x.dtype().floating());
        this.matrices = columnMajor(x, type());
    }

    @Override
    void allocate() {
        basis = newResult(type(), rows(), shorter());
        upper = newResult(type(), shorter(), columns());
    }

    @Override
    void factor(Submission submission) {
        long m = rows();
        long n = columns();
        long p = shorter();
        QrProblem problem = new QrProblem(type(), m, n, m, m);
        long a = matrices.stage(submission);
        long q = elements(submission, matrices() * m * p);
        long statuses = ignoredStatuses(submission);
        long handle = submission.handle();
        long scratch = submission.workspace(solver().qrWorkspaceBytes(handle, problem));
        long element = type().bytes();
        for (long matrix = 0; matrix < matrices(); matrix++) {
            solver().qr(
                            handle,
                            problem,
                            a + matrix * m * n * element,
                            q + matrix * m * p * element,
                            scratch,
                            status(statuses, matrix));
        }
        ElementForm form = ElementForm.of(type());
        collect(
                submission,
                context().mapKernels().convert(form, form).kernel(),
                ParameterWords.NONE,
                result(),
                Shape.of(matrices(), m, p),
                q,
                m,
                m * p);
        collect(
                submission,
                context().matrixKernels().upper(form),
                MatrixKernels.extents(p, n),
                allocated(upper),
                Shape.of(matrices(), p, n),
                a,
                m,
                m * n);
    }

    /** Q. */
    @Override
    DenseTensor result() {
        return allocated(basis);
    }

    /** Q and R. */
    @Override
    List<DenseTensor> results() {
        return List.of(result(), allocated(upper));
    }
}
