package dev.sluice.runtime.tensor;

import dev.sluice.FactorisationException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Whether the factorisations of a batch succeeded, which only the device knows until somebody asks. The results of the
 * operation share one status, and whoever first reads one of them asks; nobody waits for the device before.
 *
 * <p>Protocol: the first {@link #require} downloads the statuses under the lock and keeps the verdict; others wait for it,
 * because they need it. {@link #release} takes no lock, so that closing a result never waits: the tensor of the statuses
 * is closed with the last result, and a download in progress holds an access of its own. Thread-safe.
 */
final class FactorisationStatus {
    private final DenseTensor statuses;
    private final MatrixNames names;
    private final IntFunction<String> explanation;
    private final AtomicInteger results;
    private final Object lock = new Object();

    /** Guarded by the lock, as is the next. */
    private boolean known;

    /** Null when every matrix was factored. */
    private @Nullable String failure;

    /**
     * A status that is not known yet.
     *
     * @param statuses what the device writes, one for each matrix; closed from here
     * @param names how to name the matrices
     * @param explanation what a positive status says about a matrix
     * @param results the number of results that share this status
     */
    FactorisationStatus(DenseTensor statuses, MatrixNames names, IntFunction<String> explanation, int results) {
        this.statuses = statuses;
        this.names = names;
        this.explanation = explanation;
        this.results = new AtomicInteger(results);
    }

    /** Waits until the status is known, and throws when a factorisation failed: a new error each time. */
    void require() {
        String message;
        synchronized (lock) {
            if (!known) {
                failure = firstFailure();
                known = true;
                statuses.close();
            }
            message = failure;
        }
        if (message != null) {
            throw new FactorisationException(message);
        }
    }

    private @Nullable String firstFailure() {
        int[] codes = new int[Math.toIntExact(statuses.shape().elements())];
        HostTransfer.download(statuses, 0, MemorySegment.ofArray(codes));
        for (int matrix = 0; matrix < codes.length; matrix++) {
            if (codes[matrix] != 0) {
                return names.subject(matrix) + " "
                        + (codes[matrix] > 0
                                ? explanation.apply(codes[matrix])
                                : "was refused by the library (argument " + -codes[matrix] + ")");
            }
        }
        return null;
    }

    /** One result less shares this. */
    void release() {
        if (results.decrementAndGet() == 0) {
            statuses.close();
        }
    }
}
