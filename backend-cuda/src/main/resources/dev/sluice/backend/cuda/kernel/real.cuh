// The operators on truth values, integers and reals. Integers wrap, which signed arithmetic of C++ does not promise.

SLUICE_INLINE int op_negate(int x) { return (int) (0u - (u32) x); }
SLUICE_INLINE i64 op_negate(i64 x) { return (i64) (0ull - (u64) x); }
SLUICE_INLINE float op_negate(float x) { return -x; }
SLUICE_INLINE double op_negate(double x) { return -x; }

SLUICE_INLINE int op_abs(int x) { return x < 0 ? op_negate(x) : x; }
SLUICE_INLINE i64 op_abs(i64 x) { return x < 0 ? op_negate(x) : x; }
SLUICE_INLINE float op_abs(float x) { return fabsf(x); }
SLUICE_INLINE double op_abs(double x) { return fabs(x); }

SLUICE_INLINE float op_sqrt(float x) { return sqrtf(x); }
SLUICE_INLINE double op_sqrt(double x) { return sqrt(x); }
SLUICE_INLINE float op_exp(float x) { return expf(x); }
SLUICE_INLINE double op_exp(double x) { return exp(x); }
SLUICE_INLINE float op_log(float x) { return logf(x); }
SLUICE_INLINE double op_log(double x) { return log(x); }
SLUICE_SHARED_CODE float op_sin(float x) { return sinf(x); }
SLUICE_SHARED_CODE double op_sin(double x) { return sin(x); }
SLUICE_SHARED_CODE float op_cos(float x) { return cosf(x); }
SLUICE_SHARED_CODE double op_cos(double x) { return cos(x); }
SLUICE_SHARED_CODE float op_tan(float x) { return tanf(x); }
SLUICE_SHARED_CODE double op_tan(double x) { return tan(x); }
SLUICE_INLINE float op_tanh(float x) { return tanhf(x); }
SLUICE_INLINE double op_tanh(double x) { return tanh(x); }
SLUICE_INLINE float op_sinh(float x) { return sinhf(x); }
SLUICE_INLINE double op_sinh(double x) { return sinh(x); }
SLUICE_INLINE float op_cosh(float x) { return coshf(x); }
SLUICE_INLINE double op_cosh(double x) { return cosh(x); }
SLUICE_INLINE float op_asin(float x) { return asinf(x); }
SLUICE_INLINE double op_asin(double x) { return asin(x); }
SLUICE_INLINE float op_acos(float x) { return acosf(x); }
SLUICE_INLINE double op_acos(double x) { return acos(x); }
SLUICE_INLINE float op_atan(float x) { return atanf(x); }
SLUICE_INLINE double op_atan(double x) { return atan(x); }
SLUICE_INLINE float op_floor(float x) { return floorf(x); }
SLUICE_INLINE double op_floor(double x) { return floor(x); }
SLUICE_INLINE float op_ceil(float x) { return ceilf(x); }
SLUICE_INLINE double op_ceil(double x) { return ceil(x); }
SLUICE_INLINE float op_rint(float x) { return rintf(x); }
SLUICE_INLINE double op_rint(double x) { return rint(x); }
SLUICE_INLINE float op_expm1(float x) { return expm1f(x); }
SLUICE_INLINE double op_expm1(double x) { return expm1(x); }
SLUICE_INLINE float op_log1p(float x) { return log1pf(x); }
SLUICE_INLINE double op_log1p(double x) { return log1p(x); }
SLUICE_INLINE float op_log2(float x) { return log2f(x); }
SLUICE_INLINE double op_log2(double x) { return log2(x); }
SLUICE_INLINE float op_log10(float x) { return log10f(x); }
SLUICE_INLINE double op_log10(double x) { return log10(x); }
SLUICE_INLINE float op_cbrt(float x) { return cbrtf(x); }
SLUICE_INLINE double op_cbrt(double x) { return cbrt(x); }

SLUICE_INLINE int op_sign(int x) { return (x > 0) - (x < 0); }
SLUICE_INLINE i64 op_sign(i64 x) { return (x > 0) - (x < 0); }
SLUICE_INLINE float op_sign(float x) { return x > 0 ? 1.0f : x < 0 ? -1.0f : x; }
SLUICE_INLINE double op_sign(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : x; }

