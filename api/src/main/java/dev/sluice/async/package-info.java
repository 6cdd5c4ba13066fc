/**
 * Asynchronous values and tasks: epochs of readers and writers, their buffers, and the schedulers that run tasks. Nothing
 * here knows about tensors.
 */
@NullMarked
package dev.sluice.async;

import org.jspecify.annotations.NullMarked;
