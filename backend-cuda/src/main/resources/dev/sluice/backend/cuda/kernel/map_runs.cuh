// Many segments whose operands are all contiguous. WIDTH elements are one access where they lie in one segment and
// every operand is aligned there. A block works on REPEAT spans one after the other; it looks a segment up once and keeps
// it until it has passed its end, which for large segments is most of the time.

#define SPAN (THREADS * WIDTH * UNROLL)

// The offsets of an element are its number plus the origins of its segment.
SLUICE_INLINE void set_origins(Bases &origins, const u64 *record, i64 firstElement) {
#pragma unroll
    for (int k = 0; k < OPERANDS; ++k) {
        origins.of[k] = (i64) record[k] - firstElement;
    }
}

SLUICE_INLINE void shift_bases(Bases &shifted, const Bases &origins, i64 element) {
#pragma unroll
    for (int k = 0; k < OPERANDS; ++k) {
        shifted.of[k] = origins.of[k] + element;
    }
}

SLUICE_INLINE bool is_aligned(const Bases &origins, i64 element) {
    bool aligned = true;
#pragma unroll
    for (int k = 0; k < OPERANDS; ++k) {
        aligned = aligned && ((origins.of[k] + element) & (WIDTH - 1)) == 0;
    }
    return aligned;
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

// A span within one segment.
SLUICE_INLINE void whole_span(const Arguments &arguments, const Bases &origins, i64 span) {
    Pack packs[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        Bases bases;
        shift_bases(bases, origins, span + (i64) (u * THREADS + threadIdx.x) * WIDTH);
        load_pack_based(packs[u], arguments, bases);
    }
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const i64 first = span + (i64) (u * THREADS + threadIdx.x) * WIDTH;
        Bases bases;
        shift_bases(bases, origins, first);
        compute_pack(packs[u], arguments, first);
        store_pack_based(packs[u], arguments, bases);
    }
}

struct Table {
    const i64 *firsts;
    const u64 *records;
    const int *starts;
    int shift;
};

// A span over several segments, or at the end.
SLUICE_INLINE void mixed_span(const Arguments &arguments, const Table &table, i64 count, i64 span) {
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const i64 first = span + (i64) (u * THREADS + threadIdx.x) * WIDTH;
        if (first >= count) {
            return;
        }
        int segment = segment_of(table.firsts, table.starts, table.shift, first);
        Bases origins, bases;
        set_origins(origins, table.records + (i64) segment * RECORD, table.firsts[segment]);
        if (first + WIDTH <= table.firsts[segment + 1] && is_aligned(origins, first)) {
            Pack pack;
            shift_bases(bases, origins, first);
            load_pack_based(pack, arguments, bases);
            compute_pack(pack, arguments, first);
            store_pack_based(pack, arguments, bases);
            continue;
        }
        for (i64 i = first; i < first + WIDTH && i < count; ++i) {
            while (i >= table.firsts[segment + 1]) {
                ++segment;
            }
            set_origins(origins, table.records + (i64) segment * RECORD, table.firsts[segment]);
            shift_bases(bases, origins, i);
            Element element;
            load_based(element, arguments, bases);
            compute(element, arguments, i);
            store_based(element, arguments, bases);
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) sluice_map(const __grid_constant__ Arguments arguments) {
    const i64 count = (i64) arguments.words[0];
    const int segments = (int) arguments.words[TABLE + 1];
    const int repeat = (int) arguments.words[TABLE + 3];
    Table table;
    table.firsts = at<const i64>(arguments.words[TABLE], 0);
    table.records = reinterpret_cast<const u64 *>(table.firsts + segments + 1);
    table.starts = reinterpret_cast<const int *>(table.records + (i64) segments * RECORD);
    table.shift = (int) arguments.words[TABLE + 2];
    i64 span = (i64) blockIdx.x * repeat * SPAN;
    i64 segmentEnd = 0;
    Bases origins;
    for (int r = 0; r < repeat && span < count; ++r, span += SPAN) {
        if (span >= segmentEnd) {
            const int segment = segment_of(table.firsts, table.starts, table.shift, span);
            segmentEnd = table.firsts[segment + 1];
            set_origins(origins, table.records + (i64) segment * RECORD, table.firsts[segment]);
        }
        if (span + SPAN <= segmentEnd && is_aligned(origins, span)) {
            whole_span(arguments, origins, span);
        } else {
            mixed_span(arguments, table, count, span);
        }
    }
}
