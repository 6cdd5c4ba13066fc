package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.Sluice;
import dev.sluice.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SvdCommandTest {
    @TempDir
    Path directory;

    private Path a;

    @BeforeEach
    void writeOperand() {
        a = directory.resolve("a.npy");
        try (Sluice sluice = Sluice.open();
                Tensor matrix = sluice.of(new int[] {3, 0, 0, 0, 4, 0}, 2, 3)) {
            sluice.save(a, matrix);
        }
    }

    @Test
    void theSingularValuesAreWritten() throws IOException {
        Invocation svd = Invocation.of("svd", a, "--values-only", "-o", directory.resolve("x"));
        assertThat(svd.err()).isEmpty();
        assertThat(svd.code()).isZero();
        assertThat(names()).containsExactlyInAnyOrder("a.npy", "x_s.npy");
        try (Sluice sluice = Sluice.open();
                Tensor s = sluice.load(directory.resolve("x_s.npy"))) {
            assertThat(s.toDoubleArray()).containsExactly(new double[] {4, 3}, within(1e-12));
        }
    }

    @Test
    void thePrefixNamesOneFileForEachFactor() throws IOException {
        assertThat(Invocation.of("svd", a, "-o", directory.resolve("x")).code()).isZero();
        assertThat(names()).containsExactlyInAnyOrder("a.npy", "x_u.npy", "x_s.npy", "x_vh.npy");
    }

    @Test
    void anArchiveHoldsAllFactorsAndTheirProductIsTheMatrix() {
        Path archive = directory.resolve("x.npz");
        assertThat(Invocation.of("svd", a, "-o", archive).code()).isZero();
        try (Sluice sluice = Sluice.open();
                var _ = sluice.scope()) {
            Map<String, Tensor> factors = sluice.loadArchive(archive);
            assertThat(factors).containsOnlyKeys("u", "s", "vh");
            Tensor product = sluice.einsum("ij,j,jk->ik", factors.get("u"), factors.get("s"), factors.get("vh"));
            assertThat(product.toDoubleArray()).containsExactly(new double[] {3, 0, 0, 0, 4, 0}, within(1e-12));
        }
    }

    @Test
    void aVectorHasNoDecompositionAndNothingIsWritten() throws IOException {
        Path vector = directory.resolve("v.npy");
        try (Sluice sluice = Sluice.open();
                Tensor tensor = sluice.of(new double[] {1, 2})) {
            sluice.save(vector, tensor);
        }
        Invocation refused = Invocation.of("svd", vector, "-o", directory.resolve("x"));
        assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).startsWith("sluice: ").hasLineCount(1);
        assertThat(names()).containsExactlyInAnyOrder("a.npy", "v.npy");
    }

    private java.util.List<String> names() throws IOException {
        try (var listed = Files.list(directory)) {
            return listed.map(path -> path.getFileName().toString()).toList();
        }
    }
}
