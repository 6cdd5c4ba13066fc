package dev.sluice.backend.cpu.openblas;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import dev.sluice.BackendUnavailableException;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.LibraryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds and loads OpenBLAS. The setting {@code cpu.openblas} says where from:
 *
 * <table>
 * <caption>Values of the setting</caption>
 * <tr><td>not set, {@code auto}</td><td>embedded, then system, then none</td></tr>
 * <tr><td>{@code embedded}</td><td>the natives on the class path or module path, or an error</td></tr>
 * <tr><td>{@code system}</td><td>what the system's loader and the usual folders have, or an error</td></tr>
 * <tr><td>{@code none}</td><td>no native library; the JVM computes</td></tr>
 * <tr><td>a path</td><td>this file, or an error</td></tr>
 * </table>
 *
 * <p>A process loads one library at most and keeps it. Thread-safe.
 */
final class OpenBlasLoader {

    private static final Logger LOG = LoggerFactory.getLogger(OpenBlasLoader.class);
    private static final String SETTING = "cpu.openblas";

    /** What the system's loader is asked for, in this order. */
    private static final List<String> SYSTEM_NAMES = List.of("libopenblas.so.0", "libopenblas.so", "openblas");

    private static final List<String> SYSTEM_FOLDERS = List.of(
            "/usr/lib/x86_64-linux-gnu",
            "/usr/lib/x86_64-linux-gnu/openblas-pthread",
            "/usr/lib/x86_64-linux-gnu/openblas-openmp",
            "/usr/lib/aarch64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu/openblas-pthread",
            "/usr/lib/aarch64-linux-gnu/openblas-openmp",
            "/usr/lib64",
            "/usr/lib",
            "/usr/local/lib",
            "/usr/local/lib64",
            "/opt/OpenBLAS/lib");

    /**
     * Symbols stay local to the library: other libraries in the process that bring a BLAS of their own must neither see
     * this one nor replace parts of it. 1 is {@code RTLD_LAZY}.
     */
    private static final Map<String, Object> LOCAL_SYMBOLS = Map.of(Library.OPTION_OPEN_FLAGS, 1);

    private static final Object LOCK = new Object();

    /** Guarded by {@link #LOCK}. */
    private static @Nullable Loaded loaded;

    private OpenBlasLoader() {}

    /**
     * What a load came to.
     *
     * @param library the library, if one was loaded
     * @param declined whether none was wanted
     * @param report where it was looked for
     */
    record Result(Optional<OpenBlas> library, boolean declined, LibraryReport report) {}

    /**
     * The process's library. The list keeps the library and those that it needs from being unloaded.
     *
     * @param choice the setting's value that it was found by: {@code embedded}, {@code system}, or a path
     */
    private record Loaded(OpenBlas library, String choice, List<NativeLibrary> libraries) {}

    /**
     * Loads OpenBLAS as configured, or finds out that the process has done so.
     *
     * @throws BackendUnavailableException when the configuration names a library that cannot be had
     */
    static Result load(BackendConfiguration configuration) {
        String choice = configuration.setting(SETTING).map(String::strip).orElse("auto");
        if (choice.isEmpty()) {
            choice = "auto";
        }
        List<String> lookedIn = new ArrayList<>();
        if (choice.equals("none")) {
            lookedIn.add(SETTING + "=none");
            return new Result(Optional.empty(), true, report(null, lookedIn));
        }
        synchronized (LOCK) {
            Loaded present = loaded;
            if (present == null) {
                loaded = present = search(choice, configuration, lookedIn);
            } else {
                lookedIn.add("already loaded in this process (" + present.choice() + ")");
                if (!choice.equals("auto") && !choice.equals(present.choice())) {
                    throw new BackendUnavailableException("setting " + SETTING + "='" + choice
                            + "': this process has already loaded OpenBLAS from "
                            + present.library().location() + ", and a process can have one only");
                }
            }
            if (present != null) {
                return new Result(Optional.of(present.library()), false, report(present.library(), lookedIn));
            }
        }
        if (!choice.equals("auto")) {
            throw new BackendUnavailableException("setting " + SETTING + "='" + choice
                    + "': no usable OpenBLAS there: " + String.join("; ", lookedIn)
                    + ". Correct the setting, or use 'none' to compute on the JVM");
        }
        return new Result(Optional.empty(), false, report(null, lookedIn));
    }

    private static LibraryReport report(@Nullable OpenBlas library, List<String> lookedIn) {
        return library == null
                ? new LibraryReport("OpenBLAS", "", "", lookedIn)
                : new LibraryReport("OpenBLAS", library.location(), library.version(), lookedIn);
    }

    private static @Nullable Loaded search(String choice, BackendConfiguration configuration, List<String> lookedIn) {
        Loaded found = switch (choice) {
            case "auto" -> {
                Loaded embedded = loadEmbedded(configuration, lookedIn);
                yield embedded != null ? embedded : loadSystem(lookedIn);
            }
            case "embedded" -> loadEmbedded(configuration, lookedIn);
            case "system" -> loadSystem(lookedIn);
            default -> loadFile(choice, lookedIn);
        };
        if (found != null) {
            LOG.debug(
                    "OpenBLAS {} from {}",
                    found.library().version(),
                    found.library().location());
        }
        return found;
    }

    private static @Nullable Loaded loadFile(String path, List<String> lookedIn) {
        Path file = Path.of(path).toAbsolutePath();
        if (!Files.isRegularFile(file)) {
            lookedIn.add(file + ": no such file");
            return null;
        }
        return bind(file.toString(), path, file.toString(), List.of(), lookedIn);
    }

