package dev.sluice.runtime.tensor;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.Slice;
import java.util.Arrays;

/** The layouts of views. Pure functions of layouts; nothing here knows about elements or storage. */
final class ViewLayouts {
    private ViewLayouts() {}

    /**
     * A layout within that of the tensor viewed.
     *
     * @param layout the layout of the view
     * @param shift the distance in elements from the first element of the tensor to that of the view
     */
    record Placement(Layout layout, long shift) {}

    static Placement slice(Layout source, Slice[] slices) {
        Shape shape = source.shape();
        int taken = 0;
        int added = 0;
        for (Slice slice : slices) {
            switch (slice) {
                case Slice.NewAxis n -> added++;
                case Slice.At a -> {
                    taken++;
                    added--;
                }
                case Slice.Range r -> taken++;
            }
        }
        if (taken > shape.rank()) {
            throw new ShapeException(taken + " slices given for shape " + shape + " of rank " + shape.rank() + ": "
                    + Arrays.toString(slices));
        }
        SliceBuilder builder = new SliceBuilder(source, shape.rank() + added);
        for (Slice slice : slices) {
            builder.take(slice);
        }
        return builder.finish();
    }

    /** Walks through the axes of a layout, taking a part of each. */
    private static final class SliceBuilder {
        private final Layout source;
        private final long[] extents;
        private final long[] strides;
        private int axis;
        private int filled;
        private long shift;

        SliceBuilder(Layout source, int rank) {
            this.source = source;
            this.extents = new long[rank];
            this.strides = new long[rank];
        }

        void take(Slice slice) {
            switch (slice) {
                case Slice.NewAxis n -> append(1, 0);
                case Slice.At at -> {
                    shift += checkedIndex(source.shape(), axis, at.index()) * source.stride(axis);
                    axis++;
                }
                case Slice.Range range -> takeRange(range);
            }
        }

        private void takeRange(Slice.Range range) {
            long extent = source.shape().extent(axis);
            long stride = source.stride(axis);
            // A step beyond the extent takes what a step of the extent takes, and cannot overflow.
            long bound = Math.max(extent, 1);
            long step = Math.clamp(range.step(), -bound, bound);
            long low = step > 0 ? 0 : -1;
            long high = step > 0 ? extent : extent - 1;
            long start = range.start() == Slice.Range.OPEN
                    ? (step > 0 ? low : high)
                    : Math.clamp(fromFront(range.start(), extent), low, high);
            long stop = range.stop() == Slice.Range.OPEN
                    ? (step > 0 ? high : low)
                    : Math.clamp(fromFront(range.stop(), extent), low, high);
            long distance = step > 0 ? stop - start : start - stop;
            long count = distance <= 0 ? 0 : (distance - 1) / Math.abs(step) + 1;
            if (count > 0) {
                shift += start * stride;
            }
            append(count, count > 1 ? stride * step : stride);
            axis++;
        }

        private void append(long extent, long stride) {
            extents[filled] = extent;
            strides[filled++] = stride;
        }

        Placement finish() {
            for (; axis < source.rank(); axis++) {
                append(source.shape().extent(axis), source.stride(axis));
            }
            Shape shape = Shape.of(extents);
            return new Placement(Layout.of(shape, strides), shape.elements() == 0 ? 0 : shift);
        }
    }

    private static long fromFront(long index, long extent) {
        return index < 0 ? index + extent : index;
    }

    private static long checkedIndex(Shape shape, int axis, long index) {
        long extent = shape.extent(axis);
        long position = fromFront(index, extent);
        if (position < 0 || position >= extent) {
            throw new ShapeException("index " + index + " is out of range for axis " + axis + " of shape " + shape);
        }
        return position;
    }

