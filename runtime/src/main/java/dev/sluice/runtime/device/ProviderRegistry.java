package dev.sluice.runtime.device;

import dev.sluice.ContractViolationException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What providers keep for one device: one thing of each type, made when it is first asked for. Thread-safe. */
final class ProviderRegistry {
    private final SequencedMap<Class<?>, AutoCloseable> resources = new LinkedHashMap<>();

    synchronized <R extends AutoCloseable> R get(Class<R> type, Supplier<R> factory) {
        @Nullable AutoCloseable existing = resources.get(type);
        if (existing == null) {
            existing = factory.get();
            resources.put(type, existing);
        }
        return type.cast(existing);
    }

    /** Closes everything, the latest made first. */
    synchronized void destroy(Teardown teardown) {
        resources.sequencedValues().reversed().forEach(resource -> teardown.step(() -> close(resource)));
        resources.clear();
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ContractViolationException(resource + " could not be closed", e);
        }
    }
}
