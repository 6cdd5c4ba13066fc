package dev.sluice.backend.cuda.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;

/** The fixed parts of the sources, read once. */
final class SourceText {
    private static final ConcurrentHashMap<String, String> TEXTS = new ConcurrentHashMap<>();

    private SourceText() {}

    /** The text of a resource such as {@code types}. */
    static String of(String name) {
        return TEXTS.computeIfAbsent(name, SourceText::read);
    }

    private static String read(String name) {
        String file = name + ".cuh";
        try (InputStream stream = SourceText.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("the resource " + file + " is missing from the CUDA backend");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the resource " + file + " cannot be read", e);
        }
    }
}
