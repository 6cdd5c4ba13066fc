/** The pooled native memory of the host device. Knows bytes only: no element types, no tensors. */
@NullMarked
package dev.sluice.backend.cpu.memory;

import org.jspecify.annotations.NullMarked;
