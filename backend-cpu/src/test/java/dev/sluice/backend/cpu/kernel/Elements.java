package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/** Elements of any type in native memory, as the boxed parts of {@link ReferenceEvaluator}. */
final class Elements {
    private static final double[] SPECIAL = {
        0.0, -0.0, 1, -1, 0.5, 2, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 1e-310, 1e300, -7
    };

    final DType type;
    final MemorySegment memory;

    private Elements(DType type, MemorySegment memory) {
        this.type = type;
        this.memory = memory;
    }

    static Elements allocate(Arena arena, DType type, long count) {
        return new Elements(type, arena.allocate(Math.max(1, count) * type.bytes(), 64));
    }

    Elements copy(Arena arena) {
        MemorySegment copied = arena.allocate(memory.byteSize(), 64);
        copied.copyFrom(memory);
        return new Elements(type, copied);
    }

    long address() {
        return memory.address();
    }

    long count() {
        return memory.byteSize() / type.bytes();
    }

    void randomize(RandomGenerator random) {
        for (long i = 0; i < count(); i++) {
            Object[] parts = new Object[type.isComplex() ? 2 : 1];
            for (int p = 0; p < parts.length; p++) {
                parts[p] = randomPart(type.realPart(), random);
            }
            set(i, parts);
        }
    }

    static Object randomPart(DType type, RandomGenerator random) {
        double real = random.nextInt(8) == 0 ? SPECIAL[random.nextInt(SPECIAL.length)] : random.nextDouble(-3, 3);
        return switch (type) {
            case BOOL -> random.nextBoolean();
            case I32 -> random.nextInt(6) == 0 ? random.nextInt() : random.nextInt(-9, 10);
            case I64 -> random.nextInt(6) == 0 ? random.nextLong() : random.nextLong(-9, 10);
            case F16 -> Float.floatToFloat16((float) real);
            case BF16 -> (short) (Float.floatToRawIntBits((float) real) >>> 16);
            case F32 -> (float) real;
            default -> real;
        };
    }

    Object[] get(long i) {
        long at = address() + i * type.bytes();
        return switch (type) {
            case BOOL -> new Object[] {Memory.loadBool(at)};
            case I32 -> new Object[] {Memory.loadInt(at)};
            case I64 -> new Object[] {Memory.loadLong(at)};
            case F16, BF16 -> new Object[] {Memory.loadShort(at)};
            case F32 -> new Object[] {Memory.loadFloat(at)};
            case F64 -> new Object[] {Memory.loadDouble(at)};
            case C64 -> new Object[] {Memory.loadFloat(at), Memory.loadFloat(at + 4)};
            case C128 -> new Object[] {Memory.loadDouble(at), Memory.loadDouble(at + 8)};
        };
    }

    void set(long i, Object[] parts) {
        long at = address() + i * type.bytes();
        for (int p = 0; p < parts.length; p++) {
            long to = at + (long) p * type.realPart().bytes();
            switch (parts[p]) {
                case Boolean b -> Memory.storeBool(to, b);
                case Integer n -> Memory.storeInt(to, n);
                case Long n -> Memory.storeLong(to, n);
                case Short n -> Memory.storeShort(to, n);
                case Float x -> Memory.storeFloat(to, x);
                case Double x -> Memory.storeDouble(to, x);
                default -> throw new AssertionError(parts[p]);
            }
        }
    }
}
