package dev.sluice.backend.cuda.kernel;

import dev.sluice.backend.cuda.context.CudaContext;
import dev.sluice.backend.cuda.lwjgl.CompilerCalls;
import dev.sluice.device.DeviceException;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiles sources for the architecture of one device, through a cache on disk. Thread-safe.
 *
 * <p>Where the compiler does not know the architecture yet, it makes portable code for the newest one it knows, which
 * the driver compiles further.
 */
final class KernelCompiler {
    private static final Logger LOG = LoggerFactory.getLogger(KernelCompiler.class);

    /**
     * No contraction: a product and a sum are rounded one after the other, as everywhere else in Sluice. Division and
     * square root are correctly rounded and subnormals kept by default.
     */
    private static final List<String> OPTIONS = List.of("--std=c++17", "--fmad=false");

    private final CompilerCalls compiler;
    private final List<String> options;
    private final String fingerprint;
    private final Optional<KernelCache> cache;

    private KernelCompiler(CompilerCalls compiler, List<String> options, Optional<KernelCache> cache) {
        this.compiler = compiler;
        this.options = options;
        this.fingerprint = compiler.version() + '\n' + String.join("\n", options) + '\n';
        this.cache = cache;
    }

    /**
     * A compiler for an architecture.
     *
     * @param capability the compute capability as 10·major + minor
     */
    static KernelCompiler forArchitecture(CompilerCalls compiler, int capability, Optional<KernelCache> cache) {
        List<String> options = new ArrayList<>(OPTIONS);
        options.add("--gpu-architecture=" + architecture(compiler.architectures(), capability));
        return new KernelCompiler(compiler, List.copyOf(options), cache);
    }

    private static String architecture(List<Integer> known, int capability) {
        if (known.isEmpty() || known.contains(capability)) {
            return "sm_" + capability;
        }
        int newest = known.stream()
                .mapToInt(Integer::intValue)
                .filter(candidate -> candidate < capability)
                .max()
                .orElse(capability);
        return "compute_" + newest;
    }

    /**
     * Compiles a source.
     *
     * @return a cubin or zero-terminated PTX
     * @throws DeviceException with the compiler's messages when it rejects the source
     */
    byte[] compile(String source, CudaContext context) {
        String key = KernelCache.key(fingerprint + source);
        Optional<byte[]> cached = cache.flatMap(c -> c.read(key));
        if (cached.isPresent()) {
            return cached.get();
        }
        long start = System.nanoTime();
        CompilerCalls.Compilation compilation = compiler.compile(source, "sluice.cu", options);
        return switch (compilation) {
            case CompilerCalls.Compilation.Compiled compiled -> {
                LOG.debug("compiled kernel {} in {} ms", key, (System.nanoTime() - start) / 1_000_000);
                byte[] image = compiled.image().toArray(ValueLayout.JAVA_BYTE);
                cache.ifPresent(c -> c.write(key, image));
                yield image;
            }
            case CompilerCalls.Compilation.Rejected rejected -> {
                LOG.debug("rejected kernel source:\n{}", source);
                throw new DeviceException(
                        context.device(),
                        "nvrtcCompileProgram with " + String.join(" ", options) + ": " + rejected.log(),
                        0,
                        rejected.status(),
                        false);
            }
        };
    }
}
