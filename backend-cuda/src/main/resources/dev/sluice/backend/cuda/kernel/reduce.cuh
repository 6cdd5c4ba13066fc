// Reductions. A block combines elements for a group of outputs; the elements of one output are dealt to the lanes of a
// group in turn, and long ones are cut into parts that different blocks combine. The order of all additions follows
// from the plan alone, so results are the same on every run.
//
// words: parts, part length, log2 of lanes, whether neighbouring threads are neighbouring outputs, scratch address,
// then table address and segment count or the record of the one segment.
// record: outputs, combined elements, bases, kept axes, combined axes, strides of the kept and the combined axes.

#define PARTS ((i64) arguments.words[REDUCE])
#define PART_LENGTH ((i64) arguments.words[REDUCE + 1])
#define LANES_LOG2 ((int) arguments.words[REDUCE + 2])
#define OUTPUTS_ADJACENT (arguments.words[REDUCE + 3] != 0)
#define SCRATCH (arguments.words[REDUCE + 4])

struct Place {
    const u64 *record;
    // Number of the first output of the segment among all outputs.
    i64 firstOutput;
    // Number of the group of outputs within the segment.
    i64 group;
};

SLUICE_INLINE Place find_place(const Arguments &arguments, i64 group) {
    Place place;
#if SEGMENTED
    // The table has the first group of each segment, then the first outputs, then the records.
    const i64 *firstGroups = at<const i64>(arguments.words[REDUCE + 5], 0);
    const int segments = (int) arguments.words[REDUCE + 6];
    const i64 *firstOutputs = firstGroups + segments + 1;
    const int segment = block_segment(firstGroups, segments, group);
    place.record = reinterpret_cast<const u64 *>(firstOutputs + segments + 1) + (i64) segment * RECORD;
    place.firstOutput = firstOutputs[segment];
    place.group = group - firstGroups[segment];
#else
    place.record = arguments.words + REDUCE + 5;
    place.firstOutput = 0;
    place.group = group;
#endif
    return place;
}

SLUICE_INLINE void based(Bases &bases, const u64 *record, const Offsets &offsets) {
#pragma unroll
    for (int k = 0; k < OPERANDS; ++k) {
        bases.of[k] = (i64) record[2 + k] + offsets.of[k];
    }
}

SLUICE_INLINE void tree(Accumulator *accumulators, int slot, int lane, int lanes, int laneStep) {
    for (int half = lanes / 2; half > 0; half /= 2) {
        __syncthreads();
        if (lane < half) {
            accumulators[slot].merge(accumulators[slot + half * laneStep]);
        }
    }
}

struct Threads {
    int lanes, lane, outputs, output, laneStep;
};

SLUICE_INLINE Threads arrange(int lanesLog2, bool outputsAdjacent) {
    Threads t;
    t.lanes = 1 << lanesLog2;
    t.outputs = THREADS >> lanesLog2;
    t.lane = outputsAdjacent ? threadIdx.x / t.outputs : threadIdx.x % t.lanes;
    t.output = outputsAdjacent ? threadIdx.x % t.outputs : threadIdx.x / t.lanes;
    t.laneStep = outputsAdjacent ? t.outputs : 1;
    return t;
}

extern "C" __global__ void __launch_bounds__(THREADS) sluice_reduce(const __grid_constant__ Arguments arguments) {
    __shared__ Accumulator accumulators[THREADS];
    const Threads threads = arrange(LANES_LOG2, OUTPUTS_ADJACENT);
    const i64 part = blockIdx.x % PARTS;
    const Place place = find_place(arguments, blockIdx.x / PARTS);
    const u64 *record = place.record;
    const u64 *axes = record + 2 + OPERANDS;
    const u64 *strides = axes + 2 * (KEPT + COMBINED);
    const i64 outputs = (i64) record[0], combined = (i64) record[1];
    const i64 output = place.group * threads.outputs + threads.output;
    Accumulator accumulator;
    accumulator.clear();
    Offsets origin = {};
    if (output < outputs) {
        walk<KEPT>(axes, strides, (Index) output, origin);
        const i64 start = part * PART_LENGTH;
        const i64 end = start + PART_LENGTH < combined ? start + PART_LENGTH : combined;
        i64 j = start + threads.lane;
        for (; j + (UNROLL - 1) * (i64) threads.lanes < end; j += UNROLL * (i64) threads.lanes) {
            Element elements[UNROLL];
#pragma unroll
            for (int u = 0; u < UNROLL; ++u) {
                Offsets offsets = origin;
                walk<COMBINED>(axes + 2 * KEPT, strides + KEPT * OPERANDS, (Index) (j + u * threads.lanes), offsets);
                Bases bases;
                based(bases, record, offsets);
                load_based(elements[u], arguments, bases);
            }
#pragma unroll
            for (int u = 0; u < UNROLL; ++u) {
                accumulator.add(value(elements[u], arguments), j + u * threads.lanes);
            }
        }
        for (; j < end; j += threads.lanes) {
            Offsets offsets = origin;
            walk<COMBINED>(axes + 2 * KEPT, strides + KEPT * OPERANDS, (Index) j, offsets);
            Bases bases;
            based(bases, record, offsets);
            Element element;
            load_based(element, arguments, bases);
            accumulator.add(value(element, arguments), j);
        }
    }
    accumulators[threadIdx.x] = accumulator;
    tree(accumulators, threadIdx.x, threads.lane, threads.lanes, threads.laneStep);
    if (threads.lane == 0 && output < outputs) {
        if (PARTS == 1) {
            store_output(arguments, (i64) record[2] + origin.of[0], accumulators[threadIdx.x].result());
        } else {
            *at<Accumulator>(SCRATCH, (place.firstOutput + output) * PARTS + part) = accumulators[threadIdx.x];
        }
    }
}

// Combines the parts of every output, in their order.
extern "C" __global__ void __launch_bounds__(THREADS) sluice_finish(const __grid_constant__ Arguments arguments) {
    __shared__ Accumulator accumulators[THREADS];
    const Threads threads = arrange(LANES_LOG2, OUTPUTS_ADJACENT);
    const Place place = find_place(arguments, blockIdx.x);
    const u64 *record = place.record;
    const u64 *axes = record + 2 + OPERANDS;
    const u64 *strides = axes + 2 * (KEPT + COMBINED);
    const i64 outputs = (i64) record[0];
    const i64 output = place.group * threads.outputs + threads.output;
    Accumulator accumulator;
    accumulator.clear();
    if (output < outputs) {
        const Accumulator *parts = at<const Accumulator>(SCRATCH, (place.firstOutput + output) * PARTS);
        const i64 length = (PARTS + threads.lanes - 1) / threads.lanes;
        const i64 start = threads.lane * length;
        const i64 end = start + length < PARTS ? start + length : PARTS;
        for (i64 p = start; p < end; ++p) {
            accumulator.merge(parts[p]);
        }
    }
    accumulators[threadIdx.x] = accumulator;
    tree(accumulators, threadIdx.x, threads.lane, threads.lanes, threads.laneStep);
    if (threads.lane == 0 && output < outputs) {
        Offsets origin = {};
        walk<KEPT>(axes, strides, (Index) output, origin);
        store_output(arguments, (i64) record[2] + origin.of[0], accumulators[threadIdx.x].result());
    }
}
