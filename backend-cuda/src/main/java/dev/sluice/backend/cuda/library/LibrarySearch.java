package dev.sluice.backend.cuda.library;

import com.sun.jna.NativeLibrary;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.LibraryReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the libraries of CUDA. A file named by the setting {@link CudaLibrary#setting()}, or by the variable of the
 * same name in capitals with {@code SLUICE_} in front and underscores for dots, is taken or nothing is. Otherwise the
 * directories of the {@link SearchPath} are tried in order, and the first file that the loader accepts is taken.
 */
public final class LibrarySearch {
    /** No library of the toolkit is too new. */
    public static final int ANY_VERSION = Integer.MAX_VALUE;
    /** How a report says that a place does not exist. */
    public static final String NO_DIRECTORY = "no such directory";

    /** Loads a file into the process. */
    @FunctionalInterface
    interface Loader {
        /** Returns what went wrong, or an empty string. */
        String load(Path file);
    }

    private final BackendConfiguration configuration;
    private final Map<String, String> environment;
    private final SearchPath searchPath;
    private final Loader loader;

    LibrarySearch(
            BackendConfiguration configuration, Map<String, String> environment, SearchPath searchPath, Loader loader) {
        this.configuration = configuration;
        this.environment = environment;
        this.searchPath = searchPath;
        this.loader = loader;
    }

    /** A search on this machine. The setting {@code cuda.home} names a toolkit that is tried first. */
    public static LibrarySearch onThisMachine(BackendConfiguration configuration) {
        Map<String, String> environment = System.getenv();
        SearchPath path = new SearchPath(
                Path.of("/"), environment, configuration.setting("cuda.home"), System.getProperty("os.arch", ""));
        return new LibrarySearch(configuration, environment, path, LibrarySearch::loadIntoProcess);
    }

    /**
     * Finds and loads a library.
     *
     * @param library which one
     * @param newestMajor the newest major version of the toolkit that the driver supports, or {@link #ANY_VERSION}
     */
    public LibraryReport find(CudaLibrary library, int newestMajor) {
        List<String> tried = new ArrayList<>();
        Optional<Path> named = named(library);
        if (named.isPresent()) {
            return attempt(library, LibraryFile.of(named.get()), tried)
                    .orElseGet(() -> new LibraryReport(library.title(), "", "", tried));
        }
        int limit = library.belongsToToolkit() ? newestMajor : ANY_VERSION;
        for (Path directory : searchPath.directories()) {
            Optional<LibraryFile> file = LibraryFile.in(directory, library.fileStem(), limit);
            if (file.isEmpty()) {
                tried.add(directory + ": " + absence(directory, library, limit));
                continue;
            }
            Optional<LibraryReport> loaded = attempt(library, file.get(), tried);
            if (loaded.isPresent()) {
                return loaded.get();
            }
        }
        return new LibraryReport(library.title(), "", "", tried);
    }

    private Optional<Path> named(CudaLibrary library) {
        String variable = "SLUICE_" + library.setting().replace('.', '_').toUpperCase(java.util.Locale.ROOT);
        return configuration
                .setting(library.setting())
                .or(() -> Optional.ofNullable(environment.get(variable)))
                .map(Path::of);
    }

    private Optional<LibraryReport> attempt(CudaLibrary library, LibraryFile file, List<String> tried) {
        String failure = loader.load(file.path());
        if (!failure.isEmpty()) {
            tried.add(file.path() + ": " + failure);
            return Optional.empty();
        }
        tried.add(file.path() + ": loaded");
        return Optional.of(new LibraryReport(library.title(), file.path().toString(), file.version(), tried));
    }

    private static String absence(Path directory, CudaLibrary library, int limit) {
        if (!Files.isDirectory(directory)) {
            return NO_DIRECTORY;
        }
        return limit != ANY_VERSION
                        && LibraryFile.in(directory, library.fileStem(), ANY_VERSION)
                                .isPresent()
                ? library.fileStem() + " is newer than the driver's CUDA " + limit
                : "no " + library.fileStem();
    }

    private static String loadIntoProcess(Path file) {
        try {
            // JNA keeps the library open as long as the object lives, and reports the loader's own message.
            NativeLibrary unused =
                    NativeLibrary.getInstance(file.toAbsolutePath().toString());
            return "";
        } catch (UnsatisfiedLinkError e) {
            return String.valueOf(e.getMessage()).lines().findFirst().orElse("could not be loaded");
        }
    }
}
