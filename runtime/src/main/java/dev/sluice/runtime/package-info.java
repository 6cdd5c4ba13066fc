/** The installed runtime: backends found, devices enrolled, everything closed in order. No operation is implemented here. */
@NullMarked
package dev.sluice.runtime;

import org.jspecify.annotations.NullMarked;
