package dev.sluice.runtime.tensor;

import dev.sluice.LinearAlgebra.Eigh;
import dev.sluice.LinearAlgebra.Lq;
import dev.sluice.LinearAlgebra.Lu;
import dev.sluice.LinearAlgebra.Qr;
import dev.sluice.LinearAlgebra.Svd;
import dev.sluice.Tensor;
import java.util.List;

/** Factorisations with several results, carried out by the calling thread. */
final class Factorisations {
    private Factorisations() {}

    static Svd<Tensor> svd(DenseTensor x) {
        List<DenseTensor> results = run(SvdOperation.withVectors(x));
        return new Svd<>(results.get(0), results.get(1), results.get(2));
    }

    static Qr<Tensor> qr(DenseTensor x) {
        List<DenseTensor> results = run(new QrOperation(x));
        return new Qr<>(results.get(0), results.get(1));
    }

    static Lq<Tensor> lq(DenseTensor x) {
        List<DenseTensor> results = run(new LqOperation(x));
        return new Lq<>(results.get(0), results.get(1));
    }

    static Eigh<Tensor> eigh(DenseTensor x) {
        List<DenseTensor> results = run(EighOperation.withVectors(x));
        return new Eigh<>(results.get(0), results.get(1));
    }

    static Lu<Tensor> lu(DenseTensor x) {
        List<DenseTensor> results = run(new LuOperation(x));
        return new Lu<>(results.get(0), results.get(1));
    }

    private static List<DenseTensor> run(MatrixOperation operation) {
        TensorContext context = operation.context();
        context.execute(operation);
        List<DenseTensor> results = operation.results();
        results.forEach(context.scopes()::add);
        return results;
    }
}
