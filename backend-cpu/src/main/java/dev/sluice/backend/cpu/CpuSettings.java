package dev.sluice.backend.cpu;

import dev.sluice.spi.BackendConfiguration;
import java.lang.management.ManagementFactory;

/**
 * The settings of the backend, checked.
 *
 * @param memoryBytes the most bytes to take from the system
 * @param threads the most cores that operations use, the caller's included
 * @param vector whether SIMD may be used
 */
record CpuSettings(long memoryBytes, int threads, boolean vector) {
    static CpuSettings of(BackendConfiguration configuration) {
        long memory = configuration.integer("cpu.memory", -1);
        if (memory == -1) {
            memory = machineMemory();
        }
        if (memory <= 0) {
            throw new IllegalArgumentException("setting cpu.memory='" + memory + "' is not a positive number of bytes");
        }
        long threads = configuration.integer("cpu.threads", Runtime.getRuntime().availableProcessors());
        if (threads < 1 || threads > 4096) {
            throw new IllegalArgumentException("setting cpu.threads='" + threads + "' is not within 1 and 4096");
        }
        String vector = configuration.setting("cpu.vector").orElse("on");
        if (!vector.equals("on") && !vector.equals("off")) {
            throw new IllegalArgumentException("setting cpu.vector='" + vector + "' is neither on nor off");
        }
        return new CpuSettings(memory, (int) threads, vector.equals("on"));
    }

    /** The memory of the machine or of the container that the process runs in. */
    private static long machineMemory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory();
    }
}
