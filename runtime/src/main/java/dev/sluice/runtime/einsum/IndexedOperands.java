package dev.sluice.runtime.einsum;

import dev.sluice.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An expression bound to the shapes of its operands. Each letter and each axis of the ellipsis becomes an index, a
 * number from 0 on with an extent. As in NumPy, an axis of extent one broadcasts to the extent that its index has in
 * another operand.
 */
final class IndexedOperands {
    /** Sets of indices are bit masks. */
    static final int MAXIMUM_INDICES = 64;

    private final EinsumExpression expression;
    private final List<Shape> shapes;
    private final List<String> names = new ArrayList<>();
    private final long[] extents = new long[MAXIMUM_INDICES];
    private final int[] owners = new int[MAXIMUM_INDICES];
    private final int[][] operands;
    private final int[] output;
    private final int ellipsisRank;

    private IndexedOperands(EinsumExpression expression, List<Shape> shapes) {
        this.expression = expression;
        this.shapes = shapes;
        this.ellipsisRank = ellipsisRank();
        this.operands = new int[shapes.size()][];
        for (int operand = 0; operand < operands.length; operand++) {
            operands[operand] = bind(operand);
        }
        this.output = bindOutput();
    }

    /**
     * Binds an expression.
     *
     * @throws dev.sluice.ShapeException naming index and shapes when they do not fit
     */
    static IndexedOperands bind(EinsumExpression expression, List<Shape> shapes) {
        if (shapes.size() != expression.operands().size()) {
            throw expression.error(expression.operands().size() + " operands are named but " + shapes.size()
                    + " are given, of shapes " + shapes);
        }
        return new IndexedOperands(expression, shapes);
    }

    /** The index of each axis of an operand; an index may appear several times. */
    int[] axes(int operand) {
        return operands[operand].clone();
    }

    /** The index of each axis of the output. */
    int[] output() {
        return output.clone();
    }

    /** The number of operands. */
    int operands() {
        return operands.length;
    }

    /** The shape of an operand. */
    Shape shape(int operand) {
        return shapes.get(operand);
    }

    /** The extents by index. */
    long[] extents() {
        return Arrays.copyOf(extents, names.size());
    }

    /** How people call an index. */
    String name(int index) {
        return names.get(index);
    }

    private int ellipsisRank() {
        int rank = 0;
        for (int operand = 0; operand < shapes.size(); operand++) {
            Subscript subscript = expression.operands().get(operand);
            int hidden = shapes.get(operand).rank() - subscript.letters();
            if (hidden < 0 || hidden > 0 && !subscript.ellipsis()) {
                throw expression.error("operand " + operand + " has subscript '" + subscript + "' for "
                        + subscript.letters() + " axes but shape " + shapes.get(operand) + " of rank "
                        + shapes.get(operand).rank());
            }
            rank = Math.max(rank, hidden);
        }
        return rank;
    }

    private int[] bind(int operand) {
        Shape shape = shapes.get(operand);
        Subscript subscript = expression.operands().get(operand);
        int[] axes = new int[shape.rank()];
        int hidden = shape.rank() - subscript.letters();
        for (int axis = 0; axis < axes.length; axis++) {
            int index = index(subscript, axis, hidden);
            boolean repeated = contains(axes, axis, index);
            meet(index, shape.extent(axis), operand, repeated);
            axes[axis] = index;
        }
        return axes;
    }

    private int index(Subscript subscript, int axis, int hidden) {
        int afterEllipsis = axis - subscript.before().length() - hidden;
        if (axis < subscript.before().length()) {
            return index(String.valueOf(subscript.before().charAt(axis)));
        }
        if (afterEllipsis >= 0) {
            return index(String.valueOf(subscript.after().charAt(afterEllipsis)));
        }
        return index(ellipsisName(-afterEllipsis));
    }

    /** Axes of the ellipsis are counted from the last one, since they broadcast from there. */
    private static String ellipsisName(int fromLast) {
        return "...[-" + fromLast + "]";
    }

    private int index(String name) {
        int index = names.indexOf(name);
        if (index >= 0) {
            return index;
        }
        if (names.size() == MAXIMUM_INDICES) {
            throw expression.error("more than " + MAXIMUM_INDICES + " different indices");
        }
        names.add(name);
        extents[names.size() - 1] = -1;
        return names.size() - 1;
    }

    private void meet(int index, long extent, int operand, boolean repeated) {
        long known = extents[index];
        boolean agrees = known < 0 || known == extent || !repeated && (known == 1 || extent == 1);
        if (!agrees) {
            throw expression.error("index '" + names.get(index) + "' is " + known + " in operand " + owners[index]
                    + " of shape " + shapes.get(owners[index]) + " but " + extent + " in operand " + operand
                    + " of shape " + shapes.get(operand));
        }
        if (known < 0 || known == 1) {
            extents[index] = extent;
            owners[index] = operand;
        }
    }

    private static boolean contains(int[] axes, int count, int index) {
        for (int axis = 0; axis < count; axis++) {
            if (axes[axis] == index) {
                return true;
            }
        }
        return false;
    }

    private int[] bindOutput() {
        Subscript subscript = expression.output();
        if (!subscript.ellipsis() && ellipsisRank > 0) {
            throw expression.error("the ellipsis stands for " + ellipsisRank
                    + " axes, which the output must name with an ellipsis of its own");
        }
        int hidden = subscript.ellipsis() ? ellipsisRank : 0;
        int[] axes = new int[subscript.letters() + hidden];
        for (int axis = 0; axis < axes.length; axis++) {
            axes[axis] = index(subscript, axis, hidden);
        }
        return axes;
    }
}
