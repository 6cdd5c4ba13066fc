package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Shape;
import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.Factorisation;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Factorisations that may fail. Each matrix has a status on the device; the results carry it, and where the device has
 * finished when the submission is closed it is looked at then.
 */
abstract class CheckedMatrixOperation extends MatrixOperation {
    private @Nullable DenseTensor statuses;

    CheckedMatrixOperation(String operation, Factorisation factorisation, DenseTensor x, DType type) {
        super(operation, factorisation, x, type);
    }

    @Override
    final void allocate() {
        allocateResults();
        if (!isEmpty()) {
            statuses = newResult(DType.I32, Shape.of(matrices()));
        }
    }

    abstract void allocateResults();

    /** What a positive status says about a matrix. Must not hold on to the operation: the results keep it. */
    abstract IntFunction<String> explanation();

    /** Where the statuses are written. */
    final long statuses(Submission submission) {
        return allocated(statuses).writeAddress(submission);
    }

    @Override
    final void verify() {
        if (statuses == null) {
            return;
        }
        FactorisationStatus status = new FactorisationStatus(
                statuses, names(), explanation(), results().size());
        if (context().resources().capabilities().executesInline()) {
            status.require();
        } else {
            results().forEach(result -> result.dependOn(status));
        }
    }
}
