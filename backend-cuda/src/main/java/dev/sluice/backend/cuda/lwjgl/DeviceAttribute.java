package dev.sluice.backend.cuda.lwjgl;

/** The device attributes that Sluice reads, with the driver's numbers. */
public enum DeviceAttribute {
    /** The largest number of threads in a block. */
    MAX_THREADS_PER_BLOCK(1),
    /** The largest number of bytes of shared memory in a block. */
    SHARED_MEMORY_PER_BLOCK(8),
    /** The number of threads in a warp. */
    WARP_SIZE(10),
    /** The 32-bit registers of a block. */
    REGISTERS_PER_BLOCK(12),
    /** The clock in kHz. */
    CLOCK_RATE(13),
    /** The number of multiprocessors. */
    MULTIPROCESSORS(16),
    /** Whether there is a time limit for kernels. */
    KERNEL_TIMEOUT(17),
    /** Whether the device shares its memory with the host. */
    INTEGRATED(18),
    /** The compute mode: 0 is default, 2 prohibited, 3 exclusive. */
    COMPUTE_MODE(20),
    /** Whether kernels may run at the same time. */
    CONCURRENT_KERNELS(31),
    /** Whether error correction is on. */
    ECC_ENABLED(32),
    /** The width of the memory bus in bits. */
    MEMORY_BUS_WIDTH(37),
    /** The bytes of second-level cache. */
    L2_CACHE_BYTES(38),
    /** The threads that a multiprocessor holds. */
    THREADS_PER_MULTIPROCESSOR(39),
    /** The number of engines that copy while kernels run. */
    COPY_ENGINES(40),
    /** Whether host and device share one address space. */
    UNIFIED_ADDRESSING(41),
    /** The major compute capability. */
    COMPUTE_CAPABILITY_MAJOR(75),
    /** The minor compute capability. */
    COMPUTE_CAPABILITY_MINOR(76),
    /** Whether streams have priorities. */
    STREAM_PRIORITIES(78),
    /** The bytes of shared memory of a multiprocessor. */
    SHARED_MEMORY_PER_MULTIPROCESSOR(81),
    /** Whether managed memory is supported. */
    MANAGED_MEMORY(83),
    /** Whether the device can read pageable host memory. */
    PAGEABLE_MEMORY_ACCESS(88),
    /** Whether host and device may access managed memory at the same time. */
    CONCURRENT_MANAGED_ACCESS(89),
    /** Whether a kernel can synchronise its whole grid. */
    COOPERATIVE_LAUNCH(95),
    /** The bytes of shared memory that a block may opt into. */
    SHARED_MEMORY_PER_BLOCK_OPT_IN(97),
    /** Whether memory can be allocated in stream order. */
    MEMORY_POOLS(115);

    private final int number;

    DeviceAttribute(int number) {
        this.number = number;
    }

    /** The driver's number. */
    int number() {
        return number;
    }
}
