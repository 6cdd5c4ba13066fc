package dev.sluice.backend.cuda.library;

/** The native libraries this backend uses. */
public enum CudaLibrary {
    /** The driver API, which comes with the driver and not with the toolkit. */
    DRIVER("CUDA driver", "libcuda.so", "driver"),
    /** The run-time compiler. */
    NVRTC("NVRTC", "libnvrtc.so", "nvrtc"),
    /** Dense products. */
    CUBLAS("cuBLAS", "libcublas.so", "cublas"),
    /** Dense factorisations. */
    CUSOLVER("cuSOLVER", "libcusolver.so", "cusolver");

    private final String title;
    private final String fileStem;
    private final String settingName;

    CudaLibrary(String title, String fileStem, String settingName) {
        this.title = title;
        this.fileStem = fileStem;
        this.settingName = settingName;
    }

    /** The name for people to read. */
    public String title() {
        return title;
    }

    /** The file name without a version. */
    public String fileStem() {
        return fileStem;
    }

    /** The setting that names the file to load. */
    public String setting() {
        return "cuda." + settingName + ".library";
    }

    /** Whether the file comes with the CUDA toolkit, so that its major version must not exceed the driver's. */
    boolean belongsToToolkit() {
        return this != DRIVER;
    }
}
