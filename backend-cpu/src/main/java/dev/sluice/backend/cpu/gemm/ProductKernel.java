package dev.sluice.backend.cpu.gemm;

/**
 * The innermost product, C ← α·A·B + β·C for one element type. All distances are in bytes, so that one kernel serves
 * matrices in place and packed panels alike.
 *
 * <p>Elements of a column of A and of a column of C are adjacent. B may have any strides. With β = 0, C is not read.
 * Stateless.
 */
interface ProductKernel {

    /**
     * Computes one product.
     *
     * @param m rows of C, positive
     * @param n columns of C, positive
     * @param k the contracted extent; 0 gives β·C
     * @param a the address of A
     * @param aColumn the distance between columns of A
     * @param b the address of B
     * @param bRow the distance between rows of B
     * @param bColumn the distance between columns of B
     * @param conjugateB whether B is conjugated; ignored for reals
     * @param c the address of C
     * @param cColumn the distance between columns of C
     */
    void multiply(
            int m,
            int n,
            int k,
            double alphaRe,
            double alphaIm,
            long a,
            long aColumn,
            long b,
            long bRow,
            long bColumn,
            boolean conjugateB,
            double betaRe,
            double betaIm,
            long c,
            long cColumn);
}
