package dev.sluice.backend.debug.kernel;

import dev.sluice.Complex;

/** A compiled expression whose value is a complex number, already rounded to its type. */
@FunctionalInterface
interface ComplexValue {
    Complex at(Cursor cursor);
}
