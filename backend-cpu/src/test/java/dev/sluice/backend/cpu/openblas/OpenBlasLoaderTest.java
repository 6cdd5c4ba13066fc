package dev.sluice.backend.cpu.openblas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the settings in a process of its own. */
class OpenBlasLoaderTest {

    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
    private static final String PROBE = OpenBlasProbe.class.getName();
    private static final String COMPUTED = "product=100.0\nexit=0\n";

    @TempDir
    private Path directory;

    @Test
    void theEmbeddedLibraryIsExtractedToAnEmptyCacheAndLoaded() throws Exception {
        String output = onClassPath(classPath(), "-Dsluice.cache.directory=" + directory)
                .output();
        assertThat(output)
                .contains("found=" + directory, "libopenblas", "version=0.3")
                .endsWith(COMPUTED);
    }

    @Test
    void twoProcessesExtractAtTheSameTime() throws Exception {
        JavaProcess first = onClassPath(classPath(), "-Dsluice.cache.directory=" + directory);
        JavaProcess second = onClassPath(classPath(), "-Dsluice.cache.directory=" + directory);
        assertThat(first.output()).contains("found=" + directory).endsWith(COMPUTED);
        assertThat(second.output()).contains("found=" + directory).endsWith(COMPUTED);
        try (Stream<Path> paths = Files.walk(directory)) {
            assertThat(paths.filter(path -> path.toString().endsWith(".extracting")))
                    .isEmpty();
        }
    }

