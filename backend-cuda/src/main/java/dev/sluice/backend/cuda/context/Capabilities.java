package dev.sluice.backend.cuda.context;

import dev.sluice.backend.cuda.lwjgl.DeviceAttribute;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.device.DeviceCapabilities;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the properties of a device. Needs no context and creates nothing. */
public final class Capabilities {
    private final DriverCalls calls;
    private final int handle;

    private Capabilities(DriverCalls calls, int handle) {
        this.calls = calls;
        this.handle = handle;
    }

    /**
     * The properties of a device.
     *
     * @param handle the driver's handle of the device
     */
    public static DeviceCapabilities read(DriverCalls calls, int handle) {
        return new Capabilities(calls, handle).read();
    }

    /** The compute capability as 10·major + minor. */
    public static int computeCapability(DriverCalls calls, int handle) {
        Capabilities reader = new Capabilities(calls, handle);
        return (int) (10 * reader.value(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR)
                + reader.value(DeviceAttribute.COMPUTE_CAPABILITY_MINOR));
    }

    private DeviceCapabilities read() {
        return new DeviceCapabilities(
                calls.deviceName(handle),
                calls.deviceUuid(handle),
                calls.devicePciAddress(handle),
                "sm_" + computeCapability(calls, handle),
                Math.max(0, calls.deviceMemory(handle)),
                (int) value(DeviceAttribute.MULTIPROCESSORS),
                false,
                false,
                has(DeviceAttribute.MEMORY_POOLS),
                has(DeviceAttribute.CONCURRENT_KERNELS),
                (int) value(DeviceAttribute.COPY_ENGINES),
                has(DeviceAttribute.STREAM_PRIORITIES),
                false,
                properties());
    }

    private Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        long driver = calls.driverVersion();
        properties.put("driver CUDA version", driver / 1000 + "." + driver % 1000 / 10);
        put(properties, "threads per block", DeviceAttribute.MAX_THREADS_PER_BLOCK);
        put(properties, "threads per multiprocessor", DeviceAttribute.THREADS_PER_MULTIPROCESSOR);
        put(properties, "warp size", DeviceAttribute.WARP_SIZE);
        put(properties, "registers per block", DeviceAttribute.REGISTERS_PER_BLOCK);
        put(properties, "shared memory per block", DeviceAttribute.SHARED_MEMORY_PER_BLOCK);
        put(properties, "shared memory per block, opt-in", DeviceAttribute.SHARED_MEMORY_PER_BLOCK_OPT_IN);
        put(properties, "shared memory per multiprocessor", DeviceAttribute.SHARED_MEMORY_PER_MULTIPROCESSOR);
        put(properties, "second-level cache bytes", DeviceAttribute.L2_CACHE_BYTES);
        put(properties, "memory bus width", DeviceAttribute.MEMORY_BUS_WIDTH);
        put(properties, "clock kHz", DeviceAttribute.CLOCK_RATE);
        put(properties, "compute mode", DeviceAttribute.COMPUTE_MODE);
        putTruth(properties, "error correction", DeviceAttribute.ECC_ENABLED);
        putTruth(properties, "kernel time limit", DeviceAttribute.KERNEL_TIMEOUT);
        putTruth(properties, "integrated", DeviceAttribute.INTEGRATED);
        putTruth(properties, "unified addressing", DeviceAttribute.UNIFIED_ADDRESSING);
        putTruth(properties, "managed memory", DeviceAttribute.MANAGED_MEMORY);
        putTruth(properties, "concurrent managed access", DeviceAttribute.CONCURRENT_MANAGED_ACCESS);
        putTruth(properties, "pageable memory access", DeviceAttribute.PAGEABLE_MEMORY_ACCESS);
        putTruth(properties, "cooperative launch", DeviceAttribute.COOPERATIVE_LAUNCH);
        return properties;
    }

    private void put(Map<String, String> properties, String name, DeviceAttribute attribute) {
        long value = calls.deviceAttribute(attribute, handle);
        if (value >= 0) {
            properties.put(name, Long.toString(value));
        }
    }

    private void putTruth(Map<String, String> properties, String name, DeviceAttribute attribute) {
        long value = calls.deviceAttribute(attribute, handle);
        if (value >= 0) {
            properties.put(name, value != 0 ? "yes" : "no");
        }
    }

    private boolean has(DeviceAttribute attribute) {
        return value(attribute) != 0;
    }

    /** The value, or 0 where the driver does not know the attribute. */
    private long value(DeviceAttribute attribute) {
        return Math.max(0, calls.deviceAttribute(attribute, handle));
    }
}
