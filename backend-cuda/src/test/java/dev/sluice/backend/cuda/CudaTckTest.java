package dev.sluice.backend.cuda;

import dev.sluice.spi.BackendProvider;
import dev.sluice.tck.BackendTck;

/** Holds the CUDA backend to the conformance suite; without a device every rule is reported as not run. */
class CudaTckTest extends BackendTck {
    @Override
    protected BackendProvider provider() {
        return new CudaBackendProvider();
    }
}
