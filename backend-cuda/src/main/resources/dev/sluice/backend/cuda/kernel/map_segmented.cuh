// Many segments with arbitrary strides. A block works on a chunk of consecutive elements, whatever segments they are in.

extern "C" __global__ void __launch_bounds__(THREADS) sluice_map(const __grid_constant__ Arguments arguments) {
    const i64 count = (i64) arguments.words[0];
    const i64 *firsts = at<const i64>(arguments.words[TABLE], 0);
    const int segments = (int) arguments.words[TABLE + 1];
    const u64 *records = reinterpret_cast<const u64 *>(firsts + segments + 1);
    const i64 chunk = (i64) blockIdx.x * (THREADS * UNROLL);
    int segment = block_segment(firsts, segments, chunk);
    i64 segmentStart = chunk;
    Element elements[UNROLL];
    Bases bases[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const i64 i = chunk + u * THREADS + threadIdx.x;
        if (i < count) {
            segment = thread_segment(firsts, segments, segment, i - segmentStart, i);
            segmentStart = i;
            const u64 *record = records + (i64) segment * RECORD;
            Offsets offsets = {};
            walk<RANK>(record + OPERANDS, record + OPERANDS + 2 * RANK, (Index) (i - firsts[segment]), offsets);
#pragma unroll
            for (int k = 0; k < OPERANDS; ++k) {
                bases[u].of[k] = (i64) record[k] + offsets.of[k];
            }
            load_based(elements[u], arguments, bases[u]);
        }
    }
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const i64 i = chunk + u * THREADS + threadIdx.x;
        if (i < count) {
            compute(elements[u], arguments, i);
            store_based(elements[u], arguments, bases[u]);
        }
    }
}
