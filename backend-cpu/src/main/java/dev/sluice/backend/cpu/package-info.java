/** The host as a device: its driver, its memory and the use of its cores. No arithmetic belongs here. */
@NullMarked
package dev.sluice.backend.cpu;

import org.jspecify.annotations.NullMarked;
