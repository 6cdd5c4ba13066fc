package dev.sluice.runtime.async;

import dev.sluice.SluiceException;
import dev.sluice.TaskCancelledException;

/** What a cell holds in place of a value when its writer failed or was cancelled. */
record Failure(Throwable error) {
    boolean isCancellation() {
        return error instanceof TaskCancelledException;
    }

    /** The error as it is thrown to a reader: itself where it is unchecked, else wrapped. */
    RuntimeException thrown() {
        return Failure.unchecked(error);
    }

    static RuntimeException unchecked(Throwable error) {
        if (error instanceof Error fatal) {
            throw fatal;
        }
        return error instanceof RuntimeException runtime
                ? runtime
                : new SluiceException("the task that computes this value failed: " + error, error);
    }
}
