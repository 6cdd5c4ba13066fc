package dev.sluice.runtime.tensor;

import dev.sluice.AsyncTensor;
import dev.sluice.ClosedException;
import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Layout;
import dev.sluice.Scalar;
import dev.sluice.Scope;
import dev.sluice.Shape;
import dev.sluice.Slice;
import dev.sluice.StorageView;
import dev.sluice.Tensor;
import dev.sluice.Triangle;
import dev.sluice.device.Device;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.runtime.device.DeviceBuffer;
import dev.sluice.runtime.device.Submission;
import dev.sluice.runtime.plan.PlanBounds;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A dense tensor: a layout placed in a buffer. An owner closes its buffer; a view borrows it and sees through the buffer
 * whether the owner is still open. That every element lies within the buffer is checked on creation, once, and holds
 * from then on because nothing here changes.
 */
final class DenseTensor implements Tensor, ScopeStack.Scoped {
    private final TensorContext context;
    private final DeviceBuffer buffer;
    private final long offset;
    private final Layout layout;
    private final ElementForm form;
    private final @Nullable DenseTensor viewed;

    /** Whether the layout is the row-major one of its shape, so that results may share the object. */
    private final boolean rowMajor;

    /** Whether the memory may not be written. */
    private final boolean readOnly;

    /**
     * What this value depends on besides memory, in an owner that is the result of a factorisation nobody has asked about
     * yet; null once it is known to have succeeded.
     */
    private volatile @Nullable FactorisationStatus status;

    private @Nullable Scope scope;
    private volatile boolean closed;

    private DenseTensor(
            TensorContext context,
            DeviceBuffer buffer,
            long offset,
            Layout layout,
            ElementForm form,
            @Nullable DenseTensor viewed,
            boolean rowMajor,
            boolean readOnly) {
        this.context = context;
        this.buffer = buffer;
        this.offset = offset;
        this.layout = layout;
        this.form = form;
        this.viewed = viewed;
        this.rowMajor = rowMajor;
        this.readOnly = readOnly;
    }

    /** A tensor that owns a buffer allocated for exactly its row-major layout. */
    static DenseTensor owning(TensorContext context, DeviceBuffer buffer, Layout rowMajor, ElementForm form) {
        return new DenseTensor(context, buffer, 0, rowMajor, form, null, true, false);
    }

    /** A tensor that owns a buffer in which its layout lies somewhere. */
    static DenseTensor adopting(
            TensorContext context,
            DeviceBuffer buffer,
            long offset,
            Layout layout,
            ElementForm form,
            boolean readOnly) {
        PlanBounds.check(layout, offset, buffer.bytes() / form.type().bytes());
        return new DenseTensor(context, buffer, offset, layout, form, null, false, readOnly);
    }

    private DenseTensor view(Layout viewLayout, long shift) {
        return view(viewLayout, shift, form);
    }

    /** A view of this tensor's elements under another layout and form of the same element size. */
    private DenseTensor view(Layout viewLayout, long shift, ElementForm viewForm) {
        checkOpen();
        PlanBounds.check(
                viewLayout, offset + shift, buffer.bytes() / form.type().bytes());
        return new DenseTensor(context, buffer, offset + shift, viewLayout, viewForm, owner(), false, readOnly);
    }

    private DenseTensor view(ViewLayouts.Placement placement) {
        return view(placement.layout(), placement.shift());
    }

    DenseTensor viewAs(Layout viewLayout) {
        return view(viewLayout, 0);
    }

    // --- what operations need

    TensorContext context() {
        return context;
    }

    DeviceBuffer buffer() {
        return buffer;
    }

    ElementForm form() {
        return form;
    }

