import dev.sluice.backend.cpu.CpuBackendProvider;
import dev.sluice.spi.BackendProvider;

/** The host device: JVM kernels, and OpenBLAS through JNA. Knows the SPI only, and is found as a service. */
module dev.sluice.backend.cpu {
    requires static org.jspecify;
    requires static jdk.incubator.vector;
    requires com.sun.jna;
    requires dev.sluice.spi;
    requires jdk.management;
    requires org.slf4j;

    provides BackendProvider with
            CpuBackendProvider;
}
