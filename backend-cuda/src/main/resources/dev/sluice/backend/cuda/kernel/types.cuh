// The element types, as they are stored and as values of an expression, and the conversions between them.

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define SLUICE_INLINE static __device__ __forceinline__
// For long functions, of which a kernel needs one copy only.
#define SLUICE_SHARED_CODE static __device__ __noinline__

struct f16 {
    unsigned short bits;
};

struct bf16 {
    unsigned short bits;
};

struct alignas(8) c64 {
    float re, im;
};

struct alignas(16) c128 {
    double re, im;
};

SLUICE_INLINE c64 make_c64(float re, float im) {
    c64 z;
    z.re = re;
    z.im = im;
    return z;
}

SLUICE_INLINE c128 make_c128(double re, double im) {
    c128 z;
    z.re = re;
    z.im = im;
    return z;
}

SLUICE_INLINE f16 make_f16(u32 bits) {
    f16 h;
    h.bits = (unsigned short) bits;
    return h;
}

SLUICE_INLINE bf16 make_bf16(u32 bits) {
    bf16 h;
    h.bits = (unsigned short) bits;
    return h;
}

SLUICE_INLINE float f32_of_bits(u32 bits) { return __uint_as_float(bits); }
SLUICE_INLINE double f64_of_bits(u64 bits) { return __longlong_as_double((i64) bits); }
SLUICE_INLINE bool sign_bit(float x) { return (__float_as_uint(x) >> 31) != 0; }
SLUICE_INLINE bool sign_bit(double x) { return __double_as_longlong(x) < 0; }

// --- 16-bit storage types

SLUICE_INLINE float widen(f16 h) {
#ifdef __CUDA_ARCH__
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h.bits));
    return x;
#else
    const u32 sign = (u32) (h.bits & 0x8000) << 16;
    const u32 exponent = (h.bits >> 10) & 0x1f;
    const u32 fraction = h.bits & 0x3ff;
    if (exponent == 0x1f) {
        return f32_of_bits(sign | 0x7f800000u | fraction << 13);
    }
    if (exponent != 0) {
        return f32_of_bits(sign | (exponent + 112) << 23 | fraction << 13);
    }
    const float magnitude = (float) fraction * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
#endif
}

SLUICE_INLINE float widen(bf16 h) { return f32_of_bits((u32) h.bits << 16); }

SLUICE_INLINE f16 narrow_f16(float x) {
#ifdef __CUDA_ARCH__
    f16 h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h.bits) : "f"(x));
    return h;
#else
    const u32 bits = __float_as_uint(x);
    const u32 sign = bits >> 16 & 0x8000;
    const u32 magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000u) {
        return make_f16(sign | 0x7e00);
    }
    if (magnitude >= 0x477ff000u) {
        return make_f16(sign | 0x7c00);
    }
    if (magnitude < 0x38800000u) {
        // Adding ½ puts the bits that a subnormal keeps at the end of the fraction, rounded by the addition.
        const float aligned = f32_of_bits(magnitude) + 0.5f;
        return make_f16(sign | (__float_as_uint(aligned) - 0x3f000000u));
    }
    return make_f16(sign | (magnitude - 0x38000000u + 0xfff + (magnitude >> 13 & 1)) >> 13);
#endif
}

