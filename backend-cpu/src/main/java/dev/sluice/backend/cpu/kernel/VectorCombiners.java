package dev.sluice.backend.cpu.kernel;

/** Chooses combiners that work in lanes where there are any. */
final class VectorCombiners extends Combiners {
    @Override
    F64Sum sum() {
        return new VectorF64Sum();
    }

    @Override
    F64Extremum extremum(boolean greatest) {
        return new VectorF64Extremum(greatest);
    }

    @Override
    I64Fold fold(I64Fold.Operation operation) {
        return new VectorI64Fold(operation);
    }
}
