package dev.sluice.backend.cpu;

import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.DeviceDriver;
import dev.sluice.spi.LibraryReport;
import java.util.List;

/** The host device, opened. */
final class CpuBackend implements Backend {
    private final CpuDriver driver;

    private CpuBackend(CpuDriver driver) {
        this.driver = driver;
    }

    static CpuBackend open(BackendConfiguration configuration) {
        return new CpuBackend(CpuDriver.open(configuration));
    }

    @Override
    public List<DeviceDriver> devices() {
        return List.of(driver);
    }

    @Override
    public List<LibraryReport> libraries() {
        return List.of(driver.library());
    }

    @Override
    public void close() {
        driver.close();
    }
}
