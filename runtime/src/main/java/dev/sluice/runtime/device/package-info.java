/**
 * What a device lends and who may use it when: streams, completions, pools, buffers with their ledgers, submissions.
 * Knows nothing of tensors, plans or tasks; a task meets it only as a {@link dev.sluice.runtime.device.PoolWaiter}.
 */
@NullMarked
package dev.sluice.runtime.device;

import org.jspecify.annotations.NullMarked;
