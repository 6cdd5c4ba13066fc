package dev.sluice.spi;

/** A compiled {@link ReduceProgram} of one device. Reusable, thread-safe, owned by its {@link KernelSet}. */
public interface ReduceKernel {
    /** The program. */
    ReduceProgram program();
}
