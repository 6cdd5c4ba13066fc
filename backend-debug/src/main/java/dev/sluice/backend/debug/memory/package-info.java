/**
 * Simulated address spaces and the history of accesses to them. Knows nothing of the operations that access memory
 * beyond their place in the causal order.
 */
@NullMarked
package dev.sluice.backend.debug.memory;

import org.jspecify.annotations.NullMarked;
