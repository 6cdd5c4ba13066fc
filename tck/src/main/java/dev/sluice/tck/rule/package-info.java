/** The rules of the suite by chapter, and the checks behind them. Nothing here knows a particular backend. */
@NullMarked
package dev.sluice.tck.rule;

import org.jspecify.annotations.NullMarked;
