package dev.sluice.backend.debug.memory;

import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.causality.Moment;
import dev.sluice.backend.debug.causality.VectorClock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the accesses of operations when they are submitted. That is early enough for everything: the causal order is
 * known then, and what comes later in it cannot come first.
 */
public final class AccessChecker {
    private final AddressSpace space;
    private final ReportSink sink;

    /** A checker of accesses to one device. */
    public AccessChecker(AddressSpace space, ReportSink sink) {
        this.space = space;
        this.sink = sink;
    }

    /**
     * Enters accesses of an operation, reads before writes, and reports what is wrong with them.
     *
     * @return whether all of them lie in live allocations; the operation must not run otherwise
     */
    public boolean enter(List<Access> accesses, Moment moment, VectorClock clock) {
        if (!enterBounds(accesses, moment)) {
            return false;
        }
        Set<Finding> known = new HashSet<>();
        for (Access access : accesses) {
            if (!access.write()) {
                enter(access, moment, clock, known);
            }
        }
        for (Access access : accesses) {
            if (access.write()) {
                enter(access, moment, clock, known);
            }
        }
        return true;
    }

    /** Reports the first access that does not lie in a live allocation, without entering any; whether there is none. */
    public boolean enterBounds(List<Access> accesses, Moment moment) {
        for (Access access : accesses) {
            if (!isMapped(access.ranges(), moment, access.write() ? "writes" : "reads")) {
                return false;
            }
        }
        return true;
    }

    /**
     * Enters a copy within one device. Copying bytes that hold nothing is no error: the copies then hold nothing either.
     *
     * @return whether both ranges lie in live allocations
     */
    public boolean enterCopy(long destination, long source, long bytes, Moment moment, VectorClock clock) {
        return enterCopy(this, destination, source, bytes, moment, clock);
    }

    /** Enters a copy from this device to the device of another checker. */
    public boolean enterCopy(
            AccessChecker target, long destination, long source, long bytes, Moment moment, VectorClock clock) {
        boolean readable = isMapped(ByteRanges.span(source, bytes), moment, "reads");
        boolean writable = target.isMapped(ByteRanges.span(destination, bytes), moment, "writes");
        if (!readable || !writable) {
            return false;
        }
        Allocation from = space.nearest(source);
        Allocation to = target.space.nearest(destination);
        if (from == null || to == null) {
            throw new IllegalStateException("mapped ranges without allocation");
        }
        ByteRanges undefined = readForCopy(from, source, bytes, moment, clock);
        long start = destination - to.address();
        to.history()
                .write(
                        start,
                        start + bytes,
                        true,
                        moment,
                        clock,
                        target.new Reporter(to, moment, true, new HashSet<>()));
        for (int range = 0; range < undefined.size(); range++) {
            to.history().undefine(undefined.start(range) - source + start, undefined.end(range) - source + start);
        }
        return true;
    }

    private ByteRanges readForCopy(Allocation from, long source, long bytes, Moment moment, VectorClock clock) {
        UndefinedCollector collector = new UndefinedCollector(from, moment);
        long start = source - from.address();
        from.history().read(start, start + bytes, moment, clock, collector);
        return collector.undefined.build();
    }

    /** Checks a free: everything that was done with the memory must precede it. */
    public void enterFree(Allocation allocation, Moment moment, VectorClock clock) {
        allocation.history().checkAll(moment, clock, new AccessHistory.Findings() {
            private final Set<Finding> known = new HashSet<>();

            @Override
            public void unordered(Moment earlier, boolean earlierWrote, long start, long end) {
                if (known.add(new Finding(Report.Kind.FREE_IN_USE, earlier))) {
                    sink.report(
                            Report.Kind.FREE_IN_USE,
                            space.device(),
                            allocation + " is freed by " + moment + " with no order after its "
                                    + (earlierWrote ? "write" : "read") + " by " + earlier);
                }
            }

            @Override
            public void undefined(long start, long end) {
                throw new IllegalStateException("a free reads nothing");
            }
        });
    }

