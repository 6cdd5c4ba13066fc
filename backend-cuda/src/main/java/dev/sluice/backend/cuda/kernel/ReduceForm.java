package dev.sluice.backend.cuda.kernel;

/**
 * The form of a reduction kernel.
 *
 * @param kept the number of axes over outputs
 * @param combined the number of axes over the elements of an output
 * @param wide whether element numbers and offsets need 64 bits
 * @param segmented whether segments come from a table in device memory
 */
record ReduceForm(int kept, int combined, boolean wide, boolean segmented) {
    /** The number of all axes. */
    int rank() {
        return kept + combined;
    }

    /** A number that is different for every form. */
    static long key(int kept, int combined, boolean wide, boolean segmented) {
        return kept | (long) combined << 8 | (wide ? 1L << 16 : 0) | (segmented ? 1L << 17 : 0);
    }

    /** The form with this key. */
    static ReduceForm of(long key) {
        return new ReduceForm((int) (key & 255), (int) (key >> 8 & 255), (key >> 16 & 1) != 0, (key >> 17 & 1) != 0);
    }
}
