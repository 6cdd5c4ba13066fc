/** What a run of the suite found, as text for people and as JSON for programs. Runs no test. */
@NullMarked
package dev.sluice.tck.report;

import org.jspecify.annotations.NullMarked;