    private void enter(Access access, Moment moment, VectorClock clock, Set<Finding> known) {
        ByteRanges ranges = access.ranges();
        for (int range = 0; range < ranges.size(); range++) {
            Allocation allocation = space.nearest(ranges.start(range));
            if (allocation == null) {
                throw new IllegalStateException("mapped range without allocation");
            }
            long start = ranges.start(range) - allocation.address();
            long end = ranges.end(range) - allocation.address();
            Reporter reporter = new Reporter(allocation, moment, access.write(), known);
            if (access.write()) {
                allocation.history().write(start, end, true, moment, clock, reporter);
            } else {
                allocation.history().read(start, end, moment, clock, reporter);
            }
        }
    }

    private boolean isMapped(ByteRanges ranges, Moment moment, String verb) {
        Allocation first = ranges.size() == 0 ? null : space.nearest(ranges.start(0));
        for (int range = 0; range < ranges.size(); range++) {
            Allocation allocation = space.nearest(ranges.start(range));
            String problem = problem(ranges.start(range), ranges.end(range), allocation);
            if (problem == null && allocation != first) {
                problem = "which is not within " + first + " where the other elements of the operand are";
            }
            if (problem != null) {
                boolean freed = allocation != null && allocation.freed() != null;
                sink.report(
                        freed ? Report.Kind.USE_AFTER_FREE : Report.Kind.OUT_OF_BOUNDS,
                        space.device(),
                        String.format(
                                "%s %s [0x%x, 0x%x), %s",
                                moment, verb, ranges.start(range), ranges.end(range), problem));
                return false;
            }
        }
        return true;
    }

    private @Nullable String problem(long start, long end, @Nullable Allocation allocation) {
        int device = AddressSpace.deviceOf(start);
        if (device != space.device()) {
            return device < 0
                    ? "which is no device address"
                    : "which is an address of debug:" + device + " and not of debug:" + space.device();
        }
        if (allocation == null) {
            return "where nothing was ever allocated";
        }
        if (end > allocation.address() + allocation.bytes()) {
            return "which is not within " + allocation + " made by " + allocation.allocated();
        }
        return allocation.freed() == null ? null : "which is in " + allocation + " freed by " + allocation.freed();
    }

    /** What makes two findings of one operation the same. */
    private record Finding(Report.Kind kind, @Nullable Moment earlier) {}

    /** Reports each conflicting pair of operations once, however many bytes they share. */
    private final class Reporter implements AccessHistory.Findings {
        private final Allocation allocation;
        private final Moment moment;
        private final boolean writes;
        private final Set<Finding> known;

        Reporter(Allocation allocation, Moment moment, boolean writes, Set<Finding> known) {
            this.allocation = allocation;
            this.moment = moment;
            this.writes = writes;
            this.known = known;
        }

        @Override
        public void unordered(Moment earlier, boolean earlierWrote, long start, long end) {
            if (known.add(new Finding(Report.Kind.RACE, earlier))) {
                sink.report(
                        Report.Kind.RACE,
                        space.device(),
                        (writes ? "write" : "read") + " by " + moment + " and "
                                + (earlierWrote ? "write" : "read") + " by " + earlier + " of bytes [" + start + ", "
                                + end + ") of " + allocation + " have no order between them");
            }
        }

        @Override
        public void undefined(long start, long end) {
            if (known.add(new Finding(Report.Kind.UNINITIALIZED_READ, null))) {
                sink.report(
                        Report.Kind.UNINITIALIZED_READ,
                        space.device(),
                        moment + " reads bytes [" + start + ", " + end + ") of " + allocation + " made by "
                                + allocation.allocated() + ", which nothing has written");
            }
        }
    }

    /** Lets undefined bytes pass and remembers where they are, as addresses. */
    private final class UndefinedCollector implements AccessHistory.Findings {
        private final Reporter reporter;
        private final long origin;
        private final ByteRanges.Builder undefined = new ByteRanges.Builder();

        UndefinedCollector(Allocation allocation, Moment moment) {
            this.reporter = new Reporter(allocation, moment, false, new HashSet<>());
            this.origin = allocation.address();
        }

        @Override
        public void unordered(Moment earlier, boolean earlierWrote, long start, long end) {
            reporter.unordered(earlier, earlierWrote, start, end);
        }

        @Override
        public void undefined(long start, long end) {
            undefined.addRange(origin + start, origin + end);
        }
    }
}
