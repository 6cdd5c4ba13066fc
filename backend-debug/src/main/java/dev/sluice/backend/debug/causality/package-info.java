/** The causal order of submitted work as vector clocks. Knows nothing of time, memory or devices. */
@NullMarked
package dev.sluice.backend.debug.causality;

import org.jspecify.annotations.NullMarked;
