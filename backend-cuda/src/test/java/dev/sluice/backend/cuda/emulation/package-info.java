/** A CUDA device that is the host: the driver calls in ordinary memory, kernels through a host compiler. */
@org.jspecify.annotations.NullMarked
package dev.sluice.backend.cuda.emulation;
