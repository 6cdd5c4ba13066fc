/** Tensor operations on several simulated devices with separate memories. */
@NullMarked
package dev.sluice.backend.debug.tensor;

import org.jspecify.annotations.NullMarked;
