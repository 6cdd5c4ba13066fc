package dev.sluice;

import dev.sluice.device.Device;

/** An allocation on one device that tensors share. Identity matters: two views of one storage may overlap. */
public interface Storage {
    /** The device that holds the bytes. */
    Device device();

    /** The size in bytes. */
    long bytes();

    /** Whether the storage was released. */
    boolean isClosed();
}
