package dev.sluice.tck.rule;

import dev.sluice.device.Completion;
import dev.sluice.device.Stream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.opentest4j.AssertionFailedError;

/**
 * Waiting for what other threads, or a device, do in their own time. A limit only ends a run that has gone wrong; no check
 * passes because time has passed.
 */
final class Patience {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int QUERIES = 64;

    private Patience() {}

    /** Waits until something holds. */
    static void until(String what, BooleanSupplier holds) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionFailedError("waited in vain until " + what);
            }
            LockSupport.parkNanos(100_000);
        }
    }

    /** Waits for another thread's answer. */
    static <T> T answer(String what, CompletableFuture<T> future) throws Throwable {
        try {
            return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new AssertionFailedError("waited in vain until " + what, e);
        } catch (java.util.concurrent.ExecutionException e) {
            throw e.getCause();
        }
    }

    /**
     * Whether a stream with no real work is finished. A device may need a moment to notice, and a simulated one answers
     * only when it was asked often enough, so it is asked repeatedly.
     */
    static boolean finished(Stream stream) {
        return repeatedly(stream::isFinished);
    }

    /** Whether a completion with no real work before it is done. */
    static boolean done(Completion completion) {
        return repeatedly(completion::isDone);
    }

    private static boolean repeatedly(BooleanSupplier question) {
        for (int i = 0; i < QUERIES; i++) {
            if (question.getAsBoolean()) {
                return true;
            }
        }
        return false;
    }
}
