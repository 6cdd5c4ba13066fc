package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command says before it computes anything. */
class UsageTest {
    @TempDir
    Path directory;

    @Test
    void helpNamesEveryCommandAndExitCode() {
        Invocation help = Invocation.of("--help");
        assertThat(help.code()).isZero();
        assertThat(help.out()).contains("einsum", "svd", "devices", "doctor", "Exit codes:", "  5   the output");
    }

    @ParameterizedTest
    @ValueSource(strings = {"einsum", "svd", "devices", "doctor"})
    void everyCommandHasHelp(String command) {
        Invocation help = Invocation.of(command, "--help");
        assertThat(help.code()).isZero();
        assertThat(help.out()).startsWith("Usage: sluice " + command);
    }

    @Test
    void versionNamesSluiceAndTheJdk() {
        Invocation version = Invocation.of("--version");
        assertThat(version.code()).isZero();
        assertThat(version.out()).contains("sluice ", "JDK " + Runtime.version());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''",
                "einsum",
                "einsum ij",
                "svd",
                "nonsense",
                "svd a.npy b.npy",
                "einsum i a --scheduler x",
                "einsum i a --seed x",
                "devices --nonsense",
                "einsum i a.npy --backend cpu:x"
            })
    void wrongArgumentsAreOneLineOnStandardErrorAndCode2(String line) {
        Invocation wrong = Invocation.of((Object[]) (line.isEmpty() ? new String[0] : line.split(" ", -1)));
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.out()).isEmpty();
        assertThat(wrong.err()).startsWith("sluice: ").hasLineCount(1);
    }

    @Test
    void aStackTraceIsShownOnRequestOnly() {
        assertThat(Invocation.of("svd").err()).doesNotContain("\tat ");
        assertThat(Invocation.of("svd", "a", "-o", directory, "--stacktrace").err())
                .contains("\tat dev.sluice.cli");
    }

    @Test
    void anImpossibleOutputIsRefusedBeforeTheInputIsLookedAt() throws IOException {
        Path plain = Files.writeString(directory.resolve("plain"), "");
        assertOutputRefused(directory.resolve("missing").resolve("c.npy"), "there is no directory");
        assertOutputRefused(plain.resolve("c.npy"), "there is no directory");
        assertOutputRefused(directory, "it is a directory");
    }

    @Test
    void anExistingOutputIsRefusedWithNoClobber() throws IOException {
        Path existing = Files.writeString(directory.resolve("c.npy"), "old");
        Invocation refused = Invocation.of("einsum", "i", "missing.npy", "-o", existing, "--no-clobber");
        assertThat(refused.code()).isEqualTo(ExitCode.OUTPUT);
        assertThat(refused.err()).contains("exists already").hasLineCount(1);
        assertThat(existing).hasContent("old");
    }

    private void assertOutputRefused(Path output, String reason) throws IOException {
        Invocation refused = Invocation.of("einsum", "ij->ji", "missing.npy", "-o", output);
        assertThat(refused.code()).isEqualTo(ExitCode.OUTPUT);
        assertThat(refused.err())
                .startsWith("sluice: " + output + ": cannot be written: ")
                .contains(reason)
                .hasLineCount(1);
        try (var left = Files.list(directory)) {
            assertThat(left).hasSize(1);
        }
    }
}
