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
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** The site of the caller. Costs microseconds. */
    static AllocationSite capture() {
        return new AllocationSite(WALKER.walk(frames -> frames.dropWhile(f -> SKIPPED.contains(f.getDeclaringClass()))
                .limit(DEPTH)
                .map(StackWalker.StackFrame::toStackTraceElement)
                .toList()));
    }

    @Override
    public String toString() {
        return frames.stream().map(f -> "at " + f).collect(Collectors.joining(System.lineSeparator() + "    "));
    }
}
