/**
 * Order, time and causality of submitted work: streams, events, schedules, clocks. Knows nothing of what an operation
 * computes.
 */
@NullMarked
package dev.sluice.backend.debug.simulation;

import org.jspecify.annotations.NullMarked;
