package dev.sluice.backend.debug.simulation;

import dev.sluice.ContractViolationException;
import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.ReportMode;
import dev.sluice.backend.debug.memory.ReportSink;
import java.util.ArrayList;
import java.util.List;

/** What was found wrong with the program. Guarded by the lock of the simulation. */
public final class ReportLog implements ReportSink {
    private final List<Report> reports = new ArrayList<>();
    private final String reproduction;
    private ReportMode mode;
    private int thrown;

    /**
     * @param reproduction how to run the same again, for the message of what is thrown
     */
    public ReportLog(ReportMode mode, String reproduction) {
        this.mode = mode;
        this.reproduction = reproduction;
    }

    /** Changes what becomes of reports. */
    public void mode(ReportMode newMode) {
        mode = newMode;
    }

    @Override
    public void report(Report.Kind kind, int device, String message) {
        reports.add(new Report(kind, device, message));
    }

    /** Throws what was reported and not thrown before, if reports are to be thrown. */
    public void throwNew() {
        if (mode == ReportMode.THROW && thrown < reports.size()) {
            StringBuilder message = new StringBuilder();
            for (Report report : reports.subList(thrown, reports.size())) {
                message.append(report).append('\n');
            }
            thrown = reports.size();
            throw new ContractViolationException(message.append(reproduction).toString());
        }
    }

    /** The reports so far. */
    public List<Report> reports() {
        return List.copyOf(reports);
    }

    /** The reports so far, which are then forgotten. */
    public List<Report> take() {
        List<Report> taken = reports();
        reports.clear();
        thrown = 0;
        return taken;
    }
}
