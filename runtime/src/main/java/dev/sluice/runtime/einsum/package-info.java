/**
 * Einstein summation: subscripts, the order of contractions, and their lowering to matrix products and elementwise
 * operations of the public tensor interface. No kernel and no storage is touched here.
 */
@NullMarked
package dev.sluice.runtime.einsum;

import org.jspecify.annotations.NullMarked;
