package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class DigitsPcaTest {
    private static final Path IMAGES = Path.of("../samples/digits_images.npy");

    @Test
    void theFirstSingularValuesAndTheVarianceHeldAreThoseOfTheDigits() throws IOException {
        Path picture = Path.of("target/digits.png");

        DigitsPca.Result result = DigitsPca.analyse(IMAGES, 16, picture);

        assertThat(result.singularValues()).hasSize(64);
        double[] expected = {567.0066, 542.2519, 504.6306, 426.1177, 353.3350};
        for (int i = 0; i < expected.length; i++) {
            assertThat(result.singularValues().get(i)).isCloseTo(expected[i], within(1e-3));
        }
        assertThat(result.explained()).isCloseTo(0.8494, within(5e-5));
    }

    @Test
    void thePictureShowsTheDigitsAboveTheirReconstructions() throws IOException {
        Path picture = Path.of("target/digits-all.png");

        DigitsPca.analyse(IMAGES, 64, picture);

        BufferedImage image = ImageIO.read(picture.toFile());
        int half = image.getHeight() / 2;
        for (int y = 0; y < half; y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                // All components give the images back, up to rounding to a grey value.
                assertThat(image.getRaster().getSample(x, y + half, 0))
                        .isCloseTo(image.getRaster().getSample(x, y, 0), within(1));
            }
        }
    }
}
