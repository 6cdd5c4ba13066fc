package dev.sluice.backend.cuda.provider;

import dev.sluice.DType;
import dev.sluice.spi.BackendConfiguration;

/** How exactly products of single-precision numbers are computed. */
enum MathMode {
    /** In single precision. */
    STRICT,
    /** With operands rounded to the 10-bit significands of TF32, on tensor cores. */
    TF32;

    /** The setting that selects a mode: {@code strict}, the default, or {@code tf32}. */
    static final String SETTING = "cuda.math";

    private static final int COMPUTE_32F = 68;
    private static final int COMPUTE_32F_FAST_TF32 = 77;
    private static final int COMPUTE_64F = 70;

    static MathMode from(BackendConfiguration configuration) {
        String name = configuration.setting(SETTING).orElse("strict");
        return switch (name) {
            case "strict" -> STRICT;
            case "tf32" -> TF32;
            default ->
                throw new IllegalArgumentException(
                        "setting " + SETTING + "='" + name + "' is neither 'strict' nor 'tf32'");
        };
    }

    /** {@code cublasComputeType_t} for products of a type. */
    int computeType(DType type) {
        return switch (type) {
            case F64, C128 -> COMPUTE_64F;
            case F32, C64 -> this == TF32 ? COMPUTE_32F_FAST_TF32 : COMPUTE_32F;
            default -> COMPUTE_32F;
        };
    }
}
