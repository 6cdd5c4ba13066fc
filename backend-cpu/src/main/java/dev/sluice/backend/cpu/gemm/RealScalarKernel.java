package dev.sluice.backend.cpu.gemm;

/**
 * Products of real matrices without the Vector API. A tile of 2×2 sums stays in registers; sums of 32-bit numbers are
 * kept in 64 bits, which costs nothing here.
 */
final class RealScalarKernel implements ProductKernel {

    private final Elements elements;

    RealScalarKernel(Elements elements) {
        this.elements = elements;
    }

    @Override
    public void multiply(
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
            long cColumn) {
        for (int j = 0; j < n; j += 2) {
            boolean twoColumns = n - j > 1;
            for (int i = 0; i < m; i += 2) {
                boolean twoRows = m - i > 1;
                long offset = (long) i * elements.bytes();
                tile(
                        twoRows,
                        twoColumns,
                        k,
                        alphaRe,
                        a + offset,
                        aColumn,
                        b + j * bColumn,
                        bRow,
                        bColumn,
                        betaRe,
                        c + offset + j * cColumn,
                        cColumn);
            }
        }
    }

    private void tile(
            boolean twoRows,
            boolean twoColumns,
            int k,
            double alpha,
            long a,
            long aColumn,
            long b,
            long bRow,
            long bColumn,
            double beta,
            long c,
            long cColumn) {
        // A missing row or column repeats the one before it and is not stored.
        long secondRow = twoRows ? elements.bytes() : 0;
        long secondColumn = twoColumns ? bColumn : 0;
        double sum00 = 0;
        double sum10 = 0;
        double sum01 = 0;
        double sum11 = 0;
        for (int p = 0; p < k; p++) {
            double a0 = elements.load(a);
            double a1 = elements.load(a + secondRow);
            double b0 = elements.load(b);
            double b1 = elements.load(b + secondColumn);
            sum00 += a0 * b0;
            sum10 += a1 * b0;
            sum01 += a0 * b1;
            sum11 += a1 * b1;
            a += aColumn;
            b += bRow;
        }
        store(sum00, alpha, beta, c);
        if (twoRows) {
            store(sum10, alpha, beta, c + secondRow);
        }
        if (twoColumns) {
            store(sum01, alpha, beta, c + cColumn);
        }
        if (twoRows && twoColumns) {
            store(sum11, alpha, beta, c + cColumn + secondRow);
        }
    }

    private void store(double sum, double alpha, double beta, long c) {
        double result = alpha * sum;
        if (beta != 0) {
            result += beta * elements.load(c);
        }
        elements.store(c, result);
    }
}
