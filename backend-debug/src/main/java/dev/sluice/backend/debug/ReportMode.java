package dev.sluice.backend.debug;

/** What becomes of a {@link Report}. */
public enum ReportMode {
    /** Reports are kept until they are asked for. */
    COLLECT,
    /**
     * Reports are kept, and the next host wait or close throws them as a
     * {@link dev.sluice.ContractViolationException}.
     */
    THROW
}
