package dev.sluice.tck.golden;

import dev.sluice.DType;
import dev.sluice.Tensor;
import java.util.Arrays;

/** Compares a computed tensor with the expected one, element by element, on the host. */
final class Comparison {
    private Comparison() {}

    /** Fails unless dtype and shape agree and every element is within the case's tolerance. */
    static void requireClose(GoldenCase golden, Tensor expected, Tensor actual) {
        if (actual.dtype() != expected.dtype() || !actual.shape().equals(expected.shape())) {
            throw new AssertionError(golden.name() + " (" + golden.operation() + " " + golden.arguments()
                    + "): expected " + expected.dtype() + expected.shape() + " but got " + actual.dtype()
                    + actual.shape());
        }
        if (expected.dtype() == DType.BOOL) {
            requireEqual(golden, Arrays.toString(expected.toBooleanArray()), Arrays.toString(actual.toBooleanArray()));
        } else if (expected.dtype().isInteger()) {
            requireEqual(golden, Arrays.toString(expected.toLongArray()), Arrays.toString(actual.toLongArray()));
        } else {
            requireClose(golden, expected.dtype(), expected.toDoubleArray(), actual.toDoubleArray());
        }
    }

    private static void requireEqual(GoldenCase golden, String expected, String actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError(golden.name() + " (" + golden.operation() + " " + golden.arguments()
                    + "): expected " + expected + " but got " + actual);
        }
    }

    private static void requireClose(GoldenCase golden, DType type, double[] expected, double[] actual) {
        boolean exact = golden.relativeTolerance() == 0 && golden.absoluteTolerance() == 0;
        int parts = type.isComplex() ? 2 : 1;
        for (int i = 0; i < expected.length; i += parts) {
            // NumPy's rule for complex numbers: the distance in the plane against the modulus.
            double scale = parts == 2 ? Math.hypot(expected[i], expected[i + 1]) : Math.abs(expected[i]);
            double limit = golden.absoluteTolerance() + golden.relativeTolerance() * scale;
            for (int part = 0; part < parts; part++) {
                double e = expected[i + part];
                double a = actual[i + part];
                // NaN stands for NaN whatever its payload; everything else exact includes the sign of zero.
                boolean same = Double.isNaN(e) ? Double.isNaN(a) : Double.compare(e, a) == 0;
                boolean close = !exact && Double.isFinite(e) && Math.abs(e - a) <= limit;
                if (!same && !close) {
                    throw new AssertionError(golden.name() + " (" + golden.operation() + " " + golden.arguments()
                            + " views " + golden.views() + "): element " + i / parts + " part " + part + ": expected "
                            + e + " but got " + a + ", tolerance " + limit);
                }
            }
        }
    }
}
