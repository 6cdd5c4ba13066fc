/**
 * The SPI over the simulation: drivers, kernel sets and provider libraries. Decides nothing about order or results; it
 * translates calls into operations.
 */
@NullMarked
package dev.sluice.backend.debug.device;

import org.jspecify.annotations.NullMarked;
