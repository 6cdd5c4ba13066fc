package dev.sluice.backend.cuda.lwjgl;

import org.lwjgl.cuda.CU;
import org.lwjgl.cuda.CUmemAccessDesc;
import org.lwjgl.cuda.CUuuid;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/** The driver API through LWJGL. Stateless but for the one host function of the process. */
public final class LwjglDriverCalls implements DriverCalls {
    private static final int EVENT_DISABLE_TIMING = 2;
    private static final int STREAM_NON_BLOCKING = 1;
    private static final int HOST_PORTABLE = 1;
    private static final int POOL_RELEASE_THRESHOLD = 4;
    private static final int POOL_RESERVED_BYTES = 5;
    private static final int POOL_USED_BYTES = 7;
    private static final int LOCATION_DEVICE = 1;
    private static final int ACCESS_READ_WRITE = 3;

    private LwjglDriverCalls() {}

    /**
     * Binds the driver.
     *
     * @param library the file of the driver library; the first one bound in a process stays
     * @throws LinkageError when LWJGL or the driver cannot be loaded
     */
    public static LwjglDriverCalls bind(String library) {
        Configuration.CUDA_LIBRARY_NAME.set(library);
        // Initialises the class, which resolves the functions.
        long unused = CU.getLibrary().address();
        return new LwjglDriverCalls();
    }

    private static long result(int status, long value) {
        return status == 0 ? value : -status;
    }

    @Override
    public int initialize() {
        return CU.cuInit(0);
    }