    /** The tensor whose closing releases the storage. */
    DenseTensor owner() {
        return viewed == null ? this : viewed;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    /** Makes a tensor with this view's elements that owns the storage in place of the viewed tensor; see {@link Ownership}. */
    DenseTensor takeOwnership() {
        checkOpen();
        if (viewed == null) {
            return this;
        }
        boolean plain = layout.equals(Layout.rowMajor(layout.shape()));
        DenseTensor successor = new DenseTensor(context, buffer, offset, layout, form, null, plain, readOnly);
        successor.status = viewed.status;
        viewed.closed = true;
        viewed.scope = null;
        return context.scopes().add(successor);
    }

    long byteOffset() {
        return offset * form.type().bytes();
    }

    /** Opens a read access and gives the device address of the first element. */
    long readAddress(Submission submission) {
        return submission.read(buffer) + byteOffset();
    }

    /** Opens a write access and gives the device address of the first element. */
    long writeAddress(Submission submission) {
        return submission.write(buffer) + byteOffset();
    }

    /** The row-major layout of this shape, for a result. */
    Layout resultLayout() {
        return rowMajor ? layout : Layout.rowMajor(layout.shape());
    }

    /** Whether the stored elements are, in order, those that the tensor stands for. */
    boolean isPlainAndContiguous() {
        return layout.isContiguous() && !form.conjugated();
    }

    void checkOpen() {
        if (closed || buffer.isClosed()) {
            throw new ClosedException(
                    closed || viewed == null
                            ? "the tensor " + describe() + " was closed"
                            : "the tensor that " + describe() + " is a view of was closed");
        }
    }

    String describe() {
        return form.type() + layout.shape().toString() + " on " + device();
    }

    // --- Tensor

    @Override
    public DType dtype() {
        return form.type();
    }

    @Override
    public Shape shape() {
        return layout.shape();
    }

    @Override
    public Layout layout() {
        return layout;
    }

    @Override
    public Device device() {
        return context.device();
    }

    @Override
    public StorageView storage() {
        return new StorageView(buffer, offset);
    }

    /** Makes this owner depend on a factorisation whose status is not known yet. */
    void dependOn(FactorisationStatus pending) {
        status = pending;
    }

    /**
     * This tensor as an operand: open, and the result of an operation that succeeded. Waits where that is not known yet.
     */
    DenseTensor open() {
        checkOpen();
        DenseTensor owner = owner();
        FactorisationStatus pending = owner.status;
        if (pending != null) {
            pending.require();
            owner.status = null;
        }
        return this;
    }

    private DenseTensor with(Tensor other) {
        return context.operand(other);
    }

    @Override
    public Tensor copy() {
        return cast(form.type());
    }

    @Override
    public Tensor to(Device device) {
        return DeviceCopies.to(open(), context.sibling(device));
    }

    @Override
    public Tensor apply(UnaryOperator operator) {
        return context.run(ElementwiseOperations.unary(operator, open()));
    }

    @Override
    public Tensor apply(BinaryOperator operator, Tensor right) {
        return context.run(ElementwiseOperations.binary(operator, open(), with(right)));
    }

    @Override
    public Tensor apply(BinaryOperator operator, Scalar right) {
        return context.run(ElementwiseOperations.scalarRight(operator, open(), right));
    }

    @Override
    public Tensor applyReversed(BinaryOperator operator, Scalar left) {
        return context.run(ElementwiseOperations.scalarLeft(operator, left, open()));
    }

    @Override
    public Tensor cast(DType type) {
        return context.run(ElementwiseOperations.convert(open(), type));
    }

    @Override
    public Tensor select(Tensor whenTrue, Tensor whenFalse) {
        return context.run(ElementwiseOperations.select(open(), with(whenTrue), with(whenFalse)));
    }

    @Override
    public Tensor assign(Tensor source) {
        context.execute(ElementwiseOperations.assign(open(), with(source)));
        return this;
    }

    @Override
    public Tensor fill(Scalar value) {
        context.execute(ElementwiseOperations.fill(open(), value));
        return this;
    }

    @Override
    public Tensor axpy(Scalar alpha, Tensor source) {
        context.execute(ElementwiseOperations.axpy(open(), alpha, with(source)));
        return this;
    }

    @Override
    public Tensor scale(Scalar factor) {
        context.execute(ElementwiseOperations.scale(open(), factor));
        return this;
    }

    @Override
    public Tensor reduce(Reduction reduction, boolean keepAxes, int... axes) {
        return context.run(ReductionOperations.reduce(open(), reduction, keepAxes, axes));
    }

    @Override
    public Tensor argmin(int axis, boolean keepAxis) {
        return context.run(ReductionOperations.argmin(open(), keepAxis, axis));
    }

    @Override
    public Tensor argmax(int axis, boolean keepAxis) {
        return context.run(ReductionOperations.argmax(open(), keepAxis, axis));
    }

    @Override
    public Tensor argmin() {
        return context.run(ReductionOperations.argmin(open(), false));
    }

    @Override
    public Tensor argmax() {
        return context.run(ReductionOperations.argmax(open(), false));
    }

    @Override
    public Tensor matmul(Tensor right) {
        return context.run(MatrixProducts.matmul(open(), with(right)));
    }

    @Override
    public Tensor dot(Tensor right) {
        return context.run(MatrixProducts.dot(open(), with(right)));
    }

    @Override
    public Svd<Tensor> svd() {
        return Factorisations.svd(open());
    }

    @Override
    public Tensor singularValues() {
        return context.run(SvdOperation.valuesOnly(open()));
    }

    @Override
    public Qr<Tensor> qr() {
        return Factorisations.qr(open());
    }

    @Override
    public Lq<Tensor> lq() {
        return Factorisations.lq(open());
    }

    @Override
    public Eigh<Tensor> eigh() {
        return Factorisations.eigh(open());
    }

    @Override
    public Tensor eighValues() {
        return context.run(EighOperation.valuesOnly(open()));
    }

    @Override
    public Tensor cholesky() {
        return context.run(new CholeskyOperation(open()));
    }

    @Override
    public Lu<Tensor> lu() {
        return Factorisations.lu(open());
    }

    @Override
    public Tensor solve(Tensor right) {
        return context.run(new SolveOperation(open(), with(right)));
    }

    @Override
    public Tensor triangularSolve(Triangle triangle, Diagonal diagonal, Tensor right) {
        return context.run(new TriangularSolveOperation(open(), triangle, diagonal, with(right)));
    }

    @Override
    public Tensor inv() {
        return context.run(new InverseOperation(open()));
    }

    @Override
    public Tensor det() {
        return context.run(DeterminantOperation.of(open()));
    }

    // --- views

    @Override
    public Tensor slice(Slice... slices) {
        return view(ViewLayouts.slice(layout, slices));
    }

    @Override
    public Tensor permute(int... axes) {
        return viewAs(ViewLayouts.permute(layout, axes));
    }

    @Override
    public Tensor transpose() {
        return viewAs(ViewLayouts.transpose(layout));
    }

    @Override
    public Tensor swapAxes(int first, int second) {
        return viewAs(ViewLayouts.swapAxes(layout, first, second));
    }

    @Override
    public Tensor reshape(long... extents) {
        return viewAs(ViewLayouts.reshape(layout, extents));
    }

    @Override
    public Tensor broadcastTo(Shape shape) {
        return viewAs(ViewLayouts.broadcastTo(layout, shape));
    }

    @Override
    public Tensor squeeze(int... axes) {
        return viewAs(ViewLayouts.squeeze(layout, axes));
    }

    @Override
    public Tensor unsqueeze(int axis) {
        return viewAs(ViewLayouts.unsqueeze(layout, axis));
    }

    @Override
    public Tensor diagonal(int diagonal, int firstAxis, int secondAxis) {
        return view(ViewLayouts.diagonal(layout, diagonal, firstAxis, secondAxis));
    }

    @Override
    public Tensor conj() {
        return form.type().isComplex() ? conjugateView() : open();
    }

    DenseTensor conjugateView() {
        return view(layout, 0, form.conjugate());
    }

    // --- reading and writing on the host

    @Override
    public double item() {
        return HostAccess.item(open());
    }

    @Override
    public double get(long... indices) {
        return HostAccess.real(open(), indices);
    }

    @Override
    public long getLong(long... indices) {
        return HostAccess.integer(open(), indices);
    }

    @Override
    public Complex getComplex(long... indices) {
        return HostAccess.complex(open(), indices);
    }

    @Override
    public void set(Scalar value, long... indices) {
        context.execute(ElementwiseOperations.fill(element(indices), value));
    }

    /** The one-element view at the given indices. */
    DenseTensor element(long... indices) {
        return view(Layout.rowMajor(Shape.scalar()), ViewLayouts.elementShift(layout, indices));
    }

    @Override
    public double[] toDoubleArray() {
        return HostArrays.doubles(open());
    }

    @Override
    public float[] toFloatArray() {
        return HostArrays.floats(open());
    }

    @Override
    public long[] toLongArray() {
        return HostArrays.longs(open());
    }

    @Override
    public boolean[] toBooleanArray() {
        return HostArrays.booleans(open());
    }

    @Override
    public MemorySegment segment() {
        return HostAccess.segment(open());
    }

    @Override
    public AsyncTensor async() {
        checkOpen();
        if (viewed != null) {
            // A view has nothing to hand over; its elements have.
            AsyncTensor copied = ElementwiseOperations.detachedCopy(this).async();
            close();
            return copied;
        }
        DenseTensor moved = new DenseTensor(context, buffer, offset, layout, form, null, rowMajor, readOnly);
        moved.status = status;
        closed = true;
        return AsyncDenseTensor.owning(moved, context.scheduler(), context.scopes());
    }

    boolean isOwner() {
        return viewed == null;
    }

    // --- lifetime

    @Override
    public @Nullable Scope scope() {
        return scope;
    }

    @Override
    public void scope(@Nullable Scope newScope) {
        scope = newScope;
    }

    @Override
    public boolean isReleased() {
        return closed;
    }

    @Override
    public void close() {
        // A handle that gave its storage away is closed already, and the storage is not its own any more.
        if (!closed) {
            closed = true;
            if (viewed == null) {
                FactorisationStatus pending = status;
                if (pending != null) {
                    pending.release();
                }
                buffer.close();
            }
        }
    }

    @Override
    public String toString() {
        return TensorPreview.of(this);
    }
}
