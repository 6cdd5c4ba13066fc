package dev.sluice.backend.debug.kernel;

/** A complex matrix in double precision, stored by columns, with the column operations that orthogonalisation needs. */
final class DenseColumns {
    private final int rows;
    private final int columns;
    private final double[] re;
    private final double[] im;

    DenseColumns(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        this.re = new double[Math.multiplyExact(rows, columns)];
        this.im = new double[rows * columns];
    }

    /** A copy of an m×n matrix, or of its conjugate transpose. */
    static DenseColumns of(MatrixView source, int m, int n, boolean conjugateTransposed) {
        DenseColumns copy = conjugateTransposed ? new DenseColumns(n, m) : new DenseColumns(m, n);
        for (int column = 0; column < n; column++) {
            for (int row = 0; row < m; row++) {
                double re = source.re(row, column);
                double im = source.im(row, column);
                if (conjugateTransposed) {
                    copy.set(column, row, re, -im);
                } else {
                    copy.set(row, column, re, im);
                }
            }
        }
        return copy;
    }

    static DenseColumns identity(int size) {
        DenseColumns identity = new DenseColumns(size, size);
        for (int k = 0; k < size; k++) {
            identity.set(k, k, 1, 0);
        }
        return identity;
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    double re(int row, int column) {
        return re[column * rows + row];
    }

    double im(int row, int column) {
        return im[column * rows + row];
    }

    void set(int row, int column, double newRe, double newIm) {
        re[column * rows + row] = newRe;
        im[column * rows + row] = newIm;
    }

    boolean isFinite() {
        for (int k = 0; k < re.length; k++) {
            if (!Double.isFinite(re[k]) || !Double.isFinite(im[k])) {
                return false;
            }
        }
        return true;
    }

    /** The largest magnitude of a part of an element. */
    double largest() {
        double largest = 0;
        for (int k = 0; k < re.length; k++) {
            largest = Math.max(largest, Math.max(Math.abs(re[k]), Math.abs(im[k])));
        }
        return largest;
    }

    void scale(int column, double factor) {
        for (int k = column * rows; k < (column + 1) * rows; k++) {
            re[k] *= factor;
            im[k] *= factor;
        }
    }

    void copyColumn(int target, DenseColumns source, int column) {
        System.arraycopy(source.re, column * rows, re, target * rows, rows);
        System.arraycopy(source.im, column * rows, im, target * rows, rows);
    }

    void exchangeRows(int p, int q) {
        for (int column = 0; column < columns; column++) {
            double pRe = re(p, column);
            double pIm = im(p, column);
            set(p, column, re(q, column), im(q, column));
            set(q, column, pRe, pIm);
        }
    }

    double squaredNorm(int column) {
        double sum = 0;
        for (int k = column * rows; k < (column + 1) * rows; k++) {
            sum += re[k] * re[k] + im[k] * im[k];
        }
        return sum;
    }

    /** The real part of pᴴq. */
    double innerRe(int p, int q) {
        double sum = 0;
        for (int row = 0; row < rows; row++) {
            sum += re(row, p) * re(row, q) + im(row, p) * im(row, q);
        }
        return sum;
    }

    /** The imaginary part of pᴴq. */
    double innerIm(int p, int q) {
        double sum = 0;
        for (int row = 0; row < rows; row++) {
            sum += re(row, p) * im(row, q) - im(row, p) * re(row, q);
        }
        return sum;
    }

    /** q ← q − (cRe + i·cIm)·p. */
    void subtract(int q, int p, double cRe, double cIm) {
        for (int row = 0; row < rows; row++) {
            set(
                    row,
                    q,
                    re(row, q) - (cRe * re(row, p) - cIm * im(row, p)),
                    im(row, q) - (cRe * im(row, p) + cIm * re(row, p)));
        }
    }

    /** (p, q) ← (c·p − s·q·w̄, s·p + c·q·w̄) with w = wRe + i·wIm of modulus one. */
    void rotate(int p, int q, double c, double s, double wRe, double wIm) {
        for (int row = 0; row < rows; row++) {
            double pRe = re(row, p);
            double pIm = im(row, p);
            double qRe = wRe * re(row, q) + wIm * im(row, q);
            double qIm = wRe * im(row, q) - wIm * re(row, q);
            set(row, p, c * pRe - s * qRe, c * pIm - s * qIm);
            set(row, q, s * pRe + c * qRe, s * pIm + c * qIm);
        }
    }
}
