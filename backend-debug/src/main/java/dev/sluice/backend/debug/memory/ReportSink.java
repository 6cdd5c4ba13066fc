package dev.sluice.backend.debug.memory;

import dev.sluice.backend.debug.Report;

/** Receives what was found wrong. */
@FunctionalInterface
public interface ReportSink {
    /** Takes a report. */
    void report(Report.Kind kind, int device, String message);
}
