package dev.sluice.spi;

import java.util.List;
import java.util.Optional;

/** An opened backend. Thread-safe. */
public interface Backend extends AutoCloseable {
    /** The drivers of all visible devices, in ordinal order; possibly none. The same objects on every call. */
    List<DeviceDriver> devices();

    /** The native libraries that were loaded, or looked for in vain, for people to read. */
    List<LibraryReport> libraries();

    /**
     * An optional service of this backend, such as a simulation control. Never a way to extend the primitives.
     *
     * @param type the interface of the service
     */
    default <S> Optional<S> service(Class<S> type) {
        return Optional.empty();
    }

    /** Releases everything. The engine has drained and destroyed all it created before this is called. */
    @Override
    void close();
}
