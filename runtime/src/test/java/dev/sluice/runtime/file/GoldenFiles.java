package dev.sluice.runtime.file;

import dev.sluice.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files that NumPy wrote, good and bad, with what {@code files.json} says about each. */
final class GoldenFiles {
    private static final Path DEFAULT = Path.of("..", "tck", "src/main/resources/dev/sluice/tck/golden/data");

    private static final Pattern GOOD_ENTRY =
            Pattern.compile("\"file\": \"([^\"]*)\",\\s*\"dtype\": \"([^\"]*)\",\\s*\"shape\": \\[([^\\]]*)\\],"
                    + "\\s*\"fortran\": (true|false),\\s*\"first\": (null|\"[^\"]*\"),\\s*\"sum\": \"([^\"]*)\"");

    private static final Pattern BAD_ENTRY = Pattern.compile("\"file\": \"([^\"]*)\",\\s*\"why\": \"([^\"]*)\"");

    /** A well-formed file. */
    record Good(Path path, String code, Shape shape, boolean fortranOrder, String sum) {
        @Override
        public String toString() {
            return path.getFileName().toString();
        }
    }

    /** A malformed file. */
    record Bad(Path path, String why) {
        @Override
        public String toString() {
            return path.getFileName() + ": " + why;
        }
    }

    private GoldenFiles() {}

    static Path directory() {
        return Path.of(System.getProperty("sluice.golden", DEFAULT.toString())).resolve("npy");
    }

    static Path path(String name) {
        return directory().resolve(name);
    }

    static List<Good> good() throws IOException {
        List<Good> files = new ArrayList<>();
        Matcher entry = GOOD_ENTRY.matcher(index());
        while (entry.find()) {
            long[] extents = Pattern.compile("\\d+")
                    .matcher(entry.group(3))
                    .results()
                    .mapToLong(extent -> Long.parseLong(extent.group()))
                    .toArray();
            files.add(new Good(
                    path(entry.group(1)),
                    entry.group(2),
                    Shape.of(extents),
                    Boolean.parseBoolean(entry.group(4)),
                    entry.group(6)));
        }
        return files;
    }

    static List<Bad> bad() throws IOException {
        List<Bad> files = new ArrayList<>();
        Matcher entry = BAD_ENTRY.matcher(index());
        while (entry.find()) {
            files.add(new Bad(path(entry.group(1)), entry.group(2)));
        }
        return files;
    }

    private static String index() throws IOException {
        return Files.readString(path("files.json"));
    }
}
