package dev.sluice.runtime.einsum;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Reductions;
import dev.sluice.Scalar;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.Tensor;
import dev.sluice.expression.BinaryOperator;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of the tensor interface that summations use, over an array of doubles, in the plainest way. It counts copies
 * and the owners that are still open, and refuses what was closed.
 */
final class HeapTensor implements InvocationHandler {
    /** What happened to all tensors of a test. */
    static final class Ledger {
        private final Set<HeapTensor> open = new HashSet<>();
        private int copies;

        int open() {
            return open.size();
        }

        int copies() {
            return copies;
        }

        Tensor tensor(DType type, double[] elements, long... extents) {
            return new HeapTensor(this, type, elements, 0, Layout.rowMajor(Shape.of(extents)), null).proxy();
        }
    }

    private final Ledger ledger;
    private final DType type;
    private final double[] elements;
    private final long offset;
    private final Layout layout;
    private final HeapTensor owner;
    private boolean closed;

    private HeapTensor(
            Ledger ledger, DType type, double[] elements, long offset, Layout layout, @Nullable HeapTensor owner) {
        this.ledger = ledger;
        this.type = type;
        this.elements = elements;
        this.offset = offset;
        this.layout = layout;
        this.owner = owner == null ? this : owner;
        if (owner == null) {
            ledger.open.add(this);
        }
    }

    private Tensor proxy() {
        return (Tensor) Proxy.newProxyInstance(HeapTensor.class.getClassLoader(), new Class<?>[] {Tensor.class}, this);
    }

    private static HeapTensor of(Object proxy) {
        return (HeapTensor) Proxy.getInvocationHandler(proxy);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments;
        if (owner.closed && !method.getName().equals("close")) {
            throw new IllegalStateException(method.getName() + " of a closed tensor");
        }
        return switch (method.getName()) {
            case "dtype" -> type;
            case "shape" -> layout.shape();
            case "layout" -> layout;
            case "permute" -> permute((int[]) given[0]);
            case "reshape" -> reshape(Shape.of((long[]) given[0]));
            case "squeeze" -> squeeze((int[]) given[0]);
            case "diagonal" -> diagonal((int) given[1], (int) given[2]);
            case "copy" -> {
                ledger.copies++;
                yield fresh(type, row(), layout.shape());
            }
            case "cast" -> fresh((DType) given[0], row(), layout.shape());
            case "reduce" -> sum((Reductions.Reduction) given[0], (int[]) given[2]);
            case "apply" -> apply((BinaryOperator) given[0], given[1]);
            case "matmul" -> matmul(of(given[0]));
            case "toDoubleArray" -> row();
            case "close" -> {
                closed = true;
                ledger.open.remove(this);
                yield null;
            }
            case "hashCode" -> System.identityHashCode(this);
            case "equals" -> proxy == given[0];
            case "toString" -> type + " " + layout;
            default -> InvocationHandler.invokeDefault(proxy, method, given);
        };
    }

    private Tensor fresh(DType resultType, double[] contents, Shape shape) {
        return new HeapTensor(ledger, resultType, contents, 0, Layout.rowMajor(shape), null).proxy();
    }

    private Tensor view(long[] extents, long[] strides) {
        return new HeapTensor(ledger, type, elements, offset, Layout.of(Shape.of(extents), strides), owner).proxy();
    }

    private Tensor permute(int[] axes) {
        long[] extents = new long[axes.length];
        long[] strides = new long[axes.length];
        for (int axis = 0; axis < axes.length; axis++) {
            extents[axis] = layout.shape().extent(axes[axis]);
            strides[axis] = layout.stride(axes[axis]);
        }
        return view(extents, strides);
    }

    private Tensor reshape(Shape shape) {
        if (shape.elements() != layout.shape().elements()) {
            throw new ShapeException(layout.shape() + " to " + shape);
        }
        long[] strides = new long[shape.rank()];
        // The place of the neighbour along each new axis, found by walking the old ones.
        for (int axis = 0; axis < strides.length; axis++) {
            long step = 1;
            for (int inner = axis + 1; inner < strides.length; inner++) {
                step *= shape.extent(inner);
            }
            strides[axis] = shape.extent(axis) < 2 ? 0 : place(layout, step) - place(layout, 0);
        }
        Layout reshaped = Layout.of(shape, strides);
        for (long element = 0; element < shape.elements(); element++) {
            if (place(reshaped, element) != place(layout, element)) {
                throw new ShapeException("no strides express " + layout + " as " + shape);
            }
        }
        return view(shape.extents(), strides);
    }

    private Tensor squeeze(int[] axes) {
        int[] kept = java.util.stream.IntStream.range(0, layout.rank())
                .filter(axis -> Arrays.stream(axes).noneMatch(removed -> removed == axis))
                .toArray();
        return permute(kept);
    }

    private Tensor diagonal(int first, int second) {
        int[] kept = java.util.stream.IntStream.range(0, layout.rank())
                .filter(axis -> axis != first && axis != second)
                .toArray();
        long[] extents = new long[kept.length + 1];
        long[] strides = new long[kept.length + 1];
        for (int axis = 0; axis < kept.length; axis++) {
            extents[axis] = layout.shape().extent(kept[axis]);
            strides[axis] = layout.stride(kept[axis]);
        }
        extents[kept.length] = layout.shape().extent(first);
        strides[kept.length] = layout.stride(first) + layout.stride(second);
        return view(extents, strides);
    }

