package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;
import java.util.Arrays;

/**
 * Columns of equal length in 64 bits, real or complex, for factorisations on the JVM. Each column is its own array, so
 * that columns are exchanged by exchanging references. Not thread-safe.
 */
final class ColumnSet {

    private final int length;
    private final double[][] re;

    /** Of no columns when the elements are real. */
    private final double[][] im;

    ColumnSet(int length, int count, boolean complex) {
        this.length = length;
        this.re = new double[count][length];
        this.im = new double[complex ? count : 0][length];
    }

    private ColumnSet(int length, double[][] re, double[][] im) {
        this.length = length;
        this.re = re;
        this.im = im;
    }

    static ColumnSet identity(int length, int count, boolean complex) {
        ColumnSet columns = new ColumnSet(length, count, complex);
        for (int j = 0; j < count; j++) {
            columns.re[j][j] = 1;
        }
        return columns;
    }

    int length() {
        return length;
    }

    int count() {
        return re.length;
    }

    boolean isComplex() {
        return im.length != 0;
    }

    double re(int i, int j) {
        return re[j][i];
    }

    double im(int i, int j) {
        return isComplex() ? im[j][i] : 0;
    }

    void set(int i, int j, double reValue, double imValue) {
        re[j][i] = reValue;
        if (isComplex()) {
            im[j][i] = imValue;
        }
    }

