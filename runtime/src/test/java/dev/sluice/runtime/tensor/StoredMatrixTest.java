package dev.sluice.runtime.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.spi.Transpose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredMatrixTest {
    @ParameterizedTest(name = "{0}×{1} with strides {2}, {3}, conjugated {4}: {5} {6}")
    @CsvSource({
        "3, 4, 1, 3, false, NONE, 3",
        "3, 4, 1, 9, false, NONE, 9",
        "3, 4, 4, 1, false, TRANSPOSE, 4",
        "3, 4, 4, 1, true, CONJUGATE_TRANSPOSE, 4",
        "3, 4, 1, 3, true, , ",
        "3, 4, 8, 2, false, , ",
        "3, 4, 1, -3, false, , ",
        "3, 4, 0, 1, false, , ",
        "3, 4, 1, 2, false, , ",
        "1, 4, 77, 5, false, NONE, 5",
        "4, 1, 5, 77, false, TRANSPOSE, 5",
        "1, 1, 0, 0, false, NONE, 1",
        "1, 1, 0, 0, true, CONJUGATE_TRANSPOSE, 1",
    })
    void aMatrixIsReadInPlaceWhereColumnMajorStorageCanSayIt(
            long rows,
            long columns,
            long rowStride,
            long columnStride,
            boolean conjugated,
            Transpose op,
            Long leading) {
        Layout layout = Layout.of(Shape.of(rows, columns), rowStride, columnStride);
        StoredMatrix stored = StoredMatrix.of(MatrixAxes.of(layout), conjugated);
        assertThat(stored).isEqualTo(op == null ? null : new StoredMatrix(op, leading));
    }

    @ParameterizedTest(name = "batch {0} by {1} of rows {2} by {3}: {4} rows by {5}")
    @CsvSource({
        "5, 12, 3, 4, 15, 4",
        "5, 20, 3, 4, 3, 4",
        "5, 7, 1, 99, 5, 7",
        "1, 99, 3, 4, 3, 4",
    })
    void matricesOfABatchStackWhereTheirRowsGoOn(
            long batch, long batchStride, long rows, long rowStride, long stackedRows, long stackedStride) {
        MatrixAxes stacked = MatrixAxes.of(Layout.of(Shape.of(batch, rows, 4), batchStride, rowStride, 1))
                .stacked();
        assertThat(stacked.rows()).isEqualTo(stackedRows);
        assertThat(stacked.rowStride()).isEqualTo(stackedStride);
    }
}
