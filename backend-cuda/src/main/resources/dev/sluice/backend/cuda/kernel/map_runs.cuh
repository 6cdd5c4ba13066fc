// Many segments whose operands are all contiguous. WIDTH elements are one access where they lie in one segment and
// every operand is aligned there.

SLUICE_INLINE bool is_aligned(const u64 *record, i64 local) {
    bool aligned = true;
#pragma unroll
    for (int k = 0; k < OPERANDS; ++k) {
        aligned = aligned && (((i64) record[k] + local) & (WIDTH - 1)) == 0;
    }
    return aligned;
}

SLUICE_INLINE void based(Bases &bases, const u64 *record, i64 local) {
#pragma unroll
    for (int k = 0; k < OPERANDS; ++k) {
        bases.of[k] = (i64) record[k] + local;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) sluice_map(const __grid_constant__ Arguments arguments) {
    const i64 count = (i64) arguments.words[0];
    const i64 *firsts = at<const i64>(arguments.words[TABLE], 0);
    const int segments = (int) arguments.words[TABLE + 1];
    const u64 *records = reinterpret_cast<const u64 *>(firsts + segments + 1);
    const int *starts = reinterpret_cast<const int *>(records + (i64) segments * RECORD);
    const int shift = (int) arguments.words[TABLE + 2];
    const i64 chunk = (i64) blockIdx.x * (THREADS * WIDTH * UNROLL);
    Pack packs[UNROLL];
    Bases bases[UNROLL];
    bool whole[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const i64 i = chunk + (i64) (u * THREADS + threadIdx.x) * WIDTH;
        whole[u] = false;
        if (i < count) {
            const int segment = segment_of(firsts, starts, shift, i);
            const u64 *record = records + (i64) segment * RECORD;
            const i64 local = i - firsts[segment];
            based(bases[u], record, local);
            whole[u] = i + WIDTH <= firsts[segment + 1] && is_aligned(record, local);
            if (whole[u]) {
                load_pack_based(packs[u], arguments, bases[u]);
            }
        }
    }
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const i64 i = chunk + (i64) (u * THREADS + threadIdx.x) * WIDTH;
        if (whole[u]) {
#pragma unroll
            for (int v = 0; v < WIDTH; ++v) {
                Element element;
                take(element, packs[u], v);
                compute(element, arguments, i + v);
                put(packs[u], element, v);
            }
            store_pack_based(packs[u], arguments, bases[u]);
        } else {
            for (int v = 0; v < WIDTH && i + v < count; ++v) {
                const int segment = segment_of(firsts, starts, shift, i + v);
                Bases single;
                based(single, records + (i64) segment * RECORD, i + v - firsts[segment]);
                Element element;
                load_based(element, arguments, single);
                compute(element, arguments, i + v);
                store_based(element, arguments, single);
            }
        }
    }
}
