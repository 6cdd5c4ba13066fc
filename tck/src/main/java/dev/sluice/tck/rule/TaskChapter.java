package dev.sluice.tck.rule;

import dev.sluice.DeadlockException;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions.SchedulerKind;
import dev.sluice.TaskCancelledException;
import dev.sluice.async.AsyncVariable;
import dev.sluice.async.DeviceScheduler;
import dev.sluice.async.DeviceTask;
import dev.sluice.async.HostTask;
import dev.sluice.async.Scheduler;
import dev.sluice.async.WriteBuffer;
import dev.sluice.device.Device;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** ASY and TSK: asynchronous values and tasks, under both schedulers. */
public final class TaskChapter {
    private TaskChapter() {}

    /** What is checked under each scheduler. */
    @FunctionalInterface
    private interface Program {
        void run(Sluice sluice) throws Throwable;
    }

    /** The chapter. */
    public static Chapter chapter() {
        Rules rules = Rules.of(
                "Asynchronous values and tasks",
                "ASY-1",
                "Accesses happen in the order in which their places were taken: writer, readers, next writer.");
        underBoth(rules, TaskChapter::causalOrder);
        rules.next("ASY-2", "An error in a task completes its outputs exceptionally; a later write starts clean.");
        underBoth(rules, TaskChapter::errorsReachOutputs);
        rules.next("ASY-3", "A cancelled task never starts, and cancels what it would have written.");
        underBoth(rules, TaskChapter::cancellation);
        rules.next("TSK-1", "A device task runs on the device that it is bound to, and only setDevice moves it.");
        underBoth(rules, TaskChapter::bound);
        rules.next(
                "TSK-2",
                "setDevice moves a task, and a task bound to one device does not see another.",
                Feature.MULTI_DEVICE);
        underBoth(rules, TaskChapter::migration);
        return rules.next(
                        "TSK-D",
                        "Under the deterministic scheduler the same seed gives the same order of activations, and a value"
                                + " that can never come is reported at once.")
                .check("the same seed twice", TaskChapter::sameSeedSameOrder)
                .check("a deadlock", TaskChapter::deadlock)
                .chapter();
    }

    private static void underBoth(Rules rules, Program program) {
        for (SchedulerKind kind : SchedulerKind.values()) {
            rules.check(kind.name(), subject -> {
                try (Engine engine = Engine.open(
                        subject, subject.options().withScheduler(kind).withSeed(subject.seed()))) {
                    program.run(engine.sluice());
                }
            });
        }
    }

    private static void causalOrder(Sluice sluice) {
        Scheduler scheduler = sluice.scheduler();
        AsyncVariable<Integer> x = scheduler.async(1);
        List<AsyncVariable<Integer>> squares = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            AsyncVariable<Integer> square = scheduler.async();
            scheduler.schedule(HostTask.map(x.read(), square.write(), value -> value * value));
            x.update(value -> value + 1);
            squares.add(square);
        }
        for (int i = 0; i < squares.size(); i++) {
            Expect.equal((i + 1) * (i + 1), squares.get(i).get(), "the square taken before update " + i);
        }
        Expect.equal(51, x.get(), "the value after all updates");
    }

    private static void errorsReachOutputs(Sluice sluice) {
        Scheduler scheduler = sluice.scheduler();
        AsyncVariable<Integer> x = scheduler.async();
        AsyncVariable<Integer> y = scheduler.async();
        scheduler.schedule(HostTask.supply(x.write(), () -> {
            throw new IllegalStateException("on purpose");
        }));
        scheduler.schedule(HostTask.map(x.read(), y.write(), value -> value + 1));
        Expect.failure(IllegalStateException.class, "the output of the failed task", x::get);
        Expect.failure(IllegalStateException.class, "the output of its successor", y::get);
        scheduler.schedule(HostTask.supply(y.write(), () -> 7));
        Expect.equal(7, y.get(), "the value of a later write");
    }

    private static void cancellation(Sluice sluice) {
        Scheduler scheduler = sluice.scheduler();
        AsyncVariable<Integer> x = scheduler.async();
        boolean[] ran = {false};
        scheduler.pause();
        HostTask task = scheduler.schedule(HostTask.supply(x.write(), () -> {
            ran[0] = true;
            return 1;
        }));
        task.cancel();
        scheduler.resume();
        Expect.failure(TaskCancelledException.class, "the output of the cancelled task", x::get);
        Expect.that(!ran[0], "the cancelled task did not run");
    }

    private static void bound(Sluice sluice) {
        DeviceScheduler scheduler = (DeviceScheduler) sluice.scheduler();
        for (Device device : sluice.devices()) {
            AsyncVariable<Device> ranOn = scheduler.async();
            WriteBuffer<Device> place = ranOn.write();
            scheduler.schedule(DeviceTask.of(task -> task.set(place, task.device()), place), device);
            Expect.equal(device, ranOn.get(), "the device of a task bound to it");
        }
    }

    private static void migration(Sluice sluice) {
        DeviceScheduler scheduler = (DeviceScheduler) sluice.scheduler();
        Device first = sluice.devices().get(0);
        Device second = sluice.devices().get(1);
        AsyncVariable<List<Device>> path = scheduler.async();
        WriteBuffer<List<Device>> place = path.write();
        scheduler.schedule(
                DeviceTask.of(
                        task -> {
                            Device before = task.device();
                            task.setDevice(second);
                            task.set(place, List.of(before, task.device()));
                        },
                        place),
                first);
        Expect.equal(List.of(first, second), path.get(), "the devices before and after setDevice");
    }

    private static List<Integer> order(Subject subject, long seed) {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (Engine engine = Engine.open(
                subject, subject.options().withScheduler(SchedulerKind.DEBUG).withSeed(seed))) {
            Scheduler scheduler = engine.sluice().scheduler();
            for (int i = 0; i < 20; i++) {
                int number = i;
                scheduler.schedule(HostTask.run(() -> order.add(number)));
            }
            scheduler.runAll();
        }
        return order;
    }

    private static void sameSeedSameOrder(Subject subject) {
        List<Integer> first = order(subject, subject.seed());
        Expect.equal(20, first.size(), "the number of activations");
        Expect.equal(first, order(subject, subject.seed()), "the order at the second run");
        Expect.that(!first.equals(order(subject, subject.seed() + 1)), "another seed gives another order");
    }

    private static void deadlock(Subject subject) {
        try (Engine engine = Engine.open(subject, subject.options().withScheduler(SchedulerKind.DEBUG))) {
            AsyncVariable<Integer> x =
                    engine.sluice().scheduler().<Integer>async().named("never written");
            try (WriteBuffer<Integer> held = x.write()) {
                Expect.that(held.isReady(), "the place to write is ready");
                DeadlockException error =
                        Expect.failure(DeadlockException.class, "a value that can never come", x::get);
                Expect.names(error, "never written");
            }
        }
    }
}
