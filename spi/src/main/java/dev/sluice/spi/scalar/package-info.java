/**
 * The meaning of every operator of an expression, on scalars. Backends that compute on the JVM call these functions;
 * others are tested against them.
 */
@NullMarked
package dev.sluice.spi.scalar;

import org.jspecify.annotations.NullMarked;
