package dev.sluice.backend.cpu.openblas;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.zip.CRC32;

/**
 * A native library that travels inside a jar, together with the libraries that it needs.
 *
 * <p>The files are named by size and CRC-32. A jar stores both in its directory, so that finding out whether an
 * extracted copy is intact does not unpack forty megabytes at every start; the checksum guards against truncation and
 * decay, not against an attacker, who could as well replace the jar.
 *
 * @param origin the jar or directory that holds the files, for people to read
 * @param files the files in the order in which they are to be loaded, dependencies first
 */
record EmbeddedLibrary(String origin, List<Entry> files) {

    private static final String FOLDER = "org/bytedeco/openblas/";
    private static final String MODULE = "org.bytedeco.openblas.";

    /** The run-time libraries of GNU Fortran that OpenBLAS's LAPACK needs, each after what it needs itself. */
    private static final List<String> LINUX_FILES =
            List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5", "libopenblas.so.0");

    EmbeddedLibrary {
        files = List.copyOf(files);
    }

    /**
     * One file.
     *
     * @param name the name without folders
     * @param uri where it is read from
     * @param size its length in bytes
     * @param crc its CRC-32
     */
    record Entry(String name, URI uri, long size, long crc) {
        InputStream open() throws IOException {
            return connect(uri.toURL()).getInputStream();
        }

        static Entry of(String name, URL url) throws IOException {
            URLConnection connection = connect(url);
            if (connection instanceof JarURLConnection jar) {
                JarEntry entry = jar.getJarEntry();
                if (entry != null && entry.getSize() >= 0 && entry.getCrc() >= 0) {
                    return new Entry(name, URI.create(url.toString()), entry.getSize(), entry.getCrc());
                }
            }
            try (InputStream in = connection.getInputStream()) {
                return measured(name, URI.create(url.toString()), in);
            }
        }

        private static Entry measured(String name, URI uri, InputStream in) throws IOException {
            CRC32 crc = new CRC32();
            byte[] buffer = new byte[1 << 16];
            long size = 0;
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                crc.update(buffer, 0, count);
                size += count;
            }
            return new Entry(name, uri, size, crc.getValue());
        }

        private static URLConnection connect(URL url) throws IOException {
            URLConnection connection = url.openConnection();
            // A cached connection would keep the jar open for the life of the process, and closing it would close
            // the jar under others.
            connection.setUseCaches(false);
            return connection;
        }
    }

    /**
     * Looks for the OpenBLAS of this platform on the class path, then on the module path.
     *
     * @param lookedIn receives what was looked for and what happened
     */
    static Optional<EmbeddedLibrary> find(List<String> lookedIn) {
        Optional<String> platform = platform();
        if (platform.isEmpty()) {
            lookedIn.add("embedded: none is known for " + System.getProperty("os.name") + " on "
                    + System.getProperty("os.arch"));
            return Optional.empty();
        }
        String folder = FOLDER + platform.get() + "/";
        try {
            Optional<EmbeddedLibrary> found = onClassPath(folder).or(() -> onModulePath(folder, platform.get()));
            if (found.isEmpty()) {
                lookedIn.add("embedded: no resource " + folder + LINUX_FILES.getLast()
                        + " (add org.bytedeco:openblas with classifier " + platform.get() + ")");
            }
            return found;
        } catch (IOException | UncheckedIOException | FindException e) {
            lookedIn.add("embedded: cannot read " + folder + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    /** The name of this platform in the jar, when the jar's libraries for it are known. */
    private static Optional<String> platform() {
        if (!System.getProperty("os.name").startsWith("Linux")) {
            return Optional.empty();
        }
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> Optional.of("linux-x86_64");
            case "aarch64" -> Optional.of("linux-arm64");
            case "ppc64le" -> Optional.of("linux-ppc64le");
            default -> Optional.empty();
        };
    }

    private static Optional<EmbeddedLibrary> onClassPath(String folder) throws IOException {
        ClassLoader own = EmbeddedLibrary.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        for (ClassLoader loader : Arrays.asList(own, context)) {
            URL main = loader == null ? null : loader.getResource(folder + LINUX_FILES.getLast());
            if (main != null) {
                String url = main.toString();
                String base =
                        url.substring(0, url.length() - LINUX_FILES.getLast().length());
                List<Entry> entries = new ArrayList<>();
                for (String name : LINUX_FILES) {
                    // Not every platform's jar holds every run-time library.
                    if (loader.getResource(folder + name) != null) {
                        entries.add(Entry.of(name, URI.create(base + name).toURL()));
                    }
                }
                return Optional.of(new EmbeddedLibrary(base, entries));
            }
        }
        return Optional.empty();
    }

    /**
     * The jar with the natives is a module that requires the Java bindings, which Sluice does not use. So it cannot be
     * resolved as a module, and its resources are read from the module path without that.
     */
    private static Optional<EmbeddedLibrary> onModulePath(String folder, String platform) {
        String modulePath = System.getProperty("jdk.module.path");
        if (modulePath == null) {
            return Optional.empty();
        }
        Path[] paths = modulePath
                .transform(path -> Arrays.stream(path.split(java.io.File.pathSeparator)))
                .filter(path -> !path.isEmpty())
                .map(Path::of)
                .toArray(Path[]::new);
        Optional<ModuleReference> module = ModuleFinder.of(paths).find(MODULE + platform.replace('-', '.'));
        if (module.isEmpty()) {
            return Optional.empty();
        }
        try (ModuleReader reader = module.get().open()) {
            List<Entry> entries = new ArrayList<>();
            for (String name : LINUX_FILES) {
                Optional<URI> uri = reader.find(folder + name);
                if (uri.isPresent()) {
                    entries.add(Entry.of(name, uri.get().toURL()));
                }
            }
            boolean complete = !entries.isEmpty() && entries.getLast().name().equals(LINUX_FILES.getLast());
            return complete
                    ? Optional.of(new EmbeddedLibrary(
                            module.get().location().map(URI::toString).orElse(MODULE), entries))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
