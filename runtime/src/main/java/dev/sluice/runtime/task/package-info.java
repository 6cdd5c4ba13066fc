/**
 * Resumable tasks, the routes they are activated by, the schedulers that activate them, and the registry that explains
 * what they wait for. Knows of devices only that an activation runs on one; must know nothing of tensors or backends.
 *
 * <h2>How it fits together</h2>
 *
 * A {@link dev.sluice.runtime.task.ResumableTask} is a chain of short steps. An activation runs steps until one ends the
 * task or names an {@link dev.sluice.runtime.async.Awaitable}: an epoch, a lease, a child, another device. A {@link
 * dev.sluice.runtime.task.TaskScheduler} owns queued activations only. A suspended task belongs to what it waits for, which
 * wakes it once; waking does nothing but queue one activation on the task's own route. So a completion never runs what
 * depends on it, a stack never grows with the length of a chain, and a deadlock report is a walk over data.
 *
 * <p>The route, a scheduler plus a device for device tasks, is a reference and not membership: a scheduler need not be told
 * when a suspended task changes its route, and must outlive every task routed through it.
 */
@NullMarked
package dev.sluice.runtime.task;

import org.jspecify.annotations.NullMarked;