template <typename T> SLUICE_INLINE T op_conj(T x) { return x; }
template <typename T> SLUICE_INLINE T op_real(T x) { return x; }
template <typename T> SLUICE_INLINE T op_imag(T x) { return T(0); }

SLUICE_INLINE float op_angle(float x) { return x != x ? x : sign_bit(x) ? 3.14159274101257324f : 0.0f; }
SLUICE_INLINE double op_angle(double x) { return x != x ? x : sign_bit(x) ? 3.14159265358979324 : 0.0; }

SLUICE_INLINE int op_square(int x) { return (int) ((u32) x * (u32) x); }
SLUICE_INLINE i64 op_square(i64 x) { return (i64) ((u64) x * (u64) x); }
SLUICE_INLINE float op_square(float x) { return x * x; }
SLUICE_INLINE double op_square(double x) { return x * x; }
template <typename T> SLUICE_INLINE T op_abs_squared(T x) { return op_square(x); }

SLUICE_INLINE float op_reciprocal(float x) { return 1.0f / x; }
SLUICE_INLINE double op_reciprocal(double x) { return 1.0 / x; }

template <typename T> SLUICE_INLINE bool op_not(T x) { return !cast_bool(x); }

template <typename T> SLUICE_INLINE bool op_is_nan(T x) { return x != x; }
SLUICE_INLINE bool op_is_finite(bool x) { return true; }
SLUICE_INLINE bool op_is_finite(int x) { return true; }
SLUICE_INLINE bool op_is_finite(i64 x) { return true; }
SLUICE_INLINE bool op_is_finite(float x) { return fabsf(x) <= 0x1.fffffep127f; }
SLUICE_INLINE bool op_is_finite(double x) { return fabs(x) <= 0x1.fffffffffffffp1023; }

SLUICE_INLINE bool op_add(bool x, bool y) { return x || y; }
SLUICE_INLINE int op_add(int x, int y) { return (int) ((u32) x + (u32) y); }
SLUICE_INLINE i64 op_add(i64 x, i64 y) { return (i64) ((u64) x + (u64) y); }
SLUICE_INLINE float op_add(float x, float y) { return x + y; }
SLUICE_INLINE double op_add(double x, double y) { return x + y; }

SLUICE_INLINE int op_subtract(int x, int y) { return (int) ((u32) x - (u32) y); }
SLUICE_INLINE i64 op_subtract(i64 x, i64 y) { return (i64) ((u64) x - (u64) y); }
SLUICE_INLINE float op_subtract(float x, float y) { return x - y; }
SLUICE_INLINE double op_subtract(double x, double y) { return x - y; }

SLUICE_INLINE bool op_multiply(bool x, bool y) { return x && y; }
SLUICE_INLINE int op_multiply(int x, int y) { return (int) ((u32) x * (u32) y); }
SLUICE_INLINE i64 op_multiply(i64 x, i64 y) { return (i64) ((u64) x * (u64) y); }
SLUICE_INLINE float op_multiply(float x, float y) { return x * y; }
SLUICE_INLINE double op_multiply(double x, double y) { return x * y; }

SLUICE_INLINE float op_divide(float x, float y) { return x / y; }
SLUICE_INLINE double op_divide(double x, double y) { return x / y; }

// Of equal operands, which includes zeros of either sign, the one with the sign that orders first or last.
template <typename T> SLUICE_INLINE T least(T x, T y) {
    return x < y ? x : y < x ? y : x == y ? (sign_bit(x) ? x : y) : x + y;
}
template <typename T> SLUICE_INLINE T greatest(T x, T y) {
    return x > y ? x : y > x ? y : x == y ? (sign_bit(x) ? y : x) : x + y;
}
SLUICE_INLINE bool op_minimum(bool x, bool y) { return x && y; }
SLUICE_INLINE int op_minimum(int x, int y) { return y < x ? y : x; }
SLUICE_INLINE i64 op_minimum(i64 x, i64 y) { return y < x ? y : x; }
SLUICE_INLINE float op_minimum(float x, float y) { return least(x, y); }
SLUICE_INLINE double op_minimum(double x, double y) { return least(x, y); }
SLUICE_INLINE bool op_maximum(bool x, bool y) { return x || y; }
SLUICE_INLINE int op_maximum(int x, int y) { return y > x ? y : x; }
SLUICE_INLINE i64 op_maximum(i64 x, i64 y) { return y > x ? y : x; }
SLUICE_INLINE float op_maximum(float x, float y) { return greatest(x, y); }
SLUICE_INLINE double op_maximum(double x, double y) { return greatest(x, y); }