    @Test
    void aDamagedCopyIsReplacedAndLoaded() throws Exception {
        onClassPath(classPath(), "-Dsluice.cache.directory=" + directory).output();
        Path library;
        try (Stream<Path> paths = Files.walk(directory)) {
            library = paths.filter(path -> path.endsWith("libopenblas.so.0"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.write(library, new byte[1000]);
        String output = onClassPath(classPath(), "-Dsluice.cache.directory=" + directory)
                .output();
        assertThat(output).contains("found=" + directory).endsWith(COMPUTED);
        assertThat(Files.size(library)).isGreaterThan(1000);
    }

    @Test
    void aCacheThatCannotBeWrittenIsReportedAndATemporaryDirectoryServes() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        String output = onClassPath(
                        classPath(),
                        "-Dsluice.cache.directory=" + file.resolve("cache"),
                        "-Djava.io.tmpdir=" + temporary,
                        "-Djna.tmpdir=" + directory)
                .output();
        assertThat(output)
                .contains("lookedIn=embedded: cannot extract to " + file, "found=" + temporary)
                .endsWith(COMPUTED);
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void noneLoadsNothingAndTheJvmComputes() throws Exception {
        String output = onClassPath(classPath(), "-Dsluice.cpu.openblas=none", "-Dsluice.cache.directory=" + directory)
                .output();
        assertThat(output).contains("found=\n", "lookedIn=cpu.openblas=none").endsWith(COMPUTED);
        assertThat(directory.resolve("openblas")).doesNotExist();
    }

    @Test
    void aConfiguredFileIsLoaded() throws Exception {
        onClassPath(classPath(), "-Dsluice.cache.directory=" + directory).output();
        Path library;
        try (Stream<Path> paths = Files.walk(directory)) {
            library = paths.filter(path -> path.endsWith("libopenblas.so.0"))
                    .findFirst()
                    .orElseThrow();
        }
        // The run-time libraries beside it are found through the library path, as for any library of the system.
        JavaProcess process = onClassPath(classPath(), "-Dsluice.cpu.openblas=" + library);
        assertThat(process.output()).containsAnyOf("found=" + library, "libquadmath.so.0");
    }

    @Test
    void aConfiguredFileThatDoesNotExistIsAnErrorThatNamesIt() throws Exception {
        String output = onClassPath(classPath(), "-Dsluice.cpu.openblas=/no/such/libopenblas.so")
                .output();
        assertThat(output)
                .contains("unavailable=setting cpu.openblas='/no/such/libopenblas.so'", "no such file")
                .doesNotContain("product=");
    }

    @Test
    void aConfiguredFileThatIsNoLibraryIsAnErrorThatNamesIt() throws Exception {
        Path file = Files.writeString(directory.resolve("text.so"), "not a library");
        String output =
                onClassPath(classPath(), "-Dsluice.cpu.openblas=" + file).output();
        assertThat(output).contains("unavailable=", file.toString()).doesNotContain("product=");
    }

    @Test
    void withoutNativesOnTheClassPathTheReportSaysWhatToAdd() throws Exception {
        List<String> without =
                classPath().stream().filter(path -> !isNativesJar(path)).toList();
        String output = onClassPath(without).output();
        // A machine may have an OpenBLAS of its own, which is used then.
        assertThat(output)
                .contains("lookedIn=embedded: no resource", "org.bytedeco:openblas")
                .endsWith(COMPUTED);
    }

    @Test
    void theLibraryIsFoundInASingleRunnableJar() throws Exception {
        Path jar = directory.resolve("all.jar");
        merge(classPath(), jar);
        String output = onClassPath(List.of(jar.toString()), "-Dsluice.cache.directory=" + directory.resolve("cache"))
                .output();
        assertThat(output).contains("found=" + directory, "all.jar!").endsWith(COMPUTED);
    }

    @Test
    void theLibraryIsFoundOnTheModulePathThoughItsModuleCannotBeResolved() throws Exception {
        List<String> classPath = classPath();
        String tests = classPath.stream()
                .filter(path -> path.endsWith("test-classes"))
                .findFirst()
                .orElseThrow();
        String modules =
                classPath.stream().filter(path -> !path.equals(tests)).collect(Collectors.joining(File.pathSeparator));
        String output = JavaProcess.start(
                        directory,
                        "-Dsluice.cache.directory=" + directory.resolve("cache"),
                        "--enable-native-access=dev.sluice.backend.cpu,com.sun.jna",
                        "--module-path",
                        modules,
                        "--patch-module",
                        "dev.sluice.backend.cpu=" + tests,
                        "--module",
                        "dev.sluice.backend.cpu/" + PROBE)
                .output();
        assertThat(output).contains("found=" + directory, "libopenblas").endsWith(COMPUTED);
    }

    private JavaProcess onClassPath(List<String> classPath, String... options) throws IOException {
        return JavaProcess.start(
                directory,
                Stream.of(
                                Stream.of(NATIVE_ACCESS),
                                Arrays.stream(options),
                                Stream.of("-cp", String.join(File.pathSeparator, classPath), PROBE))
                        .flatMap(part -> part)
                        .toArray(String[]::new));
    }

    /** What the probe needs of this process's class path. */
    private static List<String> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(path -> isNativesJar(path)
                        || path.contains("slf4j-api")
                        || path.matches(".*[/\\\\]jna-[^/\\\\]*\\.jar")
                        || path.matches(".*[/\\\\](sluice-)?(api|spi|backend-cpu)[/\\\\-].*")
                                && !path.contains("slf4j"))
                .toList();
    }

    private static boolean isNativesJar(String path) {
        return path.matches(".*[/\\\\]openblas-[^/\\\\]*\\.jar");
    }

    /** Puts the class path into one jar, apart from large files that the probe does not need. */
    private static void merge(List<String> classPath, Path jar) throws IOException {
        Set<String> present = new HashSet<>();
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            out.setLevel(Deflater.BEST_SPEED);
            for (String path : classPath) {
                if (Files.isDirectory(Path.of(path))) {
                    addFolder(Path.of(path), out, present);
                } else {
                    addJar(path, out, present);
                }
            }
        }
    }

    private static void addFolder(Path folder, ZipOutputStream out, Set<String> present) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path path : files.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(path).toString().replace(File.separatorChar, '/');
                try (InputStream in = Files.newInputStream(path)) {
                    add(name, in, out, present);
                }
            }
        }
    }

    private static void addJar(String path, ZipOutputStream out, Set<String> present) throws IOException {
        try (ZipFile in = new ZipFile(path)) {
            for (ZipEntry entry : in.stream().filter(e -> !e.isDirectory()).toList()) {
                if (!entry.getName().contains("libjniopenblas")) {
                    try (InputStream content = in.getInputStream(entry)) {
                        add(entry.getName(), content, out, present);
                    }
                }
            }
        }
    }

    private static void add(String name, InputStream content, ZipOutputStream out, Set<String> present)
            throws IOException {
        if (!name.endsWith("module-info.class") && present.add(name)) {
            out.putNextEntry(new ZipEntry(name));
            content.transferTo(out);
            out.closeEntry();
        }
    }
}
