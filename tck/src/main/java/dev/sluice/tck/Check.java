package dev.sluice.tck;

/** Verifies one rule on one backend. */
@FunctionalInterface
public interface Check {
    /**
     * Returns when the rule holds.
     *
     * @throws Throwable when it does not; an {@link AssertionError} tells what was expected
     */
    void verify(Subject subject) throws Throwable;
}
