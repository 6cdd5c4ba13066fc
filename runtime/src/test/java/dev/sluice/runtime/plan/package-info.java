/** Iteration plans. */
@NullMarked
package dev.sluice.runtime.plan;

import org.jspecify.annotations.NullMarked;
