/**
 * The device-level primitives that a backend offers. Pools, ledgers, epochs and coherence exist once, in the runtime;
 * nothing of them belongs here.
 */
@NullMarked
package dev.sluice.spi;

import org.jspecify.annotations.NullMarked;
