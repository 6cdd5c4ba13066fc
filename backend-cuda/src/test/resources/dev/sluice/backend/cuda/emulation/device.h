// Lets a host compiler take the kernel sources. The threads of a block are fibers that take turns at barriers.

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <vector>

#define __device__
#define __global__
#define __shared__ static
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(threads)
#define __grid_constant__

struct Position3 {
    unsigned x, y, z;
};

static thread_local Position3 threadIdx, blockIdx;

static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned) ((uint64_t) a * b >> 32); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long) ((unsigned __int128) a * b >> 64);
}
template <typename To, typename From> static inline To same_bits(From from) {
    To to;
    static_assert(sizeof(To) == sizeof(From), "sizes differ");
    memcpy(&to, &from, sizeof(to));
    return to;
}
static inline float __uint_as_float(unsigned x) { return same_bits<float>(x); }
static inline unsigned __float_as_uint(float x) { return same_bits<unsigned>(x); }
static inline double __longlong_as_double(long long x) { return same_bits<double>(x); }
static inline long long __double_as_longlong(double x) { return same_bits<long long>(x); }
static inline float __double2float_rz(double x) {
    const float nearest = (float) x;
    return fabs((double) nearest) > fabs(x) ? nextafterf(nearest, 0.0f) : nearest;
}
static inline float __ll2float_rz(long long x) {
    const float nearest = (float) x;
    return fabsl((long double) nearest) > fabsl((long double) x) ? nextafterf(nearest, 0.0f) : nearest;
}
static inline void *__cvta_global_to_generic(unsigned long long address) { return (void *) address; }

static const int BLOCK_THREADS = 256;
static const size_t STACK_BYTES = 128 * 1024;

struct Block {
    ucontext_t scheduler;
    std::vector<ucontext_t> fibers;
    std::vector<bool> finished;
    void (*kernel)(const void *);
    const void *arguments;
    int current, round;
    int counts[2];
};

static thread_local Block *block;

static void wait_for_block() {
    const int self = block->current;
    const unsigned saved = threadIdx.x;
    swapcontext(&block->fibers[self], &block->scheduler);
    block->current = self;
    threadIdx.x = saved;
}

static inline void __syncthreads() { wait_for_block(); }

// Counts of successive barriers use two cells in turn, so that one can be cleared while the other is read.
static inline int __syncthreads_count(bool predicate) {
    const int cell = block->round & 1;
    block->counts[cell] += predicate;
    wait_for_block();
    const int count = block->counts[cell];
    return count;
}

static void run_fiber() {
    block->kernel(block->arguments);
    block->finished[block->current] = true;
    swapcontext(&block->fibers[block->current], &block->scheduler);
}

static void run_with_barriers(void (*kernel)(const void *), const void *arguments, int blocks) {
    static std::vector<std::vector<char>> stacks(BLOCK_THREADS, std::vector<char>(STACK_BYTES));
    Block state;
    block = &state;
    state.kernel = kernel;
    state.arguments = arguments;
    for (int b = 0; b < blocks; ++b) {
        blockIdx.x = b;
        state.fibers.assign(BLOCK_THREADS, ucontext_t());
        state.finished.assign(BLOCK_THREADS, false);
        state.round = 0;
        state.counts[0] = state.counts[1] = 0;
        for (int t = 0; t < BLOCK_THREADS; ++t) {
            getcontext(&state.fibers[t]);
            state.fibers[t].uc_stack.ss_sp = stacks[t].data();
            state.fibers[t].uc_stack.ss_size = STACK_BYTES;
            state.fibers[t].uc_link = 0;
            makecontext(&state.fibers[t], run_fiber, 0);
        }
        for (bool running = true; running;) {
            running = false;
            for (int t = 0; t < BLOCK_THREADS; ++t) {
                if (!state.finished[t]) {
                    state.current = t;
                    threadIdx.x = t;
                    swapcontext(&state.scheduler, &state.fibers[t]);
                    running = running || !state.finished[t];
                }
            }
            ++state.round;
            state.counts[state.round & 1] = 0;
        }
    }
}

static void run_without_barriers(void (*kernel)(const void *), const void *arguments, int blocks) {
    for (int b = 0; b < blocks; ++b) {
        blockIdx.x = b;
        for (int t = 0; t < BLOCK_THREADS; ++t) {
            threadIdx.x = t;
            kernel(arguments);
        }
    }
}

#define EMULATE(name, run)                                                                                            \
    static void call_##name(const void *arguments) { name(*static_cast<const Arguments *>(arguments)); }               \
    extern "C" void run_##name(const void *arguments, int blocks) { run(call_##name, arguments, blocks); }
