package dev.sluice.backend.cpu.gemm;

import dev.sluice.DType;

/** Copies parts of matrices into the order in which a kernel reads them. Distances are in bytes. */
final class Packing {

    private Packing() {}

    /**
     * Copies a rows×columns matrix, conjugated on request. The result's rows are adjacent within a column.
     *
     * @param sourceRow the distance between rows of the source
     * @param sourceColumn the distance between columns of the source
     * @param targetColumn the distance between columns of the target
     */
    static void pack(
            DType type,
            boolean conjugate,
            int rows,
            int columns,
            long source,
            long sourceRow,
            long sourceColumn,
            long target,
            long targetColumn) {
        if (sourceRow == type.bytes() && !(conjugate && type.isComplex())) {
            for (int j = 0; j < columns; j++) {
                Memory.copy(source + j * sourceColumn, target + j * targetColumn, rows * sourceRow);
            }
            return;
        }
        switch (type) {
            case F32 -> pack32(rows, columns, source, sourceRow, sourceColumn, target, targetColumn);
            case F64 -> pack64(rows, columns, source, sourceRow, sourceColumn, target, targetColumn);
            default ->
                packComplex(
                        Elements.of(type),
                        conjugate ? -1 : 1,
                        rows,
                        columns,
                        source,
                        sourceRow,
                        sourceColumn,
                        target,
                        targetColumn);
        }
    }

    private static void pack32(
            int rows, int columns, long source, long sourceRow, long sourceColumn, long target, long targetColumn) {
        for (int i = 0; i < rows; i++) {
            long from = source + i * sourceRow;
            long to = target + (long) i * Float.BYTES;
            int j = 0;
            for (; j < columns - 3; j += 4) {
                float x0 = Memory.getFloat(from);
                float x1 = Memory.getFloat(from + sourceColumn);
                float x2 = Memory.getFloat(from + 2 * sourceColumn);
                float x3 = Memory.getFloat(from + 3 * sourceColumn);
                Memory.putFloat(to, x0);
                Memory.putFloat(to + targetColumn, x1);
                Memory.putFloat(to + 2 * targetColumn, x2);
                Memory.putFloat(to + 3 * targetColumn, x3);
                from += 4 * sourceColumn;
                to += 4 * targetColumn;
            }
            for (; j < columns; j++) {
                Memory.putFloat(to, Memory.getFloat(from));
                from += sourceColumn;
                to += targetColumn;
            }
        }
    }

    private static void pack64(
            int rows, int columns, long source, long sourceRow, long sourceColumn, long target, long targetColumn) {
        for (int i = 0; i < rows; i++) {
            long from = source + i * sourceRow;
            long to = target + (long) i * Double.BYTES;
            int j = 0;
            for (; j < columns - 3; j += 4) {
                double x0 = Memory.getDouble(from);
                double x1 = Memory.getDouble(from + sourceColumn);
                double x2 = Memory.getDouble(from + 2 * sourceColumn);
                double x3 = Memory.getDouble(from + 3 * sourceColumn);
                Memory.putDouble(to, x0);
                Memory.putDouble(to + targetColumn, x1);
                Memory.putDouble(to + 2 * targetColumn, x2);
                Memory.putDouble(to + 3 * targetColumn, x3);
                from += 4 * sourceColumn;
                to += 4 * targetColumn;
            }
            for (; j < columns; j++) {
                Memory.putDouble(to, Memory.getDouble(from));
                from += sourceColumn;
                to += targetColumn;
            }
        }
    }

    private static void packComplex(
            Elements parts,
            double imaginarySign,
            int rows,
            int columns,
            long source,
            long sourceRow,
            long sourceColumn,
            long target,
            long targetColumn) {
        int bytes = parts.bytes();
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                long from = source + i * sourceRow + j * sourceColumn;
                long to = target + j * targetColumn + 2L * i * bytes;
                parts.store(to, parts.load(from));
                parts.store(to + bytes, imaginarySign * parts.load(from + bytes));
            }
        }
    }
}
