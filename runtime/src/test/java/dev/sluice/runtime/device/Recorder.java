package dev.sluice.runtime.device;

import java.util.ArrayList;
import java.util.List;

/** A waiter that remembers what it was told and on which thread. */
final class Recorder<L> implements PoolWaiter<L> {
    final List<L> leases = new ArrayList<>();
    final List<Throwable> errors = new ArrayList<>();

    @Override
    public synchronized void granted(L lease) {
        leases.add(lease);
    }

    @Override
    public synchronized void failed(Throwable error) {
        errors.add(error);
    }

    synchronized int settlements() {
        return leases.size() + errors.size();
    }
}
