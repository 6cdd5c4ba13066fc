package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DeadlockException;
import dev.sluice.spi.DeviceDriver;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExecutionModeTest {
    /** doubled ← x + x on one stream, then sum ← doubled + x on another; whether the other waits is the caller's choice. */
    private static double consume(World world, boolean waits) {
        DeviceDriver device = world.device();
        long x = world.values(1.0);
        long doubled = world.values(0.0);
        long sum = world.values(0.0);
        long producer = world.stream();
        long consumer = world.stream();
        long event = device.createEvent();
        world.add(doubled, x, x, 1, producer);
        device.recordEvent(event, producer);
        if (waits) {
            device.waitEvent(consumer, event);
        }
        world.add(sum, doubled, x, 1, consumer);
        return world.read(device, sum, 1, consumer)[0];
    }

    @ParameterizedTest
    @EnumSource(ExecutionMode.class)
    void aProgramThatWaitsGetsTheSameResultInEveryMode(ExecutionMode mode) {
        for (int seed = 0; seed < 50; seed++) {
            try (World world = World.open("debug.mode=" + mode, "debug.seed=" + seed)) {
                assertThat(consume(world, true)).as("seed %d", seed).isEqualTo(3);
                assertThat(world.simulation().reports()).isEmpty();
            }
        }
    }

    @Test
    void aMissingWaitGivesAWrongAnswerWhenWorkIsDelayed() {
        try (World world = World.open("debug.mode=latest", "debug.reports=collect")) {
            assertThat(consume(world, false)).isEqualTo(1);
        }
    }

    @Test
    void aMissingWaitMayGoUnnoticedWhenWorkIsEager() {
        try (World world = World.open("debug.mode=eager", "debug.reports=collect")) {
            assertThat(consume(world, false)).isEqualTo(3);
        }
    }

    @Test
    void aMissingWaitGivesBothAnswersOverRandomOrders() {
        List<Double> answers = new ArrayList<>();
        for (int seed = 0; seed < 100; seed++) {
            try (World world = World.open("debug.mode=random", "debug.seed=" + seed, "debug.reports=collect")) {
                answers.add(consume(world, false));
            }
        }
        assertThat(answers).contains(1.0, 3.0);
    }

    @Test
    void delayedWorkRunsAgainstTheOrderOfSubmissionWhereNothingForbidsIt() {
        try (World world = World.open("debug.mode=latest", "debug.reports=collect")) {
            DeviceDriver device = world.device();
            long x = world.values(1.0);
            long target = world.values(0.0);
            long first = world.stream();
            long second = world.stream();
            world.add(target, x, x, 1, first);
            device.copyFromHost(target, MemorySegment.ofArray(new double[] {7}), second);
            long event = device.createEvent();
            device.recordEvent(event, second);
            device.waitEvent(first, event);
            // The join needs both writes; the one submitted last goes first.
            device.synchronizeStream(first);
            assertThat(world.read(target, 1)).containsExactly(2.0);
        }
    }

    @Test
    void queriesAreFruitlessUntilPatienceEnds() {
        try (World world = World.open("debug.mode=latest", "debug.patience=3")) {
            long x = world.values(1.0);
            long stream = world.stream();
            world.add(world.memory(8), x, x, 1, stream);
            assertThat(world.device().queryStream(stream)).isFalse();
            assertThat(world.device().queryStream(stream)).isFalse();
            assertThat(world.device().queryStream(stream)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(ExecutionMode.class)
    void aPollerSeesTheEndOfALongOperationAfterFewQueries(ExecutionMode mode) {
        try (World world = World.open("debug.mode=" + mode, "debug.cost.launch=1000000000")) {
            long x = world.values(1.0);
            long stream = world.stream();
            world.add(world.memory(8), x, x, 1, stream);
            int queries = 1;
            while (!world.device().queryStream(stream)) {
                queries++;
            }
            assertThat(queries).isLessThan(40);
            assertThat(world.simulation().now()).isGreaterThanOrEqualTo(1_000_000_000L);
        }
    }

    @Test
    void anEventHoldsWhatItHeldWhenItWasWaitedFor() {
        try (World world = World.open("debug.mode=latest")) {
            DeviceDriver device = world.device();
            long x = world.values(1.0);
            long y = world.memory(8);
            long z = world.memory(8);
            long producer = world.stream();
            long consumer = world.stream();
            long event = device.createEvent();
            world.add(y, x, x, 1, producer);
            device.recordEvent(event, producer);
            device.waitEvent(consumer, event);
            device.recordEvent(event, world.stream());
            device.destroyEvent(event);
            world.add(z, y, y, 1, consumer);
            assertThat(world.read(device, z, 1, consumer)).containsExactly(4.0);
        }
    }

    @Test
    void anEventOrdersStreamsOfDifferentDevices() {
        try (World world = World.open("debug.mode=latest")) {
            DeviceDriver device = world.device(0);
            DeviceDriver peer = world.device(1);
            long x = world.values(2.5);
            long y = world.values(peer, 0.0);
            long z = world.values(peer, 0.0);
            long sender = device.createStream();
            long receiver = peer.createStream();
            long event = device.createEvent();
            device.copyToPeer(y, peer, x, 8, sender);
            device.recordEvent(event, sender);
            peer.waitEvent(receiver, event);
            world.add(peer, z, y, y, 1, receiver);
            assertThat(world.read(peer, z, 1, receiver)).containsExactly(5.0);
            assertThat(world.simulation().reports()).isEmpty();
        }
    }

    @Test
    void theSameSeedGivesTheSameTrace() {
        assertThat(randomTrace(17)).isEqualTo(randomTrace(17)).isNotEqualTo(randomTrace(18));
    }

    private static String randomTrace(int seed) {
        try (World world = World.open("debug.mode=random", "debug.seed=" + seed, "debug.trace=true")) {
            long x = world.values(1.0);
            long[] streams = {world.stream(), world.stream(), world.stream()};
            for (int operation = 0; operation < 30; operation++) {
                world.add(world.memory(8), x, x, 1, streams[operation % 3]);
            }
            world.simulation().drain();
            return world.simulation().trace().toString();
        }
    }

    @Test
    void stepsTakeOneOperationAtATime() {
        try (World world = World.open("debug.mode=latest", "debug.trace=true")) {
            long x = world.values(1.0);
            long y = world.memory(8);
            long stream = world.stream();
            int before = world.simulation().trace().size();
            world.add(y, x, x, 1, stream);
            world.add(y, x, x, 1, stream);
            assertThat(world.simulation().describe()).contains("2 operations have not taken effect");
            assertThat(world.simulation().step()).isTrue();
            assertThat(world.simulation().trace()).hasSize(before + 1);
            assertThat(world.simulation().step()).isTrue();
            assertThat(world.simulation().trace()).hasSize(before + 2);
        }
    }

    @Test
    void aWaitThatCannotBeSatisfiedEndsWithAReport() {
        try (World world = World.open("debug.mode=latest")) {
            long x = world.values(1.0);
            long y = world.memory(8);
            long stream = world.stream();
            long other = world.stream();
            long event = world.device().createEvent();
            world.simulation().inject(Fault.stall(CallKind.MAP));
            world.add(y, x, x, 1, stream);
            world.device().recordEvent(event, stream);
            world.device().waitEvent(other, event);
            assertThatThrownBy(() -> world.device().synchronizeStream(other))
                    .isInstanceOf(DeadlockException.class)
                    .hasMessageContaining("never finishes")
                    .hasMessageContaining("wait for event");
            assertThat(world.device().queryStream(other)).isFalse();
        }
    }
}
