package dev.sluice.backend.cpu.memory;

import java.util.Arrays;

/** A growing stack of block addresses. Not thread-safe. */
final class BlockStack {
    private long[] addresses = new long[16];
    private int size;

    int size() {
        return size;
    }

    void push(long address) {
        if (size == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * size);
        }
        addresses[size++] = address;
    }

    /** The address pushed last, or 0 when there is none. */
    long pop() {
        return size == 0 ? 0 : addresses[--size];
    }
}
