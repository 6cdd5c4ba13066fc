package dev.sluice.runtime.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.Layout;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ViewLayoutsTest {
    private static final Layout DENSE = Layout.rowMajor(Shape.of(2, 3, 4));

    private static Layout layout(long[] extents, long... strides) {
        return Layout.of(Shape.of(extents), strides);
    }

    @ParameterizedTest(name = "{0}:{1}:{2} of 5 elements takes {3} from {4} by {5}")
    @CsvSource({
        "1, 4, 1, 3, 1, 1",
        "-2, OPEN, 1, 2, 3, 1",
        "OPEN, OPEN, -1, 5, 4, -1",
        "OPEN, OPEN, 2, 3, 0, 2",
        "3, 0, -2, 2, 3, -2",
        "-100, 100, 1, 5, 0, 1",
        "100, -100, -1, 5, 4, -1",
        "4, 1, 1, 0, 0, 1",
        "1, 4, -1, 0, 0, 1",
        "2, OPEN, 9223372036854775807, 1, 2, 1",
        "2, OPEN, -9223372036854775808, 1, 2, 1",
    })
    void rangesAreClippedAsInPython(String start, String stop, long step, long count, long shift, long stride) {
        Slice slice = Slice.range(bound(start), bound(stop), step);
        ViewLayouts.Placement placement = ViewLayouts.slice(Layout.rowMajor(Shape.of(5)), new Slice[] {slice});
        assertThat(placement.layout().shape()).isEqualTo(Shape.of(count));
        assertThat(placement.shift()).isEqualTo(shift);
        assertThat(placement.layout().stride(0)).isEqualTo(stride);
    }

    private static long bound(String text) {
        return text.equals("OPEN") ? Slice.Range.OPEN : Long.parseLong(text);
    }

    @Test
    void indicesRemoveTheirAxisAndNewAxesEnter() {
        ViewLayouts.Placement placement =
                ViewLayouts.slice(DENSE, new Slice[] {Slice.at(-1), Slice.newAxis(), Slice.from(1)});
        assertThat(placement.layout()).isEqualTo(layout(new long[] {1, 2, 4}, 0, 4, 1));
        assertThat(placement.shift()).isEqualTo(12 + 4);
    }

    @Test
    void slicesThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> ViewLayouts.slice(DENSE, new Slice[] {Slice.at(2)}))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("index 2")
                .hasMessageContaining("axis 0")
                .hasMessageContaining("[2,3,4]");
        Slice[] four = {Slice.all(), Slice.all(), Slice.all(), Slice.all()};
        assertThatThrownBy(() -> ViewLayouts.slice(DENSE, four))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("4 slices");
    }

    @Test
    void aReshapeIsAViewExactlyWhereStridesCanSayIt() {
        Layout columns = layout(new long[] {4, 6}, 10, 1);
        assertThat(ViewLayouts.reshape(columns, new long[] {2, 2, 3, 2}))
                .isEqualTo(layout(new long[] {2, 2, 3, 2}, 20, 10, 2, 1));
        assertThatThrownBy(() -> ViewLayouts.reshape(columns, new long[] {24}))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("copy()");
        assertThat(ViewLayouts.reshape(layout(new long[] {3, 1, 4}, -4, 99, -1), new long[] {12}))
                .isEqualTo(layout(new long[] {12}, -1));
        assertThat(ViewLayouts.reshape(layout(new long[] {4, 1, 6}, 1, 7, 4), new long[] {4, 6, 1}))
                .isEqualTo(layout(new long[] {4, 6, 1}, 1, 4, 0));
    }

    @Test
    void oneExtentOfAReshapeIsInferred() {
        assertThat(ViewLayouts.reshape(DENSE, new long[] {-1, 4}).shape()).isEqualTo(Shape.of(6, 4));
        assertThatThrownBy(() -> ViewLayouts.reshape(DENSE, new long[] {-1, -1}))
                .isInstanceOf(ShapeException.class);
        assertThatThrownBy(() -> ViewLayouts.reshape(DENSE, new long[] {-1, 5}))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining("24");
        assertThatThrownBy(() -> ViewLayouts.reshape(Layout.rowMajor(Shape.of(0)), new long[] {-1, 0}))
                .isInstanceOf(ShapeException.class);
    }

    @Test
    void aDiagonalGoesLast() {
        ViewLayouts.Placement above = ViewLayouts.diagonal(DENSE, 1, 0, 2);
        assertThat(above.layout()).isEqualTo(layout(new long[] {3, 2}, 4, 13));
        assertThat(above.shift()).isEqualTo(1);
        assertThat(ViewLayouts.diagonal(DENSE, -1, 0, 2).shift()).isEqualTo(12);
        assertThat(ViewLayouts.diagonal(DENSE, Integer.MIN_VALUE, 0, 2).layout().shape())
                .isEqualTo(Shape.of(3, 0));
        assertThatThrownBy(() -> ViewLayouts.diagonal(DENSE, 0, 1, -2)).isInstanceOf(ShapeException.class);
    }

    @Test
    void axesAreChecked() {
        assertThatThrownBy(() -> ViewLayouts.permute(DENSE, new int[] {0, 1, 1}))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> ViewLayouts.permute(DENSE, new int[] {0, 1})).hasMessageContaining("[0, 1]");
        assertThatThrownBy(() -> ViewLayouts.squeeze(DENSE, new int[] {1})).hasMessageContaining("extent 3");
        assertThatThrownBy(() -> ViewLayouts.unsqueeze(DENSE, 4)).hasMessageContaining("axis 4");
        assertThatThrownBy(() -> ViewLayouts.broadcastTo(DENSE, Shape.of(3, 4)))
                .hasMessageContaining("does not broadcast");
        assertThat(ViewLayouts.unsqueeze(DENSE, -1).shape()).isEqualTo(Shape.of(2, 3, 4, 1));
    }
}
