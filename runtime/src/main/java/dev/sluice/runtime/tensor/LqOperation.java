package dev.sluice.runtime.tensor;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.QrProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * LQ factorisations as QR factorisations of the adjoint: from Aᴴ = Q·R follows A = Rᴴ·Qᴴ. The conjugate of our row-major
 * A is Aᴴ read column-major, and the same holds for the factors, so nothing is transposed.
 */
final class LqOperation extends MatrixOperation {
    private final StagedInput adjoints;
    private @Nullable DenseTensor lower;
    private @Nullable DenseTensor basis;

    LqOperation(DenseTensor x) {
        super("the LQ factorisation", Factorisation.QR, x, x.dtype().floating());
        this.adjoints = StagedInput.copyOf(x.dtype().isComplex() ? x.conjugateView() : x, type());
    }

    @Override
    void allocate() {
        lower = newResult(type(), rows(), shorter());
        basis = newResult(type(), shorter(), columns());
    }

    @Override
    void factor(Submission submission) {
        long m = rows();
        long n = columns();
        long p = shorter();
        QrProblem problem = new QrProblem(type(), n, m, n, n);
        long a = adjoints.stage(submission);
        long q = elements(submission, matrices() * n * p);
        long statuses = ignoredStatuses(submission);
        long handle = submission.handle();
        long scratch = submission.workspace(solver().qrWorkspaceBytes(handle, problem));
        long element = type().bytes();
        for (long matrix = 0; matrix < matrices(); matrix++) {
            solver().qr(
                            handle,
                            problem,
                            a + matrix * m * n * element,
                            q + matrix * n * p * element,
                            scratch,
                            status(statuses, matrix));
        }
        ElementForm conjugated = ElementForm.of(type()).conjugate();
        MapKernel conjugate = context()
                .mapKernels()
                .convert(conjugated, ElementForm.of(type()))
                .kernel();
        context()
                .kernelSet()
                .map(
                        conjugate,
                        MapPlans.contiguous(matrices() * n * p, 2),
                        new long[] {allocated(basis).writeAddress(submission), q},
                        ParameterWords.NONE,
                        submission.stream());
        fill(
                submission,
                context().matrixKernels().lower(conjugated),
                MatrixKernels.extents(m, p),
                result(),
                Layout.of(Shape.of(matrices(), m, p), m * n, n, 1),
                a);
    }

    /** L. */
    @Override
    DenseTensor result() {
        return allocated(lower);
    }

    /** L and Q. */
    @Override
    List<DenseTensor> results() {
        return List.of(result(), allocated(basis));
    }
}