SLUICE_INLINE bf16 narrow_bf16(float x) {
    const u32 bits = __float_as_uint(x);
    if ((bits & 0x7fffffff) > 0x7f800000u) {
        return make_bf16(bits >> 16 | 0x40);
    }
    return make_bf16((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

// Inexact conversions give the neighbour with an odd significand. With two more bits than the final type, rounding
// that once more gives what rounding the wide value directly would (Boldo and Melquiond, 2008).
SLUICE_INLINE float round_to_odd(double x) {
    const float truncated = __double2float_rz(x);
    if (x != x || (double) truncated == x) {
        return truncated;
    }
    return f32_of_bits(__float_as_uint(truncated) | 1);
}

SLUICE_INLINE float round_to_odd(i64 x) {
    const float truncated = __ll2float_rz(x);
    return (i64) truncated == x ? truncated : f32_of_bits(__float_as_uint(truncated) | 1);
}

// --- conversions between the types of arithmetic. Real to integer saturates, and NaN becomes 0.

SLUICE_INLINE int saturate_i32(double x) {
    return x != x ? 0 : x >= 2147483647.0 ? 2147483647 : x <= -2147483648.0 ? -2147483647 - 1 : (int) x;
}

SLUICE_INLINE i64 saturate_i64(double x) {
    const i64 greatest = 0x7fffffffffffffffLL;
    return x != x ? 0 : x >= 0x1p63 ? greatest : x <= -0x1p63 ? -greatest - 1 : (i64) x;
}

SLUICE_INLINE bool cast_bool(bool x) { return x; }
SLUICE_INLINE bool cast_bool(int x) { return x != 0; }
SLUICE_INLINE bool cast_bool(i64 x) { return x != 0; }
SLUICE_INLINE bool cast_bool(float x) { return x != 0; }
SLUICE_INLINE bool cast_bool(double x) { return x != 0; }
SLUICE_INLINE bool cast_bool(c64 z) { return z.re != 0 || z.im != 0; }
SLUICE_INLINE bool cast_bool(c128 z) { return z.re != 0 || z.im != 0; }

SLUICE_INLINE int cast_i32(bool x) { return x; }
SLUICE_INLINE int cast_i32(int x) { return x; }
SLUICE_INLINE int cast_i32(i64 x) { return (int) (u32) (u64) x; }
SLUICE_INLINE int cast_i32(float x) { return saturate_i32(x); }
SLUICE_INLINE int cast_i32(double x) { return saturate_i32(x); }
SLUICE_INLINE int cast_i32(c64 z) { return saturate_i32(z.re); }
SLUICE_INLINE int cast_i32(c128 z) { return saturate_i32(z.re); }

SLUICE_INLINE i64 cast_i64(bool x) { return x; }
SLUICE_INLINE i64 cast_i64(int x) { return x; }
SLUICE_INLINE i64 cast_i64(i64 x) { return x; }
SLUICE_INLINE i64 cast_i64(float x) { return saturate_i64(x); }
SLUICE_INLINE i64 cast_i64(double x) { return saturate_i64(x); }
SLUICE_INLINE i64 cast_i64(c64 z) { return saturate_i64(z.re); }
SLUICE_INLINE i64 cast_i64(c128 z) { return saturate_i64(z.re); }

SLUICE_INLINE float cast_f32(bool x) { return x ? 1.0f : 0.0f; }
SLUICE_INLINE float cast_f32(int x) { return (float) x; }
SLUICE_INLINE float cast_f32(i64 x) { return (float) x; }
SLUICE_INLINE float cast_f32(float x) { return x; }
SLUICE_INLINE float cast_f32(double x) { return (float) x; }
SLUICE_INLINE float cast_f32(c64 z) { return z.re; }
SLUICE_INLINE float cast_f32(c128 z) { return (float) z.re; }

SLUICE_INLINE double cast_f64(bool x) { return x ? 1.0 : 0.0; }
SLUICE_INLINE double cast_f64(int x) { return x; }
SLUICE_INLINE double cast_f64(i64 x) { return (double) x; }
SLUICE_INLINE double cast_f64(float x) { return x; }
SLUICE_INLINE double cast_f64(double x) { return x; }
SLUICE_INLINE double cast_f64(c64 z) { return z.re; }
SLUICE_INLINE double cast_f64(c128 z) { return z.re; }

SLUICE_INLINE c64 cast_c64(c64 z) { return z; }
SLUICE_INLINE c64 cast_c64(c128 z) { return make_c64((float) z.re, (float) z.im); }
template <typename T> SLUICE_INLINE c64 cast_c64(T x) { return make_c64(cast_f32(x), 0.0f); }

SLUICE_INLINE c128 cast_c128(c64 z) { return make_c128(z.re, z.im); }
SLUICE_INLINE c128 cast_c128(c128 z) { return z; }
template <typename T> SLUICE_INLINE c128 cast_c128(T x) { return make_c128(cast_f64(x), 0.0); }

SLUICE_INLINE f16 cast_f16(f16 x) { return x; }
SLUICE_INLINE f16 cast_f16(float x) { return narrow_f16(x); }
SLUICE_INLINE f16 cast_f16(double x) { return narrow_f16(round_to_odd(x)); }
SLUICE_INLINE f16 cast_f16(bool x) { return narrow_f16(cast_f32(x)); }
SLUICE_INLINE f16 cast_f16(int x) { return narrow_f16(round_to_odd((i64) x)); }
SLUICE_INLINE f16 cast_f16(i64 x) { return narrow_f16(round_to_odd(x)); }
SLUICE_INLINE f16 cast_f16(c64 z) { return cast_f16(z.re); }
SLUICE_INLINE f16 cast_f16(c128 z) { return cast_f16(z.re); }
SLUICE_INLINE f16 cast_f16(bf16 x) { return narrow_f16(widen(x)); }

SLUICE_INLINE bf16 cast_bf16(bf16 x) { return x; }
SLUICE_INLINE bf16 cast_bf16(float x) { return narrow_bf16(x); }
SLUICE_INLINE bf16 cast_bf16(double x) { return narrow_bf16(round_to_odd(x)); }
SLUICE_INLINE bf16 cast_bf16(bool x) { return narrow_bf16(cast_f32(x)); }
SLUICE_INLINE bf16 cast_bf16(int x) { return narrow_bf16(round_to_odd((i64) x)); }
SLUICE_INLINE bf16 cast_bf16(i64 x) { return narrow_bf16(round_to_odd(x)); }
SLUICE_INLINE bf16 cast_bf16(c64 z) { return cast_bf16(z.re); }
SLUICE_INLINE bf16 cast_bf16(c128 z) { return cast_bf16(z.re); }
SLUICE_INLINE bf16 cast_bf16(f16 x) { return narrow_bf16(widen(x)); }

// From a storage type, every conversion goes through its exact value in single precision.
SLUICE_INLINE bool cast_bool(f16 x) { return cast_bool(widen(x)); }
SLUICE_INLINE bool cast_bool(bf16 x) { return cast_bool(widen(x)); }
SLUICE_INLINE int cast_i32(f16 x) { return cast_i32(widen(x)); }
SLUICE_INLINE int cast_i32(bf16 x) { return cast_i32(widen(x)); }
SLUICE_INLINE i64 cast_i64(f16 x) { return cast_i64(widen(x)); }
SLUICE_INLINE i64 cast_i64(bf16 x) { return cast_i64(widen(x)); }
SLUICE_INLINE float cast_f32(f16 x) { return widen(x); }
SLUICE_INLINE float cast_f32(bf16 x) { return widen(x); }
SLUICE_INLINE double cast_f64(f16 x) { return widen(x); }
SLUICE_INLINE double cast_f64(bf16 x) { return widen(x); }
