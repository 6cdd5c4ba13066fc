package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ContractViolationException;
import dev.sluice.DType;
import dev.sluice.device.DeviceException;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.SegmentedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RaceTest {
    private static World collecting(String... more) {
        String[] settings = Arrays.copyOf(more, more.length + 1);
        settings[more.length] = "debug.reports=collect";
        return World.open(settings);
    }

    private static void submitTheProducer(World world, long target, long x, long stream) {
        world.add(target, x, x, 1, stream);
    }

    private static void submitTheConsumer(World world, long target, long x, long stream) {
        world.add(target, x, x, 1, stream);
    }

    @ParameterizedTest
    @EnumSource(ExecutionMode.class)
    void anUnorderedReadAndWriteAreReportedWithBothSitesInEveryMode(ExecutionMode mode) {
        try (World world = World.open("debug.mode=" + mode, "debug.sites=true")) {
            long x = world.values(1.0);
            long y = world.values(0.0);
            long z = world.values(0.0);
            long producer = world.stream();
            long consumer = world.stream();
            submitTheProducer(world, y, x, producer);
            submitTheConsumer(world, z, y, consumer);
            assertThatThrownBy(() -> world.device().synchronizeStream(consumer))
                    .isInstanceOf(ContractViolationException.class)
                    .hasMessageContaining("RACE")
                    .hasMessageContaining("submitTheProducer")
                    .hasMessageContaining("submitTheConsumer")
                    .hasMessageContaining("no order between them")
                    .hasMessageContaining("debug.seed=0");
            world.device().synchronizeStream(consumer);
            assertThat(world.simulation().takeReports()).hasSize(1);
            assertThat(world.simulation().reports()).isEmpty();
        }
    }

    @Test
    void aWriteAfterAnUnfinishedReadIsARace() {
        try (World world = collecting()) {
            long x = world.values(1.0);
            long y = world.values(0.0);
            world.add(y, x, x, 1, world.stream());
            world.device().copyFromHost(x, MemorySegment.ofArray(new double[1]), world.stream());
            assertThat(world.reportKinds()).containsExactly(Report.Kind.RACE);
        }
    }

    @Test
    void readsDoNotConflict() {
        try (World world = collecting()) {
            long x = world.values(1.0);
            world.add(world.memory(8), x, x, 1, world.stream());
            world.add(world.memory(8), x, x, 1, world.stream());
            assertThat(world.simulation().reports()).isEmpty();
        }
    }

    @Test
    void aWriterMustWaitForEveryReaderAndNotOnlyTheLast() {
        try (World world = collecting()) {
            DeviceDriver device = world.device();
            long x = world.values(1.0);
            long first = world.stream();
            long second = world.stream();
            long writer = world.stream();
            long event = device.createEvent();
            world.add(world.memory(8), x, x, 1, first);
            world.add(world.memory(8), x, x, 1, second);
            device.recordEvent(event, second);
            device.waitEvent(writer, event);
            device.copyFromHost(x, MemorySegment.ofArray(new double[1]), writer);
            assertThat(world.reportKinds()).containsExactly(Report.Kind.RACE);
        }
    }

    @Test
    void orderIsTransitive() {
        try (World world = collecting("debug.mode=latest")) {
            DeviceDriver device = world.device();
            long x = world.values(1.0);
            long y = world.memory(8);
            long event = device.createEvent();
            long first = world.stream();
            long middle = world.stream();
            long last = world.stream();
            world.add(y, x, x, 1, first);
            device.recordEvent(event, first);
            device.waitEvent(middle, event);
            device.recordEvent(event, middle);
            device.waitEvent(last, event);
            world.add(y, y, x, 1, last);
            assertThat(world.simulation().reports()).isEmpty();
        }
    }

    @Test
    void whatTheHostKnowsOrdersWhatItSubmitsNext() {
        try (World world = collecting("debug.mode=latest")) {
            long x = world.values(1.0);
            long y = world.memory(8);
            long first = world.stream();
            world.add(y, x, x, 1, first);
            while (!world.device().queryStream(first)) {
                assertThat(world.simulation().reports()).isEmpty();
            }
            world.add(y, y, x, 1, world.stream());
            assertThat(world.simulation().reports()).isEmpty();
        }
    }

    @Test
    void interleavedViewsOfOneAllocationDoNotConflict() {
        try (World world = collecting()) {
            long x = world.values(1, 2, 3, 4);
            long y = world.memory(64);
            SegmentedPlan everySecond = new SegmentedPlan(2, 1, new long[] {4}, new long[] {2, 1}, new long[2]);
            copy(world, everySecond, y, x, world.stream());
            copy(world, everySecond, y + 8, x, world.stream());
            assertThat(world.simulation().reports()).isEmpty();
            copy(world, everySecond, y, x, world.stream());
            assertThat(world.reportKinds()).containsExactly(Report.Kind.RACE);
        }
    }

    private static void copy(World world, SegmentedPlan plan, long target, long source, long stream) {
        world.device()
                .kernels()
                .map(
                        world.device().kernels().compile(MapPrograms.IDENTITY),
                        plan,
                        new long[] {target, source},
                        new long[0],
                        stream);
    }

    @Test
    void anOutputMayBeAnInputButMustNotOverlapOneOtherwise() {
        try (World world = collecting()) {
            long x = world.values(1, 2, 3);
            long stream = world.stream();
            world.add(x, x, x, 2, stream);
            assertThat(world.simulation().reports()).isEmpty();
            world.add(x + 8, x, x, 2, stream);
            assertThat(world.reportKinds()).containsExactly(Report.Kind.OPERAND_OVERLAP, Report.Kind.OPERAND_OVERLAP);
        }
    }

    @Test
    void memoryIsNotUsableOnOtherStreamsBeforeItsAllocation() {
        try (World world = collecting()) {
            long address = world.device().allocate(8, world.stream());
            world.device().copyFromHost(address, MemorySegment.ofArray(new double[1]), world.stream());
            assertThat(world.reportKinds()).containsExactly(Report.Kind.RACE);
        }
    }

    @Test
    void readingWhatNothingHasWrittenIsReportedOnceForAnOperation() {
        try (World world = collecting()) {
            long x = world.memory(8);
            world.add(world.memory(8), x, x, 1, world.stream());
            assertThat(world.reportKinds()).containsExactly(Report.Kind.UNINITIALIZED_READ);
        }
    }

    @Test
    void copyingUndefinedBytesIsNoErrorButUsingTheCopiesIs() {
        try (World world = collecting()) {
            long stream = world.stream();
            long half = world.memory(16);
            long copy = world.memory(16);
            world.device().copyFromHost(half, MemorySegment.ofArray(new double[] {2}), stream);
            world.device().copyOnDevice(copy, half, 16, stream);
            world.add(world.memory(8), copy, copy, 1, stream);
            assertThat(world.simulation().reports()).isEmpty();
            world.add(world.memory(8), copy + 8, copy, 1, stream);
            assertThat(world.reportKinds()).containsExactly(Report.Kind.UNINITIALIZED_READ);
        }
    }

    @Test
    void accessesBeyondAnAllocationAreReportedAndDoNothing() {
        try (World world = collecting()) {
            long x = world.values(1.0);
            long y = world.values(5, 6);
            long stream = world.stream();
            world.add(y, x, x, 2, stream);
            world.add(y, x, 64, 1, stream);
            world.add(y, x, world.values(world.device(1), 1.0), 1, stream);
            assertThat(world.reportKinds()).hasSize(3).containsOnly(Report.Kind.OUT_OF_BOUNDS);
            assertThat(world.read(world.device(), y, 2, stream)).containsExactly(5, 6);
        }
    }

    @Test
    void useAfterFreeIsReported() {
        try (World world = collecting()) {
            long x = world.values(1.0);
            long stream = world.stream();
            world.device().free(x, 8, stream);
            world.add(world.memory(8), x, x, 1, stream);
            assertThat(world.reportKinds()).contains(Report.Kind.USE_AFTER_FREE).doesNotContain(Report.Kind.RACE);
        }
    }

    @Test
    void aFreeMustComeAfterAllWorkOnTheMemory() {
        try (World world = collecting()) {
            long x = world.values(1.0);
            world.add(world.memory(8), x, x, 1, world.stream());
            world.device().free(x, 8, world.stream());
            assertThat(world.reportKinds()).containsExactly(Report.Kind.FREE_IN_USE);
        }
    }

    @Test
    void aFreeOnTheStreamOfTheLastUseIsInOrder() {
        try (World world = collecting("debug.mode=latest")) {
            long x = world.values(1.0);
            long y = world.memory(8);
            long stream = world.stream();
            world.add(y, x, x, 1, stream);
            world.device().free(x, 8, stream);
            assertThat(world.read(world.device(), y, 1, stream)).containsExactly(2.0);
            assertThat(world.simulation().reports()).isEmpty();
        }
    }

    @Test
    void aFreeWithoutStreamOrderNeedsTheHostToKnow() {
        try (World world = collecting("debug.streamOrderedAllocation=false")) {
            DeviceDriver device = world.device();
            assertThat(device.capabilities().streamOrderedAllocation()).isFalse();
            long x = device.allocate(8, 0);
            long y = device.allocate(8, 0);
            long stream = world.stream();
            device.copyFromHost(x, MemorySegment.ofArray(new double[1]), stream);
            device.copyOnDevice(y, x, 8, stream);
            device.free(x, 8, 0);
            assertThat(world.simulation().takeReports())
                    .extracting(Report::kind)
                    .isNotEmpty()
                    .containsOnly(Report.Kind.FREE_IN_USE);
            device.synchronizeStream(stream);
            device.free(y, 8, 0);
            assertThat(world.simulation().reports()).isEmpty();
        }
    }

    @Test
    void aSecondFreeIsRefusedAndReported() {
        try (World world = collecting()) {
            long x = world.values(1.0);
            long stream = world.stream();
            world.device().free(x, 8, stream);
            assertThatThrownBy(() -> world.device().free(x, 8, stream)).isInstanceOf(DeviceException.class);
            assertThat(world.reportKinds()).containsExactly(Report.Kind.INVALID_FREE);
        }
    }

    @Test
    void twoCopiesToTheSameHostMemoryConflict() {
        try (World world = collecting()) {
            long x = world.values(1.0);
            MemorySegment host = MemorySegment.ofArray(new double[1]);
            world.device().copyToHost(host, x, world.stream());
            world.device().copyToHost(host, x, world.stream());
            assertThat(world.reportKinds()).containsExactly(Report.Kind.RACE);
        }
    }

    @Test
    void aHostBufferThatChangesBeforeItsCopyIsReported() {
        try (World world = collecting("debug.mode=latest")) {
            long y = world.memory(8);
            long stream = world.stream();
            double[] staging = {1};
            world.device().copyFromHost(y, MemorySegment.ofArray(staging), stream);
            staging[0] = 2;
            assertThat(world.read(world.device(), y, 1, stream)).containsExactly(2.0);
            assertThat(world.reportKinds()).containsExactly(Report.Kind.HOST_SOURCE_CHANGED);
        }
    }

    @Test
    void aHostBufferThatIsReleasedBeforeItsCopyIsReported() {
        try (World world = collecting("debug.mode=latest")) {
            long y = world.memory(8);
            long stream = world.stream();
            try (Arena arena = Arena.ofConfined()) {
                world.device().copyFromHost(y, arena.allocate(8), stream);
            }
            world.device().synchronizeStream(stream);
            assertThat(world.reportKinds()).containsExactly(Report.Kind.HOST_SOURCE_CHANGED);
        }
    }

    @Test
    void anEventThatWasNeverRecordedIsReported() {
        try (World world = collecting()) {
            long event = world.device().createEvent();
            world.device().waitEvent(world.stream(), event);
            assertThat(world.device().queryEvent(event)).isTrue();
            assertThat(world.reportKinds())
                    .containsExactly(Report.Kind.EVENT_NOT_RECORDED, Report.Kind.EVENT_NOT_RECORDED);
        }
    }

    @Test
    void aStreamMustNotBeDestroyedBeforeItsWorkIsKnownToBeDone() {
        try (World world = collecting()) {
            long x = world.values(1.0);
            long stream = world.stream();
            world.add(world.memory(8), x, x, 1, stream);
            world.device().destroyStream(stream);
            assertThat(world.reportKinds()).containsExactly(Report.Kind.STREAM_BUSY);
        }
    }

    @Test
    void aHandleUsedBeforeItIsBoundIsReported() {
        try (World world = collecting()) {
            long x = world.values(1.0);
            long handle = world.device().blas().orElseThrow().createHandle();
            assertThatThrownBy(
                            () -> world.device().blas().orElseThrow().nrm2(handle, DType.F64, 1, x, 1, world.memory(8)))
                    .isInstanceOf(DeviceException.class);
            assertThat(world.reportKinds()).containsExactly(Report.Kind.HANDLE_MISUSE);
        }
    }

    @Test
    void aWorkspaceSharedByTwoStreamsIsARace() {
        try (World world = collecting("debug.blasWorkspace=64")) {
            long x = world.values(3, 4);
            long workspace = world.memory(64);
            BlasProvider blas = world.device().blas().orElseThrow();
            for (int k = 0; k < 2; k++) {
                long handle = blas.createHandle();
                blas.bind(handle, world.stream());
                blas.setWorkspace(handle, workspace, blas.workspaceBytes());
                blas.nrm2(handle, DType.F64, 2, x, 1, world.memory(8));
            }
            assertThat(world.reportKinds()).containsExactly(Report.Kind.RACE);
        }
    }

    @Test
    void whatIsNotReleasedIsReportedWhenTheBackendIsClosed() {
        World world = World.open("debug.sites=true");
        long stream = world.stream();
        long address = world.device().allocate(8, stream);
        assertThat(address).isNotZero();
        assertThatThrownBy(world.backend()::close)
                .isInstanceOf(ContractViolationException.class)
                .hasMessageContaining("LEAK")
                .hasMessageContaining("allocation [")
                .hasMessageContaining("stream 1 of debug:0")
                .hasMessageContaining("whatIsNotReleasedIsReportedWhenTheBackendIsClosed");
    }

    @Test
    void aProgramThatReleasesEverythingClosesQuietly() {
        World world = World.open();
        DeviceDriver device = world.device();
        long stream = world.stream();
        long event = device.createEvent();
        long address = device.allocate(8, stream);
        MemorySegment pinned = device.allocatePinned(8);
        device.copyFromHost(address, pinned, stream);
        device.recordEvent(event, stream);
        device.free(address, 8, stream);
        device.synchronizeStream(stream);
        device.freePinned(pinned);
        device.destroyEvent(event);
        device.destroyStream(stream);
        world.backend().close();
        assertThat(world.simulation().reports()).isEmpty();
    }

    @Test
    void clockComponentsOfDestroyedStreamsAreUsedAgainWithoutFalseOrder() {
        try (World world = collecting()) {
            long x = world.values(1.0);
            for (int round = 0; round < 200; round++) {
                long stream = world.stream();
                world.add(world.memory(8), x, x, 1, stream);
                world.device().synchronizeStream(stream);
                world.device().destroyStream(stream);
            }
            assertThat(world.simulation().reports()).isEmpty();
            world.add(x, x, x, 1, world.stream());
            world.add(x, x, x, 1, world.stream());
            assertThat(world.reportKinds()).containsExactly(Report.Kind.RACE);
        }
    }
}
