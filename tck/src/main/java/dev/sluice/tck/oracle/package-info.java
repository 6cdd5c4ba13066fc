/** What kernels and products ought to compute, written for clarity alone. Nothing here calls a backend. */
@NullMarked
package dev.sluice.tck.oracle;

import org.jspecify.annotations.NullMarked;
