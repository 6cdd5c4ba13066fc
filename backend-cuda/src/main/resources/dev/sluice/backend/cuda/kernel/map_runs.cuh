// Many segments whose operands are all contiguous. WIDTH elements are one access where they lie in one segment and
// every operand is aligned there. A block whose elements all lie in one segment, which is the rule for large ones, looks
// it up once.

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

SLUICE_INLINE void shift_bases(Bases &shifted, const Bases &bases, i64 elements) {
#pragma unroll
    for (int k = 0; k < OPERANDS; ++k) {
        shifted.of[k] = bases.of[k] + elements;
    }
}

SLUICE_INLINE void compute_pack(Pack &pack, const Arguments &arguments, i64 first) {
#pragma unroll
    for (int v = 0; v < WIDTH; ++v) {
        Element element;
        take(element, pack, v);
        compute(element, arguments, first + v);
        put(pack, element, v);
    }
}

SLUICE_INLINE void one_segment(const Arguments &arguments, const u64 *record, i64 chunk, i64 local) {
    Bases origin;
    based(origin, record, local);
    Pack packs[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        Bases bases;
        shift_bases(bases, origin, (i64) (u * THREADS + threadIdx.x) * WIDTH);
        load_pack_based(packs[u], arguments, bases);
    }
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const i64 offset = (i64) (u * THREADS + threadIdx.x) * WIDTH;
        Bases bases;
        shift_bases(bases, origin, offset);
        compute_pack(packs[u], arguments, chunk + offset);
        store_pack_based(packs[u], arguments, bases);
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
    const i64 end = chunk + THREADS * WIDTH * UNROLL;
    if (end <= count) {
        const int segment = segment_of(firsts, starts, shift, chunk);
        const u64 *record = records + (i64) segment * RECORD;
        const i64 local = chunk - firsts[segment];
        if (end <= firsts[segment + 1] && is_aligned(record, local)) {
            one_segment(arguments, record, chunk, local);
            return;
        }
    }
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const i64 i = chunk + (i64) (u * THREADS + threadIdx.x) * WIDTH;
        if (i >= count) {
            return;
        }
        const int segment = segment_of(firsts, starts, shift, i);
        const u64 *record = records + (i64) segment * RECORD;
        const i64 local = i - firsts[segment];
        Bases bases;
        based(bases, record, local);
        if (i + WIDTH <= firsts[segment + 1] && is_aligned(record, local)) {
            Pack pack;
            load_pack_based(pack, arguments, bases);
            compute_pack(pack, arguments, i);
            store_pack_based(pack, arguments, bases);
        } else {
            for (int v = 0; v < WIDTH && i + v < count; ++v) {
                const int own = segment_of(firsts, starts, shift, i + v);
                based(bases, records + (i64) own * RECORD, i + v - firsts[own]);
                Element element;
                load_based(element, arguments, bases);
                compute(element, arguments, i + v);
                store_based(element, arguments, bases);
            }
        }
    }
}
