/** Measurements of one device beside its peers, started by hand on a machine that has one. */
@NullMarked
package dev.sluice.benchmarks.device;

import org.jspecify.annotations.NullMarked;
