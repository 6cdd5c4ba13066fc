package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import dev.sluice.spi.ReduceProgram;

/** Chooses the combiner of a reduction. This one knows plain loops only. */
class Combiners {
    /** The combiner of a program. */
    final Combiner of(ReduceProgram program) {
        DType accumulator = CompiledReduction.accumulator(program.element().type());
        return switch (accumulator) {
            case F64 ->
                switch (program.reducer()) {
                    case SUM -> sum();
                    case PRODUCT -> new F64Product();
                    case MINIMUM -> extremum(false);
                    case MAXIMUM -> extremum(true);
                    case ARG_MINIMUM -> new F64Position(extremum(false));
                    case ARG_MAXIMUM -> new F64Position(extremum(true));
                    case ANY, ALL -> throw undefined(program);
                };
            case I64 ->
                switch (program.reducer()) {
                    case SUM -> fold(I64Fold.Operation.SUM);
                    case PRODUCT -> fold(I64Fold.Operation.PRODUCT);
                    case MINIMUM -> fold(I64Fold.Operation.MINIMUM);
                    case MAXIMUM -> fold(I64Fold.Operation.MAXIMUM);
                    case ANY -> fold(I64Fold.Operation.ANY);
                    case ALL -> fold(I64Fold.Operation.ALL);
                    case ARG_MINIMUM -> new I64Position(fold(I64Fold.Operation.MINIMUM));
                    case ARG_MAXIMUM -> new I64Position(fold(I64Fold.Operation.MAXIMUM));
                };
            default ->
                switch (program.reducer()) {
                    case SUM -> new C128Sum(sum());
                    case PRODUCT -> new C128Product();
                    default -> throw undefined(program);
                };
        };
    }

    F64Sum sum() {
        return new F64Sum();
    }

    F64Extremum extremum(boolean greatest) {
        return new F64Extremum(greatest);
    }

    I64Fold fold(I64Fold.Operation operation) {
        return new I64Fold(operation);
    }

    private static IllegalArgumentException undefined(ReduceProgram program) {
        return new IllegalArgumentException(program.reducer() + " is not defined for elements of type "
                + program.element().type());
    }
}
