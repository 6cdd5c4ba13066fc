package dev.sluice.backend.cpu.kernel;

import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * The operators on lanes of {@link dev.sluice.DType#BOOL}, named as on scalars. Truth values are masks of the lanes they
 * control, and bytes in memory.
 */
final class BoolLanes {
    private static final long LOW_BITS = 0x0101010101010101L;

    private BoolLanes() {}

    static <E> VectorMask<E> load(VectorSpecies<E> species, long address) {
        long bits = switch (species.length()) {
            case 2 -> Long.compress(Memory.loadShort(address), LOW_BITS & 0xFFFF);
            case 4 -> Long.compress(Memory.loadInt(address), LOW_BITS & 0xFFFFFFFFL);
            case 8 -> Long.compress(Memory.loadLong(address), LOW_BITS);
            default ->
                Long.compress(Memory.loadLong(address), LOW_BITS)
                        | Long.compress(Memory.loadLong(address + 8), LOW_BITS) << 8;
        };
        return VectorMask.fromLong(species, bits);
    }

    static <E> VectorMask<E> load(VectorSpecies<E> species, long address, int count) {
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= Memory.loadBool(address + i) ? 1L << i : 0;
        }
        return VectorMask.fromLong(species, bits);
    }

    static <E> void store(long address, VectorMask<E> x) {
        long bits = x.toLong();
        switch (x.length()) {
            case 2 -> Memory.storeShort(address, (short) Long.expand(bits, LOW_BITS));
            case 4 -> Memory.storeInt(address, (int) Long.expand(bits, LOW_BITS));
            case 8 -> Memory.storeLong(address, Long.expand(bits, LOW_BITS));
            default -> {
                Memory.storeLong(address, Long.expand(bits, LOW_BITS));
                Memory.storeLong(address + 8, Long.expand(bits >>> 8, LOW_BITS));
            }
        }
    }

    static <E> void store(long address, VectorMask<E> x, int count) {
        long bits = x.toLong();
        for (int i = 0; i < count; i++) {
            Memory.storeBool(address + i, (bits >>> i & 1) != 0);
        }
    }

    static <E> VectorMask<E> broadcast(VectorSpecies<E> species, boolean x) {
        return species.maskAll(x);
    }

    static <E, F> VectorMask<F> cast(VectorSpecies<F> species, VectorMask<E> x) {
        return x.cast(species);
    }

    static <E> VectorMask<E> select(VectorMask<E> condition, VectorMask<E> whenTrue, VectorMask<E> whenFalse) {
        return condition.and(whenTrue).or(whenFalse.andNot(condition));
    }

    static <E> VectorMask<E> not(VectorMask<E> x) {
        return x.not();
    }

    static <E> VectorMask<E> isNan(VectorMask<E> x) {
        return x.andNot(x);
    }

    static <E> VectorMask<E> isFinite(VectorMask<E> x) {
        return x.or(x.not());
    }

    static <E> VectorMask<E> add(VectorMask<E> x, VectorMask<E> y) {
        return x.or(y);
    }

    static <E> VectorMask<E> multiply(VectorMask<E> x, VectorMask<E> y) {
        return x.and(y);
    }

    static <E> VectorMask<E> minimum(VectorMask<E> x, VectorMask<E> y) {
        return x.and(y);
    }

    static <E> VectorMask<E> maximum(VectorMask<E> x, VectorMask<E> y) {
        return x.or(y);
    }

    static <E> VectorMask<E> less(VectorMask<E> x, VectorMask<E> y) {
        return y.andNot(x);
    }

    static <E> VectorMask<E> lessEqual(VectorMask<E> x, VectorMask<E> y) {
        return y.or(x.not());
    }

    static <E> VectorMask<E> greater(VectorMask<E> x, VectorMask<E> y) {
        return x.andNot(y);
    }

    static <E> VectorMask<E> greaterEqual(VectorMask<E> x, VectorMask<E> y) {
        return x.or(y.not());
    }

    static <E> VectorMask<E> equal(VectorMask<E> x, VectorMask<E> y) {
        return x.eq(y);
    }

    static <E> VectorMask<E> notEqual(VectorMask<E> x, VectorMask<E> y) {
        return x.xor(y);
    }

    static <E> VectorMask<E> and(VectorMask<E> x, VectorMask<E> y) {
        return x.and(y);
    }

    static <E> VectorMask<E> or(VectorMask<E> x, VectorMask<E> y) {
        return x.or(y);
    }

    static <E> VectorMask<E> xor(VectorMask<E> x, VectorMask<E> y) {
        return x.xor(y);
    }
}
