package dev.sluice.backend.debug;

/**
 * A failure planned for one call.
 *
 * @param kind which kind of call fails
 * @param device the ordinal of the device whose calls are counted, or {@link #ANY_DEVICE}
 * @param nth which call of that kind fails, counted from 1 for the first one after the injection
 * @param action what happens
 */
public record Fault(CallKind kind, int device, long nth, Action action) {
    /** Calls on all devices are counted together. */
    public static final int ANY_DEVICE = -1;

    /** What a fault does. */
    public sealed interface Action {
        /**
         * The call fails and has no effect; the device goes on.
         *
         * @param code the error code
         * @param codeName its name
         */
        record Fail(int code, String codeName) implements Action {}

        /** The call fails as an allocation that does not fit, and has no effect. */
        record OutOfMemory() implements Action {}

        /** The call fails and leaves the device unusable. */
        record Poison() implements Action {}

        /**
         * The call succeeds; when its operation would take effect, the device becomes unusable instead, which a later
         * call reports. On a call that submits nothing it acts at once.
         */
        record PoisonLater() implements Action {}

        /** The callback is accepted and never run. Only for {@link CallKind#CALLBACK}. */
        record LoseCallback() implements Action {}

        /** The operation is accepted and never finishes. Only for calls that submit an operation. */
        record Stall() implements Action {}
    }

    /** Checks that the action can strike the call. */
    public Fault {
        if (nth < 1) {
            throw new IllegalArgumentException("calls are counted from 1, not from " + nth);
        }
        if (action instanceof Action.LoseCallback && kind != CallKind.CALLBACK) {
            throw new IllegalArgumentException("there is no callback to lose in " + kind);
        }
        boolean submits = kind.isCopy() || kind.isLaunch() || kind == CallKind.WAIT_EVENT;
        if (action instanceof Action.Stall && !submits) {
            throw new IllegalArgumentException(kind + " submits no operation that could stall");
        }
    }

    /** The next call of a kind fails with a generic error that leaves the device usable. */
    public static Fault fail(CallKind kind) {
        return new Fault(kind, ANY_DEVICE, 1, new Action.Fail(999, "SIMULATED_FAILURE"));
    }

    /** The next call of a kind leaves its device unusable. */
    public static Fault poison(CallKind kind) {
        return new Fault(kind, ANY_DEVICE, 1, new Action.Poison());
    }

    /** The operation that the next call of a kind submits leaves its device unusable when it is due. */
    public static Fault poisonLater(CallKind kind) {
        return new Fault(kind, ANY_DEVICE, 1, new Action.PoisonLater());
    }

    /** The next allocation does not fit. */
    public static Fault outOfMemory() {
        return new Fault(CallKind.ALLOCATE, ANY_DEVICE, 1, new Action.OutOfMemory());
    }

    /** The next callback is never run. */
    public static Fault loseCallback() {
        return new Fault(CallKind.CALLBACK, ANY_DEVICE, 1, new Action.LoseCallback());
    }

    /** The operation that the next call of a kind submits never finishes. */
    public static Fault stall(CallKind kind) {
        return new Fault(kind, ANY_DEVICE, 1, new Action.Stall());
    }

    /** The same fault, at a later call. */
    public Fault atCall(long n) {
        return new Fault(kind, device, n, action);
    }

    /** The same fault, on one device. */
    public Fault onDevice(int ordinal) {
        return new Fault(kind, ordinal, nth, action);
    }
}
