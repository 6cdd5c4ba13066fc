/**
 * Devices and what they lend: streams, completions, buffers, provider handles. Programs that only compute with tensors
 * need none of it; it is public for custom kernels, diagnostics and the conformance kit.
 */
@NullMarked
package dev.sluice.device;

import org.jspecify.annotations.NullMarked;
