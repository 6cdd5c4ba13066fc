package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.BackendUnavailableException;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.DeviceDriver;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class ProviderTest {
    @Test
    void isFoundAsService() {
        assertThat(ServiceLoader.load(BackendProvider.class).stream().map(ServiceLoader.Provider::type))
                .contains(DebugBackendProvider.class);
    }

    @Test
    void isAvailableEverywhereAndNeverPreferred() {
        BackendProvider provider = new DebugBackendProvider();
        assertThat(provider.probe().isAvailable()).isTrue();
        assertThat(provider.priority()).isNegative();
        assertThat(provider.name()).matches("[a-z0-9-]{1,32}");
    }

    @Test
    void offersAsManyDevicesAsAskedForAndTheSameObjectsEachTime() {
        try (World world = World.open("debug.devices=4")) {
            assertThat(world.backend().devices())
                    .hasSize(4)
                    .isEqualTo(world.backend().devices());
            assertThat(world.device(3).device()).hasToString("debug:3");
        }
    }

    @Test
    void discoveryCreatesNothing() {
        try (World world = World.open()) {
            world.backend().devices().forEach(DeviceDriver::capabilities);
            assertThat(world.simulation().counters().calls().values()).containsOnly(0L);
        }
    }

    @Test
    void refusesASettingItDoesNotUnderstandByNameAndValue() {
        BackendConfiguration configuration = new BackendConfiguration(Map.of("debug.mode", "sloppy"));
        assertThatThrownBy(() -> new DebugBackendProvider().open(configuration))
                .isInstanceOf(BackendUnavailableException.class)
                .hasMessageContaining("debug.mode='sloppy'")
                .hasMessageContaining("LATEST");
    }

    @Test
    void closingTwiceIsHarmless() {
        Backend backend = new DebugBackendProvider().open(BackendConfiguration.empty());
        backend.close();
        backend.close();
        assertThat(backend.devices()).hasSize(2);
    }
}
