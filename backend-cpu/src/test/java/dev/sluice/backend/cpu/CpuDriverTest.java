package dev.sluice.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.OutOfDeviceMemoryException;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.DeviceDriver;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class CpuDriverTest {
    private static Backend open(Map<String, String> settings) {
        return new CpuBackendProvider().open(new BackendConfiguration(settings));
    }

    @Test
    void theProviderIsFoundAsAService() {
        assertThat(ServiceLoader.load(BackendProvider.class))
                .extracting(BackendProvider::name)
                .contains("cpu");
    }

    @Test
    void allocationsAreAlignedAndKeepWhatIsCopiedToThem() {
        try (Backend backend = open(Map.of())) {
            DeviceDriver driver = backend.devices().getFirst();
            for (long bytes : new long[] {1, 63, 64, 65, 513, 40_000, 5_000_000}) {
                long address = driver.allocate(bytes, 0);
                assertThat(address % 64).isZero();
                byte[] written = new byte[(int) bytes];
                java.util.Arrays.fill(written, (byte) bytes);
                driver.copyFromHost(address, MemorySegment.ofArray(written), 0);
                byte[] read = new byte[(int) bytes];
                driver.copyToHost(MemorySegment.ofArray(read), address, 0);
                assertThat(read).isEqualTo(written);
                assertThat(driver.hostView(address, bytes).orElseThrow().get(ValueLayout.JAVA_BYTE, bytes - 1))
                        .isEqualTo((byte) bytes);
                driver.free(address, bytes, 0);
            }
        }
    }

    @Test
    void anAllocationBeyondTheMemorySettingNamesTheSettingAndLeavesTheRestUsable() {
        try (Backend backend = open(Map.of("cpu.memory", "1000000"))) {
            DeviceDriver driver = backend.devices().getFirst();
            assertThat(driver.memoryInformation().totalBytes()).isEqualTo(1_000_000);
            long half = driver.allocate(500_000, 0);

            assertThatThrownBy(() -> driver.allocate(600_000, 0))
                    .isInstanceOf(OutOfDeviceMemoryException.class)
                    .hasMessageContaining("600000")
                    .hasMessageContaining("cpu.memory");

            driver.free(half, 500_000, 0);
            long other = driver.allocate(700_000, 0);
            driver.free(other, 700_000, 0);
        }
    }

    @Test
    void settingsThatMakeNoSenseAreRefusedByName() {
        assertThatThrownBy(() -> open(Map.of("cpu.threads", "0"))).hasMessageContaining("cpu.threads='0'");
        assertThatThrownBy(() -> open(Map.of("cpu.memory", "many"))).hasMessageContaining("cpu.memory='many'");
        assertThatThrownBy(() -> open(Map.of("cpu.vector", "maybe"))).hasMessageContaining("cpu.vector='maybe'");
    }
}
