package dev.sluice.runtime.device;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where something was allocated or leased: the innermost lines of the stack outside the classes that do it for others. A
 * value, so that allocations can be counted by site.
 *
 * @param frames the lines, innermost first
 */
record AllocationSite(List<StackTraceElement> frames) {
    private static final int DEPTH = 8;
    private static final Set<Class<?>> SKIPPED = Set.of(
            AllocationSite.class,
            BufferRegistry.class,
            DeviceBuffer.class,
            DeviceMemory.class,
            DeviceResources.class,
            SlotPool.class,
            StreamPool.class,
            ResourcePool.class,
            ExecutionPool.class,
            Submission.class);

    /** The layers above, so that the site is the program's line and not the tensor operation that it called. */
    private static final Set<String> SKIPPED_PACKAGES = Set.of(
            "dev.sluice",
            "dev.sluice.runtime",
            "dev.sluice.runtime.tensor",
            "dev.sluice.runtime.einsum",
            "dev.sluice.runtime.file");

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** The site of the caller. Costs microseconds. */
    static AllocationSite capture() {
        return new AllocationSite(WALKER.walk(frames -> frames.dropWhile(f -> isSkipped(f.getDeclaringClass()))
                .limit(DEPTH)
                .map(StackWalker.StackFrame::toStackTraceElement)
                .toList()));
    }

    private static boolean isSkipped(Class<?> type) {
        return SKIPPED.contains(type) || SKIPPED_PACKAGES.contains(type.getPackageName());
    }

    @Override
    public String toString() {
        return frames.stream().map(f -> "at " + f).collect(Collectors.joining(System.lineSeparator() + "    "));
    }
}
