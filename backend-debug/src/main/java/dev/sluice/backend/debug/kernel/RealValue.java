package dev.sluice.backend.debug.kernel;

/** A compiled expression whose value is a real, already rounded to its type. */
@FunctionalInterface
interface RealValue {
    double at(Cursor cursor);
}