// A negative exponent gives the reciprocal truncated towards zero; that of zero is taken as 0.
SLUICE_SHARED_CODE i64 op_power(i64 x, i64 n) {
    if (n < 0) {
        return x == 1 ? 1 : x == -1 ? ((n & 1) == 0 ? 1 : -1) : 0;
    }
    u64 result = 1;
    u64 base = (u64) x;
    for (u64 rest = (u64) n; rest != 0; rest >>= 1) {
        if ((rest & 1) != 0) {
            result *= base;
        }
        base *= base;
    }
    return (i64) result;
}
SLUICE_INLINE int op_power(int x, int n) { return cast_i32(op_power((i64) x, (i64) n)); }
SLUICE_SHARED_CODE float op_power(float x, float y) { return powf(x, y); }
SLUICE_SHARED_CODE double op_power(double x, double y) { return pow(x, y); }

SLUICE_INLINE float op_atan2(float y, float x) { return atan2f(y, x); }
SLUICE_INLINE double op_atan2(double y, double x) { return atan2(y, x); }
SLUICE_INLINE float op_hypot(float x, float y) { return hypotf(x, y); }
SLUICE_INLINE double op_hypot(double x, double y) { return hypot(x, y); }

template <typename T> SLUICE_INLINE bool op_less(T x, T y) { return x < y; }
template <typename T> SLUICE_INLINE bool op_less_equal(T x, T y) { return x <= y; }
template <typename T> SLUICE_INLINE bool op_greater(T x, T y) { return x > y; }
template <typename T> SLUICE_INLINE bool op_greater_equal(T x, T y) { return x >= y; }
template <typename T> SLUICE_INLINE bool op_equal(T x, T y) { return x == y; }
template <typename T> SLUICE_INLINE bool op_not_equal(T x, T y) { return x != y; }

template <typename T> SLUICE_INLINE T op_and(T x, T y) { return x & y; }
template <typename T> SLUICE_INLINE T op_or(T x, T y) { return x | y; }
template <typename T> SLUICE_INLINE T op_xor(T x, T y) { return x ^ y; }

SLUICE_INLINE int op_shift_left(int x, int n) { return (int) ((u32) x << (n & 31)); }
SLUICE_INLINE i64 op_shift_left(i64 x, i64 n) { return (i64) ((u64) x << (n & 63)); }
SLUICE_INLINE int op_shift_right_unsigned(int x, int n) { return (int) ((u32) x >> (n & 31)); }
SLUICE_INLINE i64 op_shift_right_unsigned(i64 x, i64 n) { return (i64) ((u64) x >> (n & 63)); }

// Philox4x64-10 (Salmon, Moraes, Dror, Shaw, SC'11): word w is lane w mod 4 of the block at counter 1 + w div 4.
SLUICE_SHARED_CODE i64 op_philox(i64 word, i64 key) {
    u64 c0 = ((u64) word >> 2) + 1, c1 = 0, c2 = 0, c3 = 0;
    u64 k0 = (u64) key, k1 = 0;
#pragma unroll
    for (int round = 0; round < 10; ++round) {
        const u64 high0 = __umul64hi(0xD2E7470EE14C6C93ull, c0);
        const u64 low0 = 0xD2E7470EE14C6C93ull * c0;
        const u64 high1 = __umul64hi(0xCA5A826395121157ull, c2);
        const u64 low1 = 0xCA5A826395121157ull * c2;
        c0 = high1 ^ c1 ^ k0;
        c1 = low1;
        c2 = high0 ^ c3 ^ k1;
        c3 = low0;
        k0 += 0x9E3779B97F4A7C15ull;
        k1 += 0xBB67AE8584CAA73Bull;
    }
    const int lane = (int) (word & 3);
    return (i64) (lane == 0 ? c0 : lane == 1 ? c1 : lane == 2 ? c2 : c3);
}
