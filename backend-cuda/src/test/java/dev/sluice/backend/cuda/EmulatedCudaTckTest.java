package dev.sluice.backend.cuda;

import dev.sluice.spi.BackendProvider;
import dev.sluice.tck.BackendTck;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Holds the CUDA backend, on emulated devices, to the conformance suite. The host compiler needs several minutes for its
 * kernels, so this runs with {@code -Dsluice.cuda.emulate=true} only.
 */
@EnabledIfSystemProperty(named = "sluice.cuda.emulate", matches = "true")
class EmulatedCudaTckTest extends BackendTck {
    @Override
    protected BackendProvider provider() {
        return new EmulatedBackendProvider(2);
    }

    @Override
    protected Map<String, String> settings() {
        return Map.of("cuda.cache", "target/emulated-kernels");
    }
}
