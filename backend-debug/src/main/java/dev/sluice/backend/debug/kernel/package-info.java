/**
 * The computations of a simulated device as plain loops, written to be obviously right. Speed is no concern here, and
 * neither are streams or time.
 */
@NullMarked
package dev.sluice.backend.debug.kernel;

import org.jspecify.annotations.NullMarked;
