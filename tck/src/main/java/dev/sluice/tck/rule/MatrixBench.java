package dev.sluice.tck.rule;

import dev.sluice.DType;
import dev.sluice.tck.Subject;
import dev.sluice.tck.oracle.ComplexMatrix;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** Column-major matrices of one type in the memory of the first device, and how exactly results are demanded. */
final class MatrixBench implements AutoCloseable {
    private static final double ROUNDINGS = 30;

    private final DriverBench bench;
    private final DType type;

    private MatrixBench(DriverBench bench, DType type) {
        this.bench = bench;
        this.type = type;
    }

    static MatrixBench open(Subject subject, DType type) {
        return new MatrixBench(DriverBench.open(subject), type);
    }

    DriverBench bench() {
        return bench;
    }

    DType type() {
        return type;
    }

    boolean isComplex() {
        return type.isComplex();
    }

    private boolean isSingle() {
        return type.realPart() == DType.F32;
    }

    /** What an error may be after an operation on n rows, in units of the norm of what is compared. */
    double tolerance(int n) {
        return ROUNDINGS * Math.max(1, n) * (isSingle() ? 0x1p-23 : 0x1p-52);
    }

    /** A matrix whose elements, drawn from whole numbers, fall by a power of two from row to row and column to column. */
    ComplexMatrix graded(Random random, int rows, int columns) {
        ComplexMatrix matrix = ComplexMatrix.random(random, rows, columns, isComplex());
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                double scale = Math.scalb(1.0, -2 * (row + column));
                matrix.set(row, column, scale * matrix.re(row, column), scale * matrix.im(row, column));
            }
        }
        return matrix;
    }

    /** A matrix of rank one. */
    ComplexMatrix deficient(Random random, int rows, int columns) {
        return ComplexMatrix.random(random, rows, 1, isComplex())
                .times(ComplexMatrix.random(random, 1, columns, isComplex()));
    }

    /** Puts a matrix into the device's memory, with room below its columns. */
    long upload(ComplexMatrix matrix, int leading) {
        double[] values = matrix.stored(leading, isComplex(), 777);
        MemorySegment host =
                bench.host(Math.max(1, (long) values.length * type.realPart().bytes()));
        for (int i = 0; i < values.length; i++) {
            if (isSingle()) {
                host.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) values[i]);
            } else {
                host.setAtIndex(ValueLayout.JAVA_DOUBLE, i, values[i]);
            }
        }
        return bench.upload(bench.device(), host);
    }

    /** Memory for a matrix, with something else in it. */
    long room(int leading, int columns) {
        return upload(new ComplexMatrix(0, columns), leading);
    }

    /** Memory for real numbers, or for as many 32-bit integers. */
    long reals(int count) {
        return bench.memory(
                bench.device(), Math.max(1, (long) count * type.realPart().bytes()));
    }

    /** The matrix at an address. */
    ComplexMatrix download(long address, int rows, int columns, int leading) {
        int parts = isComplex() ? 2 : 1;
        // Not below the last column: nothing need be there.
        int elements = columns == 0 ? 0 : leading * (columns - 1) + rows;
        double[] values = numbers(address, elements * parts);
        return ComplexMatrix.of(values, 0, rows, columns, leading, isComplex());
    }

    /** The real numbers at an address. */
    double[] numbers(long address, int count) {
        int bytes = type.realPart().bytes();
        double[] values = new double[count];
        if (count == 0) {
            return values;
        }
        MemorySegment found = bench.download(bench.device(), address, (long) count * bytes, bench.stream());
        for (int i = 0; i < count; i++) {
            values[i] = isSingle()
                    ? found.getAtIndex(ValueLayout.JAVA_FLOAT, i)
                    : found.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
        }
        return values;
    }

    /** The 32-bit integers at an address. */
    int[] integers(long address, int count) {
        return bench.download(bench.device(), address, (long) count * Integer.BYTES, bench.stream())
                .toArray(ValueLayout.JAVA_INT);
    }

    /** Demands that a matrix is another, but for rounding. */
    void requireClose(ComplexMatrix expected, ComplexMatrix actual, String what) {
        double unit = Math.max(expected.norm(), Double.MIN_NORMAL);
        int extent = Math.max(expected.rows(), expected.columns());
        Expect.close(0, actual.distance(expected) / unit, tolerance(extent), "the relative error of " + what);
    }

    /** Demands that the columns of a matrix are orthonormal. */
    void requireOrthonormal(ComplexMatrix columns, String what) {
        ComplexMatrix product =
                columns.read(dev.sluice.spi.Transpose.CONJUGATE_TRANSPOSE).times(columns);
        Expect.close(
                0,
                product.distance(ComplexMatrix.identity(columns.columns())),
                tolerance(columns.rows()),
                "how far from orthonormal " + what + " is");
    }

    @Override
    public void close() {
        bench.close();
    }
}
