package dev.sluice.runtime.tensor;

/**
 * How errors name the matrices of a batch. Holds on to nothing.
 *
 * @param operation what is done with them, as in "the inversion"
 * @param rows rows
 * @param columns columns
 * @param count how many there are
 */
record MatrixNames(String operation, long rows, long columns, long count) {
    /** The operation on one matrix, as the subject of a sentence. */
    String subject(int matrix) {
        String subject = operation + " of a " + rows + "×" + columns + " matrix";
        return count == 1 ? subject : subject + " (number " + matrix + " of a batch of " + count + ")";
    }
}
