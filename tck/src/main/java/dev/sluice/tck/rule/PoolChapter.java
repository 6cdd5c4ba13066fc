package dev.sluice.tck.rule;

import dev.sluice.AsyncTensor;
import dev.sluice.DType;
import dev.sluice.Tensor;
import dev.sluice.device.DeviceException;
import dev.sluice.device.ExecutionLease;
import dev.sluice.device.ExecutionPool;
import dev.sluice.device.PoolStatistics;
import dev.sluice.device.Stream;
import dev.sluice.device.StreamPool;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import dev.sluice.tck.observe.Call;
import dev.sluice.tck.observe.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** POOL: streams and provider handles. */
public final class PoolChapter {
    private PoolChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        return Rules.of(
                        "Streams and pools",
                        "POOL-1",
                        "A slot is idle, leased or pending. Only idle ones are lent, so no operation is queued behind"
                                + " unrelated running work.",
                        Feature.DEFERRED_EXECUTION)
                .check("a stream with unfinished work is not lent", PoolChapter::pendingIsNotLent)
                .check("every stream is in one of the three states", PoolChapter::statesAddUp)
                .next(
                        "POOL-2",
                        "A stream is a counted lease: its slot returns after the last release and after all queued work.",
                        Feature.DEFERRED_EXECUTION)
                .check("the last of several leases and the last work decide", PoolChapter::lastLeaseAndLastWork)
                .check("closing a lease twice gives back once", PoolChapter::closingTwice)
                .next(
                        "POOL-3",
                        "Exhausted acquisition is first come, first served; a slot that becomes ready is neither lost nor"
                                + " handed out early.",
                        Feature.DEFERRED_EXECUTION)
                .check("threads are served in the order of asking", PoolChapter::firstComeFirstServed)
                .check("nobody overtakes who waits", PoolChapter::nobodyOvertakes)
                .check("many threads on few streams all get their turn", PoolChapter::everybodyGetsTheirTurn)
                .next(
                        "POOL-4",
                        "A waiter is rescheduled through its own scheduler, never run on the driver's callback thread.",
                        Feature.DEFERRED_EXECUTION)
                .check("an operation that waited for a stream runs elsewhere", PoolChapter::resumesOnItsScheduler)
                .next(
                        "POOL-5",
                        "There is no stream affinity: an operation gets any idle stream.",
                        Feature.DEFERRED_EXECUTION)
                .check("an operation does not wait for the stream of the one before", PoolChapter::noAffinity)
                .next(
                        "POOL-6",
                        "A poisoned device makes its pools terminal: every waiter and later acquisition fails with the"
                                + " device's error.",
                        Feature.DEFERRED_EXECUTION)
                .check("waiters and later acquisitions fail", PoolChapter::poisonIsTerminal)
                .next(
                        "POOL-7",
                        "A lease is acquired handle first, then stream; no stream is held while waiting for a handle.",
                        Feature.DEFERRED_EXECUTION,
                        Feature.SOLVER)
                .check("who waits for a handle holds no stream", PoolChapter::handleFirst)
                .check("who waits for a stream holds a handle", PoolChapter::thenStream)
                .next("POOL-8", "One handle is never used concurrently.", Feature.DEFERRED_EXECUTION, Feature.SOLVER)
                .check("a handle is lent again when its work has finished", PoolChapter::handleReturnsWithItsWork)
                .next(
                        "POOL-9",
                        "Handles for products default to one for each stream, those for factorisations to two.",
                        Feature.DEFERRED_EXECUTION,
                        Feature.BLAS,
                        Feature.SOLVER)
                .check("the defaults", PoolChapter::defaultCounts)
                .chapter();
    }

    private static void pendingIsNotLent(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            StreamPool pool = engine.resources().streams();
            List<Stream> all = engine.takeAllStreams();
            Stream busy = all.getFirst();
            long token = busy.token();
            Gate work = engine.driver().hold(token);
            busy.close();
            Expect.that(pool.tryAcquire().isEmpty(), "no stream is lent while the only free one has unfinished work");

            work.open();
            Stream again = pool.tryAcquire()
                    .or(() -> {
                        Patience.until(
                                "the finished stream is seen",
                                () -> pool.statistics().idle() == 1);
                        return pool.tryAcquire();
                    })
                    .orElseThrow();
            Expect.equal(token, again.token(), "the stream whose work has finished");
            again.close();
            all.forEach(Stream::close);
        }
    }

    private static void statesAddUp(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            StreamPool pool = engine.resources().streams();
            int capacity = pool.statistics().capacity();
            Stream leased = pool.acquire();
            Stream pending = pool.acquire();
            Gate work = engine.driver().hold(pending.token());
            pending.close();
            Expect.equal(new PoolStatistics(capacity, capacity - 2, 1, 1, 0), pool.statistics(), "the states");
            work.open();
            leased.close();
        }
    }

    private static void lastLeaseAndLastWork(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            StreamPool pool = engine.resources().streams();
            Stream first = pool.acquire();
            Stream second = first.retain();
            Gate work = engine.driver().hold(first.token());
            first.close();
            Expect.equal(1, pool.statistics().leased(), "leased streams after one of two releases");
            second.close();
            Expect.equal(0, pool.statistics().leased(), "leased streams after the last release");
            Expect.equal(1, pool.statistics().pending(), "pending streams while work is unfinished");
            work.open();
            Patience.until("the stream is idle again", () -> pool.statistics().pending() == 0);
        }
    }

    private static void closingTwice(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            StreamPool pool = engine.resources().streams();
            Stream first = pool.acquire();
            Stream second = first.retain();
            first.close();
            first.close();
            Expect.equal(1, pool.statistics().leased(), "leased streams while one lease is open");
            second.close();
        }
    }

    private static CompletableFuture<Stream> acquireInThread(StreamPool pool) {
        CompletableFuture<Stream> granted = new CompletableFuture<>();
        int before = pool.statistics().waiting();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                granted.complete(pool.acquire());
            } catch (RuntimeException e) {
                granted.completeExceptionally(e);
            }
        });
        Patience.until(
                "the thread waits", () -> granted.isDone() || pool.statistics().waiting() > before);
        return granted;
    }

    private static void firstComeFirstServed(Subject subject) throws Throwable {
        try (Engine engine = Engine.open(subject)) {
            StreamPool pool = engine.resources().streams();
            List<Stream> all = engine.takeAllStreams();
            List<CompletableFuture<Stream>> waiters = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                waiters.add(acquireInThread(pool));
            }
            for (int i = 0; i < waiters.size(); i++) {
                all.get(i).close();
                Stream stream = Patience.answer("the oldest waiter is served", waiters.get(i));
                Expect.equal(waiters.size() - i - 1, pool.statistics().waiting(), "those still in line");
                all.set(i, stream);
            }
            all.forEach(Stream::close);
        }
    }

    private static void nobodyOvertakes(Subject subject) throws Throwable {
        try (Engine engine = Engine.open(subject)) {
            StreamPool pool = engine.resources().streams();
            List<Stream> all = engine.takeAllStreams();
            Gate work = engine.driver().hold(all.getFirst().token());
            all.getFirst().close();
            CompletableFuture<Stream> waiter = acquireInThread(pool);
            Expect.that(pool.tryAcquire().isEmpty(), "nothing is lent past the line");
            Expect.that(!waiter.isDone(), "the waiter is not served while the work is unfinished");
            work.open();
            Patience.answer("the waiter is served", waiter).close();
            all.forEach(Stream::close);
        }
    }

    private static void everybodyGetsTheirTurn(Subject subject) throws Throwable {
        try (Engine engine = Engine.open(subject)) {
            StreamPool pool = engine.resources().streams();
            List<Stream> all = engine.takeAllStreams();
            all.removeFirst().close();
            all.removeFirst().close();
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int t = 0; t < 6; t++) {
                threads.add(CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < 50; i++) {
                                Stream stream = pool.acquire();
                                Gate work = engine.driver().hold(stream.token());
                                stream.close();
                                work.open();
                            }
                        },
                        task -> Thread.ofPlatform().daemon().start(task)));
            }
            for (CompletableFuture<Void> thread : threads) {
                Patience.answer("every thread had its turns", thread);
            }
            Expect.equal(0, pool.statistics().waiting(), "those still in line");
            all.forEach(Stream::close);
        }
    }

    private static void resumesOnItsScheduler(Subject subject) throws Throwable {
        try (Engine engine = Engine.open(subject)) {
            AsyncTensor x;
            try (Tensor ones = engine.sluice().ones(DType.F64, 8)) {
                x = ones.copy().async();
            }
            List<Stream> all = engine.takeAllStreams();
            AsyncTensor y = x.add(1);
            Patience.until(
                    "the operation waits for a stream",
                    () -> engine.resources().streams().statistics().waiting() > 0);
            all.forEach(Stream::close);
            Expect.equal(2.0, y.get().get(3), "the result of the operation that waited");
            Expect.equal(0L, engine.driver().callsFromCallbacks(), "driver calls made from a callback");
            x.close();
            y.close();
        }
    }

    private static void noAffinity(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            StreamPool pool = engine.resources().streams();
            Stream first = pool.acquire();
            long token = first.token();
            Gate work = engine.driver().hold(token);
            first.close();
            engine.driver().forgetCalls();
            try (Stream second = pool.acquire()) {
                Expect.that(second.token() != token, "another stream is lent while the first has work");
                Expect.equal(0L, engine.driver().count(Call.SYNCHRONIZE_STREAM), "host waits");
            }
            work.open();
        }
    }

    private static void poisonIsTerminal(Subject subject) throws Throwable {
        try (Engine engine = Engine.open(subject)) {
            StreamPool pool = engine.resources().streams();
            List<Stream> all = engine.takeAllStreams();
            CompletableFuture<Stream> first = acquireInThread(pool);
            CompletableFuture<Stream> second = acquireInThread(pool);
            engine.driver().poison();
            for (CompletableFuture<Stream> waiter : List.of(first, second)) {
                DeviceException error = Expect.failure(
                        DeviceException.class, "a waiter", () -> Patience.answer("the waiter fails", waiter));
                Expect.equal(engine.driver().device(), error.device(), "the device of the error");
                Expect.that(error.poisoned(), "the error says that the device cannot be used again");
            }
            Expect.failure(DeviceException.class, "a later acquisition", pool::acquire);
            Expect.failure(DeviceException.class, "a later attempt", () -> {
                Optional<Stream> unused = pool.tryAcquire();
            });
            all.forEach(Stream::close);
        }
    }

    private static CompletableFuture<ExecutionLease> acquireInThread(ExecutionPool pool) {
        CompletableFuture<ExecutionLease> granted = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                granted.complete(pool.acquire());
            } catch (RuntimeException e) {
                granted.completeExceptionally(e);
            }
        });
        return granted;
    }

    private static void handleFirst(Subject subject) throws Throwable {
        try (Engine engine = Engine.open(subject)) {
            ExecutionPool handles = engine.resources().solver();
            List<ExecutionLease> held = new ArrayList<>();
            for (int i = handles.statistics().capacity(); i > 0; i--) {
                held.add(handles.acquire());
            }
            CompletableFuture<ExecutionLease> waiter = acquireInThread(handles);
            Patience.until(
                    "the thread waits for a handle", () -> handles.statistics().waiting() == 1);
            Expect.equal(
                    held.size(), engine.resources().streams().statistics().leased(), "streams leased while it waits");
            held.removeFirst().close();
            Patience.answer("the waiter is served", waiter).close();
            held.forEach(ExecutionLease::close);
        }
    }

    private static void thenStream(Subject subject) throws Throwable {
        try (Engine engine = Engine.open(subject)) {
            List<Stream> all = engine.takeAllStreams();
            ExecutionPool handles = engine.resources().solver();
            CompletableFuture<ExecutionLease> waiter = acquireInThread(handles);
            Patience.until(
                    "the thread waits for a stream",
                    () -> engine.resources().streams().statistics().waiting() == 1);
            Expect.equal(1, handles.statistics().leased(), "handles leased while it waits");
            all.removeFirst().close();
            Patience.answer("the waiter is served", waiter).close();
            all.forEach(Stream::close);
        }
    }

    private static void handleReturnsWithItsWork(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            ExecutionPool handles = engine.resources().solver();
            List<ExecutionLease> held = new ArrayList<>();
            for (int i = handles.statistics().capacity(); i > 0; i--) {
                held.add(handles.acquire());
            }
            Expect.equal(
                    (long) held.size(),
                    held.stream().map(ExecutionLease::handle).distinct().count(),
                    "different handles among the leases");
            ExecutionLease lease = held.removeFirst();
            Gate work = engine.driver().hold(lease.stream().token());
            lease.close();
            Expect.that(handles.tryAcquire().isEmpty(), "a handle with unfinished work is not lent");
            work.open();
            Patience.until(
                    "the handle is free again", () -> handles.statistics().idle() == 1);
            held.forEach(ExecutionLease::close);
        }
    }

    private static void defaultCounts(Subject subject) {
        try (Engine engine = Engine.open(subject)) {
            int streams = engine.resources().streams().statistics().capacity();
            Expect.equal(streams, engine.resources().blas().statistics().capacity(), "handles for products");
            Expect.equal(
                    Math.min(2, streams),
                    engine.resources().solver().statistics().capacity(),
                    "handles for factorisations");
        }
    }
}
