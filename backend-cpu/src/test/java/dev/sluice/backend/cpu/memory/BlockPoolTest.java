package dev.sluice.backend.cpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Device;
import dev.sluice.device.OutOfDeviceMemoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BlockPoolTest {
    private static final Device DEVICE = new Device("cpu", 0);

    @Test
    void aSizeClassHoldsItsSizesAndWastesAtMostAQuarter() {
        for (long bytes = 1; bytes < 1L << 40; bytes += Math.max(1, bytes / 7)) {
            int sizeClass = SizeClasses.indexOf(bytes);
            assertThat(SizeClasses.bytes(sizeClass))
                    .isGreaterThanOrEqualTo(bytes)
                    .isLessThan(bytes + bytes / 4 + 64);
            if (sizeClass > 0) {
                assertThat(SizeClasses.bytes(sizeClass - 1)).isLessThan(bytes);
            }
        }
    }

    @Test
    void liveBlocksNeverOverlapWhateverTheOrderOfCalls() {
        BlockPool pool = new BlockPool(DEVICE, 1L << 28);
        SplittableRandom random = new SplittableRandom(7);
        TreeMap<Long, Long> live = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) {
            if (live.size() > 200 || (!live.isEmpty() && random.nextBoolean())) {
                Long address = live.ceilingKey(random.nextLong(live.firstKey(), live.lastKey() + 1));
                pool.free(address, live.remove(address));
            } else {
                long bytes = 1 + random.nextLong(1L << random.nextInt(20));
                long address = pool.allocate(bytes);
                var below = live.floorEntry(address);
                var above = live.ceilingEntry(address);
                assertThat(below == null || below.getKey() + below.getValue() <= address)
                        .isTrue();
                assertThat(above == null || address + bytes <= above.getKey()).isTrue();
                live.put(address, bytes);
            }
        }
        pool.close();
    }

    @Test
    void idleLargeBlocksMakeRoomForOtherSizes() {
        BlockPool pool = new BlockPool(DEVICE, 10_000_000);
        long first = pool.allocate(2_000_000);
        pool.free(first, 2_000_000);
        assertThat(pool.reservedBytes()).isPositive();

        long second = pool.allocate(8_000_000);

        assertThat(pool.reservedBytes()).isLessThanOrEqualTo(10_000_000);
        pool.free(second, 8_000_000);
        pool.trim(0);
        assertThat(pool.reservedBytes()).isZero();
        pool.close();
    }

    @Test
    void blocksOfOneThreadMayBeFreedByAnother() throws InterruptedException {
        BlockPool pool = new BlockPool(DEVICE, 1L << 26);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        java.util.concurrent.ConcurrentLinkedQueue<Long> handedOver =
                new java.util.concurrent.ConcurrentLinkedQueue<>();
        for (int t = 0; t < 4; t++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < 20_000; i++) {
                        handedOver.add(pool.allocate(200));
                        Long address = handedOver.poll();
                        if (address != null) {
                            pool.free(address, 200);
                        }
                    }
                } catch (OutOfDeviceMemoryException e) {
                    failure.set(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
        assertThat(pool.reservedBytes()).isLessThan(1L << 22);
        pool.close();
    }
}
