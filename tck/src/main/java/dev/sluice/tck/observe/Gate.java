package dev.sluice.tck.observe;

/**
 * Imagined work on a stream: whoever asks whether work submitted after it has finished is told no, and whoever waits for
 * it waits, until the gate is opened. Real work on the stream may run meanwhile; nobody can know.
 */
public final class Gate {
    private final Object lock = new Object();
    private boolean open;

    Gate() {}

    /** Ends the imagined work. */
    public void open() {
        synchronized (lock) {
            open = true;
            lock.notifyAll();
        }
    }

    /** Whether the imagined work has ended. */
    public boolean isOpen() {
        synchronized (lock) {
            return open;
        }
    }

    void await() {
        boolean interrupted = false;
        synchronized (lock) {
            while (!open) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
