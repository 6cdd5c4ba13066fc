package dev.sluice.docs;

import dev.sluice.DType;
import dev.sluice.LinearAlgebra.Svd;
import dev.sluice.Scope;
import dev.sluice.Slice;
import dev.sluice.Sluice;
import dev.sluice.Tensor;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;

/** Principal components of handwritten digits. */
final class DigitsPca {
    private static final int SIDE = 8;
    private static final int SCALE = 6;

    private DigitsPca() {}

    /**
     * What the analysis found.
     *
     * @param singularValues the singular values of the centred images, in falling order
     * @param explained the share of the variance that the kept components hold
     */
    record Result(List<Double> singularValues, double explained) {}

    /** Analyses 8×8 images, one in each row, and draws the first ones above their reconstructions. */
    static Result analyse(Path images, int components, Path picture) throws IOException {
        // [start pca]
        try (Sluice sluice = Sluice.open();
                Scope scope = sluice.scope()) {
            Tensor pixels = sluice.load(images).cast(DType.F64); // [1797, 64]
            Tensor mean = pixels.mean(0);
            Svd<Tensor> svd = pixels.sub(mean).svd();

            Tensor kept = svd.u().slice(Slice.all(), Slice.to(components));
            Tensor weights = svd.s().slice(Slice.to(components));
            Tensor directions = svd.vh().slice(Slice.to(components));
            Tensor reconstructed = kept.mul(weights).matmul(directions).add(mean);

            double explained =
                    weights.square().sum().item() / svd.s().square().sum().item();
            draw(picture, pixels, reconstructed, 20);
            return new Result(Arrays.stream(svd.s().toDoubleArray()).boxed().toList(), explained);
        }
        // [end pca]
    }

    private static void draw(Path picture, Tensor above, Tensor below, int count) throws IOException {
        int cell = (SIDE + 1) * SCALE;
        BufferedImage image = new BufferedImage(count * cell, 2 * cell, BufferedImage.TYPE_BYTE_GRAY);
        Tensor[] rows = {above, below};
        for (int row = 0; row < rows.length; row++) {
            double[] values = rows[row].slice(Slice.to(count)).toDoubleArray();
            for (int i = 0; i < values.length; i++) {
                int digit = i / (SIDE * SIDE);
                int x = i % SIDE;
                int y = i / SIDE % SIDE;
                int grey = Math.clamp(Math.round(values[i] * 255 / 16), 0, 255);
                for (int pixel = 0; pixel < SCALE * SCALE; pixel++) {
                    image.getRaster()
                            .setSample(
                                    digit * cell + x * SCALE + pixel % SCALE,
                                    row * cell + y * SCALE + pixel / SCALE,
                                    0,
                                    grey);
                }
            }
        }
        if (!ImageIO.write(image, "png", picture.toFile())) {
            throw new IOException("no writer for PNG");
        }
    }
}
