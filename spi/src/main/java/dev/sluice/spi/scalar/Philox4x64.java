package dev.sluice.spi.scalar;

/**
 * The counter-based random generator Philox4x64-10 of Salmon, Moraes, Dror and Shaw (Parallel random numbers: as easy as
 * 1, 2, 3; SC'11). Pure functions of counter and key; safe from any thread.
 */
public final class Philox4x64 {
    private static final int ROUNDS = 10;
    private static final long MULTIPLIER_0 = 0xD2E7470EE14C6C93L;
    private static final long MULTIPLIER_1 = 0xCA5A826395121157L;
    private static final long WEYL_0 = 0x9E3779B97F4A7C15L;
    private static final long WEYL_1 = 0xBB67AE8584CAA73BL;

    private Philox4x64() {}

    /**
     * Replaces a counter by its four random words.
     *
     * @param block on entry the counter, least significant word first; on return the words
     */
    public static void generate(long[] block, long key0, long key1) {
        long c0 = block[0];
        long c1 = block[1];
        long c2 = block[2];
        long c3 = block[3];
        long k0 = key0;
        long k1 = key1;
        for (int round = 0; round < ROUNDS; round++) {
            long high0 = Math.unsignedMultiplyHigh(MULTIPLIER_0, c0);
            long low0 = MULTIPLIER_0 * c0;
            long high1 = Math.unsignedMultiplyHigh(MULTIPLIER_1, c2);
            long low1 = MULTIPLIER_1 * c2;
            c0 = high1 ^ c1 ^ k0;
            c1 = low1;
            c2 = high0 ^ c3 ^ k1;
            c3 = low0;
            k0 += WEYL_0;
            k1 += WEYL_1;
        }
        block[0] = c0;
        block[1] = c1;
        block[2] = c2;
        block[3] = c3;
    }

    /** Word {@code word} of the stream under {@code (key, 0)}, as an expression's Philox leaf defines it. Allocates nothing. */
    public static long word(long word, long key) {
        long c0 = (word >>> 2) + 1;
        long c1 = 0;
        long c2 = 0;
        long c3 = 0;
        long k0 = key;
        long k1 = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long high0 = Math.unsignedMultiplyHigh(MULTIPLIER_0, c0);
            long low0 = MULTIPLIER_0 * c0;
            long high1 = Math.unsignedMultiplyHigh(MULTIPLIER_1, c2);
            long low1 = MULTIPLIER_1 * c2;
            c0 = high1 ^ c1 ^ k0;
            c1 = low1;
            c2 = high0 ^ c3 ^ k1;
            c3 = low0;
            k0 += WEYL_0;
            k1 += WEYL_1;
        }
        return switch ((int) (word & 3)) {
            case 0 -> c0;
            case 1 -> c1;
            case 2 -> c2;
            default -> c3;
        };
    }
}
