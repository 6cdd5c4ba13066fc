package dev.sluice.tck.golden;

import dev.sluice.Slice;
import dev.sluice.Tensor;
import java.util.Arrays;

/** How a stored operand is viewed before use. */
final class ViewRecipe {
    private ViewRecipe() {}

    static Tensor apply(String recipe, Tensor stored) {
        return switch (recipe) {
            case "plain" -> stored;
            case "transpose" -> stored.transpose();
            case "step2_last" -> stored.slice(last(stored, Slice.every(2)));
            case "reverse_last" -> stored.slice(last(stored, Slice.every(-1)));
            case "reverse_all" -> stored.slice(all(stored, Slice.every(-1)));
            case "inner" -> stored.slice(inner(stored));
            default -> throw new IllegalArgumentException("unknown view recipe '" + recipe + "'");
        };
    }

    private static Slice[] all(Tensor tensor, Slice slice) {
        Slice[] slices = new Slice[tensor.shape().rank()];
        Arrays.fill(slices, slice);
        return slices;
    }

    private static Slice[] last(Tensor tensor, Slice slice) {
        Slice[] slices = all(tensor, Slice.all());
        slices[slices.length - 1] = slice;
        return slices;
    }

    private static Slice[] inner(Tensor tensor) {
        Slice[] slices = all(tensor, Slice.all());
        for (int axis = 0; axis < slices.length; axis++) {
            if (tensor.shape().extent(axis) > 2) {
                slices[axis] = Slice.range(1, -1);
            }
        }
        return slices;
    }
}
