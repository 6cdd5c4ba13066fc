package dev.sluice.backend.cuda.library;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The directories that may hold libraries of CUDA on a Linux machine, in the order in which they are tried: the toolkit
 * that was named, the loader's path, the usual places of packages, and the wheels of the Python on the path.
 */
final class SearchPath {
    private static final List<String> TOOLKIT_FOLDERS = List.of("lib64", "lib", "targets/%s-linux/lib");

    private final Path root;
    private final Map<String, String> environment;
    private final Optional<String> configuredHome;
    private final String architecture;

    /**
     * Creates a search path.
     *
     * @param root the root of the file system
     * @param environment the environment variables
     * @param configuredHome the toolkit's directory by configuration
     * @param architecture the processor as Java names it
     */
    SearchPath(Path root, Map<String, String> environment, Optional<String> configuredHome, String architecture) {
        this.root = root;
        this.environment = environment;
        this.configuredHome = configuredHome;
        this.architecture = architecture.equals("aarch64") ? "aarch64" : "x86_64";
    }

    /** All directories, each once, existing or not. */
    Set<Path> directories() {
        Set<Path> directories = new LinkedHashSet<>();
        configuredHome.ifPresent(home -> addToolkit(directories, Path.of(home)));
        for (String variable : List.of("CUDA_HOME", "CUDA_PATH")) {
            String home = environment.get(variable);
            if (home != null && !home.isBlank()) {
                addToolkit(directories, Path.of(home));
            }
        }
        for (String entry : environment.getOrDefault("LD_LIBRARY_PATH", "").split(":")) {
            if (!entry.isBlank()) {
                directories.add(Path.of(entry));
            }
        }
        addLoaderConfiguration(directories);
        String triple = architecture + "-linux-gnu";
        for (String usual :
                List.of("lib/" + triple, "usr/lib/" + triple, "lib64", "usr/lib64", "usr/lib", "usr/local/lib")) {
            directories.add(root.resolve(usual));
        }
        directories.add(root.resolve("usr/local/nvidia/lib64"));
        directories.add(root.resolve("usr/local/nvidia/lib"));
        directories.add(root.resolve("usr/lib/wsl/lib"));
        addToolkit(directories, root.resolve("usr/local/cuda"));
        for (Path toolkit : newestFirst(root.resolve("usr/local"), "cuda-*")) {
            addToolkit(directories, toolkit);
        }
        addToolkit(directories, root.resolve("opt/cuda"));
        addPythonWheels(directories);
        return directories;
    }

    private void addToolkit(Set<Path> directories, Path home) {
        for (String folder : TOOLKIT_FOLDERS) {
            directories.add(home.resolve(folder.formatted(architecture)));
        }
    }

    private void addLoaderConfiguration(Set<Path> directories) {
        for (Path file : newestFirst(root.resolve("etc/ld.so.conf.d"), "*.conf")) {
            for (String line : lines(file)) {
                String entry = line.strip();
                if (entry.startsWith("/")) {
                    directories.add(root.resolve(entry.substring(1)));
                }
            }
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            // The loader skips files it cannot read, and so does this.
            return List.of();
        }
    }

    /** The folders of NVIDIA's wheels in the environments of a Python that the user has activated or on the path. */
    private void addPythonWheels(Set<Path> directories) {
        Set<Path> prefixes = new LinkedHashSet<>();
        for (String variable : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
            String prefix = environment.get(variable);
            if (prefix != null && !prefix.isBlank()) {
                prefixes.add(Path.of(prefix));
            }
        }
        for (String entry : environment.getOrDefault("PATH", "").split(":")) {
            if (!entry.isBlank() && Files.exists(Path.of(entry, "python3"))) {
                Path parent = Path.of(entry).getParent();
                if (parent != null) {
                    prefixes.add(parent);
                }
            }
        }
        for (Path prefix : prefixes) {
            // Conda packages put libraries right here.
            directories.add(prefix.resolve("lib"));
            for (Path python : newestFirst(prefix.resolve("lib"), "python3*")) {
                for (String packages : List.of("site-packages", "dist-packages")) {
                    for (Path component : newestFirst(python.resolve(packages).resolve("nvidia"), "*")) {
                        directories.add(component.resolve("lib"));
                    }
                }
            }
        }
    }

    private static List<Path> newestFirst(Path directory, String pattern) {
        List<Path> entries = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, pattern)) {
                stream.forEach(entries::add);
            } catch (IOException e) {
                return List.of();
            }
        }
        Collections.sort(entries, Collections.reverseOrder());
        return entries;
    }
}
