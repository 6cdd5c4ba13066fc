package dev.sluice.backend.cpu.tensor;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.ShapeException;
import dev.sluice.Slice;
import dev.sluice.Tensor;
import dev.sluice.TensorFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Random tensors and views of them, each beside what it means. Values are small whole numbers, so that sums are exact. */
final class RandomTensors {
    private static final int LARGEST_EXTENT = 4;

    private final TensorFactory factory;
    private final Random random;

    RandomTensors(TensorFactory factory, long seed) {
        this.factory = factory;
        this.random = new Random(seed);
    }

    /**
     * A tensor and its meaning.
     *
     * @param tensor what the engine has
     * @param meaning what it stands for
     * @param history how it came about
     */
    record Pair(Tensor tensor, ReferenceTensor meaning, String history) {}

    int below(int bound) {
        return random.nextInt(bound);
    }

    @SafeVarargs
    final <T> T oneOf(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    int[] extents(int rank, int smallest) {
        return IntStream.range(0, rank)
                .map(axis -> smallest + random.nextInt(LARGEST_EXTENT - smallest + 1))
                .toArray();
    }

    /** A tensor of random elements. */
    Pair tensor(DType type, int... extents) {
        ReferenceTensor meaning = ReferenceTensor.build(extents, index -> element(type));
        long[] longs = Arrays.stream(extents).mapToLong(e -> e).toArray();
        double[] parts = Arrays.stream(meaning.elements)
                .flatMapToDouble(value -> DoubleStream.of(value.re(), value.im()))
                .toArray();
        try (Tensor complex = factory.ofComplex(parts)) {
            return new Pair(complex.reshape(longs).cast(type), meaning, type + Arrays.toString(extents));
        }
    }

    private Complex element(DType type) {
        return switch (type.kind()) {
            case BOOL -> new Complex(random.nextInt(2), 0);
            case INTEGER, REAL -> new Complex(random.nextInt(11) - 5, 0);
            case COMPLEX -> new Complex(random.nextInt(11) - 5, random.nextInt(11) - 5);
        };
    }

    /** A view of a view of … of a tensor of random elements with the given extents. */
    Pair viewWith(DType type, int... extents) {
        int rank = extents.length;
        int[] order = shuffled(rank);
        int[] padded = new int[rank];
        int[] steps = new int[rank];
        int[] starts = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            steps[axis] = oneOf(1, 1, 2, -1, -2);
            int needed = extents[axis] == 0 ? 0 : (extents[axis] - 1) * Math.abs(steps[axis]) + 1;
            int before = random.nextInt(2);
            padded[axis] = needed + before + random.nextInt(2);
            starts[axis] = steps[axis] > 0 ? before : before + needed - 1;
        }
        int[] stored = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            stored[order[axis]] = padded[axis];
        }
        Pair whole = tensor(type, stored);
        Tensor view = whole.tensor().permute(order);
        ReferenceTensor meaning = whole.meaning().permute(order);
        for (int axis = 0; axis < rank; axis++) {
            Slice[] slices = new Slice[axis + 1];
            Arrays.fill(slices, Slice.all());
            slices[axis] = slice(starts[axis], steps[axis], extents[axis]);
            view = view.slice(slices);
            meaning = meaning.range(axis, starts[axis], steps[axis], extents[axis]);
        }
        String history = whole.history() + " permuted " + Arrays.toString(order) + " from " + Arrays.toString(starts)
                + " by " + Arrays.toString(steps);
        if (type.isComplex() && random.nextBoolean()) {
            return new Pair(view.conj(), meaning.map(Complex::conj), history + " conjugated");
        }
        return new Pair(view, meaning, history);
    }

    private static Slice slice(int start, int step, int count) {
        if (count == 0) {
            return Slice.range(0, 0);
        }
        int stop = start + step * count;
        return stop < 0 ? Slice.range(start, Slice.Range.OPEN, step) : Slice.range(start, stop, step);
    }

    /** Another view of the same elements, chosen at random. */
    Pair view(Pair source) {
        ReferenceTensor meaning = source.meaning();
        Tensor tensor = source.tensor();
        int rank = meaning.rank();
        return switch (random.nextInt(7)) {
            case 0 -> {
                int[] order = shuffled(rank);
                yield pair(source, tensor.permute(order), meaning.permute(order), "permute" + Arrays.toString(order));
            }
            case 1 -> {
                if (rank == 0) {
                    yield source;
                }
                int axis = random.nextInt(rank);
                int extent = meaning.extents[axis];
                int start = random.nextInt(extent + 1);
                int step = oneOf(1, 2, 3, -1, -2);
                int count = step > 0 ? (extent - start + step - 1) / step : start >= extent ? 0 : start / -step + 1;
                Slice[] slices = new Slice[axis + 1];
                Arrays.fill(slices, Slice.all());
                slices[axis] = count == 0 ? Slice.range(0, 0) : Slice.range(start, Slice.Range.OPEN, step);
                yield pair(
                        source,
                        tensor.slice(slices),
                        meaning.range(axis, start, step, count),
                        "slice" + Arrays.toString(slices));
            }
            case 2 -> {
                if (rank < 2) {
                    yield source;
                }
                int[] axes = shuffled(rank);
                int offset = random.nextInt(5) - 2;
                yield pair(
                        source,
                        tensor.diagonal(offset, axes[0], axes[1] - rank),
                        meaning.diagonal(offset, axes[0], axes[1]),
                        "diagonal " + offset + " of " + axes[0] + ", " + axes[1]);
            }
            case 3 -> {
                int axis = random.nextInt(rank + 1);
                int[] extents = new int[rank + 1];
                System.arraycopy(meaning.extents, 0, extents, 0, axis);
                extents[axis] = 1;
                System.arraycopy(meaning.extents, axis, extents, axis + 1, rank - axis);
                yield pair(source, tensor.unsqueeze(axis), meaning.reshape(extents), "unsqueeze " + axis);
            }
            case 4 -> {
                int[] left = Arrays.stream(meaning.extents).filter(e -> e != 1).toArray();
                yield pair(source, tensor.squeeze(), meaning.reshape(left), "squeeze");
            }
            case 5 -> {
                int[] target = Arrays.stream(meaning.extents)
                        .map(extent -> extent == 1 ? 1 + random.nextInt(3) : extent)
                        .toArray();
                yield pair(
                        source,
                        tensor.broadcastTo(meaning.broadcastTo(target).shape()),
                        meaning.broadcastTo(target),
                        "broadcast" + Arrays.toString(target));
            }
            default -> reshaped(source);
        };
    }

    /** All elements in one axis if strides can say that, else the same view. */
    private Pair reshaped(Pair source) {
        try {
            return pair(
                    source,
                    source.tensor().reshape(source.meaning().elements.length),
                    source.meaning().reshape(source.meaning().elements.length),
                    "flatten");
        } catch (ShapeException e) {
            return source;
        }
    }

    private static Pair pair(Pair source, Tensor tensor, ReferenceTensor meaning, String step) {
        return new Pair(tensor, meaning, source.history() + " → " + step);
    }

    int[] shuffled(int count) {
        int[] order = IntStream.range(0, count).toArray();
        for (int at = count - 1; at > 0; at--) {
            int other = random.nextInt(at + 1);
            int axis = order[at];
            order[at] = order[other];
            order[other] = axis;
        }
        return order;
    }

    Scalar scalar(DType type) {
        Complex value = element(type);
        return switch (type.kind()) {
            case BOOL -> Scalar.of(value.re() != 0);
            case INTEGER -> Scalar.of((long) value.re());
            case REAL -> Scalar.of(value.re());
            case COMPLEX -> Scalar.of(value);
        };
    }
}
