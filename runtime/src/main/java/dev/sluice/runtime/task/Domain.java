package dev.sluice.runtime.task;

/** What a task needs of the thread that activates it. */
enum Domain {
    /** Any thread of the host. */
    HOST,
    /** A thread on which a device is selected. */
    DEVICE
}
