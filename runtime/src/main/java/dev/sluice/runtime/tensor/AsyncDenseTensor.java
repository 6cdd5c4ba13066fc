package dev.sluice.runtime.tensor;

import dev.sluice.AsyncTensor;
import dev.sluice.ContractViolationException;
import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Scalar;
import dev.sluice.Scope;
import dev.sluice.Shape;
import dev.sluice.Slice;
import dev.sluice.Tensor;
import dev.sluice.Triangle;
import dev.sluice.async.ReadBuffer;
import dev.sluice.async.Scheduler;
import dev.sluice.async.WriteBuffer;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.UnaryOperator;
import dev.sluice.runtime.async.AsyncCell;
import dev.sluice.runtime.task.TaskScheduler;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cell that holds a tensor, seen through a view. A view shares the cell, so its accesses take their places in the order
 * of the tensor it views; it is evaluated when the value is there. Every operation goes through {@link #submit}.
 */
final class AsyncDenseTensor implements AsyncTensor, ScopeStack.Scoped {
    private final TaskScheduler scheduler;
    private final ScopeStack scopes;
    private final AsyncCell<Tensor> cell;

    /** Null for the whole value. */
    private final @Nullable Function<Tensor, Tensor> view;

    private @Nullable Scope scope;
    private volatile boolean closed;

    private AsyncDenseTensor(
            TaskScheduler scheduler,
            ScopeStack scopes,
            AsyncCell<Tensor> cell,
            @Nullable Function<Tensor, Tensor> view) {
        this.scheduler = scheduler;
        this.scopes = scopes;
        this.cell = cell;
        this.view = view;
    }

    /** An asynchronous tensor that owns a value. */
    static AsyncDenseTensor owning(DenseTensor value, TaskScheduler scheduler, ScopeStack scopes) {
        AsyncCell<Tensor> cell = AsyncCell.of(value, scheduler, TensorLifecycle.INSTANCE);
        return scopes.add(new AsyncDenseTensor(scheduler, scopes, cell, null));
    }

    AsyncCell<Tensor> cell() {
        return cell;
    }

    /** What this handle sees of the value of its cell. */
    DenseTensor viewOf(Tensor value) {
        return (DenseTensor) (view == null ? value : view.apply(value));
    }

    // --- submission

    private AsyncDenseTensor result() {
        AsyncCell<Tensor> fresh = AsyncCell.empty(scheduler, TensorLifecycle.INSTANCE);
        return new AsyncDenseTensor(scheduler, scopes, fresh, null);
    }

    /** Submits an operation that makes one new tensor. */
    private AsyncTensor submit(TensorTask.Description description, AsyncTensor... others) {
        AsyncDenseTensor result = result();
        scheduler.schedule(new TensorTask(description, operands(others), List.of(result.cell), false));
        return scopes.add(result);
    }

    /** Submits an operation on this tensor that makes several new ones. */
    private List<AsyncDenseTensor> submitSeveral(int count, TensorTask.Description description) {
        List<AsyncDenseTensor> results =
                Stream.generate(this::result).limit(count).toList();
        List<AsyncCell<Tensor>> cells =
                results.stream().map(AsyncDenseTensor::cell).toList();
        scheduler.schedule(new TensorTask(description, List.of(this), cells, false));
        results.forEach(scopes::add);
        return results;
    }

    /** Submits an operation that changes this tensor in place. */
    private AsyncTensor submitInPlace(TensorTask.Description description, AsyncTensor... others) {
        scheduler.schedule(new TensorTask(description, operands(others), List.of(cell), true));
        return this;
    }

    private List<AsyncDenseTensor> operands(AsyncTensor... others) {
        return switch (others.length) {
            case 0 -> List.of(this);
            case 1 -> List.of(this, own(others[0]));
            default -> List.of(this, own(others[0]), own(others[1]));
        };
    }

    private AsyncDenseTensor own(AsyncTensor other) {
        if (other instanceof AsyncDenseTensor dense && dense.scheduler == scheduler) {
            return dense;
        }
        throw new ContractViolationException("the operands belong to different runtimes");
    }

    /** Submits a function of several tensors, made of blocking operations, as one task. */
    AsyncTensor compose(Function<List<Tensor>, Tensor> function, AsyncTensor... operands) {
        List<AsyncDenseTensor> inputs = Arrays.stream(operands).map(this::own).toList();
        AsyncDenseTensor result = result();
        scheduler.schedule(new CompositeTask(function, inputs, result.cell));
        return scopes.add(result);
    }

    private AsyncTensor view(Function<Tensor, Tensor> next) {
        return new AsyncDenseTensor(scheduler, scopes, cell, view == null ? next : view.andThen(next));
    }

    // --- elementwise

    @Override
    public AsyncTensor apply(UnaryOperator operator) {
        return submit(x -> ElementwiseOperations.unary(operator, x[0]));
    }

    @Override
    public AsyncTensor apply(BinaryOperator operator, AsyncTensor right) {
        return submit(x -> ElementwiseOperations.binary(operator, x[0], x[1]), right);
    }

    @Override
    public AsyncTensor apply(BinaryOperator operator, Scalar right) {
        return submit(x -> ElementwiseOperations.scalarRight(operator, x[0], right));
    }

    @Override
    public AsyncTensor applyReversed(BinaryOperator operator, Scalar left) {
        return submit(x -> ElementwiseOperations.scalarLeft(operator, left, x[0]));
    }

    @Override
    public AsyncTensor cast(DType type) {
        return submit(x -> ElementwiseOperations.convert(x[0], type));
    }

    @Override
    public AsyncTensor select(AsyncTensor whenTrue, AsyncTensor whenFalse) {
        return submit(x -> ElementwiseOperations.select(x[0], x[1], x[2]), whenTrue, whenFalse);
    }

    @Override
    public AsyncTensor copy() {
        return submit(x -> ElementwiseOperations.convert(x[0], x[0].dtype()));
    }

    @Override
    public AsyncTensor assign(AsyncTensor source) {
        return submitInPlace(x -> ElementwiseOperations.assign(x[0], x[1]), source);
    }

    @Override
    public AsyncTensor axpy(Scalar alpha, AsyncTensor source) {
        return submitInPlace(x -> ElementwiseOperations.axpy(x[0], alpha, x[1]), source);
    }

    @Override
    public AsyncTensor scale(Scalar factor) {
        return submitInPlace(x -> ElementwiseOperations.scale(x[0], factor));
    }

    // --- reductions and products

    @Override
    public AsyncTensor reduce(Reduction reduction, boolean keepAxes, int... axes) {
        int[] reduced = axes.clone();
        return submit(x -> ReductionOperations.reduce(x[0], reduction, keepAxes, reduced));
    }

    @Override
    public AsyncTensor argmin(int axis, boolean keepAxis) {
        return submit(x -> ReductionOperations.argmin(x[0], keepAxis, axis));
    }

    @Override
    public AsyncTensor argmax(int axis, boolean keepAxis) {
        return submit(x -> ReductionOperations.argmax(x[0], keepAxis, axis));
    }

    @Override
    public AsyncTensor argmin() {
        return submit(x -> ReductionOperations.argmin(x[0], false));
    }

    @Override
    public AsyncTensor argmax() {
        return submit(x -> ReductionOperations.argmax(x[0], false));
    }

    @Override
    public AsyncTensor matmul(AsyncTensor right) {
        return submit(x -> MatrixProducts.matmul(x[0], x[1]), right);
    }

    @Override
    public AsyncTensor dot(AsyncTensor right) {
        return submit(x -> MatrixProducts.dot(x[0], x[1]), right);
    }

    @Override
    public Svd<AsyncTensor> svd() {
        List<AsyncDenseTensor> results = submitSeveral(3, x -> SvdOperation.withVectors(x[0]));
        return new Svd<>(results.get(0), results.get(1), results.get(2));
    }

    @Override
    public AsyncTensor singularValues() {
        return submit(x -> SvdOperation.valuesOnly(x[0]));
    }

    @Override
    public Qr<AsyncTensor> qr() {
        List<AsyncDenseTensor> results = submitSeveral(2, x -> new QrOperation(x[0]));
        return new Qr<>(results.get(0), results.get(1));
    }

    @Override
    public Lq<AsyncTensor> lq() {
        List<AsyncDenseTensor> results = submitSeveral(2, x -> new LqOperation(x[0]));
        return new Lq<>(results.get(0), results.get(1));
    }

    @Override
    public Eigh<AsyncTensor> eigh() {
        List<AsyncDenseTensor> results = submitSeveral(2, x -> EighOperation.withVectors(x[0]));
        return new Eigh<>(results.get(0), results.get(1));
    }

    @Override
    public AsyncTensor eighValues() {
        return submit(x -> EighOperation.valuesOnly(x[0]));
    }

    @Override
    public AsyncTensor cholesky() {
        return submit(x -> new CholeskyOperation(x[0]));
    }

    @Override
    public Lu<AsyncTensor> lu() {
        List<AsyncDenseTensor> results = submitSeveral(2, x -> new LuOperation(x[0]));
        return new Lu<>(results.get(0), results.get(1));
    }

    @Override
    public AsyncTensor solve(AsyncTensor right) {
        return submit(x -> new SolveOperation(x[0], x[1]), right);
    }

    @Override
    public AsyncTensor triangularSolve(Triangle triangle, Diagonal diagonal, AsyncTensor right) {
        return submit(x -> new TriangularSolveOperation(x[0], triangle, diagonal, x[1]), right);
    }

    @Override
    public AsyncTensor inv() {
        return submit(x -> new InverseOperation(x[0]));
    }

    @Override
    public AsyncTensor det() {
        return submit(x -> DeterminantOperation.of(x[0]));
    }

    // --- views

    @Override
    public AsyncTensor slice(Slice... slices) {
        Slice[] taken = slices.clone();
        return view(x -> x.slice(taken));
    }

    @Override
    public AsyncTensor permute(int... axes) {
        int[] order = axes.clone();
        return view(x -> x.permute(order));
    }

    @Override
    public AsyncTensor transpose() {
        return view(Tensor::transpose);
    }

    @Override
    public AsyncTensor swapAxes(int first, int second) {
        return view(x -> x.swapAxes(first, second));
    }

    @Override
    public AsyncTensor reshape(long... extents) {
        long[] target = extents.clone();
        return view(x -> x.reshape(target));
    }

    @Override
    public AsyncTensor broadcastTo(Shape shape) {
        return view(x -> x.broadcastTo(shape));
    }

    @Override
    public AsyncTensor squeeze(int... axes) {
        int[] removed = axes.clone();
        return view(x -> x.squeeze(removed));
    }

    @Override
    public AsyncTensor unsqueeze(int axis) {
        return view(x -> x.unsqueeze(axis));
    }

    @Override
    public AsyncTensor diagonal(int offset, int firstAxis, int secondAxis) {
        return view(x -> x.diagonal(offset, firstAxis, secondAxis));
    }

    @Override
    public AsyncTensor conj() {
        return view(Tensor::conj);
    }

    // --- the value

    /** A view has no place of its own to read from: the place is that of a copy made in order. */
    @Override
    public ReadBuffer<Tensor> read() {
        return view == null ? cell.read() : copy().read();
    }

    @Override
    public WriteBuffer<Tensor> write() {
        if (view != null) {
            throw new ContractViolationException(
                    "the value of a view cannot be replaced; assign to the view, or write the tensor that it views");
        }
        return cell.write();
    }

    @Override
    public Tensor get() {
        return get(scheduler);
    }

    @Override
    public Tensor get(Scheduler driver) {
        return finished(cell.get(driver));
    }

    @Override
    public CompletableFuture<Tensor> toFuture() {
        return cell.toFuture().thenApply(this::finished);
    }

    private Tensor finished(Tensor value) {
        DenseTensor seen = viewOf(value);
        HostTransfer.await(seen);
        return seen.open();
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
        closed = true;
        if (view == null) {
            cell.close();
        }
    }

    @Override
    public String toString() {
        return view == null ? "asynchronous tensor, " + cell : "view of an asynchronous tensor, " + cell;
    }
}
