package dev.sluice.backend.debug.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Where an operand's address points: its allocation, and the offset of the address within it in bytes.
 *
 * @param memory the allocation
 * @param offset the offset
 */
public record Operand(MemorySegment memory, long offset) {}