    private static @Nullable Loaded loadSystem(List<String> lookedIn) {
        for (String name : SYSTEM_NAMES) {
            Loaded found = bind(name, "system", "system (" + name + ")", List.of(), lookedIn);
            if (found != null) {
                return found;
            }
        }
        for (String folder : SYSTEM_FOLDERS) {
            for (String name : List.of("libopenblas.so.0", "libopenblas.so")) {
                Path file = Path.of(folder, name);
                if (Files.isRegularFile(file)) {
                    Loaded found = bind(file.toString(), "system", file.toString(), List.of(), lookedIn);
                    if (found != null) {
                        return found;
                    }
                }
            }
        }
        lookedIn.add("system: not in " + String.join(", ", SYSTEM_FOLDERS));
        return null;
    }

    private static @Nullable Loaded loadEmbedded(BackendConfiguration configuration, List<String> lookedIn) {
        Optional<EmbeddedLibrary> embedded = EmbeddedLibrary.find(lookedIn);
        if (embedded.isEmpty()) {
            return null;
        }
        LibraryCache cache = LibraryCache.of(configuration);
        try {
            Loaded found = bindExtracted(embedded.get(), cache.extract(embedded.get()), lookedIn);
            if (found != null) {
                return found;
            }
            // The copy is intact, so the place may forbid execution.
        } catch (IOException e) {
            lookedIn.add("embedded: cannot extract to " + cache.root() + ": " + e);
            LOG.warn(
                    "the cache directory {} cannot be used ({}); extracting OpenBLAS to a temporary directory, as will"
                            + " be done at every start. Set cache.directory to a writable directory",
                    cache.root(),
                    e.toString());
        }
        return loadFromTemporary(embedded.get(), lookedIn);
    }

    private static @Nullable Loaded loadFromTemporary(EmbeddedLibrary embedded, List<String> lookedIn) {
        Path temporary = null;
        try {
            temporary = Files.createTempDirectory("sluice-openblas");
            Path folder = new LibraryCache(temporary).extract(embedded);
            return bindExtracted(embedded, folder, lookedIn);
        } catch (IOException e) {
            lookedIn.add("embedded: cannot extract to a temporary directory: " + e);
            return null;
        } finally {
            // The mapping of a loaded library outlives its file.
            if (temporary != null) {
                delete(temporary);
            }
        }
    }

    private static void delete(Path folder) {
        try (var paths = Files.walk(folder)) {
            for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            LOG.warn("cannot delete {}", folder, e);
        }
    }

    private static @Nullable Loaded bindExtracted(EmbeddedLibrary embedded, Path folder, List<String> lookedIn) {
        List<String> needed = embedded.files().stream()
                .limit(embedded.files().size() - 1L)
                .map(entry -> folder.resolve(entry.name()).toString())
                .toList();
        String file = folder.resolve(embedded.files().getLast().name()).toString();
        return bind(file, "embedded", file + " (from " + embedded.origin() + ")", needed, lookedIn);
    }

    /**
     * Loads a library after those that it needs, checks that it is one that works here, and binds its functions.
     *
     * @param name a path or a name for the system's loader
     */
    private static @Nullable Loaded bind(
            String name, String choice, String location, List<String> needed, List<String> lookedIn) {
        try {
            List<NativeLibrary> libraries = new ArrayList<>();
            for (String path : needed) {
                libraries.add(NativeLibrary.getInstance(path, LOCAL_SYMBOLS));
            }
            NativeLibrary library = NativeLibrary.getInstance(name, LOCAL_SYMBOLS);
            libraries.add(library);
            Native.register(Cblas.class, library);
            String configuration = Cblas.openblas_get_config();
            Optional<String> objection = objection(configuration, Cblas.openblas_get_parallel());
            if (objection.isPresent()) {
                lookedIn.add(location + ": " + objection.get() + " (" + configuration + ")");
                return null;
            }
            boolean hasLapack = bindLapack(library, location, lookedIn);
            lookedIn.add(location + ": loaded");
            // What it starts with is the number of processors, or what its own environment variables say.
            ThreadCount threads = new ThreadCount(Cblas.openblas_get_num_threads(), Cblas::openblas_set_num_threads);
            return new Loaded(
                    new OpenBlas(location, configuration, hasLapack, threads), choice, List.copyOf(libraries));
        } catch (LinkageError e) {
            lookedIn.add(location + ": " + firstLine(e));
            return null;
        }
    }

    private static boolean bindLapack(NativeLibrary library, String location, List<String> lookedIn) {
        try {
            Native.register(Lapack.class, library);
            return true;
        } catch (UnsatisfiedLinkError e) {
            lookedIn.add(location + ": without LAPACK: " + firstLine(e));
            LOG.warn("{} has no LAPACK; factorisations run on the JVM", location);
            return false;
        }
    }

    /** Why a library that could be loaded must not be used. */
    private static Optional<String> objection(String configuration, int parallel) {
        if (configuration.contains("USE64BITINT")) {
            return Optional.of("built with 64-bit integers");
        }
        if (parallel == 0 && !configuration.contains("USE_LOCKING")) {
            return Optional.of("built for one thread only");
        }
        return Optional.empty();
    }

    private static String firstLine(Throwable error) {
        return String.valueOf(error.getMessage()).lines().findFirst().orElse(error.toString());
    }
}
