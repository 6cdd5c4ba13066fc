/** Benchmarks side by side with peers in one run. Nothing here is published. */
@NullMarked
package dev.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
