// Many segments with arbitrary strides. A block works on a chunk of consecutive elements, whatever segments they are in;
// when all are in one, which is the rule for large segments, it is looked up once.

SLUICE_INLINE void find(Bases &bases, const u64 *record, i64 local) {
    Offsets offsets = {};
    walk<RANK>(record + OPERANDS, record + OPERANDS + 2 * RANK, (Index) local, offsets);
#pragma unroll
    for (int k = 0; k < OPERANDS; ++k) {
        bases.of[k] = (i64) record[k] + offsets.of[k];
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) sluice_map(const __grid_constant__ Arguments arguments) {
    const i64 count = (i64) arguments.words[0];
    const i64 *firsts = at<const i64>(arguments.words[TABLE], 0);
    const int segments = (int) arguments.words[TABLE + 1];
    const u64 *records = reinterpret_cast<const u64 *>(firsts + segments + 1);
    const int *starts = reinterpret_cast<const int *>(records + (i64) segments * RECORD);
    const int shift = (int) arguments.words[TABLE + 2];
    const i64 chunk = (i64) blockIdx.x * (THREADS * UNROLL);
    const i64 end = chunk + THREADS * UNROLL < count ? chunk + THREADS * UNROLL : count;
    const int first = segment_of(firsts, starts, shift, chunk);
    Element elements[UNROLL];
    Bases bases[UNROLL];
    if (end <= firsts[first + 1]) {
        const u64 *record = records + (i64) first * RECORD;
        const i64 local = chunk - firsts[first] + threadIdx.x;
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
            if (chunk + u * THREADS + threadIdx.x < end) {
                find(bases[u], record, local + u * THREADS);
                load_based(elements[u], arguments, bases[u]);
            }
        }
    } else {
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
            const i64 i = chunk + u * THREADS + threadIdx.x;
            if (i < end) {
                const int segment = segment_of(firsts, starts, shift, i);
                find(bases[u], records + (i64) segment * RECORD, i - firsts[segment]);
                load_based(elements[u], arguments, bases[u]);
            }
        }
    }
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const i64 i = chunk + u * THREADS + threadIdx.x;
        if (i < end) {
            compute(elements[u], arguments, i);
            store_based(elements[u], arguments, bases[u]);
        }
    }
}
