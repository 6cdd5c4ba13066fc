/**
 * Asynchronous values and tasks: epochs of readers and writers, their buffers, tasks that wait without holding a thread,
 * and the schedulers that run them. Nothing here knows about tensors.
 *
 * <h2>Causality</h2>
 *
 * An {@link dev.sluice.async.Async} is a value with an order of accesses, {@code writer → readers → next writer}. A
 * place in that order is taken by {@link dev.sluice.async.Async#read()} and {@link dev.sluice.async.Async#write()}, at
 * the moment of the call; when the task that uses the place runs does not matter. So a program that takes its places in
 * program order and hands them to tasks has one meaning, whatever runs first:
 *
 * {@snippet :
 * AsyncVariable<Double> x = scheduler.async(2.0);
 * AsyncVariable<Double> y = scheduler.async();
 * scheduler.schedule(HostTask.map(x.read(), y.write(), v -> v * v));  // y = x²
 * x.update(v -> v + 1);                                               // cannot overtake the line above
 * double four = y.get();
 * }
 *
 * <h2>Tasks</h2>
 *
 * Small bodies that only transform values are functions ({@link dev.sluice.async.HostTask#map} and its siblings): they
 * start when their operands are there and cost tens of nanoseconds. Bodies that wait in the middle are written in direct
 * style against a {@link dev.sluice.async.TaskContext}:
 *
 * {@snippet :
 * ReadBuffer<Double> in = x.read();
 * WriteBuffer<Double> out = y.write();
 * scheduler.schedule(HostTask.of(task -> task.set(out, Math.sin(task.await(in))), in, out));
 * }
 *
 * <p>A task owns the buffers it is created with: it gives them back when it ends, however it ends. An error completes
 * every output exceptionally and so reaches whoever waits for it; a later write that succeeds starts clean.
 */
@NullMarked
package dev.sluice.async;

import org.jspecify.annotations.NullMarked;
