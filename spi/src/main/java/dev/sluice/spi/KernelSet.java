package dev.sluice.spi;

/**
 * The elementwise and the reduction primitive. Every named operation, fused chain, copy, fill and random draw is an
 * instance of one of the two.
 *
 * <p>Operand addresses are given in the order of the program: outputs first, then inputs; each is the address of its
 * allocation plus any base offset, so element {@code p} of a segment lies at
 * {@code address + (base + Σ index·stride) · size}. Outputs overlap no other operand, except that an output may be the
 * same elements in the same order as an input. Parameters are raw bits: one word for each parameter, two words (real,
 * imaginary) for a complex one; {@code F32} values are the bits of a {@code float} in the low half, {@code F64} the bits
 * of a {@code double}, integers sign-extended, truth values 0 or 1.
 *
 * <p>The engine has checked that every element lies inside its allocation.
 */
public interface KernelSet {
    /** Compiles a program. The engine caches the result, so this need not. Safe to call from several threads. */
    MapKernel compile(MapProgram program);

    /** Compiles a reduction. */
    ReduceKernel compile(ReduceProgram program);

    /**
     * Submits an elementwise computation over all segments of a plan, in stream order.
     *
     * @param kernel a kernel of this set
     * @param plan the segments; its operand count is the program's
     * @param addresses the operand addresses in bytes, outputs first. Not retained
     * @param parameters the raw parameter words. Not retained
     */
    void map(MapKernel kernel, SegmentedPlan plan, long[] addresses, long[] parameters, long stream);

    /**
     * The scratch memory in bytes that {@link #reduce} needs for this kernel and plan, 0 if none.
     */
    long workspaceBytes(ReduceKernel kernel, ReductionPlan plan);

    /**
     * Submits a reduction, in stream order. Results are deterministic for a given plan. Sums of floating-point elements
     * are pairwise, compensated or wider, so that their error does not grow with the number of elements.
     *
     * @param kernel a kernel of this set
     * @param plan the iteration; operand 0 is the output
     * @param addresses the operand addresses in bytes, output first. Not retained
     * @param parameters the raw parameter words. Not retained
     * @param workspace an address with {@link #workspaceBytes} bytes, or 0
     */
    void reduce(
            ReduceKernel kernel, ReductionPlan plan, long[] addresses, long[] parameters, long workspace, long stream);
}
