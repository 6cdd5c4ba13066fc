package dev.sluice.spi.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HalfPrecisionTest {
    @Test
    void everyFiniteHalfComesBackUnchanged() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            float half = HalfPrecision.f16ToFloat((short) bits);
            if (!Float.isNaN(half)) {
                assertThat(HalfPrecision.toF16(half)).isEqualTo((short) bits);
                assertThat(HalfPrecision.toF16((double) half)).isEqualTo((short) bits);
            }
            float brain = HalfPrecision.bf16ToFloat((short) bits);
            if (!Float.isNaN(brain)) {
                assertThat(HalfPrecision.toBf16(brain)).isEqualTo((short) bits);
                assertThat(HalfPrecision.toBf16((double) brain)).isEqualTo((short) bits);
            }
        }
    }

    @Test
    void midpointsGoToTheEvenNeighbourAndTheirNeighboursToTheNearer() {
        for (int bits = 0; bits < 0x7BFF; bits++) {
            double low = HalfPrecision.f16ToFloat((short) bits);
            double middle = (low + HalfPrecision.f16ToFloat((short) (bits + 1))) / 2;
            assertThat(HalfPrecision.toF16(middle)).isEqualTo((short) (bits + (bits & 1)));
            assertThat(HalfPrecision.toF16(Math.nextDown(middle))).isEqualTo((short) bits);
            assertThat(HalfPrecision.toF16(Math.nextUp(middle))).isEqualTo((short) (bits + 1));
        }
        for (int bits = 0; bits < 0x7F7F; bits++) {
            double low = HalfPrecision.bf16ToFloat((short) bits);
            double middle = (low + HalfPrecision.bf16ToFloat((short) (bits + 1))) / 2;
            assertThat(HalfPrecision.toBf16(middle)).isEqualTo((short) (bits + (bits & 1)));
            assertThat(HalfPrecision.toBf16(Math.nextDown(middle))).isEqualTo((short) bits);
            assertThat(HalfPrecision.toBf16(Math.nextUp(middle))).isEqualTo((short) (bits + 1));
        }
    }

    @Test
    void wideIntegersRoundOnce() {
        // Just above the midpoint of two bfloat16 values, by less than a float can tell.
        long midpoint = (1L << 62) + (1L << 54);
        assertThat(HalfPrecision.bf16ToFloat(HalfPrecision.toBf16(midpoint))).isEqualTo(0x1p62f);
        assertThat(HalfPrecision.bf16ToFloat(HalfPrecision.toBf16(midpoint + 1)))
                .isEqualTo(0x1p62f + 0x1p55f);
        assertThat(HalfPrecision.bf16ToFloat(HalfPrecision.toBf16(-midpoint - 1)))
                .isEqualTo(-0x1p62f - 0x1p55f);
        assertThat(HalfPrecision.bf16ToFloat(HalfPrecision.toBf16(Long.MAX_VALUE)))
                .isEqualTo(0x1p63f);
        assertThat(HalfPrecision.f16ToFloat(HalfPrecision.toF16(2049L))).isEqualTo(2048f);
    }

    @Test
    void nanStaysNanAndTooLargeBecomesInfinite() {
        assertThat(HalfPrecision.bf16ToFloat(HalfPrecision.toBf16(Float.intBitsToFloat(0x7F800001))))
                .isNaN();
        assertThat(HalfPrecision.f16ToFloat(HalfPrecision.toF16(Double.NaN))).isNaN();
        assertThat(HalfPrecision.f16ToFloat(HalfPrecision.toF16(65520.0))).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(HalfPrecision.f16ToFloat(HalfPrecision.toF16(Math.nextDown(65520.0))))
                .isEqualTo(65504f);
        assertThat(HalfPrecision.bf16ToFloat(HalfPrecision.toBf16(-1e300))).isEqualTo(Float.NEGATIVE_INFINITY);
    }
}
