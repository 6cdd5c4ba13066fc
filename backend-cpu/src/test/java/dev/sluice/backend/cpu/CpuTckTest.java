package dev.sluice.backend.cpu;

import dev.sluice.spi.BackendProvider;
import dev.sluice.tck.BackendTck;

/** Holds the CPU backend to the conformance suite. */
class CpuTckTest extends BackendTck {
    @Override
    protected BackendProvider provider() {
        return new CpuBackendProvider();
    }
}
