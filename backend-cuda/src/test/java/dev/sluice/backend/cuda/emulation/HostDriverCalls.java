package dev.sluice.backend.cuda.emulation;

import dev.sluice.backend.cuda.lwjgl.DeviceAttribute;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The driver's functions in host memory. Everything runs when it is submitted. Calls are recorded by name, so that tests
 * can tell what was asked of the driver; a failure can be put in front of the next call of a name.
 */
public final class HostDriverCalls implements DriverCalls {
    private static final long PAGEABLE_LIMIT = 1L << 40;

    private final AtomicLong tokens = new AtomicLong(0x1000);
    private final Map<Long, Arena> memory = new ConcurrentHashMap<>();
    private final Map<Long, SymbolLookup> modules = new ConcurrentHashMap<>();
    private final Map<Long, MethodHandle> functions = new ConcurrentHashMap<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final ThreadLocal<Long> current = ThreadLocal.withInitial(() -> 0L);
    private final boolean pools;
    private final int devices;
    private volatile int poison;

    /**
     * Creates a machine.
     *
     * @param devices the number of devices
     * @param pools whether they have memory pools
     */
    public HostDriverCalls(int devices, boolean pools) {
        this.devices = devices;
        this.pools = pools;
    }

    /** Makes the next call of a name fail with a status. */
    public void failNext(String call, int status) {
        failures.put(call, status);
    }

    /** Makes every call in a context fail with a status from now on. */
    public void poison(int status) {
        poison = status;
    }

    /** The names of the calls so far, without queries of state. */
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    /** The number of live allocations. */
    public int liveAllocations() {
        return memory.size();
    }

    private synchronized int record(String call) {
        calls.add(call);
        Integer failure = failures.remove(call);
        return failure != null ? failure : poison;
    }

    private long token(String call) {
        int status = record(call);
        return status != 0 ? -status : tokens.incrementAndGet();
    }

    @Override
    public int initialize() {
        return record("initialize");
    }

    @Override
    public long driverVersion() {
        return 13_000;
    }

    @Override
    public long deviceCount() {
        return devices;
    }

    @Override
    public long device(int ordinal) {
        return ordinal;
    }

    @Override
    public String deviceName(int device) {
        return "Emulated device";
    }

    @Override
    public String deviceUuid(int device) {
        return "GPU-" + device;
    }

    @Override
    public String devicePciAddress(int device) {
        return "0000:0" + device + ":00.0";
    }

    @Override
    public long deviceMemory(int device) {
        return 1L << 32;
    }

    @Override
    public long deviceAttribute(DeviceAttribute attribute, int device) {
        return switch (attribute) {
            case MULTIPROCESSORS -> 4;
            case COMPUTE_CAPABILITY_MAJOR -> 9;
            case MEMORY_POOLS -> pools ? 1 : 0;
            case COMPUTE_CAPABILITY_MINOR -> 0;
            default -> 1;
        };
    }

    @Override
    public long canAccessPeer(int device, int peer) {
        return 1;
    }

    @Override
    public long retainPrimaryContext(int device) {
        int status = record("retainPrimaryContext");
        return status != 0 ? -status : 1000 + device;
    }

    @Override
    public int releasePrimaryContext(int device) {
        return record("releasePrimaryContext");
    }

    @Override
    public long currentContext() {
        return current.get();
    }

    @Override
    public int setCurrentContext(long context) {
        current.set(context);
        return 0;
    }

    @Override
    public String statusName(int status) {
        return "CUDA_ERROR_" + status;
    }

    @Override
    public long allocate(long bytes) {
        int status = record("allocate");
        return status != 0 ? -status : newMemory(bytes);
    }

    @SuppressWarnings("MustBeClosedChecker") // closed when the memory is released
    private long newMemory(long bytes) {
        if (bytes > PAGEABLE_LIMIT) {
            return -DriverStatus.OUT_OF_MEMORY;
        }
        Arena arena = Arena.ofShared();
        long address = arena.allocate(Math.max(1, bytes), 256).address();
        memory.put(address, arena);
        return address;
    }

    private int release(String call, long address) {
        int status = record(call);
        if (status != 0) {
            return status;
        }
        Arena arena = memory.remove(address);
        if (arena == null) {
            return DriverStatus.INVALID_VALUE;
        }
        arena.close();
        return 0;
    }

    @Override
    public int free(long address) {
        return release("free", address);
    }

    @Override
    public long allocateAsync(long bytes, long stream) {
        int status = record("allocateAsync");
        return status != 0 ? -status : newMemory(bytes);
    }

    @Override
    public int freeAsync(long address, long stream) {
        return release("freeAsync", address);
    }

    @Override
    public int queryContext() {
        return poison;
    }

