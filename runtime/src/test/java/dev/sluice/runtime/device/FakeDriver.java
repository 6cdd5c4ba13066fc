package dev.sluice.runtime.device;

import dev.sluice.DType;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.DeviceHealth;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.Factorisation;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.MemoryInformation;
import dev.sluice.spi.QrProblem;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A device whose streams are queues of operations. {@link #enqueue} adds work that finishes when the test says so, or when
 * the host waits for it, as if it had taken until then. Every driver call is written to a log.
 */
final class FakeDriver extends StillDriver {
    /** One operation of a queue. */
    static final class Work {
        private final List<Work> needs = new ArrayList<>();
        private @Nullable Runnable effect;
        private boolean released;
        private boolean done;

        /** Whether it has run. */
        boolean isDone() {
            return done;
        }
    }

    private static final class Queue {
        final ArrayDeque<Work> open = new ArrayDeque<>();
        Work last = finished();
    }

    private static Work finished() {
        Work work = new Work();
        work.done = true;
        return work;
    }

    private static final Map<Long, Work> EVENTS = new HashMap<>();
    private static final List<FakeDriver> DRIVERS = new ArrayList<>();
    private static long tokens = 1;

    private final Device device;
    private final DeviceCapabilities capabilities;
    private final Map<Long, Queue> streams = new LinkedHashMap<>();
    private final Set<Long> events = new TreeSet<>();
    private final Map<Long, Long> allocations = new TreeMap<>();
    private final List<String> log = new ArrayList<>();
    private final Map<String, Integer> failures = new HashMap<>();
    private final Set<Long> handles = new TreeSet<>();
    private @Nullable DeviceException poison;
    private long capacity = Long.MAX_VALUE;
    private long used;
    private boolean recording = true;

    FakeDriver(int ordinal, boolean inline, boolean streamOrdered) {
        device = new Device("fake", ordinal);
        capabilities = new DeviceCapabilities(
                "fake", "", "", "fake", 1 << 30, 4, inline, false, streamOrdered, true, 0, false, true, Map.of());
        synchronized (FakeDriver.class) {
            DRIVERS.add(this);
        }
    }

    /** A device with queues and stream-ordered allocation. */
    static FakeDriver queued() {
        return new FakeDriver(0, false, true);
    }

    /** A device that executes inline. */
    static FakeDriver inline() {
        return new FakeDriver(0, true, false);
    }

    // --- what tests do

    /** Adds an operation to a stream. */
    Work enqueue(long stream) {
        return add("enqueue " + stream, stream, null, List.of(), false);
    }

    /** Lets an operation run as soon as what is before it has run. */
    void finish(Work work) {
        synchronized (FakeDriver.class) {
            work.released = true;
            settle();
        }
    }

    /** Makes every later call fail. */
    void poison() {
        synchronized (FakeDriver.class) {
            poison = new DeviceException(device, "launch on stream 7", 700, "ILLEGAL_ADDRESS", true);
        }
    }

    /** Makes the next calls of a method fail with an error code. */
    void failNext(String method, int times) {
        synchronized (FakeDriver.class) {
            failures.put(method, times);
        }
    }

    void capacity(long bytes) {
        capacity = bytes;
    }

    /** Stops the log, for measurements. */
    void silence() {
        recording = false;
    }

    /** The calls since the last look, without their arguments, restricted to the given methods. */
    List<String> callsOf(String... methods) {
        synchronized (FakeDriver.class) {
            List<String> wanted = List.of(methods);
            List<String> calls = log.stream()
                    .filter(c -> wanted.contains(c.split(" ", 2)[0]))
                    .toList();
            log.clear();
            return calls;
        }
    }

    int count(String method) {
        synchronized (FakeDriver.class) {
            return (int)
                    log.stream().filter(c -> c.split(" ", 2)[0].equals(method)).count();
        }
    }

    List<String> log() {
        synchronized (FakeDriver.class) {
            return List.copyOf(log);
        }
    }

    void forgetLog() {
        synchronized (FakeDriver.class) {
            log.clear();
        }
    }

    Set<Long> liveAllocations() {
        synchronized (FakeDriver.class) {
            return new TreeSet<>(allocations.keySet());
        }
    }

    int liveStreams() {
        return streams.size();
    }

    int liveEvents() {
        return events.size();
    }

    int liveHandles() {
        return handles.size();
    }

    // --- the machine

    private Work add(String call, long stream, @Nullable Runnable effect, List<Work> needs, boolean released) {
        synchronized (FakeDriver.class) {
            called(call);
            Work work = new Work();
            work.needs.addAll(needs);
            work.effect = effect;
            work.released = released;
            if (capabilities.executesInline()) {
                run(work);
                return work;
            }
            @Nullable Queue queue = streams.get(stream);
            if (queue == null) {
                throw new IllegalStateException(call + ": no such stream");
            }
            queue.open.add(work);
            queue.last = work;
            settle();
            return work;
        }
    }

    /** Lets everything run that can, on all devices since they wait for each other. */
    private static void settle() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (FakeDriver driver : DRIVERS) {
                for (Queue queue : driver.streams.values()) {
                    while (!queue.open.isEmpty() && runnable(queue.open.peek())) {
                        run(queue.open.remove());
                        moved = true;
                    }
                }
            }
        }
    }

    private static boolean runnable(Work work) {
        return work.released && work.needs.stream().allMatch(w -> w.done);
    }

    private static void run(Work work) {
        work.done = true;
        if (work.effect != null) {
            work.effect.run();
        }
    }

    /** Lets time pass until some work has run. */
    private static void force(Work work) {
        int attempts = 0;
        while (!work.done) {
            if (attempts++ > 10_000) {
                throw new IllegalStateException("the work waited for can never run");
            }
            DRIVERS.forEach(d -> d.streams.values().forEach(q -> {
                if (!q.open.isEmpty() && q.open.peek().needs.stream().allMatch(w -> w.done)) {
                    q.open.peek().released = true;
                }
            }));
            settle();
        }
    }

    private void called(String call) {
        if (recording) {
            log.add(call);
        }
        if (poison != null) {
            throw poison;
        }
        if (failures.isEmpty()) {
            return;
        }
        String method = call.split(" ", 2)[0];
        int left = failures.getOrDefault(method, 0);
        if (left > 0) {
            failures.put(method, left - 1);
            throw new DeviceException(device, call, 999, "INJECTED", false);
        }
    }

    // --- the driver

    @Override
    public Device device() {
        return device;
    }

    @Override
    public DeviceCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public DeviceHealth health() {
        return poison == null ? DeviceHealth.Healthy.INSTANCE : new DeviceHealth.Poisoned(poison);
    }

    @Override
    public long allocate(long bytes, long stream) {
        synchronized (FakeDriver.class) {
            called(recording ? "allocate " + bytes + " " + stream : "allocate");
            if (used + bytes > capacity) {
                throw new OutOfDeviceMemoryException(device, "allocate " + bytes, 2, "OUT_OF_MEMORY");
            }
            used += bytes;
            long address = 64 * tokens;
            tokens += bytes / 64 + 1;
            allocations.put(address, bytes);
            return address;
        }
    }

    @Override
    public void free(long address, long bytes, long stream) {
        Runnable effect = () -> {
            used -= bytes;
            if (allocations.remove(address) == null) {
                throw new IllegalStateException("freed twice: " + address);
            }
        };
        if (stream == 0) {
            synchronized (FakeDriver.class) {
                called("free " + address);
                effect.run();
            }
        } else {
            add("free " + address + " " + stream, stream, effect, List.of(), true);
        }
    }

    @Override
    public MemoryInformation memoryInformation() {
        return new MemoryInformation(capacity - used, capacity);
    }

    @Override
    public void trimMemory(long keepBytes) {
        synchronized (FakeDriver.class) {
            called("trimMemory " + keepBytes);
        }
    }

    @Override
    public long createStream() {
        synchronized (FakeDriver.class) {
            called("createStream");
            long stream = tokens++;
            streams.put(stream, new Queue());
            return stream;
        }
    }

    @Override
    public void destroyStream(long stream) {
        synchronized (FakeDriver.class) {
            called("destroyStream " + stream);
            @Nullable Queue queue = streams.remove(stream);
            if (queue == null || !queue.open.isEmpty()) {
                throw new IllegalStateException("stream " + stream + " is destroyed with unfinished work");
            }
        }
    }

    @Override
    public boolean queryStream(long stream) {
        synchronized (FakeDriver.class) {
            called("queryStream " + stream);
            return queue(stream).last.done;
        }
    }

    private Queue queue(long stream) {
        @Nullable Queue queue = streams.get(stream);
        if (queue == null) {
            throw new IllegalStateException("no such stream: " + stream);
        }
        return queue;
    }

    @Override
    public void synchronizeStream(long stream) {
        synchronized (FakeDriver.class) {
            called("synchronizeStream " + stream);
            force(queue(stream).last);
        }
    }

    @Override
    public void onStreamTail(long stream, Runnable callback) {
        synchronized (FakeDriver.class) {
            called("onStreamTail " + stream);
        }
        throw new IllegalStateException("the engine uses no callbacks");
    }

    @Override
    public long createEvent() {
        synchronized (FakeDriver.class) {
            called("createEvent");
            long event = tokens++;
            events.add(event);
            EVENTS.put(event, finished());
            return event;
        }
    }

    @Override
    public void destroyEvent(long event) {
        synchronized (FakeDriver.class) {
            called("destroyEvent " + event);
            EVENTS.remove(event);
            if (!events.remove(event)) {
                throw new IllegalStateException("no such event: " + event);
            }
        }
    }

    @Override
    public void recordEvent(long event, long stream) {
        synchronized (FakeDriver.class) {
            if (!events.contains(event)) {
                throw new IllegalStateException("event " + event + " is not of " + device);
            }
            EVENTS.put(event, add("recordEvent " + event + " " + stream, stream, null, List.of(), true));
        }
    }

    @Override
    public void waitEvent(long stream, long event) {
        synchronized (FakeDriver.class) {
            add("waitEvent " + stream + " " + event, stream, null, List.of(recorded(event)), true);
        }
    }

    private static Work recorded(long event) {
        @Nullable Work work = EVENTS.get(event);
        if (work == null) {
            throw new IllegalStateException("no such event: " + event);
        }
        return work;
    }

    @Override
    public boolean queryEvent(long event) {
        synchronized (FakeDriver.class) {
            called("queryEvent " + event);
            return recorded(event).done;
        }
    }

    @Override
    public void synchronizeEvent(long event) {
        synchronized (FakeDriver.class) {
            called("synchronizeEvent " + event);
            force(recorded(event));
        }
    }

    @Override
    public KernelSet kernels() {
        KernelSet still = super.kernels();
        return new StillKernels() {
            @Override
            public MapKernel compile(MapProgram program) {
                compiled();
                return still.compile(program);
            }
        };
    }

    private void compiled() {
        synchronized (FakeDriver.class) {
            called("compile");
        }
    }

    private long createHandle() {
        synchronized (FakeDriver.class) {
            called("createHandle");
            long handle = tokens++;
            handles.add(handle);
            return handle;
        }
    }

    private void destroyHandle(long handle) {
        synchronized (FakeDriver.class) {
            called("destroyHandle " + handle);
            handles.remove(handle);
        }
    }

    private void bind(long handle, long stream) {
        synchronized (FakeDriver.class) {
            called("bind " + handle + " " + stream);
        }
    }

    @Override
    public Optional<BlasProvider> blas() {
        return Optional.of(new BlasProvider() {
            @Override
            public boolean supports(DType type) {
                return true;
            }

            @Override
            public long createHandle() {
                return FakeDriver.this.createHandle();
            }

            @Override
            public void destroyHandle(long handle) {
                FakeDriver.this.destroyHandle(handle);
            }

            @Override
            public void bind(long handle, long stream) {
                FakeDriver.this.bind(handle, stream);
            }

            @Override
            public long workspaceBytes() {
                return 128;
            }

            @Override
            public void gemm(
                    long handle,
                    GemmProblem problem,
                    double alphaRe,
                    double alphaIm,
                    long a,
                    long b,
                    double betaRe,
                    double betaIm,
                    long c) {}

            @Override
            public void gemmGrouped(
                    long handle,
                    GemmProblem[] problems,
                    double alphaRe,
                    double alphaIm,
                    long[] a,
                    long[] b,
                    double betaRe,
                    double betaIm,
                    long[] c) {}

            @Override
            public void gemv(
                    long handle,
                    DType type,
                    Transpose trans,
                    long m,
                    long n,
                    double alphaRe,
                    double alphaIm,
                    long a,
                    long lda,
                    long x,
                    long incx,
                    double betaRe,
                    double betaIm,
                    long y,
                    long incy) {}

            @Override
            public void dot(
                    long handle,
                    DType type,
                    boolean conjugateX,
                    long n,
                    long x,
                    long incx,
                    long y,
                    long incy,
                    long result) {}

            @Override
            public void nrm2(long handle, DType type, long n, long x, long incx, long result) {}

            @Override
            public boolean supportsTrsm(DType type) {
                return true;
            }

            @Override
            public void trsm(long handle, TrsmProblem problem, double alphaRe, double alphaIm, long a, long b) {}
        });
    }

    @Override
    public Optional<SolverProvider> solver() {
        return Optional.of(new SolverProvider() {
            @Override
            public boolean supports(Factorisation factorisation, DType type) {
                return true;
            }

            @Override
            public long createHandle() {
                return FakeDriver.this.createHandle();
            }

            @Override
            public void destroyHandle(long handle) {
                FakeDriver.this.destroyHandle(handle);
            }

            @Override
            public void bind(long handle, long stream) {
                FakeDriver.this.bind(handle, stream);
            }

            @Override
            public long svdWorkspaceBytes(long handle, SvdProblem problem) {
                return 0;
            }

            @Override
            public void svd(
                    long handle, SvdProblem problem, long a, long s, long u, long vt, long workspace, long info) {}

            @Override
            public long qrWorkspaceBytes(long handle, QrProblem problem) {
                return 0;
            }

            @Override
            public void qr(long handle, QrProblem problem, long a, long q, long workspace, long info) {}

            @Override
            public long eighWorkspaceBytes(long handle, EighProblem problem) {
                return 0;
            }

            @Override
            public void eigh(long handle, EighProblem problem, long a, long w, long workspace, long info) {}

            @Override
            public long choleskyWorkspaceBytes(long handle, CholeskyProblem problem) {
                return 0;
            }

            @Override
            public void cholesky(long handle, CholeskyProblem problem, long a, long workspace, long info) {}

            @Override
            public long luWorkspaceBytes(long handle, LuProblem problem) {
                return 0;
            }

            @Override
            public void lu(long handle, LuProblem problem, long a, long pivots, long workspace, long info) {}

            @Override
            public void luSolve(long handle, LuSolveProblem problem, long a, long pivots, long b, long info) {}
        });
    }
}
