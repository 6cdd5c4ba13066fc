// One segment whose operands are contiguous, or have one element for all positions. WIDTH elements are one access.

extern "C" __global__ void __launch_bounds__(THREADS) sluice_map(const __grid_constant__ Arguments arguments) {
    const i64 count = (i64) arguments.words[0];
    const i64 start = (i64) blockIdx.x * (THREADS * WIDTH * UNROLL);
    Element uniform;
    load_uniform(uniform, arguments);
    if (start + THREADS * WIDTH * UNROLL <= count) {
        Pack packs[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
            load_pack(packs[u], arguments, start + (i64) (u * THREADS + threadIdx.x) * WIDTH);
        }
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
            const i64 first = start + (i64) (u * THREADS + threadIdx.x) * WIDTH;
#pragma unroll
            for (int v = 0; v < WIDTH; ++v) {
                Element element = uniform;
                take(element, packs[u], v);
                compute(element, arguments, first + v);
                put(packs[u], element, v);
            }
            store_pack(packs[u], arguments, first);
        }
        return;
    }
    for (i64 i = start + threadIdx.x; i < count; i += THREADS) {
        Element element = uniform;
        load_at(element, arguments, i);
        compute(element, arguments, i);
        store_at(element, arguments, i);
    }
}
