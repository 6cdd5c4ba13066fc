package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;

/** Access to the real numbers that matrices are made of; a complex element is two of them. */
enum Elements {
    /** 32-bit numbers. */
    FLOAT32(Float.BYTES) {
        @Override
        double load(long address) {
            return Memory.getFloat(address);
        }

        @Override
        void store(long address, double value) {
            Memory.putFloat(address, (float) value);
        }
    },
    /** 64-bit numbers. */
    FLOAT64(Double.BYTES) {
        @Override
        double load(long address) {
            return Memory.getDouble(address);
        }

        @Override
        void store(long address, double value) {
            Memory.putDouble(address, value);
        }
    };

    private final int bytes;

    Elements(int bytes) {
        this.bytes = bytes;
    }

    /** The numbers that elements of {@code type} consist of. */
    static Elements of(DType type) {
        return switch (type) {
            case F32, C64 -> FLOAT32;
            case F64, C128 -> FLOAT64;
            default -> throw new IllegalArgumentException("no dense products of " + type);
        };
    }

    int bytes() {
        return bytes;
    }

    abstract double load(long address);

    abstract void store(long address, double value);
}
