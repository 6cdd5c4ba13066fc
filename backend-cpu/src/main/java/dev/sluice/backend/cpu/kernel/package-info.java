/**
 * Elementwise and reduction kernels of the host: expressions compiled to bytecode, and the loops that run them over
 * plans. No device or memory management belongs here.
 */
@NullMarked
package dev.sluice.backend.cpu.kernel;

import org.jspecify.annotations.NullMarked;
