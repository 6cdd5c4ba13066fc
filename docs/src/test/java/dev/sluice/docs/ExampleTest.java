package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Shape;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExampleTest {
    @Test
    void theExampleOfTheReadmeRunsAndWritesItsResult(@TempDir Path directory) throws IOException, InterruptedException {
        Files.createSymbolicLink(
                directory.resolve("samples"), Path.of("../samples").toAbsolutePath());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--add-modules=jdk.incubator.vector",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Example.class.getName())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("567.0");
        try (Sluice sluice = Sluice.open(SluiceOptions.defaults().asIsolated());
                Tensor result = sluice.load(directory.resolve("c.npy"))) {
            assertThat(result.shape()).isEqualTo(Shape.of(300, 500));
        }
    }
}
