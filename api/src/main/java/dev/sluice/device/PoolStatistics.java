package dev.sluice.device;

/**
 * A pool at one moment. Capacity is the sum of the slots that are idle, leased and pending.
 *
 * @param capacity the number of slots
 * @param idle slots that may be leased now
 * @param leased slots in somebody's hands
 * @param pending slots given back whose work has not finished
 * @param waiting those in line for a slot
 */
public record PoolStatistics(int capacity, int idle, int leased, int pending, int waiting) {}
