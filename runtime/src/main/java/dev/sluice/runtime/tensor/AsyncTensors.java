package dev.sluice.runtime.tensor;

import dev.sluice.AsyncTensor;
import dev.sluice.ContractViolationException;
import dev.sluice.Tensor;
import java.util.List;
import java.util.function.Function;

/** Makes asynchronous functions of tensors out of blocking ones. */
public final class AsyncTensors {
    private AsyncTensors() {}

    /**
     * Submits a function of tensors as one task, in causal order with all else that is done with the operands.
     *
     * @param function made of blocking operations; its result becomes the value
     * @param operands at least one
     */
    public static AsyncTensor compose(Function<List<Tensor>, Tensor> function, AsyncTensor... operands) {
        if (operands.length == 0 || !(operands[0] instanceof AsyncDenseTensor first)) {
            throw new ContractViolationException("an asynchronous function needs operands of this runtime");
        }
        return first.compose(function, operands);
    }
}
