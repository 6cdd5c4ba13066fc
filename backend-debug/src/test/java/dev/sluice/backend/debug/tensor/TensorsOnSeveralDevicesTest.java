package dev.sluice.backend.debug.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.AsyncTensor;
import dev.sluice.BackendUnavailableException;
import dev.sluice.ContractViolationException;
import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.Scope;
import dev.sluice.Slice;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.SluiceOptions.SchedulerKind;
import dev.sluice.Tensor;
import dev.sluice.UnsupportedOperationByBackendException;
import dev.sluice.backend.debug.ExecutionMode;
import dev.sluice.device.Device;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Work is delayed as the mode says, so that a wait that is missing gives a wrong element or a report. */
class TensorsOnSeveralDevicesTest {
    private static final Device FIRST = new Device("debug", 0);
    private static final Device SECOND = new Device("debug", 1);

    private interface Body {
        void run(Sluice sluice);
    }

    private static void with(ExecutionMode mode, SluiceOptions options, Body body) {
        SluiceOptions simulated = options.withBackend("debug")
                .with("debug.devices", "2")
                .with("debug.mode", mode.name())
                .asIsolated();
        try (Sluice sluice = Sluice.open(simulated)) {
            try (Scope _ = sluice.scope()) {
                body.run(sluice);
            }
        }
    }

    private static void with(ExecutionMode mode, Body body) {
        with(mode, SluiceOptions.defaults(), body);
    }

    @ParameterizedTest
    @EnumSource
    void aTensorIsComputedWhereItsElementsAre(ExecutionMode mode) {
        with(mode, sluice -> {
            Tensor x = sluice.on(SECOND).arange(DType.F64, 0, 4, 1);
            assertThat(x.add(x).device()).isEqualTo(SECOND);
            assertThat(x.add(x).toDoubleArray()).containsExactly(0, 2, 4, 6);
            assertThat(sluice.zeros(DType.F64, 1).device()).isEqualTo(FIRST);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aCopyOnAnotherDeviceHasTheSameElementsInRowMajorOrder(ExecutionMode mode) {
        with(mode, sluice -> {
            Tensor x = sluice.of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
            Tensor moved = x.transpose().slice(Slice.every(-1)).to(SECOND);
            x.fill(Scalar.of(0.0));
            assertThat(moved.device()).isEqualTo(SECOND);
            assertThat(moved.toDoubleArray()).containsExactly(3, 6, 2, 5, 1, 4);
            assertThat(moved.to(FIRST).add(x.transpose()).toDoubleArray()).containsExactly(3, 6, 2, 5, 1, 4);
        });
    }

    @ParameterizedTest
    @EnumSource
    void operandsOnDifferentDevicesAreRefused(ExecutionMode mode) {
        with(mode, sluice -> {
            Tensor here = sluice.ones(DType.F64, 2);
            Tensor there = sluice.on(SECOND).ones(DType.F64, 2);
            assertThatThrownBy(() -> here.add(there))
                    .isInstanceOf(ContractViolationException.class)
                    .hasMessageContaining("debug:0")
                    .hasMessageContaining("debug:1");
            assertThatThrownBy(here::segment).isInstanceOf(UnsupportedOperationByBackendException.class);
        });
    }

    @ParameterizedTest
    @EnumSource
    void onlyEnrolledDevicesAreUsed(ExecutionMode mode) {
        with(mode, SluiceOptions.defaults().withDevices(List.of(1)), sluice -> {
            assertThat(sluice.devices()).containsExactly(SECOND);
            assertThat(sluice.defaultDevice()).isEqualTo(SECOND);
            Tensor x = sluice.ones(DType.F64, 2);
            assertThatThrownBy(() -> x.to(FIRST))
                    .isInstanceOf(BackendUnavailableException.class)
                    .hasMessageContaining("not enrolled");
        });
    }

    @Test
    void theNumberOfStreamsIsASetting() {
        with(
                ExecutionMode.EAGER,
                SluiceOptions.defaults().with("engine.streams", "3"),
                sluice -> assertThat(
                                sluice.resources(FIRST).streams().statistics().capacity())
                        .isEqualTo(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"engine.streams", "engine.workers"})
    void aSettingThatMakesNoSenseIsRefusedByName(String name) {
        assertThatThrownBy(
                        () -> with(ExecutionMode.EAGER, SluiceOptions.defaults().with(name, "0"), sluice -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name + "=0");
    }

    @ParameterizedTest
    @EnumSource
    void theDefaultDeviceMayBeAnyEnrolledOne(ExecutionMode mode) {
        with(mode, SluiceOptions.defaults().withDefaultDevice(SECOND), sluice -> {
            assertThat(sluice.devices()).containsExactly(FIRST, SECOND);
            assertThat(sluice.ones(DType.I32, 3).device()).isEqualTo(SECOND);
        });
    }

    @ParameterizedTest
    @EnumSource
    void asynchronousWorkOfTwoDevicesKeepsItsCausalOrder(ExecutionMode mode) {
        for (SchedulerKind kind : SchedulerKind.values()) {
            with(mode, SluiceOptions.defaults().withScheduler(kind).withSeed(7), sluice -> {
                AsyncTensor here = sluice.uniform(DType.F64, 1, 6, 6).async();
                AsyncTensor there =
                        sluice.on(SECOND).uniform(DType.F64, 1, 6, 6).async();
                for (int step = 0; step < 40; step++) {
                    here.assign(here.matmul(here.transpose()).div(here.norm().add(1)));
                    there.assign(
                            there.matmul(there.transpose()).div(there.norm().add(1)));
                }
                AsyncTensor wrong = here.add(there);
                assertThat(here.get().toDoubleArray()).isEqualTo(there.get().toDoubleArray());
                assertThat(there.singularValues().get().device()).isEqualTo(SECOND);
                assertThatThrownBy(wrong::get).isInstanceOf(ContractViolationException.class);
            });
        }
    }
}
