package dev.sluice.backend.debug;

import dev.sluice.spi.BackendProvider;
import dev.sluice.tck.BackendTck;
import java.util.Map;

/** Holds simulated devices to the conformance suite while every operation is delayed to the last legal moment. */
class DelayedTckTest extends BackendTck {
    @Override
    protected BackendProvider provider() {
        return new DebugBackendProvider();
    }

    @Override
    protected Map<String, String> settings() {
        return Map.of("debug.devices", "4", "debug.mode", "latest");
    }

    @Override
    protected String reportName() {
        return "debug-latest";
    }
}
