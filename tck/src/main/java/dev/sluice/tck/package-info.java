/**
 * The conformance suite: rules with ids and texts, the checks that hold a backend to them, and the report. A backend
 * passes by subclassing {@link BackendTck}. Nothing here knows a particular backend.
 */
@NullMarked
package dev.sluice.tck;

import org.jspecify.annotations.NullMarked;
