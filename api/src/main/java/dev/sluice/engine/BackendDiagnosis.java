package dev.sluice.engine;

import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import java.util.List;
import java.util.Map;

/**
 * What was found out about one backend on the class or module path.
 *
 * @param name the backend's name, or the class of a provider that could not be created
 * @param description one line for people
 * @param status whether it can be used
 * @param reason what was found, or why the backend cannot be used
 * @param libraries the native libraries, when the backend could be opened
 * @param devices the devices and their properties, when the backend could be opened, in ordinal order
 */
public record BackendDiagnosis(
        String name,
        String description,
        Status status,
        String reason,
        List<LibraryDiagnosis> libraries,
        Map<Device, DeviceCapabilities> devices) {
    /** Whether a backend can be used. */
    public enum Status {
        /** It can be opened. */
        AVAILABLE,
        /** It cannot be used here, for an ordinary reason such as a missing device. */
        UNAVAILABLE,
        /** It should work here but does not. */
        BROKEN
    }
}
