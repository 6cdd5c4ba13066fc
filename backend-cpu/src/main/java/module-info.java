/** The host device: JVM kernels, and OpenBLAS through JNA. Knows the SPI only, and is found as a service. */
module dev.sluice.backend.cpu {
    requires static org.jspecify;
    requires com.sun.jna;
    requires dev.sluice.spi;
    requires jdk.incubator.vector;
    requires org.slf4j;
}
