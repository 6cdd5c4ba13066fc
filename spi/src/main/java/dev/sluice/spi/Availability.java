package dev.sluice.spi;

/** The outcome of a probe. */
public sealed interface Availability {
    /**
     * The backend can be opened.
     *
     * @param detail what was found, for people to read
     */
    record Available(String detail) implements Availability {}

    /**
     * The backend cannot be used here, for an ordinary reason such as a missing device.
     *
     * @param reason what is missing, where it was looked for, and what to do
     */
    record Unavailable(String reason) implements Availability {}

    /**
     * The backend should work here but does not.
     *
     * @param reason what went wrong
     * @param cause the failure
     */
    record Broken(String reason, Throwable cause) implements Availability {}

    /** Whether the backend can be opened. */
    default boolean isAvailable() {
        return this instanceof Available;
    }
}
