/** The parts of tensor operations that need no device. */
@NullMarked
package dev.sluice.runtime.tensor;

import org.jspecify.annotations.NullMarked;
