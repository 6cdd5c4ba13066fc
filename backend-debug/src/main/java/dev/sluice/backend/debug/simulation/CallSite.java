package dev.sluice.backend.debug.simulation;

import java.util.List;
import java.util.stream.Collectors;

/** Where a program called into this backend. */
final class CallSite {
    private static final int FRAMES = 12;
    /** The packages below the exported one, none of which is a caller. */
    private static final String INTERNAL = "dev\\.sluice\\.backend\\.debug\\.[a-z]+\\..*";

    private CallSite() {}

    static String current() {
        List<String> frames = StackWalker.getInstance()
                .walk(stack -> stack.filter(frame -> !frame.getClassName().matches(INTERNAL))
                        .limit(FRAMES)
                        .map(frame -> frame.toStackTraceElement().toString())
                        .collect(Collectors.toList()));
        return frames.stream().collect(Collectors.joining("\n        at ", "\n        at ", "\n    "));
    }
}
