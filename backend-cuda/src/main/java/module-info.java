/** NVIDIA devices: driver API, NVRTC, cuBLAS and cuSOLVER. Knows the SPI only, and is found as a service. */
module dev.sluice.backend.cuda {
    requires static org.jspecify;
    requires com.sun.jna;
    requires dev.sluice.spi;
    requires org.lwjgl;
    requires org.lwjgl.cuda;
    requires org.slf4j;

    provides dev.sluice.spi.BackendProvider with
            dev.sluice.backend.cuda.CudaBackendProvider;
}
