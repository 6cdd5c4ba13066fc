package dev.sluice.backend.cpu.gemm;

/**
 * Products of complex matrices without the Vector API. Two columns of C share the loads of A; sums of 32-bit numbers
 * are kept in 64 bits, which costs nothing here.
 */
final class ComplexScalarKernel implements ProductKernel {

    private final Elements parts;

    ComplexScalarKernel(Elements parts) {
        this.parts = parts;
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
        double imaginarySignOfB = conjugateB ? -1 : 1;
        for (int j = 0; j < n; j += 2) {
            boolean twoColumns = n - j > 1;
            for (int i = 0; i < m; i++) {
                long offset = (long) i * 2 * parts.bytes();
                tile(
                        twoColumns,
                        k,
                        alphaRe,
                        alphaIm,
                        a + offset,
                        aColumn,
                        b + j * bColumn,
                        bRow,
                        bColumn,
                        imaginarySignOfB,
                        betaRe,
                        betaIm,
                        c + offset + j * cColumn,
                        cColumn);
            }
        }
    }

    private void tile(
            boolean twoColumns,
            int k,
            double alphaRe,
            double alphaIm,
            long a,
            long aColumn,
            long b,
            long bRow,
            long bColumn,
            double imaginarySignOfB,
            double betaRe,
            double betaIm,
            long c,
            long cColumn) {
        // A missing column repeats the one before it and is not stored.
        long secondColumn = twoColumns ? bColumn : 0;
        int bytes = parts.bytes();
        double re0 = 0;
        double im0 = 0;
        double re1 = 0;
        double im1 = 0;
        for (int p = 0; p < k; p++) {
            double aRe = parts.load(a);
            double aIm = parts.load(a + bytes);
            double b0Re = parts.load(b);
            double b0Im = imaginarySignOfB * parts.load(b + bytes);
            double b1Re = parts.load(b + secondColumn);
            double b1Im = imaginarySignOfB * parts.load(b + secondColumn + bytes);
            re0 += aRe * b0Re - aIm * b0Im;
            im0 += aRe * b0Im + aIm * b0Re;
            re1 += aRe * b1Re - aIm * b1Im;
            im1 += aRe * b1Im + aIm * b1Re;
            a += aColumn;
            b += bRow;
        }
        store(re0, im0, alphaRe, alphaIm, betaRe, betaIm, c);
        if (twoColumns) {
            store(re1, im1, alphaRe, alphaIm, betaRe, betaIm, c + cColumn);
        }
    }

    private void store(
            double sumRe, double sumIm, double alphaRe, double alphaIm, double betaRe, double betaIm, long c) {
        double re = alphaRe * sumRe;
        double im = alphaRe * sumIm;
        if (alphaIm != 0) {
            re -= alphaIm * sumIm;
            im += alphaIm * sumRe;
        }
        if (betaRe != 0 || betaIm != 0) {
            double oldRe = parts.load(c);
            double oldIm = parts.load(c + parts.bytes());
            re += betaRe * oldRe;
            im += betaRe * oldIm;
            if (betaIm != 0) {
                re -= betaIm * oldIm;
                im += betaIm * oldRe;
            }
        }
        parts.store(c, re);
        parts.store(c + parts.bytes(), im);
    }
}
