package dev.sluice.runtime.tensor;

import dev.sluice.LinearAlgebra.Svd;
import dev.sluice.Tensor;

/** Factorisations of the matrices in the last two axes. */
final class Factorisations {
    private Factorisations() {}

    static Svd<Tensor> svd(DenseTensor x) {
        SvdOperation operation = SvdOperation.withVectors(x);
        x.context().execute(operation);
        ScopeStack scopes = x.context().scopes();
        return new Svd<>(
                scopes.add(operation.leftVectors()),
                scopes.add(operation.result()),
                scopes.add(operation.rightVectors()));
    }

    static DenseTensor singularValues(DenseTensor x) {
        return x.context().run(SvdOperation.valuesOnly(x));
    }
}
