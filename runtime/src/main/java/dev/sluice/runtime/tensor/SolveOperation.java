package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.Factorisation;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Solutions of systems of linear equations by LU factors. Each matrix is factored once, also where it is broadcast over
 * right-hand sides.
 */
final class SolveOperation extends CheckedMatrixOperation {
    private final StagedInput matrices;
    private final StagedInput right;
    private final BroadcastBatch systems;
    private final long sides;
    private final Shape shape;
    private @Nullable DenseTensor solution;

    SolveOperation(DenseTensor a, DenseTensor b) {
        super(
                "the solution of a system",
                Factorisation.LU,
                a,
                DType.promote(a.dtype(), b.dtype()).floating());
        requireSquare(a);
        RightSides given = RightSides.of("solve", a, b);
        this.systems = BroadcastBatch.of(batch(), given.batch());
        this.sides = given.columns();
        this.shape = given.result(systems.shape());
        this.matrices = columnMajor(a, type());
        Layout turned = ViewLayouts.swapAxes(given.view().layout(), -2, -1);
        Shape all = withBatch(systems.shape(), sides, rows());
        this.right = StagedInput.copyOf(given.view().viewAs(ViewLayouts.broadcastTo(turned, all)), type());
    }

    @Override
    boolean isEmpty() {
        return super.isEmpty() || sides == 0 || systems.count() == 0;
    }

    @Override
    void allocateResults() {
        solution = newResult(type(), shape);
    }

    @Override
    void factor(Submission submission) {
        long n = rows();
        LuFactors factors = LuFactors.enqueue(this, submission, matrices.stage(submission), statuses(submission));
        long x = right.stage(submission);
        long ignored = submission.workspace(Integer.BYTES);
        for (int system = 0; system < systems.count(); system++) {
            long b = x + system * n * sides * type().bytes();
            factors.solve(submission, systems.left(system), b, sides, ignored);
        }
        ElementForm form = ElementForm.of(type());
        collect(
                submission,
                context().mapKernels().convert(form, form).kernel(),
                ParameterWords.NONE,
                result(),
                Shape.of(systems.count(), n, sides),
                x,
                n,
                n * sides);
    }

    @Override
    IntFunction<String> explanation() {
        return singular();
    }

    /** What a zero pivot says. */
    static IntFunction<String> singular() {
        return code -> "failed: it is singular, pivot " + code + " is zero";
    }

    @Override
    DenseTensor result() {
        return allocated(solution);
    }
}
