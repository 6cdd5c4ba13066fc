// One segment in which outputs run along the last axis and some inputs along the one before. Tiles of those inputs are
// read along their own axis into shared memory, so that both reads and writes are coalesced. A row has one element more
// than is used, which puts the elements of a column into different banks.

#define TILE 32
#define ROWS (THREADS / TILE)

extern "C" __global__ void __launch_bounds__(THREADS) sluice_map(const __grid_constant__ Arguments arguments) {
    const u64 *axes = arguments.words + AXES;
    const u64 *strides = arguments.words + STRIDES;
    const Index lastExtent = extent(axes + 2 * (RANK - 1), (Index) 0);
    const Index tiledExtent = extent(axes + 2 * (RANK - 2), (Index) 0);
    const Index lastTiles = (lastExtent + TILE - 1) / TILE;
    const Index tiledTiles = (tiledExtent + TILE - 1) / TILE;
    const Index block = blockIdx.x;
    const Index last = block % lastTiles * TILE;
    const Index tiled = block / lastTiles % tiledTiles * TILE;
    Offsets base = {};
    walk<RANK - 2>(axes, strides, block / lastTiles / tiledTiles, base);
    const u64 *tiledStrides = strides + (RANK - 2) * OPERANDS;
    const u64 *lastStrides = strides + (RANK - 1) * OPERANDS;
    const int column = threadIdx.x % TILE, row = threadIdx.x / TILE;

    __shared__ Tiles tiles;
#pragma unroll
    for (int r = 0; r < TILE; r += ROWS) {
        const Index t = tiled + column, l = last + row + r;
        if (t < tiledExtent && l < lastExtent) {
            Offsets offsets = base;
#pragma unroll
            for (int k = 0; k < OPERANDS; ++k) {
                offsets.of[k] += (Offset) t * (Offset) tiledStrides[k] + (Offset) l * (Offset) lastStrides[k];
            }
            load_tiles(tiles, row + r, column, arguments, offsets);
        }
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < TILE; r += ROWS) {
        const Index t = tiled + row + r, l = last + column;
        if (t < tiledExtent && l < lastExtent) {
            Offsets offsets = base;
#pragma unroll
            for (int k = 0; k < OPERANDS; ++k) {
                offsets.of[k] += (Offset) t * (Offset) tiledStrides[k] + (Offset) l * (Offset) lastStrides[k];
            }
            Element element;
            load_direct(element, arguments, offsets);
            take_tiles(element, tiles, column, row + r);
            compute(element, arguments, 0);
            store(element, arguments, offsets);
        }
    }
}
