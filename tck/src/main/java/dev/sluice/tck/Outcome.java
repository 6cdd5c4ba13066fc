package dev.sluice.tck;

/** What became of one test. */
public enum Outcome {
    /** The rule held. */
    PASSED,
    /** The rule did not hold. */
    FAILED,
    /** The backend does not claim what the rule needs. */
    NOT_CLAIMED,
    /** There was no device to run on. */
    NOT_RUN
}
