package dev.sluice.runtime;

import dev.sluice.spi.Availability;
import dev.sluice.spi.BackendProvider;
import org.jspecify.annotations.Nullable;

/**
 * A backend on the class or module path.
 *
 * @param name its name, or the class of a provider that could not be created
 * @param description one line for people
 * @param availability whether it can be opened
 * @param provider its entry point; null when that could not be created
 */
record FoundBackend(
        String name,
        String description,
        Availability availability,
        @Nullable BackendProvider provider) {
    static FoundBackend broken(String name, String reason, Throwable cause) {
        return new FoundBackend(name, "", new Availability.Broken(reason, cause), null);
    }

    /** One line: the name and what is known of it. */
    String summary() {
        return name + ": "
                + switch (availability) {
                    case Availability.Available available -> "available, " + available.detail();
                    case Availability.Unavailable unavailable -> "unavailable, " + unavailable.reason();
                    case Availability.Broken broken -> "broken, " + broken.reason() + " (" + broken.cause() + ")";
                };
    }
}
