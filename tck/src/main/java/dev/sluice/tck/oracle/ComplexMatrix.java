package dev.sluice.tck.oracle;

import dev.sluice.spi.Transpose;
import java.util.Random;

/**
 * A dense column-major matrix with room below its columns, real or complex, as plain arrays. Real matrices keep imaginary
 * parts of zero.
 */
public final class ComplexMatrix {
    private final int rows;
    private final int columns;
    private final double[] re;
    private final double[] im;

    /** A matrix of zeros. */
    public ComplexMatrix(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        this.re = new double[rows * columns];
        this.im = new double[rows * columns];
    }

    /** A matrix of small whole numbers, whose products are exact in every floating type. */
    public static ComplexMatrix random(Random random, int rows, int columns, boolean complex) {
        ComplexMatrix matrix = new ComplexMatrix(rows, columns);
        for (int i = 0; i < matrix.re.length; i++) {
            matrix.re[i] = random.nextInt(-4, 5);
            matrix.im[i] = complex ? random.nextInt(-4, 5) : 0;
        }
        return matrix;
    }

    /** The number of rows. */
    public int rows() {
        return rows;
    }

    /** The number of columns. */
    public int columns() {
        return columns;
    }

    /** The real part of an element. */
    public double re(int row, int column) {
        return re[row + column * rows];
    }

    /** The imaginary part of an element. */
    public double im(int row, int column) {
        return im[row + column * rows];
    }

    /** Sets an element. */
    public void set(int row, int column, double newRe, double newIm) {
        re[row + column * rows] = newRe;
        im[row + column * rows] = newIm;
    }

    /** The matrix as it is read under a transposition. */
    public ComplexMatrix read(Transpose transpose) {
        if (transpose == Transpose.NONE) {
            return this;
        }
        ComplexMatrix result = new ComplexMatrix(/* rows= */ columns, /* columns= */ rows);
        double sign = transpose == Transpose.CONJUGATE_TRANSPOSE ? -1 : 1;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                result.set(/* row= */ column, /* column= */ row, re(row, column), sign * im(row, column));
            }
        }
        return result;
    }

    /** The product with another matrix. */
    public ComplexMatrix times(ComplexMatrix right) {
        ComplexMatrix result = new ComplexMatrix(rows, right.columns);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < right.columns; column++) {
                double sumRe = 0;
                double sumIm = 0;
                for (int k = 0; k < columns; k++) {
                    sumRe += re(row, k) * right.re(k, column) - im(row, k) * right.im(k, column);
                    sumIm += re(row, k) * right.im(k, column) + im(row, k) * right.re(k, column);
                }
                result.set(row, column, sumRe, sumIm);
            }
        }
        return result;
    }

    /** alpha times this plus beta times another matrix. */
    public ComplexMatrix combine(double alphaRe, double alphaIm, double betaRe, double betaIm, ComplexMatrix other) {
        ComplexMatrix result = new ComplexMatrix(rows, columns);
        for (int i = 0; i < re.length; i++) {
            result.re[i] = alphaRe * re[i] - alphaIm * im[i] + betaRe * other.re[i] - betaIm * other.im[i];
            result.im[i] = alphaRe * im[i] + alphaIm * re[i] + betaRe * other.im[i] + betaIm * other.re[i];
        }
        return result;
    }

    /** The elements column by column with {@code leading} elements from column to column, as they are stored. */
    public double[] stored(int leading, boolean complex, double filler) {
        int parts = complex ? 2 : 1;
        double[] values = new double[leading * columns * parts];
        java.util.Arrays.fill(values, filler);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int at = (row + column * leading) * parts;
                values[at] = re(row, column);
                if (complex) {
                    values[at + 1] = im(row, column);
                }
            }
        }
        return values;
    }

    /** The matrix in stored elements. */
    public static ComplexMatrix of(double[] values, int from, int rows, int columns, int leading, boolean complex) {
        int parts = complex ? 2 : 1;
        ComplexMatrix matrix = new ComplexMatrix(rows, columns);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int at = from + (row + column * leading) * parts;
                matrix.set(row, column, values[at], complex ? values[at + 1] : 0);
            }
        }
        return matrix;
    }

    /** The greatest distance between elements of two matrices; NaN when there is one. */
    public double distance(ComplexMatrix other) {
        double distance = 0;
        for (int i = 0; i < re.length; i++) {
            distance = Math.max(distance, Math.hypot(re[i] - other.re[i], im[i] - other.im[i]));
        }
        return distance;
    }

    /** The Frobenius norm. */
    public double norm() {
        double sum = 0;
        for (int i = 0; i < re.length; i++) {
            sum += re[i] * re[i] + im[i] * im[i];
        }
        return Math.sqrt(sum);
    }

    /** The elements on and below the diagonal, with another triangle above: zero, or that of the Hermitian matrix. */
    public ComplexMatrix lower(boolean hermitian) {
        ComplexMatrix result = new ComplexMatrix(rows, columns);
        for (int column = 0; column < columns; column++) {
            for (int row = column; row < rows; row++) {
                result.set(row, column, re(row, column), im(row, column));
                if (hermitian) {
                    result.set(column, row, re(row, column), row == column ? 0 : -im(row, column));
                }
            }
        }
        return result;
    }

    /** The elements on and above the diagonal of the first rows, with zeros below. */
    public ComplexMatrix upper(int firstRows) {
        ComplexMatrix result = new ComplexMatrix(firstRows, columns);
        for (int column = 0; column < columns; column++) {
            for (int row = 0; row <= Math.min(column, firstRows - 1); row++) {
                result.set(row, column, re(row, column), im(row, column));
            }
        }
        return result;
    }

    /** A diagonal matrix. */
    public static ComplexMatrix diagonal(double... values) {
        ComplexMatrix matrix = new ComplexMatrix(values.length, values.length);
        for (int i = 0; i < values.length; i++) {
            matrix.set(i, i, values[i], 0);
        }
        return matrix;
    }

    /** The identity. */
    public static ComplexMatrix identity(int n) {
        ComplexMatrix matrix = new ComplexMatrix(n, n);
        for (int i = 0; i < n; i++) {
            matrix.set(i, i, 1, 0);
        }
        return matrix;
    }
}
