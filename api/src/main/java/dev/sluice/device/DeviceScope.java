package dev.sluice.device;

/** A stretch of code in which a device is current for the thread that opened it. Scopes nest. */
public interface DeviceScope extends AutoCloseable {
    /** Restores what was current before. Called once, on the thread that opened the scope. */
    @Override
    void close();
}
