package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.DType;
import dev.sluice.Sluice;
import dev.sluice.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way from files to a file, and every way that it can go wrong. */
class EinsumCommandTest {
    @TempDir
    Path directory;

    private Path a;
    private Path b;
    private Path c;

    @BeforeEach
    void writeOperands() {
        a = directory.resolve("a.npy");
        b = directory.resolve("b.npy");
        c = directory.resolve("c.npy");
        write(a, sluice -> sluice.of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3));
        write(b, sluice -> sluice.of(new double[] {1, 0, 0, 1, 1, 1}, 3, 2));
    }

    @Test
    void theProductOfTwoFilesIsWritten() throws IOException {
        Invocation product = Invocation.of("einsum", "ij,jk->ik", a, b, "-o", c);
        assertThat(product.err()).isEmpty();
        assertThat(product.code()).isZero();
        assertThat(product.out()).isEmpty();
        assertThat(read(c)).containsExactly(4, 5, 10, 11);
        assertThat(names()).containsExactlyInAnyOrder("a.npy", "b.npy", "c.npy");
    }

    @Test
    void withoutAnOutputTheResultIsPrinted() {
        Invocation sum = Invocation.of("einsum", "ij->", a);
        assertThat(sum.code()).isZero();
        assertThat(sum.out()).contains("F64", "21.0").hasLineCount(1);
    }

    @Test
    void bothSchedulersGiveTheSameResult() {
        for (String scheduler : new String[] {"debug", "parallel"}) {
            Invocation product =
                    Invocation.of("einsum", "ij,jk->ik", a, b, "-o", c, "--scheduler", scheduler, "--seed", 7);
            assertThat(product.code()).as(product.err()).isZero();
            assertThat(read(c)).containsExactly(4, 5, 10, 11);
        }
    }

    @Test
    void aDeviceCanBeNamed() {
        assertThat(Invocation.of("einsum", "ij->", a, "--backend", "cpu:0").code())
                .isZero();
        assertThat(Invocation.of("einsum", "ij->", a, "--backend", "cpu").code())
                .isZero();
    }

    @Test
    void anOutputMayReplaceAnOperand() {
        assertThat(Invocation.of("einsum", "ij->ji", a, "-o", a).code()).isZero();
        assertThat(read(a)).containsExactly(1, 4, 2, 5, 3, 6);
    }

    @Test
    void shapesThatDoNotFitAreCode2AndNothingIsWritten() throws IOException {
        assertRefused(
                ExitCode.USAGE,
                "index 'j' is 3 in operand 0 of shape [2,3] but 2 in operand 1 of shape [2,3]",
                "einsum",
                "ij,jk->ik",
                a,
                a,
                "-o",
                c);
    }

    @Test
    void anUnknownIndexIsCode2AndNothingIsWritten() throws IOException {
        assertRefused(
                ExitCode.USAGE, "the output index 'x' appears in no operand", "einsum", "ij,jk->ix", a, b, "-o", c);
    }

    @Test
    void aSubscriptThatIsNoLetterIsCode2AndNothingIsWritten() throws IOException {
        assertRefused(ExitCode.USAGE, "'1' in operand 0 is not a subscript", "einsum", "i1->i", a, "-o", c);
    }

    @Test
    void tooFewFilesAreCode2AndNothingIsWritten() throws IOException {
        assertRefused(ExitCode.USAGE, "2 operands are named but 1 are given", "einsum", "ij,jk->ik", a, "-o", c);
    }

    @Test
    void aMissingFileIsCode3AndNothingIsWritten() throws IOException {
        Path missing = directory.resolve("missing.npy");
        assertRefused(ExitCode.INPUT, missing + ": no such file", "einsum", "ij,jk->ik", a, missing, "-o", c);
    }

    @Test
    void aTruncatedFileIsCode3AndNothingIsWritten() throws IOException {
        byte[] whole = Files.readAllBytes(b);
        Files.write(b, Arrays.copyOf(whole, whole.length - 4));
        assertRefused(ExitCode.INPUT, b + ": data at byte 128: ", "einsum", "ij,jk->ik", a, b, "-o", c);
    }

    @Test
    void anElementTypeThatNothingHoldsIsCode3AndNothingIsWritten() throws IOException {
        byte[] file = Files.readAllBytes(b);
        // The element type is the second string of the header.
        System.arraycopy(new byte[] {'<', 'u', '8'}, 0, file, 21, 3);
        Files.write(b, file);
        assertRefused(ExitCode.INPUT, "element type '<u8' is not supported", "einsum", "ij,jk->ik", a, b, "-o", c);
    }

    @Test
    void anUnknownBackendIsCode4AndNothingIsWritten() throws IOException {
        assertRefused(
                ExitCode.NO_BACKEND,
                "backend 'abacus' cannot be used",
                "einsum",
                "ij,jk->ik",
                a,
                b,
                "-o",
                c,
                "--backend",
                "abacus");
    }

    @Test
    void aDeviceThatIsNotThereIsCode4AndNothingIsWritten() throws IOException {
        assertRefused(ExitCode.NO_BACKEND, "cpu:99", "einsum", "ij,jk->ik", a, b, "-o", c, "--backend", "cpu:99");
    }

    @Test
    void anOutputThatCannotBeWrittenIsCode5AndNothingIsWritten() throws IOException {
        assertRefused(
                ExitCode.OUTPUT,
                "there is no directory",
                "einsum",
                "ij,jk->ik",
                a,
                b,
                "-o",
                directory.resolve("missing").resolve("c.npy"));
    }

    private void assertRefused(int code, String message, Object... arguments) throws IOException {
        Invocation refused = Invocation.of(arguments);
        assertThat(refused.err()).startsWith("sluice: ").contains(message).hasLineCount(1);
        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused.out()).isEmpty();
        assertThat(names()).containsExactlyInAnyOrder("a.npy", "b.npy");
        assertThat(Sluice.installed()).as("the runtime is closed").isEmpty();
    }

    private java.util.List<String> names() throws IOException {
        try (var listed = Files.list(directory)) {
            return listed.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static void write(Path file, Function<Sluice, Tensor> create) {
        try (Sluice sluice = Sluice.open();
                Tensor tensor = create.apply(sluice)) {
            sluice.save(file, tensor);
        }
    }

    private static double[] read(Path file) {
        try (Sluice sluice = Sluice.open();
                Tensor tensor = sluice.load(file)) {
            assertThat(tensor.dtype()).isEqualTo(DType.F64);
            return tensor.toDoubleArray();
        }
    }
}