    @Override
    public long driverVersion() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(4, 1, 4);
            return result(CU.ncuDriverGetVersion(out), MemoryUtil.memGetInt(out));
        }
    }

    @Override
    public long deviceCount() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(4, 1, 4);
            int status = CU.ncuDeviceGetCount(out);
            return result(status, MemoryUtil.memGetInt(out));
        }
    }

    @Override
    public long device(int ordinal) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(4, 1, 4);
            int status = CU.ncuDeviceGet(out, ordinal);
            return result(status, MemoryUtil.memGetInt(out));
        }
    }

    @Override
    public String deviceName(int device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(1, 256, 1);
            return CU.ncuDeviceGetName(out, 256, device) == 0 ? MemoryUtil.memASCII(out) : "";
        }
    }

    @Override
    public String deviceUuid(int device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            CUuuid uuid = CUuuid.calloc(stack);
            if (CU.ncuDeviceGetUuid(uuid.address(), device) != 0) {
                return "";
            }
            StringBuilder text = new StringBuilder("GPU-");
            for (int i = 0; i < 16; i++) {
                if (i == 4 || i == 6 || i == 8 || i == 10) {
                    text.append('-');
                }
                text.append(String.format("%02x", MemoryUtil.memGetByte(uuid.address() + i)));
            }
            return text.toString();
        }
    }

    @Override
    public String devicePciAddress(int device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(1, 32, 1);
            return CU.ncuDeviceGetPCIBusId(out, 32, device) == 0 ? MemoryUtil.memASCII(out) : "";
        }
    }

    @Override
    public long deviceMemory(int device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuDeviceTotalMem(out, device);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public long deviceAttribute(DeviceAttribute attribute, int device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(4, 1, 4);
            int status = CU.ncuDeviceGetAttribute(out, attribute.number(), device);
            return result(status, MemoryUtil.memGetInt(out));
        }
    }

    @Override
    public long canAccessPeer(int device, int peer) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(4, 1, 4);
            int status = CU.ncuDeviceCanAccessPeer(out, device, peer);
            return result(status, MemoryUtil.memGetInt(out));
        }
    }

    @Override
    public long retainPrimaryContext(int device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuDevicePrimaryCtxRetain(out, device);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int releasePrimaryContext(int device) {
        return CU.cuDevicePrimaryCtxRelease(device);
    }

    @Override
    public long currentContext() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuCtxGetCurrent(out);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int setCurrentContext(long context) {
        if (context == 0) {
            // What the driver does for a null context, which LWJGL does not let through.
            try (MemoryStack stack = MemoryStack.stackPush()) {
                return CU.ncuCtxPopCurrent(stack.ncalloc(8, 1, 8));
            }
        }
        return CU.cuCtxSetCurrent(context);
    }

    @Override
    public String statusName(int status) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            return CU.ncuGetErrorName(status, out) == 0
                    ? MemoryUtil.memASCII(MemoryUtil.memGetAddress(out))
                    : "CUDA_ERROR_" + status;
        }
    }

    @Override
    public long allocate(long bytes) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuMemAlloc(out, bytes);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int free(long address) {
        return CU.cuMemFree(address);
    }

    @Override
    public long allocateAsync(long bytes, long stream) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuMemAllocAsync(out, bytes, stream);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int freeAsync(long address, long stream) {
        return CU.cuMemFreeAsync(address, stream);
    }

    /** Every call on a lost context gives its error; this one, about the default stream, is the cheapest. */
    @Override
    public int queryContext() {
        return CU.cuStreamQuery(0);
    }

    @Override
    public int synchronizeContext() {
        return CU.cuCtxSynchronize();
    }

    @Override
    public long freeMemory() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 2, 8);
            int status = CU.ncuMemGetInfo(out, out + 8);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public long defaultPool(int device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuDeviceGetDefaultMemPool(out, device);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int setReleaseThreshold(long pool, long bytes) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long value = stack.nlong(bytes);
            return CU.ncuMemPoolSetAttribute(pool, POOL_RELEASE_THRESHOLD, value);
        }
    }

    @Override
    public long poolBytes(long pool, boolean used) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuMemPoolGetAttribute(pool, used ? POOL_USED_BYTES : POOL_RESERVED_BYTES, out);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int trimPool(long pool, long keepBytes) {
        return CU.cuMemPoolTrimTo(pool, keepBytes);
    }

    @Override
    public int allowPoolAccess(long pool, int device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            CUmemAccessDesc.Buffer access = CUmemAccessDesc.calloc(1, stack);
            access.location().type(LOCATION_DEVICE).id(device);
            access.flags(ACCESS_READ_WRITE);
            return CU.cuMemPoolSetAccess(pool, access);
        }
    }

    @Override
    public int enablePeerAccess(long peerContext) {
        return CU.cuCtxEnablePeerAccess(peerContext, 0);
    }

    @Override
    public long allocateHost(long bytes) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuMemHostAlloc(out, bytes, HOST_PORTABLE);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int freeHost(long address) {
        return CU.ncuMemFreeHost(address);
    }

    @Override
    public long createStream() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuStreamCreate(out, STREAM_NON_BLOCKING);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int destroyStream(long stream) {
        return CU.cuStreamDestroy(stream);
    }

    @Override
    public int queryStream(long stream) {
        return CU.cuStreamQuery(stream);
    }

    @Override
    public int synchronizeStream(long stream) {
        return CU.cuStreamSynchronize(stream);
    }

    @Override
    public int waitEvent(long stream, long event) {
        return CU.cuStreamWaitEvent(stream, event, 0);
    }

    @Override
    public long createEvent() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuEventCreate(out, EVENT_DISABLE_TIMING);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int destroyEvent(long event) {
        return CU.cuEventDestroy(event);
    }

    @Override
    public int recordEvent(long event, long stream) {
        return CU.cuEventRecord(event, stream);
    }

    @Override
    public int queryEvent(long event) {
        return CU.cuEventQuery(event);
    }

    @Override
    public int synchronizeEvent(long event) {
        return CU.cuEventSynchronize(event);
    }

    @Override
    public int copyToDevice(long destination, long source, long bytes, long stream) {
        return CU.ncuMemcpyHtoDAsync(destination, source, bytes, stream);
    }

    @Override
    public int copyToHost(long destination, long source, long bytes, long stream) {
        return CU.ncuMemcpyDtoHAsync(destination, source, bytes, stream);
    }

    @Override
    public int copyOnDevice(long destination, long source, long bytes, long stream) {
        return CU.cuMemcpyDtoDAsync(destination, source, bytes, stream);
    }

    @Override
    public int copyToPeer(
            long destination, long destinationContext, long source, long sourceContext, long bytes, long stream) {
        return CU.cuMemcpyPeerAsync(destination, destinationContext, source, sourceContext, bytes, stream);
    }

    @Override
    public int fillBytes(long destination, byte value, long bytes, long stream) {
        return CU.cuMemsetD8Async(destination, value, bytes, stream);
    }

    @Override
    public long loadModule(long image) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuModuleLoadData(out, image);
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int unloadModule(long module) {
        return CU.cuModuleUnload(module);
    }

    @Override
    public long function(long module, String name) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(8, 1, 8);
            int status = CU.ncuModuleGetFunction(out, module, MemoryUtil.memAddress(stack.ASCII(name)));
            return result(status, MemoryUtil.memGetLong(out));
        }
    }

    @Override
    public int launch(long function, int blocks, int threads, long stream, long arguments) {
        return CU.ncuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, stream, 0, arguments);
    }
}
