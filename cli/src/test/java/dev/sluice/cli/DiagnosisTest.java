package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiagnosisTest {
    @Test
    void doctorNamesTheJdkTheFlagsAndEveryBackend() {
        Invocation doctor = Invocation.of("doctor");
        assertThat(doctor.err()).isEmpty();
        assertThat(doctor.code()).isZero();
        assertThat(doctor.out())
                .contains("JDK " + Runtime.version(), System.getProperty("java.home"))
                .contains("native access: ", "vector instructions: ")
                .contains("backend cpu: available", "device cpu:0: ");
    }

    @Test
    void devicesListsEachInTheFormThatTheBackendOptionTakes() {
        Invocation devices = Invocation.of("devices");
        assertThat(devices.code()).isZero();
        assertThat(devices.out()).containsPattern("(?m)^cpu:0 +\\S+");
    }
}
