/** Tensor operations on the CPU backend, against index loops and against their documentation. */
@NullMarked
package dev.sluice.backend.cpu.tensor;

import org.jspecify.annotations.NullMarked;
