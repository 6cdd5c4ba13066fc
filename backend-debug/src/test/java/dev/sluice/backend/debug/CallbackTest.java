package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallbackTest {
    @Test
    void callbacksRunInTheOrderInWhichTheirWorkEnds() {
        try (World world = World.open("debug.mode=latest")) {
            long x = world.values(1.0);
            long slow = world.stream();
            long fast = world.stream();
            world.simulation().slow(slow, 10);
            List<String> order = new ArrayList<>();
            world.add(world.memory(8), x, x, 1, slow);
            world.device().onStreamTail(slow, () -> order.add("slow"));
            world.add(world.memory(8), x, x, 1, fast);
            world.device().onStreamTail(fast, () -> order.add("fast"));
            world.device().onStreamTail(fast, () -> order.add("fast again"));
            assertThat(order).isEmpty();
            world.simulation().drain();
            assertThat(order).containsExactly("fast", "fast again", "slow");
            assertThat(world.simulation().counters().callbacksDelivered()).isEqualTo(3);
        }
    }

    @Test
    void aCallbackRunsOnTheThreadThatWaitsBeforeItsWaitReturns() {
        try (World world = World.open()) {
            long x = world.values(1.0);
            long stream = world.stream();
            List<Thread> threads = new ArrayList<>();
            world.add(world.memory(8), x, x, 1, stream);
            world.device().onStreamTail(stream, () -> threads.add(Thread.currentThread()));
            assertThat(threads).isEmpty();
            world.device().synchronizeStream(stream);
            assertThat(threads).containsExactly(Thread.currentThread());
        }
    }

    @Test
    void withAThreadOfTheirOwnCallbacksNeedNobodyToWait() throws InterruptedException {
        try (World world = World.open("debug.callbacks=thread", "debug.mode=latest")) {
            long x = world.values(1.0);
            long stream = world.stream();
            CountDownLatch called = new CountDownLatch(1);
            world.add(world.memory(8), x, x, 1, stream);
            world.device().onStreamTail(stream, called::countDown);
            assertThat(called.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aCallbackThatCallsTheDriverOrThrowsIsReported() {
        try (World world = World.open("debug.reports=collect")) {
            long stream = world.stream();
            world.device().onStreamTail(stream, () -> world.device().queryStream(stream));
            world.device().onStreamTail(stream, () -> {
                throw new IllegalStateException("on purpose");
            });
            world.device().synchronizeStream(stream);
            assertThat(world.reportKinds()).containsExactly(Report.Kind.CALLBACK_MISUSE, Report.Kind.CALLBACK_MISUSE);
        }
    }

    @Test
    void aLostCallbackIsNeverRun() {
        try (World world = World.open()) {
            long stream = world.stream();
            List<String> order = new ArrayList<>();
            world.simulation().inject(Fault.loseCallback());
            world.device().onStreamTail(stream, () -> order.add("lost"));
            world.device().onStreamTail(stream, () -> order.add("kept"));
            world.simulation().drain();
            assertThat(order).containsExactly("kept");
        }
    }
}
