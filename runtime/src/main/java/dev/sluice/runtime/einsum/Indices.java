package dev.sluice.runtime.einsum;

import dev.sluice.Shape;
import java.util.Arrays;

/** Lists of indices in an order, and sets of them as bit masks. */
final class Indices {
    private Indices() {}

    /** The set of the indices of a list. */
    static long set(int[] indices) {
        long set = 0;
        for (int index : indices) {
            set |= 1L << index;
        }
        return set;
    }

    /** The part of a list that is in a set, in the order of the list. */
    static int[] within(int[] indices, long set) {
        int[] kept = new int[indices.length];
        int count = 0;
        for (int index : indices) {
            if ((set & 1L << index) != 0) {
                kept[count++] = index;
            }
        }
        return Arrays.copyOf(kept, count);
    }

    static int[] concat(int[]... lists) {
        int length = 0;
        for (int[] list : lists) {
            length += list.length;
        }
        int[] all = new int[length];
        int at = 0;
        for (int[] list : lists) {
            System.arraycopy(list, 0, all, at, list.length);
            at += list.length;
        }
        return all;
    }

    /** For each index of {@code wanted}, its place in {@code present}: the permutation that brings one to the other. */
    static int[] permutation(int[] present, int[] wanted) {
        int[] axes = new int[wanted.length];
        for (int axis = 0; axis < axes.length; axis++) {
            int place = 0;
            while (present[place] != wanted[axis]) {
                place++;
            }
            axes[axis] = place;
        }
        return axes;
    }

    static boolean isIdentity(int[] permutation) {
        for (int axis = 0; axis < permutation.length; axis++) {
            if (permutation[axis] != axis) {
                return false;
            }
        }
        return true;
    }

    static Shape shape(int[] indices, long[] extents) {
        long[] shape = new long[indices.length];
        for (int axis = 0; axis < shape.length; axis++) {
            shape[axis] = extents[indices[axis]];
        }
        return Shape.of(shape);
    }

    /** The product of the extents of a list. */
    static long product(int[] indices, long[] extents) {
        return shape(indices, extents).elements();
    }
}
