package dev.sluice.runtime.tensor;

import dev.sluice.Tensor;
import dev.sluice.runtime.async.AsyncCell;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.task.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A function of tensors made of several blocking operations, as one device task on the device of its first operand. Its
 * intermediate results belong to no scope of the thread that happens to run it.
 */
final class CompositeTask extends Operation<Tensor> {
    private final Function<List<Tensor>, Tensor> function;
    private final List<AsyncDenseTensor> operands;

    CompositeTask(Function<List<Tensor>, Tensor> function, List<AsyncDenseTensor> operands, AsyncCell<Tensor> result) {
        super(operands.stream().map(AsyncDenseTensor::cell).toList(), List.of(result));
        this.function = function;
        this.operands = operands;
    }

    @Override
    protected @Nullable Awaitable execute() {
        DenseTensor[] values = new DenseTensor[operands.size()];
        for (int index = 0; index < values.length; index++) {
            values[index] = operands.get(index).viewOf(value(index));
        }
        TensorContext context = values[0].context();
        Awaitable elsewhere = select(context.device());
        if (elsewhere != null) {
            return elsewhere;
        }
        publish(0, context.scopes().outside(() -> owned(function.apply(List.of(values)), values)));
        return null;
    }

    /** A result that can be handed over: one that is an operand, or a view, is copied. */
    private static Tensor owned(Tensor result, DenseTensor[] operands) {
        DenseTensor dense = (DenseTensor) result;
        boolean isOperand = Arrays.stream(operands).anyMatch(operand -> operand.owner() == dense.owner());
        return dense.isOwner() && !isOperand ? dense : dense.copy();
    }
}