    /**
     * The columns of a column-major matrix in host memory.
     *
     * @param type F32, F64, C64 or C128
     */
    static ColumnSet load(DType type, long address, int rows, int columns, long ld) {
        ColumnSet loaded = new ColumnSet(rows, columns, type.isComplex());
        Elements parts = Elements.of(type);
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                long at = address + (i + j * ld) * type.bytes();
                loaded.set(i, j, parts.load(at), type.isComplex() ? parts.load(at + parts.bytes()) : 0);
            }
        }
        return loaded;
    }

    /** Writes rows {@code from} to {@code to} of a column into a column-major matrix in host memory. */
    void store(DType type, int j, int from, int to, long address, long ld) {
        Elements parts = Elements.of(type);
        for (int i = from; i < to; i++) {
            long at = address + (i + j * ld) * type.bytes();
            parts.store(at, re(i, j));
            if (type.isComplex()) {
                parts.store(at + parts.bytes(), im(i, j));
            }
        }
    }

    /** Writes all columns into a column-major matrix in host memory. */
    void store(DType type, long address, long ld) {
        for (int j = 0; j < count(); j++) {
            store(type, j, 0, length, address, ld);
        }
    }

    /** x_p ← x_p − f·x_q, from an element on. */
    void subtract(int p, int q, double factorRe, double factorIm, int from) {
        double[] pRe = re[p];
        double[] qRe = re[q];
        if (!isComplex()) {
            for (int i = from; i < length; i++) {
                pRe[i] -= factorRe * qRe[i];
            }
            return;
        }
        double[] pIm = im[p];
        double[] qIm = im[q];
        for (int i = from; i < length; i++) {
            pRe[i] -= factorRe * qRe[i] - factorIm * qIm[i];
            pIm[i] -= factorRe * qIm[i] + factorIm * qRe[i];
        }
    }

    void exchangeRows(int p, int q) {
        for (double[] column : re) {
            double kept = column[p];
            column[p] = column[q];
            column[q] = kept;
        }
        for (double[] column : im) {
            double kept = column[p];
            column[p] = column[q];
            column[q] = kept;
        }
    }

    void scale(int j, double factor) {
        for (int i = 0; i < length; i++) {
            re[j][i] *= factor;
        }
        if (isComplex()) {
            for (int i = 0; i < length; i++) {
                im[j][i] *= factor;
            }
        }
    }

    double squaredNorm(int j) {
        return isComplex() ? dot(re[j], re[j]) + dot(im[j], im[j]) : dot(re[j], re[j]);
    }

    /** Re(x_pᴴ·x_q). */
    double dotRe(int p, int q) {
        return isComplex() ? dot(re[p], re[q]) + dot(im[p], im[q]) : dot(re[p], re[q]);
    }

    /** Im(x_pᴴ·x_q). */
    double dotIm(int p, int q) {
        return isComplex() ? dot(re[p], im[q]) - dot(im[p], re[q]) : 0;
    }

    /** Four sums, because one would wait for each addition to end before the next. */
    private static double dot(double[] x, double[] y) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int i = 0;
        for (; i < x.length - 3; i += 4) {
            sum0 += x[i] * y[i];
            sum1 += x[i + 1] * y[i + 1];
            sum2 += x[i + 2] * y[i + 2];
            sum3 += x[i + 3] * y[i + 3];
        }
        for (; i < x.length; i++) {
            sum0 += x[i] * y[i];
        }
        return (sum0 + sum1) + (sum2 + sum3);
    }

    /**
     * Rotates two columns: x_p ← c·x_p − s·f·x_q and x_q ← s·x_p + c·f·x_q, where f is a factor of modulus 1.
     *
     * @param phaseRe the real part of f
     * @param phaseIm the imaginary part of f, 0 for reals
     */
    void rotate(int p, int q, double cosine, double sine, double phaseRe, double phaseIm) {
        if (!isComplex()) {
            rotateReal(re[p], re[q], cosine, sine, phaseRe);
            return;
        }
        double[] pRe = re[p];
        double[] pIm = im[p];
        double[] qRe = re[q];
        double[] qIm = im[q];
        for (int i = 0; i < length; i++) {
            double xRe = pRe[i];
            double xIm = pIm[i];
            double yRe = phaseRe * qRe[i] - phaseIm * qIm[i];
            double yIm = phaseRe * qIm[i] + phaseIm * qRe[i];
            pRe[i] = cosine * xRe - sine * yRe;
            pIm[i] = cosine * xIm - sine * yIm;
            qRe[i] = sine * xRe + cosine * yRe;
            qIm[i] = sine * xIm + cosine * yIm;
        }
    }

    private static void rotateReal(double[] x, double[] y, double cosine, double sine, double sign) {
        for (int i = 0; i < x.length; i++) {
            double xi = x[i];
            double yi = sign * y[i];
            x[i] = cosine * xi - sine * yi;
            y[i] = sine * xi + cosine * yi;
        }
    }

    /** The columns at the given indices, in that order; they are shared with this set. */
    ColumnSet select(int[] order) {
        return new ColumnSet(length, select(re, order), isComplex() ? select(im, order) : im);
    }

    private static double[][] select(double[][] columns, int[] order) {
        return Arrays.stream(order).mapToObj(j -> columns[j]).toArray(double[][]::new);
    }

    /**
     * An orthonormal set of {@code count} columns that begins with the first {@code have} of this set, which are
     * orthonormal. Each further column starts as the unit vector that the columns so far represent worst, which is at
     * least as far from them as the average, and is made orthogonal to them twice, which suffices.
     */
    ColumnSet completed(int have, int count) {
        ColumnSet basis = new ColumnSet(length, count, isComplex());
        double[] missing = new double[length];
        Arrays.fill(missing, 1);
        for (int j = 0; j < count; j++) {
            if (j < have) {
                System.arraycopy(re[j], 0, basis.re[j], 0, length);
                if (isComplex()) {
                    System.arraycopy(im[j], 0, basis.im[j], 0, length);
                }
            } else {
                basis.re[j][indexOfLargest(missing)] = 1;
                basis.orthogonalise(j);
                basis.orthogonalise(j);
            }
            for (int i = 0; i < length; i++) {
                double real = basis.re(i, j);
                double imaginary = basis.im(i, j);
                missing[i] -= real * real + imaginary * imaginary;
            }
        }
        return basis;
    }

    private static int indexOfLargest(double[] values) {
        int largest = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[largest]) {
                largest = i;
            }
        }
        return largest;
    }

    /** Makes column j orthogonal to the columns before it, and its norm 1. */
    private void orthogonalise(int j) {
        for (int other = 0; other < j; other++) {
            double factorRe = dotRe(other, j);
            double factorIm = dotIm(other, j);
            for (int i = 0; i < length; i++) {
                double xRe = re(i, other);
                double xIm = im(i, other);
                set(i, j, re(i, j) - (factorRe * xRe - factorIm * xIm), im(i, j) - (factorRe * xIm + factorIm * xRe));
            }
        }
        scale(j, 1 / Math.sqrt(squaredNorm(j)));
    }
}
