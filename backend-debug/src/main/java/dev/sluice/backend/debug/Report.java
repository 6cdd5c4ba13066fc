package dev.sluice.backend.debug;

/**
 * One thing that a program did wrong, as opposed to a failure of the device.
 *
 * @param kind what went wrong
 * @param device the ordinal of the device
 * @param message what happened, naming every operation, range and, when sites are tracked, call site involved
 */
public record Report(Kind kind, int device, String message) {
    /** What can go wrong. */
    public enum Kind {
        /** Two accesses to the same bytes, at least one of them a write, with no order between them. */
        RACE,
        /** A read of bytes that nothing has written. */
        UNINITIALIZED_READ,
        /** An access that leaves its allocation, or to an address that was never allocated. */
        OUT_OF_BOUNDS,
        /** An access to memory that was freed before it in the order of submission. */
        USE_AFTER_FREE,
        /** An output of a kernel that overlaps another operand without being the same elements in the same order. */
        OPERAND_OVERLAP,
        /** A free that is not ordered after all work on the memory. */
        FREE_IN_USE,
        /** A free of something that is not allocated, or not as large. */
        INVALID_FREE,
        /** A host buffer that changed, or was released, between the submission of a copy from it and the copy. */
        HOST_SOURCE_CHANGED,
        /** An event that was waited for or queried without having been recorded. */
        EVENT_NOT_RECORDED,
        /** A stream that was destroyed before its work was known to be finished. */
        STREAM_BUSY,
        /** A provider handle used by two threads at once, before it was bound, or without its workspace. */
        HANDLE_MISUSE,
        /** A callback that called the driver, or that threw. */
        CALLBACK_MISUSE,
        /** Something that was not released when the backend was closed. */
        LEAK
    }

    @Override
    public String toString() {
        return kind + " on debug:" + device + ": " + message;
    }
}
