package dev.sluice.backend.cpu.tensor;

import dev.sluice.Complex;
import dev.sluice.Shape;
import dev.sluice.Tensor;
import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What tensors mean, in index loops: elements in row-major order, every view a copy. It shares no code with the engine,
 * and values are complex numbers whatever the type.
 */
final class ReferenceTensor {
    final int[] extents;
    final Complex[] elements;

    private ReferenceTensor(int[] extents, Complex[] elements) {
        this.extents = extents;
        this.elements = elements;
    }

    static ReferenceTensor build(int[] extents, Function<int[], Complex> element) {
        int count = Arrays.stream(extents).reduce(1, (a, b) -> a * b);
        Complex[] elements = new Complex[count];
        int[] index = new int[extents.length];
        for (int at = 0; at < count; at++) {
            elements[at] = element.apply(index.clone());
            for (int axis = index.length - 1; axis >= 0 && ++index[axis] == extents[axis]; axis--) {
                index[axis] = 0;
            }
        }
        return new ReferenceTensor(extents, elements);
    }

    /** What a tensor holds, read element by element. */
    static ReferenceTensor of(Tensor tensor) {
        int[] extents = Arrays.stream(tensor.shape().extents())
                .mapToInt(Math::toIntExact)
                .toArray();
        return build(
                extents,
                index ->
                        tensor.getComplex(Arrays.stream(index).mapToLong(i -> i).toArray()));
    }

    int rank() {
        return extents.length;
    }

    Shape shape() {
        return Shape.of(Arrays.stream(extents).mapToLong(e -> e).toArray());
    }

    Complex at(int... index) {
        int position = 0;
        for (int axis = 0; axis < extents.length; axis++) {
            position = position * extents[axis] + index[axis];
        }
        return elements[position];
    }

    ReferenceTensor map(UnaryOperator<Complex> function) {
        return build(extents, index -> function.apply(at(index)));
    }

    ReferenceTensor permute(int... axes) {
        int[] permuted = Arrays.stream(axes).map(axis -> extents[axis]).toArray();
        return build(permuted, index -> {
            int[] source = new int[index.length];
            for (int axis = 0; axis < axes.length; axis++) {
                source[axes[axis]] = index[axis];
            }
            return at(source);
        });
    }

    /** Every element of one axis from {@code start} on, {@code count} of them, {@code step} apart. */
    ReferenceTensor range(int axis, int start, int step, int count) {
        int[] sliced = extents.clone();
        sliced[axis] = count;
        return build(sliced, index -> {
            int[] source = index.clone();
            source[axis] = start + index[axis] * step;
            return at(source);
        });
    }

    ReferenceTensor reshape(int... target) {
        return new ReferenceTensor(target, elements);
    }

    ReferenceTensor broadcastTo(int... target) {
        int lead = target.length - extents.length;
        return build(target, index -> {
            int[] source = new int[extents.length];
            for (int axis = 0; axis < source.length; axis++) {
                source[axis] = extents[axis] == 1 ? 0 : index[lead + axis];
            }
            return at(source);
        });
    }

    ReferenceTensor diagonal(int offset, int first, int second) {
        int firstStart = Math.max(0, -offset);
        int secondStart = Math.max(0, offset);
        int length = Math.max(0, Math.min(extents[first] - firstStart, extents[second] - secondStart));
        int[] others = IntStream.range(0, rank())
                .filter(axis -> axis != first && axis != second)
                .toArray();
        int[] target = new int[others.length + 1];
        for (int axis = 0; axis < others.length; axis++) {
            target[axis] = extents[others[axis]];
        }
        target[others.length] = length;
        return build(target, index -> {
            int[] source = new int[rank()];
            for (int axis = 0; axis < others.length; axis++) {
                source[others[axis]] = index[axis];
            }
            source[first] = firstStart + index[others.length];
            source[second] = secondStart + index[others.length];
            return at(source);
        });
    }

    ReferenceTensor combine(ReferenceTensor other, BinaryOperator<Complex> function) {
        int rank = Math.max(rank(), other.rank());
        int[] target = new int[rank];
        for (int back = 1; back <= rank; back++) {
            int mine = back <= rank() ? extents[rank() - back] : 1;
            int theirs = back <= other.rank() ? other.extents[other.rank() - back] : 1;
            target[rank - back] = mine == 1 ? theirs : mine;
        }
        ReferenceTensor left = broadcastTo(target);
        ReferenceTensor right = other.broadcastTo(target);
        return build(target, index -> function.apply(left.at(index), right.at(index)));
    }

    /** Combines elements in row-major order over the marked axes. */
    ReferenceTensor reduce(boolean[] combined, Function<Complex[], Complex> function) {
        int[] kept = IntStream.range(0, rank()).filter(axis -> !combined[axis]).toArray();
        int[] gone = IntStream.range(0, rank()).filter(axis -> combined[axis]).toArray();
        int[] target = Arrays.stream(kept).map(axis -> extents[axis]).toArray();
        int[] inner = Arrays.stream(gone).map(axis -> extents[axis]).toArray();
        return build(
                target,
                outer -> function.apply(build(inner, index -> {
                            int[] source = new int[rank()];
                            for (int axis = 0; axis < kept.length; axis++) {
                                source[kept[axis]] = outer[axis];
                            }
                            for (int axis = 0; axis < gone.length; axis++) {
                                source[gone[axis]] = index[axis];
                            }
                            return at(source);
                        })
                        .elements));
    }

    /** The product of the matrices in the last two axes, both of rank 2 or more. */
    ReferenceTensor matmul(ReferenceTensor other) {
        int inner = extents[rank() - 1];
        ReferenceTensor left = reshape(append(extents, 1));
        int[] rightExtents = Arrays.copyOf(other.extents, other.rank() + 1);
        rightExtents[other.rank() - 2] = 1;
        rightExtents[other.rank() - 1] = inner;
        rightExtents[other.rank()] = other.extents[other.rank() - 1];
        ReferenceTensor products = left.combine(other.reshape(rightExtents), ReferenceTensor::multiply);
        boolean[] combined = new boolean[products.rank()];
        combined[products.rank() - 2] = true;
        return products.reduce(combined, ReferenceTensor::sum);
    }

    private static int[] append(int[] array, int last) {
        int[] longer = Arrays.copyOf(array, array.length + 1);
        longer[array.length] = last;
        return longer;
    }

    static Complex add(Complex a, Complex b) {
        return new Complex(a.re() + b.re(), a.im() + b.im());
    }

    static Complex multiply(Complex a, Complex b) {
        return new Complex(a.re() * b.re() - a.im() * b.im(), a.re() * b.im() + a.im() * b.re());
    }

    static Complex sum(Complex[] values) {
        return Arrays.stream(values).reduce(Complex.ZERO, ReferenceTensor::add);
    }
}
