package dev.sluice.backend.debug;

import dev.sluice.spi.BackendProvider;
import dev.sluice.tck.BackendTck;
import java.util.Map;

/** Holds four simulated devices to the conformance suite. */
class DebugTckTest extends BackendTck {
    @Override
    protected BackendProvider provider() {
        return new DebugBackendProvider();
    }

    @Override
    protected Map<String, String> settings() {
        return Map.of("debug.devices", "4");
    }
}
