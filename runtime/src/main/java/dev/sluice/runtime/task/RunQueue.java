package dev.sluice.runtime.task;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The queued activations of a deterministic scheduler, in the order of admission. Used by the driving thread alone. */
final class RunQueue {
    private @Nullable ResumableTask[] ring = new ResumableTask[64];
    private int head;
    private int size;

    int size() {
        return size;
    }

    void add(ResumableTask task) {
        if (size == ring.length) {
            grow();
        }
        ring[(head + size) & (ring.length - 1)] = task;
        size++;
    }

    /** Removes the task at a position; the one at the head takes its place. */
    ResumableTask remove(int position) {
        int mask = ring.length - 1;
        int at = (head + position) & mask;
        ResumableTask task = ring[at];
        assert task != null;
        ring[at] = ring[head];
        ring[head] = null;
        head = (head + 1) & mask;
        size--;
        return task;
    }

    private void grow() {
        @Nullable ResumableTask[] larger = Arrays.copyOf(ring, 2 * ring.length);
        for (int i = 0; i < size; i++) {
            larger[i] = ring[(head + i) & (ring.length - 1)];
        }
        Arrays.fill(larger, size, larger.length, null);
        ring = larger;
        head = 0;
    }
}
