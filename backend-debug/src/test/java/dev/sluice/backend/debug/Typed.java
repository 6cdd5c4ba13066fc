package dev.sluice.backend.debug;

import dev.sluice.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Floating-point elements of any type as flat lists of their parts. */
final class Typed {
    private Typed() {}

    static MemorySegment segment(DType type, double... parts) {
        if (type.realPart() == DType.F64) {
            return MemorySegment.ofArray(parts.clone());
        }
        float[] single = new float[parts.length];
        for (int part = 0; part < parts.length; part++) {
            single[part] = (float) parts[part];
        }
        return MemorySegment.ofArray(single);
    }

    static double[] parts(DType type, MemorySegment segment) {
        if (type.realPart() == DType.F64) {
            return segment.toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
        }
        float[] single = segment.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
        double[] parts = new double[single.length];
        for (int part = 0; part < parts.length; part++) {
            parts[part] = single[part];
        }
        return parts;
    }

    /** The number of parts of an element. */
    static int width(DType type) {
        return type.isComplex() ? 2 : 1;
    }
}
