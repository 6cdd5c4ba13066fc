package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.FactorisationException;
import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.UnsupportedOperationByBackendException;
import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.SvdProblem.Vectors;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Singular value decompositions of a batch of matrices. The library reads column-major storage, in which our row-major
 * A is Aᵀ = (Vᴴ)ᵀ·diag(s)·Uᵀ. So its left vectors, read row-major, are Vᴴ, and its right ones U: nothing is transposed.
 * The matrices are copied, because the library overwrites them.
 */
final class SvdOperation extends TensorOperation {
    private static final int STATUS_BYTES = 4;

    private final SolverProvider solver;
    private final DType type;
    private final StagedInput matrices;
    private final long rows;
    private final long columns;
    private final Shape batch;
    private final boolean vectors;
    private @Nullable DenseTensor values;
    private @Nullable DenseTensor left;
    private @Nullable DenseTensor right;
    private @Nullable DenseTensor statuses;

    private SvdOperation(DenseTensor x, boolean vectors) {
        super(x.context());
        if (x.layout().rank() < 2) {
            throw new ShapeException("svd needs at least two axes; shape " + x.shape() + " has "
                    + x.layout().rank());
        }
        this.type = x.dtype().floating();
        this.solver = x.context()
                .solver(type)
                .orElseThrow(() -> new UnsupportedOperationByBackendException(
                        "the backend of " + x.device() + " offers no singular value decomposition of " + type));
        MatrixAxes axes = MatrixAxes.of(x.layout());
        this.rows = axes.rows();
        this.columns = axes.columns();
        this.batch = axes.batch().shape();
        this.matrices = StagedInput.copyOf(x, type);
        this.vectors = vectors;
    }

    static SvdOperation withVectors(DenseTensor x) {
        return new SvdOperation(x, true);
    }

    static SvdOperation valuesOnly(DenseTensor x) {
        return new SvdOperation(x, false);
    }

    @Override
    Lease lease() {
        return Lease.SOLVER;
    }

    @Override
    void allocate() {
        long count = Math.min(rows, columns);
        values = context().allocate(batched(count), ElementForm.of(type.realPart()));
        if (vectors) {
            left = context().allocate(batched(rows, count), ElementForm.of(type));
            right = context().allocate(batched(count, columns), ElementForm.of(type));
        }
        statuses = context().allocate(Layout.rowMajor(Shape.of(batch.elements())), ElementForm.I32);
    }

    private Layout batched(long... matrix) {
        long[] extents = Arrays.copyOf(batch.extents(), batch.rank() + matrix.length);
        System.arraycopy(matrix, 0, extents, batch.rank(), matrix.length);
        return Layout.rowMajor(Shape.of(extents));
    }

    @Override
    void enqueue(Submission submission) {
        long count = Math.min(rows, columns);
        if (isEmpty()) {
            return;
        }
        SvdProblem problem = new SvdProblem(
                type, vectors ? Vectors.THIN : Vectors.NONE, columns, rows, columns, columns, Math.max(1, count));
        long a = matrices.stage(submission);
        long s = result().writeAddress(submission);
        long u = vectors ? rightVectors().writeAddress(submission) : 0;
        long vt = vectors ? leftVectors().writeAddress(submission) : 0;
        long info = allocated(statuses).writeAddress(submission);
        long handle = submission.handle();
        long scratch = submission.workspace(solver.svdWorkspaceBytes(handle, problem));
        long element = type.bytes();
        long real = type.realPart().bytes();
        for (long matrix = 0; matrix < batch.elements(); matrix++) {
            solver.svd(
                    handle,
                    problem,
                    a + matrix * rows * columns * element,
                    s + matrix * count * real,
                    vectors ? u + matrix * count * columns * element : 0,
                    vectors ? vt + matrix * rows * count * element : 0,
                    scratch,
                    info + matrix * STATUS_BYTES);
        }
    }

    private boolean isEmpty() {
        return rows == 0 || columns == 0 || batch.elements() == 0;
    }

    @Override
    void verify() {
        try (DenseTensor finished = allocated(statuses)) {
            if (isEmpty()) {
                return;
            }
            int[] codes = new int[Math.toIntExact(batch.elements())];
            HostTransfer.download(finished, 0, MemorySegment.ofArray(codes));
            for (int matrix = 0; matrix < codes.length; matrix++) {
                if (codes[matrix] != 0) {
                    throw failure(matrix, codes[matrix]);
                }
            }
        }
    }

    private FactorisationException failure(int matrix, int code) {
        String which = named(matrix);
        return new FactorisationException(
                code > 0
                        ? "the singular value decomposition of " + which + " did not converge: " + code
                                + " superdiagonals are not zero"
                        : "the singular value decomposition of " + which
                                + " was refused by the library (argument " + -code
                                + "); look for NaN or infinite elements");
    }

    private String named(int matrix) {
        String shape = "a " + rows + "×" + columns + " matrix";
        return batch.elements() == 1
                ? shape
                : shape + " (number " + matrix + " of a batch of " + batch.elements() + ")";
    }

    @Override
    void discard() {
        for (@Nullable DenseTensor tensor : new @Nullable DenseTensor[] {values, left, right, statuses}) {
            if (tensor != null) {
                tensor.close();
            }
        }
    }

    /** The singular values. */
    @Override
    DenseTensor result() {
        return allocated(values);
    }

    @Override
    List<DenseTensor> results() {
        return vectors ? List.of(leftVectors(), result(), rightVectors()) : List.of(result());
    }

    DenseTensor leftVectors() {
        return allocated(left);
    }

    DenseTensor rightVectors() {
        return allocated(right);
    }
}
