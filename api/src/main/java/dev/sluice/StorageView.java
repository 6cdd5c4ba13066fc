package dev.sluice;

/**
 * A place within a storage: no pointer, but the identity of the storage and an offset.
 *
 * @param storage the storage
 * @param offset the position of the first element, in elements
 */
public record StorageView(Storage storage, long offset) {}