    /** The distance from the first element to the one at the given indices; negative ones count from the end. */
    static long elementShift(Layout layout, long[] indices) {
        if (indices.length != layout.rank()) {
            throw new ShapeException(indices.length + " indices given for shape " + layout.shape() + " of rank "
                    + layout.rank() + ": " + Arrays.toString(indices));
        }
        long shift = 0;
        for (int axis = 0; axis < indices.length; axis++) {
            shift += checkedIndex(layout.shape(), axis, indices[axis]) * layout.stride(axis);
        }
        return shift;
    }

    static Layout permute(Layout source, int[] axes) {
        int rank = source.rank();
        if (axes.length != rank) {
            throw new ShapeException("permutation " + Arrays.toString(axes) + " does not fit shape " + source.shape()
                    + " of rank " + rank);
        }
        long[] extents = new long[rank];
        long[] strides = new long[rank];
        boolean[] seen = new boolean[rank];
        for (int position = 0; position < rank; position++) {
            int axis = source.shape().axis(axes[position]);
            if (seen[axis]) {
                throw new ShapeException(
                        "axis " + axes[position] + " occurs twice in permutation " + Arrays.toString(axes));
            }
            seen[axis] = true;
            extents[position] = source.shape().extent(axis);
            strides[position] = source.stride(axis);
        }
        return Layout.of(Shape.of(extents), strides);
    }

