package dev.sluice.runtime.task;

import dev.sluice.ContractViolationException;
import dev.sluice.TaskCancelledException;
import dev.sluice.device.Device;
import dev.sluice.runtime.async.Awaitable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A work-stealing arena for the host and one for each device. A thread that admits or wakes a task only queues it; a
 * thread that waits helps through the host arena, unless it is a worker itself, which helps its own.
 *
 * <p>Workers are daemon threads, started when there is first work for them.
 */
public final class ParallelScheduler extends TaskScheduler {
    private final Arena host;
    private final Arena[] deviceArenas;
    private final Worker[] workers;
    private final Tally outside = new Tally(true);
    private final Set<Thread> waitingForQuiescence = ConcurrentHashMap.newKeySet();

    private volatile boolean paused;
    private volatile boolean stopped;

    /** A scheduler of host tasks only. */
    public ParallelScheduler(int workers) {
        this(workers, List.of(), null);
    }

    /**
     * A scheduler of host and device tasks.
     *
     * @param hostWorkers the workers of the host arena, from 1
     * @param devices the devices and the number of workers of each
     * @param defaultDevice the device of unbound device tasks, which is one of {@code devices}; null for the first
     */
    public ParallelScheduler(int hostWorkers, List<DeviceWorkers> devices, @Nullable Device defaultDevice) {
        super(devices.stream().map(DeviceWorkers::context).toList(), defaultDevice);
        host = new Arena(this, null, hostWorkers);
        deviceArenas = new Arena[devices.size()];
        for (int i = 0; i < deviceArenas.length; i++) {
            DeviceWorkers device = devices.get(i);
            deviceArenas[i] = new Arena(this, device.context(), device.workers());
        }
        workers = Stream.concat(Stream.of(host), Stream.of(deviceArenas))
                .flatMap(arena -> Stream.of(arena.workers()))
                .toArray(Worker[]::new);
    }

    /**
     * A device and the workers that activate its tasks.
     *
     * @param context how a worker selects the device
     * @param workers the number of workers: a few for a device that works by itself, one for each core for a device that
     *     executes inline
     */
    public record DeviceWorkers(DeviceContext context, int workers) {}

    // --- activations

    @Override
    void enqueue(ResumableTask task) {
        Arena arena = arenaOf(task);
        if (Thread.currentThread() instanceof Worker worker && worker.arena().scheduler() == this) {
            worker.tally().countQueued();
            if (worker.arena() == arena) {
                worker.push(task);
                return;
            }
        } else {
            outside.countQueued();
        }
        arena.inject(task);
    }

    private Arena arenaOf(ResumableTask task) {
        Device device = effectiveDevice(task);
        return device == null ? host : deviceArenas[devices().indexOf(device)];
    }

    static void activate(ResumableTask first) {
        for (ResumableTask task = first; task != null; ) {
            task = task.activate();
        }
    }

    @Override
    void entered(ResumableTask task) {
        tally().countRouted(1);
    }

    @Override
    void ended(ResumableTask task) {
        tally().countRouted(-1);
    }

    @Override
    void suspending(ResumableTask task) {}

    @Override
    void resuming(ResumableTask task) {}

    private Tally tally() {
        return Thread.currentThread() instanceof Worker worker && worker.arena().scheduler() == this
                ? worker.tally()
                : outside;
    }

    // --- waiting

    @Override
    void block(Awaitable awaited) {
        Thread thread = Thread.currentThread();
        if (!awaited.subscribe(new ThreadWaiter(thread))) {
            return;
        }
        if (thread instanceof Worker worker && worker.arena().scheduler() == this) {
            worker.work(awaited);
            return;
        }
        while (!awaited.isReady()) {
            if (!helpHost()) {
                park(awaited.describe());
            }
        }
    }

    @Override
    public void runAll() {
        Thread thread = Thread.currentThread();
        if (thread instanceof Worker || DirectTask.current() != null) {
            throw new ContractViolationException("runAll was called by a task of " + this
                    + ", which would wait for its own end; wait for a value or a task instead");
        }
        waitingForQuiescence.add(thread);
        try {
            while (!paused && !isQuiescent()) {
                if (!helpHost() && !isQuiescent()) {
                    park("the end of all activations");
                }
            }
        } finally {
            waitingForQuiescence.remove(thread);
        }
    }

    /** Activates one queued task of the host on the calling thread; false when there is none. */
    private boolean helpHost() {
        if (paused) {
            return false;
        }
        ResumableTask task = host.takeInjected(null);
        if (task == null) {
            task = host.steal(0);
            if (task == null) {
                return false;
            }
        }
        activate(task);
        outside.countFinished();
        signalQuiescence();
        return true;
    }

    private static void park(String reason) {
        LockSupport.park(reason);
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            throw new TaskCancelledException("the thread was interrupted while it waited for " + reason);
        }
    }

    // --- quiescence

    private boolean isQuiescent() {
        long finished = outside.finished();
        for (Worker worker : workers) {
            finished += worker.tally().finished();
        }
        long queued = outside.queued();
        for (Worker worker : workers) {
            queued += worker.tally().queued();
        }
        return finished == queued;
    }

    void workerSleeps() {
        signalQuiescence();
    }

    private void signalQuiescence() {
        if (!waitingForQuiescence.isEmpty()) {
            waitingForQuiescence.forEach(LockSupport::unpark);
        }
    }

    // --- life

    @Override
    public void pause() {
        paused = true;
        signalQuiescence();
    }

    @Override
    public void resume() {
        paused = false;
        host.wakeAll();
        for (Arena arena : deviceArenas) {
            arena.wakeAll();
        }
        signalQuiescence();
    }

    @Override
    public boolean isPaused() {
        return paused;
    }

    boolean isStopped() {
        return stopped;
    }

    @Override
    boolean runsByItself() {
        return true;
    }

    @Override
    public void close() {
        if (stopped) {
            return;
        }
        runAll();
        long routed = outside.routed();
        for (Worker worker : workers) {
            routed += worker.tally().routed();
        }
        if (routed != 0) {
            throw new ContractViolationException(
                    this + " is closed while tasks routed through it have not ended: " + outstanding(routed));
        }
        refuseAdmission();
        stopped = true;
        for (Worker worker : workers) {
            LockSupport.unpark(worker);
        }
        try {
            for (Worker worker : workers) {
                worker.awaitEnd(); // after this, no thread has a device selected
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the workers end all the same
        }
    }

    private String outstanding(long routed) {
        List<ResumableTask> known = TaskRegistry.live().stream()
                .map(TaskRecord::task)
                .filter(task -> task.route() == this)
                .toList();
        String text = routed + (routed == 1 ? " task" : " tasks");
        return known.isEmpty()
                ? text + "; run with -Dsluice.trackTasks=sites to see which"
                : text + ", of which these are tracked: " + new TaskReport(known).text();
    }

    @Override
    public String toString() {
        return "parallel scheduler (" + host.workers().length + " host workers, devices " + devices() + ")";
    }
}
