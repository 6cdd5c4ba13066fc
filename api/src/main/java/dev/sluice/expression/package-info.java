/**
 * Elementwise computations as small typed expression trees. A backend compiles a tree once and runs it many times; this
 * package defines what a tree means and holds no evaluation of it.
 */
@NullMarked
package dev.sluice.expression;

import org.jspecify.annotations.NullMarked;
