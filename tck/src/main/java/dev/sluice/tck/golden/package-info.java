/** Values computed by NumPy, compared with what a backend computes. The format is that of the directory's own README. */
@NullMarked
package dev.sluice.tck.golden;

import org.jspecify.annotations.NullMarked;
