package dev.sluice.backend.cpu.openblas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that runs a program, and its output. */
final class JavaProcess {

    private static final long LIMIT_SECONDS = 120;

    private final Process process;
    private final Path output;

    private JavaProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts a JVM.
     *
     * @param folder where the output goes
     * @param arguments those of the {@code java} command
     */
    static JavaProcess start(Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(folder, "java", ".out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new JavaProcess(process, output);
    }

    /** Waits for the end and gives what was printed, with the exit status in the last line. */
    String output() throws InterruptedException {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("no end after " + LIMIT_SECONDS + " s: " + process.info());
        }
        try {
            return Files.readString(output, StandardCharsets.UTF_8) + "exit=" + process.exitValue() + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
