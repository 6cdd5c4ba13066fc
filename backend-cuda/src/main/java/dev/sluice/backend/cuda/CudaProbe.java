package dev.sluice.backend.cuda;

import dev.sluice.backend.cuda.library.CudaLibrary;
import dev.sluice.backend.cuda.library.LibrarySearch;
import dev.sluice.backend.cuda.lwjgl.DriverCalls;
import dev.sluice.backend.cuda.lwjgl.DriverStatus;
import dev.sluice.backend.cuda.lwjgl.LwjglDriverCalls;
import dev.sluice.spi.Availability;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.LibraryReport;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds out whether CUDA can be used on this machine. Loads the driver and, if that sees a device, the run-time
 * compiler; creates no context.
 */
final class CudaProbe {
    /** The oldest driver that has everything this backend needs: CUDA 12.0. */
    static final long OLDEST_DRIVER = 12_000;

    private final LibrarySearch search;
    private final Function<String, DriverCalls> binding;

    CudaProbe(LibrarySearch search, Function<String, DriverCalls> binding) {
        this.search = search;
        this.binding = binding;
    }

    static CudaProbe onThisMachine(BackendConfiguration configuration) {
        return new CudaProbe(LibrarySearch.onThisMachine(configuration), LwjglDriverCalls::bind);
    }

    /** What a usable machine has. */
    record Found(DriverCalls driver, LibraryReport driverLibrary, LibraryReport compilerLibrary, int devices) {
        /** The newest major version of the toolkit that the driver supports. */
        int newestMajor() {
            return (int) (driver.driverVersion() / 1000);
        }
    }

    /** Why a machine is not usable; an expected answer, so it carries no stack trace. */
    static final class NotUsable extends Exception {
        private static final long serialVersionUID = 1L;

        NotUsable(String reason) {
            super(reason, null, false, false);
        }
    }

    /** Never throws. */
    Availability availability() {
        try {
            Found found = find();
            return new Availability.Available(found.devices + (found.devices == 1 ? " device" : " devices")
                    + ", driver for CUDA " + version(found.driver.driverVersion()) + ", NVRTC "
                    + found.compilerLibrary.version() + " from " + found.compilerLibrary.found());
        } catch (NotUsable e) {
            return new Availability.Unavailable(String.valueOf(e.getMessage()));
        } catch (Exception | LinkageError e) {
            return new Availability.Broken("the CUDA driver was found but could not be bound: " + e, e);
        }
    }

    /**
     * Finds driver, devices and compiler.
     *
     * @throws NotUsable when one is missing
     */
    Found find() throws NotUsable {
        LibraryReport driverLibrary = search.find(CudaLibrary.DRIVER, LibrarySearch.ANY_VERSION);
        if (!driverLibrary.isLoaded()) {
            throw new NotUsable("no CUDA driver: " + notFound(CudaLibrary.DRIVER, driverLibrary));
        }
        DriverCalls driver = binding.apply(driverLibrary.found());
        int status = driver.initialize();
        if (status == DriverStatus.NO_DEVICE) {
            throw new NotUsable("the CUDA driver " + driverLibrary.found() + " sees no device");
        }
        if (status != DriverStatus.SUCCESS) {
            throw new NotUsable("the CUDA driver " + driverLibrary.found() + " does not start: cuInit gives "
                    + driver.statusName(status) + " (" + status + ")");
        }
        long version = driver.driverVersion();
        if (version < OLDEST_DRIVER) {
            throw new NotUsable("the CUDA driver " + driverLibrary.found() + " is too old: it supports CUDA "
                    + version(version) + ", needed is " + version(OLDEST_DRIVER) + "; install a newer driver");
        }
        long devices = driver.deviceCount();
        if (devices <= 0) {
            throw new NotUsable("the CUDA driver " + driverLibrary.found()
                    + " sees no device; check CUDA_VISIBLE_DEVICES and nvidia-smi");
        }
        LibraryReport compiler = search.find(CudaLibrary.NVRTC, (int) (version / 1000));
        if (!compiler.isLoaded()) {
            throw new NotUsable("the run-time compiler is missing: " + notFound(CudaLibrary.NVRTC, compiler));
        }
        return new Found(driver, driverLibrary, compiler, (int) devices);
    }

    private static String notFound(CudaLibrary library, LibraryReport report) {
        return library.fileStem() + " was not found; set -Dsluice." + library.setting() + "=<file>"
                + (library == CudaLibrary.DRIVER ? "" : " or CUDA_HOME") + ". Looked in: "
                + report.lookedIn().stream()
                        .filter(place -> !place.endsWith(LibrarySearch.NO_DIRECTORY))
                        .collect(Collectors.joining("; "));
    }

    private static String version(long version) {
        return version / 1000 + "." + version % 1000 / 10;
    }
}
