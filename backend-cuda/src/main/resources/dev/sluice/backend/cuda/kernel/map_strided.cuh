// One segment with arbitrary strides.

extern "C" __global__ void __launch_bounds__(THREADS) sluice_map(const __grid_constant__ Arguments arguments) {
    const Index count = (Index) arguments.words[0];
    const Index start = (Index) blockIdx.x * (THREADS * UNROLL) + threadIdx.x;
    Element elements[UNROLL];
    Offsets offsets[UNROLL] = {};
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const Index i = start + u * THREADS;
        if (i < count) {
            walk<RANK>(arguments.words + AXES, arguments.words + STRIDES, i, offsets[u]);
            load(elements[u], arguments, offsets[u]);
        }
    }
#pragma unroll
    for (int u = 0; u < UNROLL; ++u) {
        const Index i = start + u * THREADS;
        if (i < count) {
            compute(elements[u], arguments, (i64) i);
            store(elements[u], arguments, offsets[u]);
        }
    }
}
