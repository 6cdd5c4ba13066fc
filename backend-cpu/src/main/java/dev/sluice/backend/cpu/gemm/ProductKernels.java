package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kernels that this JVM runs: with the Vector API when its module is present, plain loops otherwise. */
final class ProductKernels {

    private static final Logger LOG = LoggerFactory.getLogger(ProductKernels.class);

    private static final ProductKernel FLOAT32;
    private static final ProductKernel FLOAT64;
    private static final ProductKernel COMPLEX64;
    private static final ProductKernel COMPLEX128;

    static {
        // A module that nobody asked for is not resolved when Sluice runs from the class path.
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
            FLOAT32 = new Float32VectorKernel();
            FLOAT64 = new Float64VectorKernel();
            COMPLEX64 = new Complex64VectorKernel();
            COMPLEX128 = new Complex128VectorKernel();
        } else {
            LOG.debug("small products use plain loops; --add-modules jdk.incubator.vector makes them faster");
            FLOAT32 = new RealScalarKernel(Elements.FLOAT32);
            FLOAT64 = new RealScalarKernel(Elements.FLOAT64);
            COMPLEX64 = new ComplexScalarKernel(Elements.FLOAT32);
            COMPLEX128 = new ComplexScalarKernel(Elements.FLOAT64);
        }
    }

    private ProductKernels() {}

    /** The kernel of a type. */
    static ProductKernel of(DType type) {
        return switch (type) {
            case F32 -> FLOAT32;
            case F64 -> FLOAT64;
            case C64 -> COMPLEX64;
            case C128 -> COMPLEX128;
            default -> throw new IllegalArgumentException("no dense products of " + type);
        };
    }
}
