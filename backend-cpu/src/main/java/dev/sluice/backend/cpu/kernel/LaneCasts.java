package dev.sluice.backend.cpu.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Casts between lanes, named by the target type. The species of the result has as many lanes as the operand. */
final class LaneCasts {
    private LaneCasts() {}

    static DoubleVector toF64(VectorSpecies<Double> species, FloatVector x) {
        return (DoubleVector) x.convertShape(VectorOperators.F2D, species, 0);
    }

    static DoubleVector toF64(VectorSpecies<Double> species, LongVector x) {
        return (DoubleVector) x.convertShape(VectorOperators.L2D, species, 0);
    }

    static DoubleVector toF64(VectorSpecies<Double> species, IntVector x) {
        return (DoubleVector) x.convertShape(VectorOperators.I2D, species, 0);
    }

    static DoubleVector toF64(VectorSpecies<Double> species, VectorMask<Double> x) {
        return DoubleVector.zero(species).blend(1, x);
    }

    static FloatVector toF32(VectorSpecies<Float> species, DoubleVector x) {
        return (FloatVector) x.convertShape(VectorOperators.D2F, species, 0);
    }

    static FloatVector toF32(VectorSpecies<Float> species, LongVector x) {
        return (FloatVector) x.convertShape(VectorOperators.L2F, species, 0);
    }

    static FloatVector toF32(VectorSpecies<Float> species, IntVector x) {
        return (FloatVector) x.convertShape(VectorOperators.I2F, species, 0);
    }

    static FloatVector toF32(VectorSpecies<Float> species, VectorMask<Float> x) {
        return FloatVector.zero(species).blend(1, x);
    }

    static LongVector toI64(VectorSpecies<Long> species, DoubleVector x) {
        return (LongVector) x.convertShape(VectorOperators.D2L, species, 0);
    }

    static LongVector toI64(VectorSpecies<Long> species, FloatVector x) {
        return (LongVector) x.convertShape(VectorOperators.F2L, species, 0);
    }

    static LongVector toI64(VectorSpecies<Long> species, IntVector x) {
        return (LongVector) x.convertShape(VectorOperators.I2L, species, 0);
    }

    static LongVector toI64(VectorSpecies<Long> species, VectorMask<Long> x) {
        return LongVector.zero(species).blend(1, x);
    }

    static IntVector toI32(VectorSpecies<Integer> species, DoubleVector x) {
        return (IntVector) x.convertShape(VectorOperators.D2I, species, 0);
    }

    static IntVector toI32(VectorSpecies<Integer> species, FloatVector x) {
        return (IntVector) x.convertShape(VectorOperators.F2I, species, 0);
    }

    static IntVector toI32(VectorSpecies<Integer> species, LongVector x) {
        return (IntVector) x.convertShape(VectorOperators.L2I, species, 0);
    }

    static IntVector toI32(VectorSpecies<Integer> species, VectorMask<Integer> x) {
        return IntVector.zero(species).blend(1, x);
    }
}
