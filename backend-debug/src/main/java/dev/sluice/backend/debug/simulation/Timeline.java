package dev.sluice.backend.debug.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * When the operations of one device run. Each is placed once, when it is submitted: in the earliest gap, after what it
 * waits for, of a resource it needs. An operation placed earlier is never moved, so unrelated work of other streams does
 * not delay it; a later one fills the gaps.
 */
public final class Timeline {
    private final List<Lane> compute;
    private final List<Lane> copyIn;
    private final List<Lane> copyOut;

    /**
     * @param concurrentKernels how many computations can run at a time
     * @param copyEngines 0: copies take the place of a computation; 1: one copy at a time; more: one in each direction
     */
    public Timeline(int concurrentKernels, int copyEngines) {
        compute = lanes(concurrentKernels);
        copyIn = copyEngines == 0 ? compute : lanes(1);
        copyOut = copyEngines == 0 ? compute : copyEngines == 1 ? copyIn : lanes(1);
    }

    private static List<Lane> lanes(int count) {
        List<Lane> lanes = new ArrayList<>(count);
        for (int lane = 0; lane < count; lane++) {
            lanes.add(new Lane());
        }
        return lanes;
    }

    /**
     * Places an operation.
     *
     * @param ready when everything it waits for has ended
     * @param now the present, before which nothing will be placed any more
     * @return when it starts
     */
    long place(Resource resource, long ready, long duration, long now) {
        if (resource == Resource.NONE || duration == 0) {
            return ready;
        }
        List<Lane> lanes = switch (resource) {
            case COMPUTE, NONE -> compute;
            case COPY_IN -> copyIn;
            case COPY_OUT -> copyOut;
        };
        Lane best = lanes.getFirst();
        long start = Long.MAX_VALUE;
        for (Lane lane : lanes) {
            lane.forget(now);
            long candidate = lane.earliestStart(ready, duration);
            if (candidate < start) {
                best = lane;
                start = candidate;
            }
            if (start == ready) {
                break;
            }
        }
        best.reserve(start, start + duration);
        return start;
    }
}