    @Override
    public int synchronizeContext() {
        return record("synchronizeContext");
    }

    @Override
    public long freeMemory() {
        return poison != 0 ? -poison : 1L << 31;
    }

    @Override
    public long defaultPool(int device) {
        return 1;
    }

    @Override
    public int setReleaseThreshold(long pool, long bytes) {
        return record("setReleaseThreshold");
    }

    @Override
    public long poolBytes(long pool, boolean used) {
        return 0;
    }

    @Override
    public int trimPool(long pool, long keepBytes) {
        return record("trimPool");
    }

    @Override
    public int allowPoolAccess(long pool, int device) {
        return record("allowPoolAccess");
    }

    @Override
    public int enablePeerAccess(long peerContext) {
        return record("enablePeerAccess");
    }

    @Override
    public long allocateHost(long bytes) {
        int status = record("allocateHost");
        return status != 0 ? -status : newMemory(bytes);
    }

    @Override
    public int freeHost(long address) {
        return release("freeHost", address);
    }

    @Override
    public long createStream() {
        return token("createStream");
    }

    @Override
    public int destroyStream(long stream) {
        return record("destroyStream");
    }

    @Override
    public int queryStream(long stream) {
        return record("queryStream");
    }

    @Override
    public int synchronizeStream(long stream) {
        return record("synchronizeStream");
    }

    @Override
    public int waitEvent(long stream, long event) {
        return record("waitEvent");
    }

    @Override
    public long createEvent() {
        return token("createEvent");
    }

    @Override
    public int destroyEvent(long event) {
        return record("destroyEvent");
    }

    @Override
    public int recordEvent(long event, long stream) {
        return record("recordEvent");
    }

    @Override
    public int queryEvent(long event) {
        return record("queryEvent");
    }

    @Override
    public int synchronizeEvent(long event) {
        return record("synchronizeEvent");
    }

    @Override
    public int copyToDevice(long destination, long source, long bytes, long stream) {
        return copy("copyToDevice", destination, source, bytes);
    }

    @Override
    public int copyToHost(long destination, long source, long bytes, long stream) {
        return copy("copyToHost", destination, source, bytes);
    }

    @Override
    public int copyOnDevice(long destination, long source, long bytes, long stream) {
        return copy("copyOnDevice", destination, source, bytes);
    }

    @Override
    public int copyToPeer(
            long destination, long destinationContext, long source, long sourceContext, long bytes, long stream) {
        return copy("copyToPeer", destination, source, bytes);
    }

    private int copy(String call, long destination, long source, long bytes) {
        int status = record(call);
        if (status == 0) {
            segment(destination, bytes).copyFrom(segment(source, bytes));
        }
        return status;
    }

    @Override
    public int fillBytes(long destination, byte value, long bytes, long stream) {
        segment(destination, bytes).fill(value);
        return record("fillBytes");
    }

    private static MemorySegment segment(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    @Override
    public long loadModule(long image) {
        int status = record("loadModule");
        if (status != 0) {
            return -status;
        }
        try {
            // The image is as long as its section table, the last thing in a file that a linker writes.
            long sections = segment(image, 64).get(ValueLayout.JAVA_LONG, 40);
            int entryBytes = segment(image, 64).get(ValueLayout.JAVA_SHORT, 58);
            int entries = segment(image, 64).get(ValueLayout.JAVA_SHORT, 60);
            Path file = Files.createTempFile("sluice-kernel", ".so");
            Files.write(
                    file, segment(image, sections + (long) entryBytes * entries).toArray(ValueLayout.JAVA_BYTE));
            long module = tokens.incrementAndGet();
            modules.put(module, SymbolLookup.libraryLookup(file, Arena.global()));
            Files.delete(file);
            return module;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int unloadModule(long module) {
        modules.remove(module);
        return record("unloadModule");
    }

    @Override
    public long function(long module, String name) {
        int status = record("function");
        if (status != 0) {
            return -status;
        }
        MemorySegment symbol = modules.get(module).find("run_" + name).orElseThrow();
        long function = tokens.incrementAndGet();
        functions.put(
                function,
                Linker.nativeLinker()
                        .downcallHandle(
                                symbol, FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT)));
        return function;
    }

    @Override
    public int launch(long function, int blocks, int threads, long stream, long arguments) {
        int status = record("launch");
        if (status != 0) {
            return status;
        }
        long words = segment(arguments, 16).get(ValueLayout.JAVA_LONG, 8);
        try {
            synchronized (this) {
                functions.get(function).invokeExact(words, blocks);
            }
        } catch (Throwable e) {
            throw new IllegalStateException("a kernel failed", e);
        }
        return 0;
    }
}
