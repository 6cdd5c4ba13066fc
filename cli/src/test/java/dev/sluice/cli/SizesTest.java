package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1.0 KiB",
        "1536, 1.5 KiB",
        "1073741824, 1.0 GiB",
        "9223372036854775807, 8.0 EiB"
    })
    void aSizeIsShownInTheLargestUnitThatItReaches(long bytes, String expected) {
        assertThat(Sizes.describe(bytes)).isEqualTo(expected);
    }
}
