package dev.sluice.backend.cpu.kernel;

/** Work in numbered chunks that may run in any order and at the same time. */
@FunctionalInterface
public interface ChunkTask {
    /** Does one chunk. */
    void run(int chunk);
}
