package dev.sluice.backend.debug.causality;

/**
 * A place in the causal order: one operation of one stream. Its {@code toString} names the operation and, where known,
 * the site that submitted it.
 */
public interface Moment {
    /** The component of a {@link VectorClock} that the stream advances. */
    int component();

    /** The position in the stream, from 1; 0 for what happened before everything. */
    long ticket();
}
