// Finding the segment of an element. `firsts` holds the number of the first element of each segment and, at the end,
// of all elements. Defined before: THREADS.

// The segment of an element, found by all threads of the block together: each round narrows the range by THREADS.
SLUICE_INLINE int block_segment(const i64 *firsts, int segments, i64 element) {
    int low = 0, high = segments;
    while (high - low > 1) {
        const int step = (high - low + THREADS - 1) / THREADS;
        const int probe = low + (int) threadIdx.x * step;
        const int reached = __syncthreads_count(probe < high && firsts[probe] <= element);
        low += (reached - 1) * step;
        high = high < low + step ? high : low + step;
    }
    return low;
}

// The segment of an element that lies at most `distance` elements after the first one of segment `from`'s chunk. No
// segment is empty, so it is at most as many segments further.
SLUICE_INLINE int thread_segment(const i64 *firsts, int segments, int from, i64 distance, i64 element) {
    if (element < firsts[from + 1]) {
        return from;
    }
    int low = from + 1;
    int high = from + distance + 1 < segments ? (int) (from + distance + 1) : segments;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (firsts[middle] <= element) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
