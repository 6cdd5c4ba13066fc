/**
 * Dense tensors and their operations, described once and enqueued through submissions. Streams, pools and ledgers, tasks
 * and epochs, and file formats do not belong here.
 */
@NullMarked
package dev.sluice.runtime.tensor;

import org.jspecify.annotations.NullMarked;
