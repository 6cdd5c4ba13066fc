package dev.sluice.tck.golden;

import dev.sluice.tck.report.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of golden values. {@code -Dsluice.golden=DIR} names one; by default the copy inside this library is
 * unpacked into a temporary directory, once for each process.
 *
 * @param path where the files are
 */
public record GoldenDirectory(Path path) {
    private static final String RESOURCES = "/dev/sluice/tck/golden/data/";

    private static final class Unpacked {
        static final GoldenDirectory INSTANCE = unpack();
    }

    /** The directory in use. */
    public static GoldenDirectory locate() {
        String named = System.getProperty("sluice.golden", "");
        if (named.isEmpty()) {
            return Unpacked.INSTANCE;
        }
        GoldenDirectory directory = new GoldenDirectory(Path.of(named));
        if (!Files.isRegularFile(directory.path.resolve("cases.json"))) {
            throw new IllegalArgumentException("sluice.golden=" + named + " holds no cases.json");
        }
        return directory;
    }

    private static GoldenDirectory unpack() {
        try {
            Path directory = Files.createTempDirectory("sluice-golden");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteRecursively(directory)));
            String[] names = new String(resource("index.txt").readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                    .strip()
                    .split("\n");
            for (String name : names) {
                Path target = directory.resolve(name);
                Files.createDirectories(target.getParent());
                try (InputStream in = resource(name)) {
                    Files.copy(in, target);
                }
            }
            return new GoldenDirectory(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack the golden values", e);
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream in = GoldenDirectory.class.getResourceAsStream(RESOURCES + name);
        if (in == null) {
            throw new IOException("the library lacks the resource " + RESOURCES + name);
        }
        return in;
    }

    private static void deleteRecursively(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            System.getLogger(GoldenDirectory.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot delete " + directory, e);
        }
    }

    /** The cases of one family, in order. */
    public List<GoldenCase> cases(String family) {
        List<GoldenCase> cases = new ArrayList<>();
        for (Object entry : asList(readJson("cases.json"))) {
            GoldenCase golden = GoldenCase.of(asMap(entry));
            if (golden.family().equals(family)) {
                cases.add(golden);
            }
        }
        return cases;
    }

    /** The descriptions of the {@code .npy} files in {@code npy/}: {@code good} or {@code bad}. */
    public List<Map<String, @Nullable Object>> files(String kind) {
        List<Map<String, @Nullable Object>> files = new ArrayList<>();
        for (Object entry : asList(asMap(readJson("npy/files.json")).get(kind))) {
            files.add(asMap(entry));
        }
        return files;
    }

    /** The archive with the arrays of a family. */
    public Path archive(String family) {
        return path.resolve(family + ".npz");
    }

    private @Nullable Object readJson(String name) {
        try {
            return Json.parse(Files.readString(path.resolve(name)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path.resolve(name), e);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> asMap(@Nullable Object json) {
        if (json instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw new IllegalArgumentException("expected a JSON object but found " + json);
    }

    static List<?> asList(@Nullable Object json) {
        if (json instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("expected a JSON array but found " + json);
    }
}