    static Layout transpose(Layout source) {
        int rank = source.rank();
        int[] axes = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            axes[axis] = rank - 1 - axis;
        }
        return permute(source, axes);
    }

    static Layout swapAxes(Layout source, int first, int second) {
        int[] axes = new int[source.rank()];
        for (int axis = 0; axis < axes.length; axis++) {
            axes[axis] = axis;
        }
        int one = source.shape().axis(first);
        int other = source.shape().axis(second);
        axes[one] = other;
        axes[other] = one;
        return permute(source, axes);
    }

    static Layout reshape(Layout source, long[] extents) {
        Shape from = source.shape();
        Shape to = inferExtent(from, extents);
        if (source.isContiguous()) {
            return Layout.rowMajor(to);
        }
        long[] strides = new long[to.rank()];
        int axis = 0;
        int next = 0;
        // Blocks of neighbouring axes with equal element counts on both sides; each must be one run in the source.
        while (axis < from.rank() && next < to.rank()) {
            int firstAxis = axis;
            int firstNext = next;
            long have = from.extent(axis++);
            long want = to.extent(next++);
            while (have != want) {
                if (have < want) {
                    have *= from.extent(axis++);
                } else {
                    want *= to.extent(next++);
                }
            }
            long stride = runStride(source, firstAxis, axis, to);
            for (int position = next - 1; position >= firstNext; position--) {
                strides[position] = stride;
                stride *= to.extent(position);
            }
        }
        return Layout.of(to, strides);
    }

    private static long runStride(Layout source, int from, int to, Shape target) {
        long stride = 0;
        long expected = 0;
        boolean started = false;
        for (int axis = to - 1; axis >= from; axis--) {
            long extent = source.shape().extent(axis);
            if (extent == 1) {
                continue;
            }
            if (!started) {
                stride = source.stride(axis);
                started = true;
            } else if (source.stride(axis) != expected) {
                throw new ShapeException(
                        "no strides express " + source + " as shape " + target + "; call copy() before reshape");
            }
            expected = source.stride(axis) * extent;
        }
        return stride;
    }

    private static Shape inferExtent(Shape from, long[] extents) {
        int inferred = -1;
        for (int axis = 0; axis < extents.length; axis++) {
            if (extents[axis] == -1) {
                if (inferred >= 0) {
                    throw new ShapeException("more than one extent is -1 in " + Arrays.toString(extents));
                }
                inferred = axis;
            }
        }
        long[] complete = extents.clone();
        if (inferred >= 0) {
            complete[inferred] = 1;
            long others = Shape.of(complete).elements();
            if (others == 0 || from.elements() % others != 0) {
                throw new ShapeException("no extent fits -1 in " + Arrays.toString(extents) + " for the "
                        + from.elements() + " elements of shape " + from);
            }
            complete[inferred] = from.elements() / others;
        }
        Shape to = Shape.of(complete);
        if (to.elements() != from.elements()) {
            throw new ShapeException("shape " + from + " of " + from.elements() + " elements cannot become " + to
                    + " of " + to.elements());
        }
        return to;
    }

    static Layout broadcastTo(Layout source, Shape target) {
        Shape from = source.shape();
        int lead = target.rank() - from.rank();
        long[] strides = new long[target.rank()];
        for (int axis = 0; axis < from.rank(); axis++) {
            if (lead < 0 || from.extent(axis) != target.extent(lead + axis) && from.extent(axis) != 1) {
                throw new ShapeException("shape " + from + " does not broadcast to " + target);
            }
            strides[lead + axis] = from.extent(axis) == target.extent(lead + axis) ? source.stride(axis) : 0;
        }
        return Layout.of(target, strides);
    }

    static Layout squeeze(Layout source, int[] axes) {
        Shape shape = source.shape();
        boolean[] removed = new boolean[shape.rank()];
        if (axes.length == 0) {
            for (int axis = 0; axis < removed.length; axis++) {
                removed[axis] = shape.extent(axis) == 1;
            }
        }
        for (int axis : axes) {
            int position = shape.axis(axis);
            if (shape.extent(position) != 1) {
                throw new ShapeException("axis " + axis + " of shape " + shape + " has extent " + shape.extent(position)
                        + " and cannot be removed");
            }
            removed[position] = true;
        }
        int left = 0;
        long[] extents = new long[removed.length];
        long[] strides = new long[removed.length];
        for (int axis = 0; axis < removed.length; axis++) {
            if (!removed[axis]) {
                extents[left] = shape.extent(axis);
                strides[left++] = source.stride(axis);
            }
        }
        return Layout.of(Shape.of(Arrays.copyOf(extents, left)), Arrays.copyOf(strides, left));
    }

    static Layout unsqueeze(Layout source, int axis) {
        int rank = source.rank() + 1;
        int position = axis < 0 ? axis + rank : axis;
        if (position < 0 || position >= rank) {
            throw new ShapeException("axis " + axis + " is out of range for a new axis in shape " + source.shape());
        }
        long[] extents = new long[rank];
        long[] strides = new long[rank];
        for (int from = 0, to = 0; to < rank; to++) {
            if (to == position) {
                extents[to] = 1;
            } else {
                extents[to] = source.shape().extent(from);
                strides[to] = source.stride(from++);
            }
        }
        return Layout.of(Shape.of(extents), strides);
    }

    static Placement diagonal(Layout source, int offset, int firstAxis, int secondAxis) {
        Shape shape = source.shape();
        int first = shape.axis(firstAxis);
        int second = shape.axis(secondAxis);
        if (first == second) {
            throw new ShapeException(
                    "a diagonal needs two axes of shape " + shape + ", not axis " + firstAxis + " twice");
        }
        long rows = shape.extent(first) - Math.max(0L, -(long) offset);
        long columns = shape.extent(second) - Math.max(0L, offset);
        long length = Math.max(0, Math.min(rows, columns));
        int rank = shape.rank() - 1;
        long[] extents = new long[rank];
        long[] strides = new long[rank];
        int filled = 0;
        for (int axis = 0; axis < shape.rank(); axis++) {
            if (axis != first && axis != second) {
                extents[filled] = shape.extent(axis);
                strides[filled++] = source.stride(axis);
            }
        }
        extents[filled] = length;
        strides[filled] = source.stride(first) + source.stride(second);
        long shift = offset >= 0 ? offset * source.stride(second) : -(long) offset * source.stride(first);
        Shape target = Shape.of(extents);
        return new Placement(Layout.of(target, strides), target.elements() == 0 ? 0 : shift);
    }
}
