package dev.sluice.spi.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class RealFunctionsTest {
    @Test
    void theBinaryLogarithmOfAPowerOfTwoIsExact() {
        for (int exponent = -1074; exponent <= 1023; exponent++) {
            assertThat(RealFunctions.log2(Math.scalb(1.0, exponent))).isEqualTo(exponent);
        }
        assertThat(RealFunctions.log2(0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(RealFunctions.log2(-1)).isNaN();
        assertThat(RealFunctions.log2(Double.POSITIVE_INFINITY)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(RealFunctions.log2(1 + 0x1p-40)).isEqualTo(Math.log1p(0x1p-40) * 1.4426950408889634);
    }

    @Test
    void integerPowersWrapAndNegativeOnesTruncate() {
        assertThat(RealFunctions.power(3L, 50L))
                .isEqualTo(BigInteger.valueOf(3).pow(50).longValue());
        assertThat(RealFunctions.power(-7, 13))
                .isEqualTo(BigInteger.valueOf(-7).pow(13).intValue());
        assertThat(RealFunctions.power(0L, 0L)).isEqualTo(1);
        assertThat(RealFunctions.power(2L, -1L)).isZero();
        assertThat(RealFunctions.power(-1L, -3L)).isEqualTo(-1);
    }

    @Test
    void signKeepsZerosAndNan() {
        assertThat((Double) RealFunctions.sign(-0.0)).isEqualTo((Double) (-0.0));
        assertThat(RealFunctions.sign(Double.NaN)).isNaN();
        assertThat(RealFunctions.sign(Double.NEGATIVE_INFINITY)).isEqualTo(-1);
    }

    @Test
    void realPowersHaveTheExceptionsOfC() {
        assertThat(RealFunctions.power(1, Double.NaN)).isEqualTo(1);
        assertThat(RealFunctions.power(-1, Double.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(RealFunctions.power(Double.NaN, 0)).isEqualTo(1);
        assertThat(RealFunctions.power(-8, 1.0 / 3)).isNaN();
    }

    @Test
    void castsToIntegersTruncateAndSaturate() {
        assertThat(Casts.toI32(-2.9)).isEqualTo(-2);
        assertThat(Casts.toI32(1e10)).isEqualTo(Integer.MAX_VALUE);
        assertThat(Casts.toI64(Float.NaN)).isZero();
        assertThat(Casts.toI64(-1e30)).isEqualTo(Long.MIN_VALUE);
        assertThat(Casts.toBool(Double.NaN)).isTrue();
    }
}