    private Tensor sum(Reductions.Reduction reduction, int[] axes) {
        if (reduction != Reductions.Reduction.SUM || axes.length == 0) {
            throw new UnsupportedOperationException(reduction + " over " + Arrays.toString(axes));
        }
        long[] kept = layout.shape().extents();
        for (int axis : axes) {
            kept[axis] = 1;
        }
        Shape keptShape = Shape.of(kept);
        Layout target = Layout.rowMajor(keptShape);
        double[] sums = new double[(int) keptShape.elements()];
        for (long element = 0; element < layout.shape().elements(); element++) {
            long[] at = indices(layout.shape(), element);
            long place = 0;
            for (int axis = 0; axis < at.length; axis++) {
                place += kept[axis] == 1 ? 0 : at[axis] * target.stride(axis);
            }
            sums[(int) place] += elements[(int) (offset + place(layout, element))];
        }
        long[] left = java.util.stream.IntStream.range(0, kept.length)
                .filter(axis -> Arrays.stream(axes).noneMatch(summed -> summed == axis))
                .mapToLong(axis -> kept[axis])
                .toArray();
        return fresh(type.isInteger() ? DType.I64 : type, sums, Shape.of(left));
    }

    private Tensor apply(BinaryOperator operator, Object operand) {
        if (operator == BinaryOperator.NOT_EQUAL && operand instanceof Scalar) {
            return fresh(
                    DType.BOOL,
                    Arrays.stream(row()).map(value -> value != 0 ? 1 : 0).toArray(),
                    layout.shape());
        }
        HeapTensor right = of(operand);
        Shape shape = Shape.broadcast(layout.shape(), right.layout.shape());
        double[] products = new double[(int) shape.elements()];
        for (int element = 0; element < products.length; element++) {
            long[] at = indices(shape, element);
            products[element] = broadcastAt(at) * right.broadcastAt(at);
        }
        return fresh(DType.promote(type, right.type), products, shape);
    }

    private double broadcastAt(long[] at) {
        long place = offset;
        for (int back = 1; back <= layout.rank(); back++) {
            place += layout.shape().extent(-back) == 1 ? 0 : at[at.length - back] * layout.stride(-back);
        }
        return elements[(int) place];
    }

    private Tensor matmul(HeapTensor right) {
        boolean row = layout.rank() == 1;
        boolean column = right.layout.rank() == 1;
        Shape leftShape = row ? Shape.of(1, layout.shape().extent(0)) : layout.shape();
        Shape rightShape = column ? Shape.of(right.layout.shape().extent(0), 1) : right.layout.shape();
        if (leftShape.extent(-1) != rightShape.extent(-2)) {
            throw new ShapeException(leftShape + " times " + rightShape);
        }
        long[] leftBatch = Arrays.copyOf(leftShape.extents(), leftShape.rank() - 2);
        long[] rightBatch = Arrays.copyOf(rightShape.extents(), rightShape.rank() - 2);
        Shape batch = Shape.broadcast(Shape.of(leftBatch), Shape.of(rightBatch));
        long rows = leftShape.extent(-2);
        long inner = leftShape.extent(-1);
        long columns = rightShape.extent(-1);
        double[] product = new double[(int) (batch.elements() * rows * columns)];
        double[] a = row();
        double[] b = right.row();
        for (int element = 0; element < product.length; element++) {
            long matrix = element / (rows * columns);
            long i = element / columns % rows;
            long j = element % columns;
            // Batches that broadcast are not needed here: both operands have all of them.
            long leftMatrix = leftBatch.length == 0 ? 0 : matrix;
            long rightMatrix = rightBatch.length == 0 ? 0 : matrix;
            for (long k = 0; k < inner; k++) {
                product[element] += a[(int) ((leftMatrix * rows + i) * inner + k)]
                        * b[(int) ((rightMatrix * inner + k) * columns + j)];
            }
        }
        int rank = batch.rank();
        long[] extents = Arrays.copyOf(batch.extents(), rank + (row ? 0 : 1) + (column ? 0 : 1));
        if (!row) {
            extents[rank++] = rows;
        }
        if (!column) {
            extents[rank] = columns;
        }
        return fresh(DType.promote(type, right.type), product, Shape.of(extents));
    }

    private double[] row() {
        double[] row = new double[(int) layout.shape().elements()];
        for (int element = 0; element < row.length; element++) {
            row[element] = elements[(int) (offset + place(layout, element))];
        }
        return row;
    }

    private static long place(Layout layout, long element) {
        long[] at = indices(layout.shape(), element);
        long place = 0;
        for (int axis = 0; axis < at.length; axis++) {
            place += at[axis] * layout.stride(axis);
        }
        return place;
    }

    static long[] indices(Shape shape, long element) {
        long[] at = new long[shape.rank()];
        long rest = element;
        for (int axis = at.length - 1; axis >= 0; axis--) {
            at[axis] = rest % Math.max(1, shape.extent(axis));
            rest /= Math.max(1, shape.extent(axis));
        }
        return at;
    }
}
