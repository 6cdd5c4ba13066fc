package dev.sluice.backend.cpu;

import dev.sluice.spi.BackendProvider;
import dev.sluice.tck.BackendTck;
import java.util.Map;

/** Holds the CPU backend to the conformance suite where there is no native library. */
class JvmTckTest extends BackendTck {
    @Override
    protected BackendProvider provider() {
        return new CpuBackendProvider();
    }

    @Override
    protected Map<String, String> settings() {
        return Map.of("cpu.openblas", "none");
    }

    @Override
    protected String reportName() {
        return "cpu-jvm";
    }
}
