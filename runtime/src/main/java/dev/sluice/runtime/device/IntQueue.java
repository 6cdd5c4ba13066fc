package dev.sluice.runtime.device;

/** A queue of slot numbers with a fixed capacity, from which one may also leave out of turn. Allocates nothing. */
final class IntQueue {
    private final int[] ring;
    private int head;
    private int size;

    IntQueue(int capacity) {
        ring = new int[capacity];
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void add(int value) {
        if (size == ring.length) {
            throw new IllegalStateException("slot " + value + " was given back twice");
        }
        ring[index(size++)] = value;
    }

    int remove() {
        int value = ring[head];
        head = index(1);
        size--;
        return value;
    }

    /** The element at a position, the oldest at 0. */
    int get(int position) {
        return ring[index(position)];
    }

    void removeAt(int position) {
        // The older ones move up by one, since the position is nearly always 0.
        for (int i = position; i > 0; i--) {
            ring[index(i)] = ring[index(i - 1)];
        }
        remove();
    }

    private int index(int position) {
        int index = head + position;
        return index < ring.length ? index : index - ring.length;
    }
}
