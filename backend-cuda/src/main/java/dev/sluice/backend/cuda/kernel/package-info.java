/**
 * Kernels: expressions written as CUDA C++, compiled at run time, cached and launched over plans. The fixed parts of the
 * sources are resources beside these classes. No native binding belongs here.
 */
@NullMarked
package dev.sluice.backend.cuda.kernel;

import org.jspecify.annotations.NullMarked;
