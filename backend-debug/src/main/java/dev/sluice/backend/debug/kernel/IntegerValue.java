package dev.sluice.backend.debug.kernel;

/** A compiled expression whose value is a truth value or an integer. */
@FunctionalInterface
interface IntegerValue {
    long at(Cursor cursor);
}
