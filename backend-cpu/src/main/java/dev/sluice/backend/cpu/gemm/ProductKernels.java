package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;

/**
 * The product kernels of the four types.
 *
 * @param float32 for 32-bit reals
 * @param float64 for 64-bit reals
 * @param complex64 for complex numbers of 32-bit parts
 * @param complex128 for complex numbers of 64-bit parts
 */
record ProductKernels(ProductKernel float32, ProductKernel float64, ProductKernel complex64, ProductKernel complex128) {

    /** Kernels that use the Vector API, whose module must be present. */
    static ProductKernels vector() {
        return new ProductKernels(
                new Float32VectorKernel(),
                new Float64VectorKernel(),
                new Complex64VectorKernel(),
                new Complex128VectorKernel());
    }

    /** Kernels of plain loops. */
    static ProductKernels scalar() {
        return new ProductKernels(
                new RealScalarKernel(Elements.FLOAT32),
                new RealScalarKernel(Elements.FLOAT64),
                new ComplexScalarKernel(Elements.FLOAT32),
                new ComplexScalarKernel(Elements.FLOAT64));
    }

    /** The kernel of a type. */
    ProductKernel of(DType type) {
        return switch (type) {
            case F32 -> float32;
            case F64 -> float64;
            case C64 -> complex64;
            case C128 -> complex128;
            default -> throw new IllegalArgumentException("no dense products of " + type);
        };
    }
}
