package dev.sluice.runtime.device;

/**
 * How the resources of one device are set up.
 *
 * @param trackAllocations whether each buffer records where it was allocated, and each stream where it was leased
 * @param streams the number of streams
 * @param callerDriven whether no thread watches the pools: who waits drives them, and a deterministic scheduler calls
 *     {@link DeviceResources#advance}
 * @param memory what the allocator keeps
 */
public record ResourceOptions(boolean trackAllocations, int streams, boolean callerDriven, MemoryPolicy memory) {
    private static final int DEFAULT_STREAMS = 32;

    /** Checks the number of streams. */
    public ResourceOptions {
        if (streams < 1) {
            throw new IllegalArgumentException("a device needs at least one stream, not " + streams);
        }
    }

    /** 32 streams, about twice what a device makes use of; no tracking; a watching thread. */
    public static ResourceOptions defaults() {
        return new ResourceOptions(false, DEFAULT_STREAMS, false, MemoryPolicy.defaults());
    }

    /** These options with allocation sites recorded, or not. */
    public ResourceOptions withAllocationTracking(boolean track) {
        return new ResourceOptions(track, streams, callerDriven, memory);
    }

    /** These options with a number of streams. */
    public ResourceOptions withStreams(int count) {
        return new ResourceOptions(trackAllocations, count, callerDriven, memory);
    }

    /** These options with the pools driven by who waits, or not. */
    public ResourceOptions withCallerDriven(boolean caller) {
        return new ResourceOptions(trackAllocations, streams, caller, memory);
    }

    /** These options with a memory policy. */
    public ResourceOptions withMemory(MemoryPolicy policy) {
        return new ResourceOptions(trackAllocations, streams, callerDriven, policy);
    }
}
