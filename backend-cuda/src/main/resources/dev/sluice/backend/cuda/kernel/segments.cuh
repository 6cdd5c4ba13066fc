// Finding the segment that an element or a group of outputs belongs to. No segment is empty.

// The segment of an element. The host notes for the first element of every granule of 2^shift elements which segment it
// lies in, so that mostly nothing is left to search.
SLUICE_INLINE int segment_of(const i64 *firsts, const int *starts, int shift, i64 element) {
    const i64 granule = element >> shift;
    int low = starts[granule], high = starts[granule + 1];
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (firsts[middle] <= element) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

// The segment of a group, found by all threads of the block together: each round narrows the range by THREADS.
SLUICE_INLINE int block_segment(const i64 *firsts, int segments, i64 group) {
    int low = 0, high = segments;
    while (high - low > 1) {
        const int step = (high - low + THREADS - 1) / THREADS;
        const int probe = low + (int) threadIdx.x * step;
        const int reached = __syncthreads_count(probe < high && firsts[probe] <= group);
        low += (reached - 1) * step;
        high = high < low + step ? high : low + step;
    }
    return low;
}
