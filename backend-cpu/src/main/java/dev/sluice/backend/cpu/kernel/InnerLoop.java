package dev.sluice.backend.cpu.kernel;

/** A loop over a tile, compiled from a program. Subclasses are generated and hold no state. */
abstract class InnerLoop {
    /** Creates the loop. */
    InnerLoop() {}

    /**
     * Computes the first {@code rows} rows of {@code count} elements.
     *
     * @param tile where the operands are; left as it is
     * @param rows the number of rows, positive
     * @param count the number of elements of each row, positive
     * @param parameters the raw parameter words
     */
    abstract void run(Tile tile, int rows, int count, long[] parameters);
}
