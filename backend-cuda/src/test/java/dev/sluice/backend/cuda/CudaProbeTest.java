package dev.sluice.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.sluice.BackendUnavailableException;
import dev.sluice.spi.Availability;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.SpiVersion;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** What the backend says of machines where it cannot run. */
class CudaProbeTest {
    private final BackendProvider provider = new CudaBackendProvider();

    @Test
    void theProviderIsFoundAsAService() {
        assertThat(ServiceLoader.load(BackendProvider.class).stream().map(ServiceLoader.Provider::type))
                .contains(CudaBackendProvider.class);
    }

    @Test
    void theProviderIsMadeForThisVersionOfTheSpi() {
        assertThat(provider.spiVersion().runsUnder(SpiVersion.CURRENT)).isTrue();
    }

    @Test
    void withoutADriverTheProbeSaysWhatIsMissingWhereItLookedAndWhatToDo() {
        Availability availability = provider.probe();
        assumeFalse(availability.isAvailable(), "there is a device");
        assertThat(availability)
                .isInstanceOfSatisfying(
                        Availability.Unavailable.class,
                        unavailable -> assertThat(unavailable.reason()).contains("CUDA driver"));
    }

    @Test
    void withoutADriverOpeningFailsWithTheSameReason() {
        assumeFalse(provider.probe().isAvailable(), "there is a device");
        assertThatThrownBy(() -> provider.open(BackendConfiguration.empty()))
                .isInstanceOf(BackendUnavailableException.class)
                .hasMessageContaining("CUDA driver");
    }
}
