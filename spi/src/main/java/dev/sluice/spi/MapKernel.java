package dev.sluice.spi;

/** A compiled {@link MapProgram} of one device. Reusable, thread-safe, owned by the {@link KernelSet} that compiled it. */
public interface MapKernel {
    /** The program. */
    MapProgram program();
}
