package dev.sluice.runtime.tensor;

import dev.sluice.Tensor;
import dev.sluice.runtime.async.ValueLifecycle;

/** Asynchronous values that are tensors: copied element by element, and closed when nobody can reach them any more. */
final class TensorLifecycle implements ValueLifecycle<Tensor> {
    static final TensorLifecycle INSTANCE = new TensorLifecycle();

    private TensorLifecycle() {}

    @Override
    public Tensor copy(Tensor value) {
        return ElementwiseOperations.detachedCopy((DenseTensor) value);
    }

    @Override
    public void dispose(Tensor value) {
        value.close();
    }
}
