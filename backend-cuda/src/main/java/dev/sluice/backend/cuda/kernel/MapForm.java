package dev.sluice.backend.cuda.kernel;

/**
 * The form of an elementwise kernel: how it walks a plan. A program is compiled once for each form that it is used in.
 *
 * @param walk the kernel
 * @param rank the number of axes, 0 where the form has none
 * @param wide whether element numbers and offsets need 64 bits
 * @param width the number of elements in one access, a power of two
 * @param marked for {@link Walk#CONTIGUOUS} the inputs with one element for all positions, for {@link Walk#TRANSPOSED}
 *     the inputs read through tiles; bit {@code k} is operand {@code k}
 */
record MapForm(Walk walk, int rank, boolean wide, int width, long marked) {
    /** The most operands that a mark can name. */
    static final int MAX_MARKED_OPERANDS = 40;

    /** The kernels. */
    enum Walk {
        /** One segment of contiguous operands. */
        CONTIGUOUS("map_contiguous"),
        /** One segment of any strides. */
        STRIDED("map_strided"),
        /** One segment in which some inputs run along another axis than the outputs. */
        TRANSPOSED("map_transposed"),
        /** Many segments of any strides. */
        SEGMENTED("map_segmented"),
        /** Many segments of contiguous operands. */
        RUNS("map_runs");

        private final String resource;

        Walk(String resource) {
            this.resource = resource;
        }

        /** The resource with the kernel. */
        String resource() {
            return resource;
        }

        /** Whether segments come from a table in device memory. */
        boolean usesTable() {
            return this == SEGMENTED || this == RUNS;
        }

        /** Whether elements are accessed several at a time. */
        boolean usesPacks() {
            return this == CONTIGUOUS || this == RUNS;
        }
    }

    /** A number that is different for every form; what launches look kernels up by, without an object. */
    @SuppressWarnings("EnumOrdinal") // A key never leaves the process.
    static long key(Walk walk, int rank, boolean wide, int width, long marked) {
        return walk.ordinal()
                | (long) rank << 3
                | (wide ? 1L << 10 : 0)
                | (long) Integer.numberOfTrailingZeros(width) << 11
                | marked << 16;
    }

    /** The form with this key. */
    @SuppressWarnings("EnumOrdinal") // A key never leaves the process.
    static MapForm of(long key) {
        return new MapForm(
                Walk.values()[(int) (key & 7)],
                (int) (key >> 3 & 127),
                (key >> 10 & 1) != 0,
                1 << (key >> 11 & 7),
                key >>> 16);
    }

    /** Whether an operand is marked. */
    boolean isMarked(int operand) {
        return operand < MAX_MARKED_OPERANDS && (marked >> operand & 1) != 0;
    }
}
