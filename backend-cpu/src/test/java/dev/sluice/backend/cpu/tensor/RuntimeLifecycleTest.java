package dev.sluice.backend.cpu.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.BackendUnavailableException;
import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.DType;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import dev.sluice.device.Device;
import dev.sluice.engine.BackendDiagnosis;
import dev.sluice.engine.EngineProvider;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuntimeLifecycleTest {
    private static final SluiceOptions CPU = SluiceOptions.defaults().withBackend("cpu");

    @Test
    void onlyOneInstallationIsOpenAtATime() {
        try (Sluice first = Sluice.open(CPU)) {
            assertThat(Sluice.current()).isSameAs(first);
            assertThatThrownBy(() -> Sluice.open(CPU))
                    .isInstanceOf(ContractViolationException.class)
                    .hasMessageContaining("asIsolated");
            assertThat(Sluice.current()).isSameAs(first);
        }
        assertThat(Sluice.installed()).isEmpty();
        try (Sluice second = Sluice.open(CPU)) {
            assertThat(Sluice.installed()).containsSame(second);
        }
    }

    @Test
    void isolatedInstancesStandBesideTheInstallationAndEachOther() {
        try (Sluice one = Sluice.open(CPU.asIsolated());
                Sluice other = Sluice.open(CPU.asIsolated());
                Tensor left = one.zeros(DType.F64, 2);
                Tensor right = other.zeros(DType.F64, 2)) {
            assertThat(Sluice.installed()).isEmpty();
            assertThatThrownBy(() -> left.add(right))
                    .isInstanceOf(ContractViolationException.class)
                    .hasMessageContaining("different runtimes");
        }
    }

    @Test
    void withoutAListEveryVisibleDeviceIsEnrolledAndTheFirstIsTheDefault() {
        try (Sluice sluice = Sluice.open(CPU.asIsolated())) {
            assertThat(sluice.devices()).containsExactly(new Device("cpu", 0));
            assertThat(sluice.defaultDevice()).isEqualTo(new Device("cpu", 0));
        }
    }

    @Test
    void aDeviceThatDoesNotExistIsRefusedAndNothingStaysOpen() {
        assertThatThrownBy(() -> Sluice.open(CPU.withDevices(List.of(0, 7))))
                .isInstanceOf(BackendUnavailableException.class)
                .hasMessageContaining("cpu:7")
                .hasMessageContaining("cpu:0");
        assertThat(Sluice.installed()).isEmpty();
    }

    @Test
    void aDefaultDeviceThatIsNotEnrolledIsRefused() {
        assertThatThrownBy(() -> Sluice.open(CPU.withDefaultDevice(new Device("cpu", 3))))
                .isInstanceOf(BackendUnavailableException.class)
                .hasMessageContaining("cpu:3");
    }

    @Test
    void anUnknownBackendIsAnErrorThatListsThoseFound() {
        assertThatThrownBy(() -> Sluice.open(SluiceOptions.defaults().withBackend("abacus")))
                .isInstanceOf(BackendUnavailableException.class)
                .hasMessageContaining("abacus")
                .hasMessageContaining("cpu: available");
    }

    @Test
    void closingWithALiveTensorNamesItAndLeavesTheRuntimeUsable() {
        Sluice sluice = Sluice.open(CPU.withAllocationTracking(true));
        Tensor live = sluice.ones(DType.F64, 5);
        assertThatThrownBy(sluice::close)
                .isInstanceOf(ContractViolationException.class)
                .hasMessageContaining("40 bytes")
                .hasMessageContaining("RuntimeLifecycleTest");
        assertThat(Sluice.current()).isSameAs(sluice);
        try (Tensor sum = live.sum()) {
            assertThat(sum.item()).isEqualTo(5);
        }
        live.close();
        sluice.close();
        assertThat(Sluice.installed()).isEmpty();
    }

    @Test
    void afterClosingEverythingIsRefused() {
        Sluice sluice = Sluice.open(CPU.asIsolated());
        sluice.close();
        sluice.close();
        assertThatThrownBy(() -> sluice.zeros(DType.F64, 1)).isInstanceOf(ClosedException.class);
        assertThatThrownBy(sluice::scope).isInstanceOf(ClosedException.class);
    }

    @Test
    void theDiagnosisNamesDevicesAndLibraries() {
        BackendDiagnosis cpu = EngineProvider.load().diagnose().stream()
                .filter(diagnosis -> diagnosis.name().equals("cpu"))
                .findFirst()
                .orElseThrow();
        assertThat(cpu.status()).isEqualTo(BackendDiagnosis.Status.AVAILABLE);
        assertThat(cpu.devices()).containsOnlyKeys(new Device("cpu", 0));
    }
}
