package dev.sluice.cli;

import dev.sluice.BackendUnavailableException;
import dev.sluice.DTypeException;
import dev.sluice.FileAccessException;
import dev.sluice.FileFormatException;
import dev.sluice.ShapeException;
import dev.sluice.UnsupportedOperationByBackendException;

/** What the command tells the shell. The codes are part of the interface. */
final class ExitCode {
    /** Everything was done. */
    static final int OK = 0;

    /** The computation failed. */
    static final int FAILURE = 1;

    /** The arguments are wrong, or the operands do not fit them: shapes, types, subscripts. */
    static final int USAGE = 2;

    /** An input file is missing, unreadable or malformed. */
    static final int INPUT = 3;

    /** No backend or device serves the request, or the one chosen lacks the operation. */
    static final int NO_BACKEND = 4;

    /** The output cannot be written. */
    static final int OUTPUT = 5;

    private ExitCode() {}

    static int of(Throwable failure) {
        return switch (failure) {
            case OutputException _ -> OUTPUT;
            case FileFormatException _, FileAccessException _ -> INPUT;
            case ShapeException _, DTypeException _, IllegalArgumentException _ -> USAGE;
            case BackendUnavailableException _, UnsupportedOperationByBackendException _ -> NO_BACKEND;
            default -> FAILURE;
        };
    }
}
