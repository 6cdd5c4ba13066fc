package dev.sluice.tck.rule;

import java.util.Objects;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** What a check may demand. Every failure says what was expected and what was found. */
public final class Expect {
    /** Something that is expected to throw. */
    @FunctionalInterface
    public interface Action {
        /** Runs it. */
        void run() throws Throwable;
    }

    private Expect() {}

    /** Demands that something holds. */
    public static void that(boolean holds, String expectation) {
        if (!holds) {
            throw new AssertionFailedError("expected that " + expectation);
        }
    }

    /** Ends the check as not claimed unless the backend says that it can do what is checked. */
    public static void claimed(boolean supported, String what) {
        if (!supported) {
            throw new TestAbortedException("the backend does not offer " + what);
        }
    }

    /** Demands that two values are equal. */
    public static void equal(Object expected, Object actual, String what) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionFailedError(what + ": expected " + expected + " but found " + actual, expected, actual);
        }
    }

    /** Demands that a number is within a distance of another; NaN and infinities must be the same. */
    public static void close(double expected, double actual, double tolerance, String what) {
        boolean same = Double.compare(expected, actual) == 0 || expected == actual;
        if (!same && !(Math.abs(expected - actual) <= tolerance)) {
            throw new AssertionFailedError(
                    what + ": expected " + expected + " within " + tolerance + " but found " + actual,
                    expected,
                    actual);
        }
    }

    /** Demands an exception of a type. @return the exception */
    public static <E extends Throwable> E failure(Class<E> type, String what, Action action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            if (type.isInstance(thrown)) {
                return type.cast(thrown);
            }
            throw new AssertionFailedError(
                    what + ": expected " + type.getSimpleName() + " but caught " + thrown, thrown);
        }
        throw new AssertionFailedError(what + ": expected " + type.getSimpleName() + " but nothing was thrown");
    }

    /** Demands that a message names something. */
    public static void names(Throwable error, String fragment) {
        String message = String.valueOf(error.getMessage());
        if (!message.contains(fragment)) {
            throw new AssertionFailedError(
                    "expected a message that names '" + fragment + "' but found: " + message, error);
        }
    }
}
