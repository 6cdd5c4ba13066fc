package dev.sluice.spi;

/**
 * Device memory at one moment.
 *
 * @param freeBytes bytes that can still be allocated
 * @param totalBytes bytes the device has
 */
public record MemoryInformation(long freeBytes, long totalBytes) {}
