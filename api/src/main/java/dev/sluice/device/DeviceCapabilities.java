package dev.sluice.device;

import java.util.Map;

/**
 * The stable properties of a device, read once and never changed.
 *
 * @param name the product name
 * @param uuid a unique id, or an empty string where the device has none
 * @param location where it is attached, such as a PCI address, or an empty string
 * @param architecture the compute capability or instruction set, such as {@code sm_90}
 * @param memoryBytes the device memory in bytes
 * @param processors the number of multiprocessors or cores
 * @param executesInline whether an operation has run when its enqueue returns; its completion is then born done
 * @param hostAccessible whether device addresses are host addresses
 * @param streamOrderedAllocation whether allocation and free take their place on a stream
 * @param concurrentKernels whether operations on different streams may run at the same time
 * @param copyEngines the number of copy engines, 0 where copies are done by the processors
 * @param streamPriorities whether streams have priorities
 * @param deterministic whether the same submissions give the same order of execution
 * @param properties further properties by name, for people to read
 */
public record DeviceCapabilities(
        String name,
        String uuid,
        String location,
        String architecture,
        long memoryBytes,
        int processors,
        boolean executesInline,
        boolean hostAccessible,
        boolean streamOrderedAllocation,
        boolean concurrentKernels,
        int copyEngines,
        boolean streamPriorities,
        boolean deterministic,
        Map<String, String> properties) {
    /** Copies the properties. */
    public DeviceCapabilities {
        properties = Map.copyOf(properties);
    }
}
