package dev.sluice.backend.cuda.emulation;

import dev.sluice.backend.cuda.lwjgl.CompilerCalls;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compiles kernel sources to shared libraries with the host's C++ compiler. */
public final class HostCompilerCalls implements CompilerCalls {
    /** The host compiler. */
    private static final Path COMPILER = Path.of("/usr/bin/g++");

    /** Creates the compiler. */
    public HostCompilerCalls() {}

    /** Whether there is a host compiler. */
    public static boolean isPresent() {
        return Files.isExecutable(COMPILER);
    }

    @Override
    public String version() {
        return "host";
    }

    @Override
    public List<Integer> architectures() {
        return List.of(90);
    }

    @Override
    public Compilation compile(String source, String name, List<String> options) {
        try {
            Path directory = Files.createTempDirectory("sluice-emulation");
            try {
                Path input = directory.resolve("kernel.cpp");
                Path output = directory.resolve("kernel.so");
                Files.writeString(input, withHarness(source));
                Process process = new ProcessBuilder(
                                COMPILER.toString(),
                                "-std=c++17",
                                "-O1",
                                "-fPIC",
                                "-shared",
                                "-ffp-contract=off",
                                "-fwrapv",
                                "-w",
                                "-o",
                                output.toString(),
                                input.toString())
                        .redirectErrorStream(true)
                        .start();
                String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return process.waitFor() == 0
                        ? new Compilation.Compiled(MemorySegment.ofArray(Files.readAllBytes(output)))
                        : new Compilation.Rejected("HOST_COMPILER", log);
            } finally {
                try (var files = Files.list(directory)) {
                    for (Path file : files.toList()) {
                        Files.delete(file);
                    }
                }
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while compiling", e);
        }
    }

    private static String withHarness(String source) throws IOException {
        StringBuilder text = new StringBuilder();
        try (InputStream header = HostCompilerCalls.class.getResourceAsStream("device.h")) {
            text.append(new String(header.readAllBytes(), StandardCharsets.UTF_8));
        }
        text.append(source).append('\n');
        String run = source.contains("__syncthreads") ? "run_with_barriers" : "run_without_barriers";
        for (String kernel : List.of("sluice_map", "sluice_reduce", "sluice_finish")) {
            if (source.contains(kernel + "(")) {
                text.append("EMULATE(").append(kernel).append(", ").append(run).append(")\n");
            }
        }
        return text.toString();
    }
}
