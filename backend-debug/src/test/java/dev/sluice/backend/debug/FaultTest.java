package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.DType;
import dev.sluice.Diagonal;
import dev.sluice.Triangle;
import dev.sluice.device.DeviceException;
import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.CholeskyProblem;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.DeviceHealth;
import dev.sluice.spi.EighProblem;
import dev.sluice.spi.GemmProblem;
import dev.sluice.spi.LuProblem;
import dev.sluice.spi.LuSolveProblem;
import dev.sluice.spi.QrProblem;
import dev.sluice.spi.Reducer;
import dev.sluice.spi.Side;
import dev.sluice.spi.SolverProvider;
import dev.sluice.spi.SvdProblem;
import dev.sluice.spi.Transpose;
import dev.sluice.spi.TrsmProblem;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultTest {
    /** Makes one call of each kind that the fault can strike; whatever it needs exists before. */
    private static void call(World world, CallKind kind) {
        DeviceDriver device = world.device();
        long stream = world.stream();
        long x = world.values(1, 2);
        long y = world.values(0, 0);
        long event = device.createEvent();
        device.recordEvent(event, stream);
        BlasProvider blas = device.blas().orElseThrow();
        SolverProvider solver = device.solver().orElseThrow();
        long handle = blas.createHandle();
        blas.bind(handle, stream);
        long solverHandle = solver.createHandle();
        solver.bind(solverHandle, stream);
        MemorySegment host = MemorySegment.ofArray(new double[2]);
        MemorySegment pinned = device.allocatePinned(8);
        world.simulation().inject(Fault.fail(kind));
        GemmProblem problem = LinearAlgebra.problem(DType.F64, Transpose.NONE, Transpose.NONE, 1, 1, 1, 1);
        switch (kind) {
            case ALLOCATE -> device.allocate(8, stream);
            case FREE -> device.free(x, 16, stream);
            case MEMORY_INFORMATION -> device.memoryInformation();
            case ALLOCATE_PINNED -> device.allocatePinned(8);
            case FREE_PINNED -> device.freePinned(pinned);
            case CREATE_STREAM -> device.createStream();
            case DESTROY_STREAM -> device.destroyStream(stream);
            case QUERY_STREAM -> device.queryStream(stream);
            case SYNCHRONIZE_STREAM -> device.synchronizeStream(stream);
            case CALLBACK -> device.onStreamTail(stream, () -> {});
            case CREATE_EVENT -> device.createEvent();
            case DESTROY_EVENT -> device.destroyEvent(event);
            case RECORD_EVENT -> device.recordEvent(event, stream);
            case WAIT_EVENT -> device.waitEvent(stream, event);
            case QUERY_EVENT -> device.queryEvent(event);
            case SYNCHRONIZE_EVENT -> device.synchronizeEvent(event);
            case COPY_FROM_HOST -> device.copyFromHost(y, host, stream);
            case COPY_TO_HOST -> device.copyToHost(host, x, stream);
            case COPY_ON_DEVICE -> device.copyOnDevice(y, x, 8, stream);
            case COPY_TO_PEER -> device.copyToPeer(world.values(world.device(1), 0.0), world.device(1), x, 8, stream);
            case COMPILE -> device.kernels().compile(MapPrograms.IDENTITY);
            case MAP -> world.add(y, x, x, 1, stream);
            case REDUCE -> ReducePrograms.nothing(world, DType.F64, Reducer.SUM, 1);
            case CREATE_HANDLE -> blas.createHandle();
            case DESTROY_HANDLE -> solver.destroyHandle(solverHandle);
            case BIND_HANDLE -> blas.bind(handle, stream);
            case GEMM -> blas.gemm(handle, problem, 1, 0, x, x, 0, 0, y);
            case GEMM_GROUPED ->
                blas.gemmGrouped(
                        handle, new GemmProblem[] {problem}, 1, 0, new long[] {x}, new long[] {x}, 0, 0, new long[] {y
                        });
            case GEMV -> blas.gemv(handle, DType.F64, Transpose.NONE, 1, 1, 1, 0, x, 1, x, 1, 0, 0, y, 1);
            case DOT -> blas.dot(handle, DType.F64, false, 2, x, 1, x, 1, y);
            case NRM2 -> blas.nrm2(handle, DType.F64, 2, x, 1, y);
            case SVD ->
                solver.svd(
                        solverHandle,
                        new SvdProblem(DType.F64, SvdProblem.Vectors.NONE, 1, 1, 1, 1, 1),
                        x,
                        y,
                        0,
                        0,
                        world.memory(8),
                        world.memory(4));
            case TRSM ->
                blas.trsm(
                        handle,
                        new TrsmProblem(
                                DType.F64, Side.LEFT, Triangle.LOWER, Transpose.NONE, Diagonal.GENERAL, 1, 1, 1, 1),
                        1,
                        0,
                        x,
                        y);
            case QR ->
                solver.qr(solverHandle, new QrProblem(DType.F64, 1, 1, 1, 1), x, y, world.memory(8), world.memory(4));
            case EIGH ->
                solver.eigh(
                        solverHandle,
                        new EighProblem(DType.F64, EighProblem.Vectors.ALL, 1, 1),
                        x,
                        y,
                        world.memory(8),
                        world.memory(4));
            case CHOLESKY ->
                solver.cholesky(
                        solverHandle, new CholeskyProblem(DType.F64, 1, 1), x, world.memory(8), world.memory(4));
            case LU ->
                solver.lu(solverHandle, new LuProblem(DType.F64, 1, 1, 1), x, y, world.memory(8), world.memory(4));
            case LU_SOLVE ->
                solver.luSolve(
                        solverHandle,
                        new LuSolveProblem(DType.F64, 1, 1, 1, 1),
                        x,
                        world.values(0),
                        y,
                        world.memory(4));
        }
    }

    @ParameterizedTest
    @EnumSource(CallKind.class)
    void everyKindOfCallCanFailAndTheDeviceGoesOn(CallKind kind) {
        try (World world = World.open()) {
            assertThatThrownBy(() -> call(world, kind))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("SIMULATED_FAILURE")
                    .matches(e -> !((DeviceException) e).poisoned());
            assertThat(world.simulation().pendingFaults()).isEmpty();
            assertThat(world.device().health()).isInstanceOf(DeviceHealth.Healthy.class);
            assertThat(world.read(world.values(4.0), 1)).containsExactly(4);
        }
    }

    @Test
    void theFaultStrikesTheCallThatItCountsTo() {
        try (World world = World.open()) {
            world.simulation().inject(Fault.fail(CallKind.CREATE_EVENT).atCall(3));
            long first = world.device().createEvent();
            long second = world.device().createEvent();
            assertThat(first).isNotEqualTo(second);
            assertThatThrownBy(() -> world.device().createEvent()).isInstanceOf(DeviceException.class);
            assertThat(world.device().createEvent()).isNotZero();
        }
    }

    @Test
    void aFaultOfOneDeviceLeavesTheOthersAlone() {
        try (World world = World.open()) {
            world.simulation().inject(Fault.fail(CallKind.CREATE_STREAM).onDevice(1));
            assertThat(world.device(0).createStream()).isNotZero();
            assertThatThrownBy(() -> world.device(1).createStream()).isInstanceOf(DeviceException.class);
        }
    }

    @Test
    void aFailedSubmissionHasNoEffect() {
        try (World world = World.open()) {
            long y = world.values(5.0);
            long stream = world.stream();
            world.simulation().inject(Fault.fail(CallKind.COPY_FROM_HOST));
            assertThatThrownBy(() -> world.device().copyFromHost(y, MemorySegment.ofArray(new double[1]), stream))
                    .isInstanceOf(DeviceException.class);
            assertThat(world.read(y, 1)).containsExactly(5);
        }
    }

    @Test
    void memoryRunsOutAtTheCallChosen() {
        try (World world = World.open()) {
            long stream = world.stream();
            world.simulation().inject(Fault.outOfMemory().atCall(2));
            assertThat(world.device().allocate(8, stream)).isNotZero();
            assertThatThrownBy(() -> world.device().allocate(8, stream)).isInstanceOf(OutOfDeviceMemoryException.class);
            assertThat(world.device().allocate(8, stream)).isNotZero();
        }
    }

    @Test
    void aPoisonedDeviceThrowsTheSameErrorFromEveryCallAndOtherDevicesGoOn() {
        try (World world = World.open()) {
            long stream = world.stream();
            long x = world.values(1.0);
            world.simulation().inject(Fault.poison(CallKind.MAP));
            DeviceException error = catchThrowableOfType(DeviceException.class, () -> world.add(x, x, x, 1, stream));
            assertThat(error.poisoned()).isTrue();
            List<Runnable> calls = List.of(
                    () -> world.device().queryStream(stream),
                    () -> world.device().synchronizeStream(stream),
                    () -> world.device().createEvent(),
                    () -> world.device().allocate(8, stream),
                    () -> world.device().free(x, 8, stream));
            for (Runnable call : calls) {
                assertThatThrownBy(call::run).hasMessage(error.getMessage());
            }
            assertThat(world.device().health()).isEqualTo(new DeviceHealth.Poisoned(error));
            DeviceDriver other = world.device(1);
            long y = world.values(other, 2.0);
            assertThat(world.read(other, y, 1, other.createStream())).containsExactly(2);
            assertThat(other.health()).isInstanceOf(DeviceHealth.Healthy.class);
        }
    }

    @ParameterizedTest
    @EnumSource(ExecutionMode.class)
    void poisonBySubmittedWorkIsReportedByALaterCall(ExecutionMode mode) {
        try (World world = World.open("debug.mode=" + mode)) {
            long x = world.values(1.0);
            long y = world.memory(8);
            long stream = world.stream();
            world.simulation().inject(Fault.poisonLater(CallKind.MAP));
            world.add(y, x, x, 1, stream);
            assertThatThrownBy(() -> world.device().synchronizeStream(stream))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("map");
            assertThat(world.device().health()).isInstanceOf(DeviceHealth.Poisoned.class);
        }
    }

    @Test
    void workOfAPoisonedDeviceIsGoneAndWhatWaitedForItElsewhereGoesOn() {
        try (World world = World.open("debug.mode=latest")) {
            DeviceDriver device = world.device(0);
            DeviceDriver peer = world.device(1);
            long x = world.values(1.0);
            long y = world.values(peer, 3.0);
            long sender = device.createStream();
            long receiver = peer.createStream();
            long event = device.createEvent();
            List<String> called = new ArrayList<>();
            device.copyToPeer(y, peer, x, 8, sender);
            device.recordEvent(event, sender);
            device.onStreamTail(sender, () -> called.add("sender"));
            peer.waitEvent(receiver, event);
            world.simulation().poison(0);
            assertThat(world.read(peer, y, 1, receiver)).containsExactly(3);
            world.simulation().drain();
            assertThat(called).isEmpty();
        }
    }

    @Test
    void aPoisonedDeviceLeaksNothingWhenItIsClosed() {
        World world = World.open();
        long stream = world.stream();
        assertThat(world.device().allocate(8, stream)).isNotZero();
        world.simulation().poison(0);
        world.backend().close();
        assertThat(world.simulation().reports()).isEmpty();
    }

    @Test
    void faultsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> Fault.stall(CallKind.ALLOCATE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Fault.fail(CallKind.MAP).atCall(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
