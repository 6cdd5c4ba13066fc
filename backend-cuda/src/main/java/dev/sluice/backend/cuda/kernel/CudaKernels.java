package dev.sluice.backend.cuda.kernel;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.ArgumentBlock;
import dev.sluice.backend.cuda.lwjgl.CompilerCalls;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;

/**
 * The kernels of one device. A program is compiled when it is first used with a plan, for the form of that plan.
 * Thread-safe.
 */
public final class CudaKernels implements KernelSet {
    /** The setting with the directory of compiled kernels, or {@code off}. */
    public static final String CACHE = "cuda.cache";

    private final CudaContext context;
    private final KernelModules modules;
    private final MapLaunch maps;
    private final ReduceLaunch reductions;

    private CudaKernels(CudaContext context, KernelModules modules, MapLaunch maps, ReduceLaunch reductions) {
        this.context = context;
        this.modules = modules;
        this.maps = maps;
        this.reductions = reductions;
    }

    /**
     * The kernels of a device.
     *
     * @param capability the compute capability as 10·major + minor
     * @param streams the streams of the device
     */
    public static CudaKernels create(
            CudaContext context,
            DeviceCapabilities capabilities,
            int capability,
            CompilerCalls compiler,
            StreamRegistry streams,
            BackendConfiguration configuration) {
        KernelCompiler kernelCompiler = KernelCompiler.forArchitecture(
                compiler,
                capability,
                KernelCache.at(configuration.setting(CACHE), System.getenv(), System.getProperty("user.home", "")));
        boolean streamOrdered = capabilities.streamOrderedAllocation();
        ThreadLocal<ArgumentBlock> blocks = ThreadLocal.withInitial(ArgumentBlock::new);
        return new CudaKernels(
                context,
                new KernelModules(context, kernelCompiler),
                new MapLaunch(context, streamOrdered, streams, blocks),
                new ReduceLaunch(context, capabilities.processors(), streamOrdered, streams, blocks));
    }

    @Override
    public MapKernel compile(MapProgram program) {
        return new CudaMapKernel(program, modules);
    }

    @Override
    public ReduceKernel compile(ReduceProgram program) {
        return new CudaReduceKernel(program, modules);
    }

    @Override
    public void map(MapKernel kernel, SegmentedPlan plan, long[] addresses, long[] parameters, long stream) {
        if (!(kernel instanceof CudaMapKernel own) || !own.belongsTo(modules)) {
            throw new IllegalArgumentException(
                    "the kernel of " + kernel.program() + " was not compiled by " + context.device());
        }
        if (plan.operands() != own.operands() || addresses.length != own.operands()) {
            throw new IllegalArgumentException("the program has " + own.operands() + " operands, the plan "
                    + plan.operands() + ", and there are " + addresses.length + " addresses");
        }
        if (parameters.length != own.parameterWords()) {
            throw new IllegalArgumentException("the program has " + own.parameterWords() + " parameter words, and "
                    + parameters.length + " were given");
        }
        maps.launch(own, plan, addresses, parameters, stream);
    }

    @Override
    public long workspaceBytes(ReduceKernel kernel, ReductionPlan plan) {
        return reductions.workspaceBytes(own(kernel), plan);
    }

    @Override
    public void reduce(
            ReduceKernel kernel, ReductionPlan plan, long[] addresses, long[] parameters, long workspace, long stream) {
        CudaReduceKernel own = own(kernel);
        int operands = own.program().operands();
        if (addresses.length != operands
                || (plan.iteration().segments() != 0 && plan.iteration().operands() != operands)) {
            throw new IllegalArgumentException("the program has " + operands + " operands, the plan "
                    + plan.iteration().operands() + ", and there are " + addresses.length + " addresses");
        }
        if (parameters.length != own.parameterWords()) {
            throw new IllegalArgumentException("the program has " + own.parameterWords() + " parameter words, and "
                    + parameters.length + " were given");
        }
        reductions.launch(own, plan, addresses, parameters, workspace, stream);
    }

    private CudaReduceKernel own(ReduceKernel kernel) {
        if (!(kernel instanceof CudaReduceKernel own) || !own.belongsTo(modules)) {
            throw new IllegalArgumentException(
                    "the kernel of " + kernel.program() + " was not compiled by " + context.device());
        }
        return own;
    }

    /** Frees all tables and modules. The device is idle. */
    public void close() {
        maps.close();
        reductions.close();
        modules.close();
    }
}
