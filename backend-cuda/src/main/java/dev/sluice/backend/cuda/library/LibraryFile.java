package dev.sluice.backend.cuda.library;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A shared library in a directory.
 *
 * @param path the file, possibly a symbolic link
 * @param version the version in the name of the file it resolves to, such as {@code 13.0.88}, or an empty string
 */
record LibraryFile(Path path, String version) {
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)*");

    /** Newest first; a link with the shorter name before the file it points to. */
    private static final Comparator<LibraryFile> PREFERENCE = Comparator.comparing(
                    LibraryFile::numbers, (a, b) -> Arrays.compare(b, a))
            .thenComparingInt(file -> file.path.getFileName().toString().length());

    static LibraryFile of(Path path) {
        String name;
        try {
            name = path.toRealPath().getFileName().toString();
        } catch (IOException e) {
            // A dangling link is reported when it fails to load.
            name = path.getFileName().toString();
        }
        int suffix = name.indexOf(".so.");
        String version = suffix < 0 ? "" : name.substring(suffix + 4);
        return new LibraryFile(path, VERSION.matcher(version).matches() ? version : "");
    }

    /** The best file of a library in a directory: the newest whose major version is not above {@code newestMajor}. */
    static Optional<LibraryFile> in(Path directory, String stem, int newestMajor) {
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        List<LibraryFile> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, stem + "*")) {
            for (Path entry : entries) {
                String rest = entry.getFileName().toString().substring(stem.length());
                if (rest.isEmpty() || rest.startsWith(".")) {
                    files.add(of(entry));
                }
            }
        } catch (IOException e) {
            // A directory that cannot be listed holds nothing that could be loaded.
            return Optional.empty();
        }
        return files.stream().filter(file -> file.major() <= newestMajor).min(PREFERENCE);
    }

    private int major() {
        int[] numbers = numbers();
        return numbers.length == 0 ? 0 : numbers[0];
    }

    private int[] numbers() {
        return version.isEmpty()
                ? new int[0]
                : Arrays.stream(version.split("\\."))
                        .mapToInt(Integer::parseInt)
                        .toArray();
    }
}
