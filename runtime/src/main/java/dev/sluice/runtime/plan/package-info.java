/**
 * From layouts to iteration plans: which loops an operation runs and how each operand walks through them. Depends on
 * extents and strides only; no tensor, buffer or device belongs here.
 */
@NullMarked
package dev.sluice.runtime.plan;

import org.jspecify.annotations.NullMarked;
