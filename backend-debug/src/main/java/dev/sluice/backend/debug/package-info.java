/**
 * Simulated devices, and the control by which a test drives them. What is here is what a test sees; how a device is
 * simulated is not.
 */
@NullMarked
package dev.sluice.backend.debug;

import org.jspecify.annotations.NullMarked;
