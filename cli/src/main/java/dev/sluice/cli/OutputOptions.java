package dev.sluice.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How outputs treat what is there already. */
final class OutputOptions {
    @Option(
            names = {"-n", "--no-clobber"},
            description = "Fail when an output exists; by default it is replaced, once the new one is complete.")
    private boolean noClobber;

    /**
     * Checks an output before any work is done for it.
     *
     * @throws OutputException saying why it cannot be written
     */
    void check(Path file) {
        if (Files.isDirectory(file)) {
            throw new OutputException(file + ": cannot be written: it is a directory");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new OutputException(file + ": cannot be written: there is no directory " + parent);
        }
        boolean special = Files.exists(file) && !Files.isRegularFile(file);
        if (!special && parent != null && !Files.isWritable(parent)) {
            throw new OutputException(file + ": cannot be written: no permission to create files in " + parent);
        }
        if (noClobber && Files.exists(file)) {
            throw new OutputException(file + ": exists already; leave out --no-clobber to replace it");
        }
    }
}
