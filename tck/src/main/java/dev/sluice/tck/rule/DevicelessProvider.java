package dev.sluice.tck.rule;

import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.LibraryReport;
import dev.sluice.spi.SpiVersion;
import java.util.List;

/**
 * A provider that is available and has no device, under the name of another.
 *
 * @param other the provider whose name it has
 */
record DevicelessProvider(BackendProvider other) implements BackendProvider {
    @Override
    public String name() {
        return other.name();
    }

    @Override
    public String describe() {
        return "no device";
    }

    @Override
    public SpiVersion spiVersion() {
        return SpiVersion.CURRENT;
    }

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public Availability probe() {
        return new Availability.Available("without devices");
    }

    @Override
    public Backend open(BackendConfiguration configuration) {
        return new Backend() {
            @Override
            public List<DeviceDriver> devices() {
                return List.of();
            }

            @Override
            public List<LibraryReport> libraries() {
                return List.of();
            }

            @Override
            public void close() {}
        };
    }
}
