package dev.sluice.tck.rule;

import dev.sluice.device.Completion;
import dev.sluice.device.Stream;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import dev.sluice.tck.observe.Call;
import dev.sluice.tck.observe.Gate;
import dev.sluice.tck.observe.ObservedDriver;

/** CMP: completions. */
public final class CompletionChapter {
    private CompletionChapter() {}

    /** The chapter. */
    public static Chapter chapter() {
        return Rules.of(
                        "Completions",
                        "CMP-1",
                        "A completion is immutable and always recorded; it belongs to the producer's device.",
                        Feature.DEFERRED_EXECUTION)
                .check("later work does not move it", CompletionChapter::neverMoves)
                .check("twenty of one stream stay apart", CompletionChapter::manyStayApart)
                .next(
                        "CMP-2",
                        "A stream of another device may wait on a completion.",
                        Feature.DEFERRED_EXECUTION,
                        Feature.MULTI_DEVICE)
                .check("work of the consumer waits for the producer", CompletionChapter::waitsAcrossDevices)
                .next("CMP-3", "Dropping the last reference to a completion never blocks.", Feature.DEFERRED_EXECUTION)
                .check("nothing is asked of the device", CompletionChapter::droppingCostsNothing)
                .next(
                        "CMP-4",
                        "A consumer waits at most once for a completion, and not at all when it is known to be done or"
                                + " when the consumer waits for a later point of the same stream.",
                        Feature.DEFERRED_EXECUTION)
                .check("once for each completion", CompletionChapter::waitsOnce)
                .check("a later point covers an earlier one", CompletionChapter::laterCoversEarlier)
                .check("never for what is known to be done", CompletionChapter::neverForTheDone)
                .check("a stream never waits for itself", CompletionChapter::neverForItself)
                .chapter();
    }

    private static void neverMoves(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Stream stream = engine.resources().streams().acquire()) {
            Gate before = engine.driver().hold(stream.token());
            Completion completion = stream.recordCompletion();
            Gate after = engine.driver().hold(stream.token());
            Expect.that(!Patience.done(completion), "it is not done before the work that it stands for");
            before.open();
            Expect.that(Patience.done(completion), "it is done with the work that it stands for");
            Expect.that(!Patience.finished(stream), "the stream still has later work");
            Expect.equal(engine.driver().device(), completion.device(), "the device of the completion");
            after.open();
        }
    }

    private static void manyStayApart(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Stream stream = engine.resources().streams().acquire()) {
            Gate[] work = new Gate[20];
            Completion[] completions = new Completion[work.length];
            for (int i = 0; i < work.length; i++) {
                work[i] = engine.driver().hold(stream.token());
                completions[i] = stream.recordCompletion();
            }
            for (int i = 0; i < work.length; i++) {
                Expect.that(!Patience.done(completions[i]), "completion " + i + " is not done before its work");
                work[i].open();
                Expect.that(Patience.done(completions[i]), "completion " + i + " is done after its work");
            }
        }
    }

    private static void waitsAcrossDevices(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Stream producer = engine.resources(0).streams().acquire();
                Stream consumer = engine.resources(1).streams().acquire()) {
            Gate work = engine.driver(0).hold(producer.token());
            consumer.waitFor(producer.recordCompletion());
            Expect.that(!Patience.finished(consumer), "the consumer waits for the producer");
            work.open();
            Expect.that(Patience.finished(consumer), "the consumer goes on after the producer");
        }
    }

    private static void droppingCostsNothing(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Stream stream = engine.resources().streams().acquire()) {
            Gate work = engine.driver().hold(stream.token());
            Completion unused = stream.recordCompletion();
            ObservedDriver driver = engine.driver();
            Expect.equal(
                    0L,
                    driver.count(Call.SYNCHRONIZE_EVENT)
                            + driver.count(Call.SYNCHRONIZE_STREAM)
                            + driver.count(Call.DESTROY_EVENT),
                    "waits and destructions for " + unused);
            work.open();
        }
    }

    private static void waitsOnce(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Stream producer = engine.resources().streams().acquire();
                Stream consumer = engine.resources().streams().acquire()) {
            Gate work = engine.driver().hold(producer.token());
            Completion completion = producer.recordCompletion();
            for (int i = 0; i < 5; i++) {
                consumer.waitFor(completion);
            }
            Expect.equal(1L, engine.driver().count(Call.WAIT_EVENT), "waits for one completion");
            work.open();
        }
    }

    private static void laterCoversEarlier(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Stream producer = engine.resources().streams().acquire();
                Stream consumer = engine.resources().streams().acquire()) {
            Gate first = engine.driver().hold(producer.token());
            Completion earlier = producer.recordCompletion();
            Gate second = engine.driver().hold(producer.token());
            Completion later = producer.recordCompletion();
            consumer.waitFor(later);
            consumer.waitFor(earlier);
            Expect.equal(1L, engine.driver().count(Call.WAIT_EVENT), "waits for two points of one stream");
            first.open();
            Expect.that(!Patience.finished(consumer), "the consumer waits for the later point");
            second.open();
        }
    }

    private static void neverForTheDone(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Stream producer = engine.resources().streams().acquire();
                Stream consumer = engine.resources().streams().acquire()) {
            engine.driver().hold(producer.token()).open();
            Completion completion = producer.recordCompletion();
            completion.await();
            engine.driver().forgetCalls();
            consumer.waitFor(completion);
            completion.await();
            Expect.equal(java.util.List.of(), engine.driver().log(), "calls for a completion known to be done");
        }
    }

    private static void neverForItself(Subject subject) {
        try (Engine engine = Engine.open(subject);
                Stream stream = engine.resources().streams().acquire()) {
            Gate work = engine.driver().hold(stream.token());
            stream.waitFor(stream.recordCompletion());
            Expect.equal(0L, engine.driver().count(Call.WAIT_EVENT), "waits of a stream for itself");
            work.open();
        }
    }
}
