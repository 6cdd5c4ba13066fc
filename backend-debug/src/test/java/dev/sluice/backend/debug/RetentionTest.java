package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetentionTest {
    private static final int ELEMENTS = 1 << 17;
    private static final long BYTES = ELEMENTS * 8L;
    private static final int ROUNDS = 200;

    /** Each value is computed from the one before, so a history that kept its operands would keep all of them. */
    @Test
    void freedMemoryIsNotKeptByTheHistoryOfWhatWasComputedFromIt() {
        try (World world = World.open()) {
            long stream = world.stream();
            long current = world.values(new double[ELEMENTS]);
            long before = usedHeap();
            for (int round = 0; round < ROUNDS; round++) {
                long next = world.device().allocate(BYTES, stream);
                world.device().copyOnDevice(next, current, BYTES, stream);
                world.add(next, next, next, 1, stream);
                world.device().free(current, BYTES, stream);
                current = next;
            }
            world.device().synchronizeStream(stream);
            assertThat(usedHeap() - before).isLessThan(ROUNDS * BYTES / 2);
            assertThat(world.device().memoryInformation().freeBytes()).isEqualTo((1L << 30) - BYTES);
        }
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
