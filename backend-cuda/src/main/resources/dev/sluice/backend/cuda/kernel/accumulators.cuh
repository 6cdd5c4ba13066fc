// How a reduction combines elements. An accumulator starts with clear(), takes elements with add() and other
// accumulators, which hold later elements, with merge(), and gives result().

// A sum with the error of every addition collected beside it (Knuth's two-sum).
struct CompensatedSum {
    double sum, error;
    __device__ __forceinline__ void clear() { sum = 0, error = 0; }
    __device__ __forceinline__ void add(double x, i64) {
        const double total = sum + x;
        const double carried = total - sum;
        error += (sum - (total - carried)) + (x - carried);
        sum = total;
    }
    __device__ __forceinline__ void merge(const CompensatedSum &later) {
        add(later.sum, 0);
        error += later.error;
    }
    // An infinite or undefined sum leaves no meaning in the error.
    __device__ __forceinline__ double result() const { return fabs(sum) <= 0x1.fffffffffffffp1023 ? sum + error : sum; }
};

// Single precision is summed in double precision.
struct WideSum {
    double sum;
    __device__ __forceinline__ void clear() { sum = 0; }
    __device__ __forceinline__ void add(float x, i64) { sum += x; }
    __device__ __forceinline__ void merge(const WideSum &later) { sum += later.sum; }
    __device__ __forceinline__ float result() const { return (float) sum; }
};

template <typename Part, typename Complex> struct ComplexSum {
    Part re, im;
    __device__ __forceinline__ void clear() { re.clear(), im.clear(); }
    __device__ __forceinline__ void add(Complex z, i64) { re.add(z.re, 0), im.add(z.im, 0); }
    __device__ __forceinline__ void merge(const ComplexSum &later) { re.merge(later.re), im.merge(later.im); }
    __device__ __forceinline__ Complex result() const {
        Complex z;
        z.re = re.result(), z.im = im.result();
        return z;
    }
};

template <typename T> struct WrappingSum {
    T sum;
    __device__ __forceinline__ void clear() { sum = 0; }
    __device__ __forceinline__ void add(T x, i64) { sum = op_add(sum, x); }
    __device__ __forceinline__ void merge(const WrappingSum &later) { sum = op_add(sum, later.sum); }
    __device__ __forceinline__ T result() const { return sum; }
};

SLUICE_INLINE void set_one(int &x) { x = 1; }
SLUICE_INLINE void set_one(i64 &x) { x = 1; }
SLUICE_INLINE void set_one(float &x) { x = 1; }
SLUICE_INLINE void set_one(double &x) { x = 1; }
SLUICE_INLINE void set_one(c64 &z) { z.re = 1, z.im = 0; }
SLUICE_INLINE void set_one(c128 &z) { z.re = 1, z.im = 0; }

template <typename T> struct Product {
    T product;
    __device__ __forceinline__ void clear() { set_one(product); }
    __device__ __forceinline__ void add(T x, i64) { product = op_multiply(product, x); }
    __device__ __forceinline__ void merge(const Product &later) { product = op_multiply(product, later.product); }
    __device__ __forceinline__ T result() const { return product; }
};

SLUICE_INLINE void set_greatest(bool &x) { x = true; }
SLUICE_INLINE void set_least(bool &x) { x = false; }
SLUICE_INLINE void set_greatest(int &x) { x = 0x7fffffff; }
SLUICE_INLINE void set_greatest(i64 &x) { x = 0x7fffffffffffffffLL; }
SLUICE_INLINE void set_greatest(float &x) { x = f32_of_bits(0x7f800000u); }
SLUICE_INLINE void set_greatest(double &x) { x = f64_of_bits(0x7ff0000000000000ull); }
SLUICE_INLINE void set_least(int &x) { x = -0x7fffffff - 1; }
SLUICE_INLINE void set_least(i64 &x) { x = -0x7fffffffffffffffLL - 1; }
SLUICE_INLINE void set_least(float &x) { x = f32_of_bits(0xff800000u); }
SLUICE_INLINE void set_least(double &x) { x = f64_of_bits(0xfff0000000000000ull); }

template <typename T> struct Minimum {
    T least;
    __device__ __forceinline__ void clear() { set_greatest(least); }
    __device__ __forceinline__ void add(T x, i64) { least = op_minimum(least, x); }
    __device__ __forceinline__ void merge(const Minimum &later) { least = op_minimum(least, later.least); }
    __device__ __forceinline__ T result() const { return least; }
};

template <typename T> struct Maximum {
    T greatest;
    __device__ __forceinline__ void clear() { set_least(greatest); }
    __device__ __forceinline__ void add(T x, i64) { greatest = op_maximum(greatest, x); }
    __device__ __forceinline__ void merge(const Maximum &later) { greatest = op_maximum(greatest, later.greatest); }
    __device__ __forceinline__ T result() const { return greatest; }
};

struct Any {
    bool value;
    __device__ __forceinline__ void clear() { value = false; }
    __device__ __forceinline__ void add(bool x, i64) { value = value || x; }
    __device__ __forceinline__ void merge(const Any &later) { value = value || later.value; }
    __device__ __forceinline__ bool result() const { return value; }
};

struct All {
    bool value;
    __device__ __forceinline__ void clear() { value = true; }
    __device__ __forceinline__ void add(bool x, i64) { value = value && x; }
    __device__ __forceinline__ void merge(const All &later) { value = value && later.value; }
    __device__ __forceinline__ bool result() const { return value; }
};

// The first element that no other one precedes; NaN precedes everything else. Lanes see interleaved positions, so
// equal values are decided by position. A position below 0 stands for nothing seen yet.
template <typename T, bool GREATEST> struct Position {
    T value;
    i64 position;
    __device__ __forceinline__ void clear() {
        value = T(0);
        position = -1;
    }
    __device__ __forceinline__ void add(T x, i64 at) {
        if (at < 0) {
            return;
        }
        bool better = position < 0;
        if (!better) {
            const bool isNaN = value != value, otherIsNaN = x != x;
            const bool precedes = isNaN || otherIsNaN ? otherIsNaN && !isNaN : GREATEST ? x > value : x < value;
            const bool equal = isNaN || otherIsNaN ? isNaN && otherIsNaN : x == value;
            better = precedes || (equal && at < position);
        }
        value = better ? x : value;
        position = better ? at : position;
    }
    __device__ __forceinline__ void merge(const Position &other) { add(other.value, other.position); }
    __device__ __forceinline__ i64 result() const { return position; }
};
