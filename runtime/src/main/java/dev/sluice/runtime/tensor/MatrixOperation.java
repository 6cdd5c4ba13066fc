package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.UnsupportedOperationByBackendException;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.IterationOrder;
import dev.sluice.runtime.plan.MapPlans;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.SegmentedPlan;
import dev.sluice.spi.SolverProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Factorisations of a batch of matrices. The library reads column-major storage and overwrites what it reads: it gets
 * copies, in a workspace that ends with the submission, and what it leaves there is collected in row-major results.
 */
abstract class MatrixOperation extends TensorOperation {
    private static final int STATUS_BYTES = 4;

    private final DType type;
    private final SolverProvider solver;
    private final long rows;
    private final long columns;
    private final Shape batch;
    private final MatrixNames names;
    private final List<DenseTensor> allocated = new ArrayList<>();

    /**
     * Describes an operation on the matrices in the last two axes.
     *
     * @param operation what is done, as in "the inversion", for errors
     * @param type the type in which it is done
     */
    MatrixOperation(String operation, Factorisation factorisation, DenseTensor x, DType type) {
        super(x.context());
        if (x.layout().rank() < 2) {
            throw new ShapeException(operation + " needs at least two axes; shape " + x.shape() + " has "
                    + x.layout().rank());
        }
        this.type = type;
        this.solver = x.context()
                .solver(factorisation, type)
                .orElseThrow(() -> new UnsupportedOperationByBackendException(
                        "the backend of " + x.device() + " does not offer " + operation + " of matrices of " + type));
        MatrixAxes axes = MatrixAxes.of(x.layout());
        this.rows = axes.rows();
        this.columns = axes.columns();
        this.batch = axes.batch().shape();
        this.names = new MatrixNames(operation, rows, columns, batch.elements());
    }

    /** Demands square matrices. */
    final void requireSquare(DenseTensor x) {
        if (rows != columns) {
            throw new ShapeException(names.operation() + " needs square matrices; those of shape " + x.shape() + " are "
                    + rows + "×" + columns);
        }
    }

    /** A copy, to be made, of the matrices in column-major order. */
    static StagedInput columnMajor(DenseTensor x, DType type) {
        return StagedInput.copyOf(x.viewAs(ViewLayouts.swapAxes(x.layout(), -2, -1)), type);
    }

    final DType type() {
        return type;
    }

    final SolverProvider solver() {
        return solver;
    }

    final long rows() {
        return rows;
    }

    final long columns() {
        return columns;
    }

    /** The lesser of rows and columns. */
    final long shorter() {
        return Math.min(rows, columns);
    }

    final Shape batch() {
        return batch;
    }

    /** The number of matrices. */
    final long matrices() {
        return batch.elements();
    }

    final MatrixNames names() {
        return names;
    }

    @Override
    final Lease lease() {
        return Lease.SOLVER;
    }

    /** Allocates a result with the axes of the batch before its own. */
    final DenseTensor newResult(DType resultType, long... extents) {
        return newResult(resultType, withBatch(batch, extents));
    }

    final DenseTensor newResult(DType resultType, Shape shape) {
        DenseTensor result = context().allocate(Layout.rowMajor(shape), ElementForm.of(resultType));
        allocated.add(result);
        return result;
    }

    static Shape withBatch(Shape batch, long... extents) {
        long[] all = Arrays.copyOf(batch.extents(), batch.rank() + extents.length);
        System.arraycopy(extents, 0, all, batch.rank(), extents.length);
        return Shape.of(all);
    }

    /** Whether there is nothing to factor. */
    boolean isEmpty() {
        return rows == 0 || columns == 0 || matrices() == 0;
    }

    @Override
    final void enqueue(Submission submission) {
        if (!isEmpty()) {
            factor(submission);
        }
    }

    /** Enqueues the work; there is some. */
    abstract void factor(Submission submission);

    /** Memory for the statuses of all matrices that nobody asks about. */
    final long ignoredStatuses(Submission submission) {
        return submission.workspace(matrices() * STATUS_BYTES);
    }

    /** The address of the status of one matrix. */
    static long status(long statuses, long matrix) {
        return statuses + matrix * STATUS_BYTES;
    }

    /** Memory for {@code count} elements of the operation's type. */
    final long elements(Submission submission, long count) {
        return submission.workspace(Math.multiplyExact(count, (long) type.bytes()));
    }

    /**
     * Fills a result of matrices from column-major ones of the same number.
     *
     * @param kernel of one input
     * @param parameters its parameters
     * @param shape the shape of the result, all axes of the batch as one
     * @param source the address of the first matrix
     * @param leading the distance between its columns
     * @param stride the distance between matrices
     */
    final void collect(
            Submission submission,
            MapKernel kernel,
            long[] parameters,
            DenseTensor result,
            Shape shape,
            long source,
            long leading,
            long stride) {
        fill(submission, kernel, parameters, result, Layout.of(shape, stride, 1, leading), source);
    }

    /** Fills a result from elements at an address in a layout of its shape, up to the number of axes of the batch. */
    final void fill(
            Submission submission,
            MapKernel kernel,
            long[] parameters,
            DenseTensor result,
            Layout stored,
            long source) {
        Shape shape = stored.shape();
        SegmentedPlan plan = MapPlans.of(IterationOrder.LOGICAL, shape, Layout.rowMajor(shape), stored);
        long[] addresses = {result.writeAddress(submission), source};
        context().kernelSet().map(kernel, plan, addresses, parameters, submission.stream());
    }

    @Override
    final void discard() {
        allocated.forEach(DenseTensor::close);
    }
}
