/** The rules of device resources, on a driver in memory whose work finishes when the test says so. */
@NullMarked
package dev.sluice.runtime.device;

import org.jspecify.annotations.NullMarked;
