package dev.sluice.backend.debug.simulation;

import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.Fault;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Planned failures that have not happened. Guarded by the lock of the simulation. */
public final class FaultPlan {
    private final List<Fault> pending = new ArrayList<>();

    /** Adds a failure. */
    public void add(Fault fault) {
        pending.add(fault);
    }

    /** Forgets all failures. */
    public void clear() {
        pending.clear();
    }

    /** The failures to come; each with the number of calls until it happens. */
    public List<Fault> pending() {
        return List.copyOf(pending);
    }

    /** Counts a call and says what strikes it. When several faults would, the others strike later calls. */
    public Fault.@Nullable Action strike(CallKind kind, int device) {
        Fault.Action action = null;
        Iterator<Fault> faults = pending.iterator();
        List<Fault> counted = new ArrayList<>();
        while (faults.hasNext()) {
            Fault fault = faults.next();
            if (fault.kind() == kind && (fault.device() == Fault.ANY_DEVICE || fault.device() == device)) {
                faults.remove();
                if (fault.nth() > 1) {
                    counted.add(fault.atCall(fault.nth() - 1));
                } else if (action == null) {
                    action = fault.action();
                } else {
                    counted.add(fault);
                }
            }
        }
        pending.addAll(counted);
        return action;
    }
}
