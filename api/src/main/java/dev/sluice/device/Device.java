package dev.sluice.device;

/**
 * The identity of one visible device: a backend's name and an ordinal within it. A value; cheap to copy and compare.
 *
 * @param backend the name of the backend, such as {@code cpu}
 * @param ordinal the position among the devices of that backend, from 0
 */
public record Device(String backend, int ordinal) {
    /** Checks the ordinal. */
    public Device {
        if (ordinal < 0) {
            throw new IllegalArgumentException("device ordinal " + ordinal + " is negative");
        }
    }

    /** Parses {@code backend} or {@code backend:ordinal}. */
    public static Device parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return new Device(text, 0);
        }
        try {
            return new Device(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("device '" + text + "' is not of the form backend:ordinal", e);
        }
    }

    @Override
    public String toString() {
        return backend + ":" + ordinal;
    }
}
