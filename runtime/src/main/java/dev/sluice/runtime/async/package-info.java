/**
 * Epoch queues and the asynchronous cells built on them: who may read and who may write, and when. Knows nothing of
 * tasks, schedulers, devices or tensors; a task meets it as a {@link dev.sluice.runtime.async.Waiter}.
 */
@NullMarked
package dev.sluice.runtime.async;

import org.jspecify.annotations.NullMarked;
