package dev.sluice.backend.cpu.openblas;

import java.nio.file.Path;

/** Where tests of this package may write: the build directory. */
final class TestDirectory {

    static final Path CACHE = Path.of("target", "openblas-cache").toAbsolutePath();

    private TestDirectory() {}
}
