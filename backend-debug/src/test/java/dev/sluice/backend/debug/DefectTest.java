package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DefectTest {
    private static final Map<Defect, Probe> PROBES = probes();

    private static Map<Defect, Probe> probes() {
        Map<Defect, Probe> probes = new EnumMap<>(Defect.class);
        probes.putAll(OrderProbes.all());
        probes.putAll(DeviceProbes.all());
        probes.putAll(KernelProbes.all());
        probes.putAll(LinearAlgebraProbes.all());
        probes.putAll(MatrixFactorProbes.all());
        return probes;
    }

    @Test
    void everyDefectHasAProgramThatShowsIt() {
        assertThat(PROBES).containsOnlyKeys(Defect.values());
    }

    @ParameterizedTest
    @EnumSource(Defect.class)
    void aDeviceWithoutTheDefectBehavesAndNothingIsWrongWithTheProgram(Defect defect) {
        try (World world = World.open("debug.mode=latest")) {
            assertThat(PROBES.get(defect).behaves(world)).isTrue();
            assertThat(world.simulation().reports()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Defect.class)
    void theDefectIsObservable(Defect defect) {
        try (World world = World.open("debug.mode=latest", "debug.reports=collect", "debug.defects=" + defect)) {
            assertThat(PROBES.get(defect).behaves(world)).isFalse();
        }
    }
}
