/**
 * A backend behind glass: counts what an engine asks of it, holds its streams back, and makes its calls fail. Works on
 * every backend; nothing here knows the rules that are checked with it.
 */
@NullMarked
package dev.sluice.tck.observe;

import org.jspecify.annotations.NullMarked;
