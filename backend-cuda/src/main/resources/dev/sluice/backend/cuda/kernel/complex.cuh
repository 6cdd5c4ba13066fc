// The operators on complex numbers: principal branches and special values of C99 Annex G, a signed zero telling the
// side of a branch cut. Sums and products are computed in their own precision; everything else in double precision.
// Inverse functions follow Kahan (Branch cuts for complex elementary functions, 1987).

#define COMPLEX_INFINITY f64_of_bits(0x7ff0000000000000ull)
#define COMPLEX_NAN f64_of_bits(0x7ff8000000000000ull)
#define COMPLEX_LN2 0.6931471805599453
#define COMPLEX_PI 3.141592653589793

SLUICE_INLINE bool is_finite(double x) { return fabs(x) <= 0x1.fffffffffffffp1023; }
SLUICE_INLINE bool is_infinite(double x) { return fabs(x) == COMPLEX_INFINITY; }

SLUICE_INLINE c64 op_negate(c64 z) { return make_c64(-z.re, -z.im); }
SLUICE_INLINE c128 op_negate(c128 z) { return make_c128(-z.re, -z.im); }
SLUICE_INLINE c64 op_conj(c64 z) { return make_c64(z.re, -z.im); }
SLUICE_INLINE c128 op_conj(c128 z) { return make_c128(z.re, -z.im); }
SLUICE_INLINE float op_real(c64 z) { return z.re; }
SLUICE_INLINE double op_real(c128 z) { return z.re; }
SLUICE_INLINE float op_imag(c64 z) { return z.im; }
SLUICE_INLINE double op_imag(c128 z) { return z.im; }
SLUICE_INLINE float op_abs_squared(c64 z) { return z.re * z.re + z.im * z.im; }
SLUICE_INLINE double op_abs_squared(c128 z) { return z.re * z.re + z.im * z.im; }
SLUICE_INLINE double op_abs(c128 z) { return hypot(z.re, z.im); }
SLUICE_INLINE float op_abs(c64 z) { return (float) hypot((double) z.re, (double) z.im); }
SLUICE_INLINE double op_angle(c128 z) { return atan2(z.im, z.re); }
SLUICE_INLINE float op_angle(c64 z) { return (float) atan2((double) z.im, (double) z.re); }

SLUICE_INLINE c64 op_add(c64 x, c64 y) { return make_c64(x.re + y.re, x.im + y.im); }
SLUICE_INLINE c128 op_add(c128 x, c128 y) { return make_c128(x.re + y.re, x.im + y.im); }
SLUICE_INLINE c64 op_subtract(c64 x, c64 y) { return make_c64(x.re - y.re, x.im - y.im); }
SLUICE_INLINE c128 op_subtract(c128 x, c128 y) { return make_c128(x.re - y.re, x.im - y.im); }
SLUICE_INLINE c64 op_multiply(c64 x, c64 y) {
    return make_c64(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
}
SLUICE_INLINE c128 op_multiply(c128 x, c128 y) {
    return make_c128(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
}
SLUICE_INLINE c64 op_square(c64 z) { return op_multiply(z, z); }
SLUICE_INLINE c128 op_square(c128 z) { return op_multiply(z, z); }
SLUICE_INLINE bool op_equal(c64 x, c64 y) { return x.re == y.re && x.im == y.im; }
SLUICE_INLINE bool op_equal(c128 x, c128 y) { return x.re == y.re && x.im == y.im; }
SLUICE_INLINE bool op_not_equal(c64 x, c64 y) { return !op_equal(x, y); }
SLUICE_INLINE bool op_not_equal(c128 x, c128 y) { return !op_equal(x, y); }
SLUICE_INLINE bool op_is_nan(c64 z) { return z.re != z.re || z.im != z.im; }
SLUICE_INLINE bool op_is_nan(c128 z) { return z.re != z.re || z.im != z.im; }
SLUICE_INLINE bool op_is_finite(c128 z) { return is_finite(z.re) && is_finite(z.im); }
SLUICE_INLINE bool op_is_finite(c64 z) { return is_finite(z.re) && is_finite(z.im); }

// Smith's method, which avoids overflow of the squared modulus of the divisor.
SLUICE_SHARED_CODE c128 op_divide(c128 x, c128 y) {
    if (fabs(y.re) >= fabs(y.im)) {
        if (y.re == 0 && y.im == 0) {
            return make_c128(x.re / fabs(y.re), x.im / fabs(y.re));
        }
        const double ratio = y.im / y.re;
        const double divisor = y.re + y.im * ratio;
        return make_c128((x.re + x.im * ratio) / divisor, (x.im - x.re * ratio) / divisor);
    }
    const double ratio = y.re / y.im;
    const double divisor = y.re * ratio + y.im;
    return make_c128((x.re * ratio + x.im) / divisor, (x.im * ratio - x.re) / divisor);
}

SLUICE_INLINE c128 op_reciprocal(c128 z) { return op_divide(make_c128(1, 0), z); }

SLUICE_INLINE double sign_part(c128 z, double part) {
    const double modulus = hypot(z.re, z.im);
    if (!is_infinite(modulus)) {
        return part / modulus;
    }
    if (is_finite(z.re) && is_finite(z.im)) {
        return part * 0.25 / hypot(z.re * 0.25, z.im * 0.25);
    }
    if (is_infinite(z.re) != is_infinite(z.im) && z.re == z.re && z.im == z.im) {
        return copysign(is_infinite(part) ? 1.0 : 0.0, part);
    }
    return COMPLEX_NAN;
}

SLUICE_SHARED_CODE c128 op_sign(c128 z) {
    if (z.re == 0 && z.im == 0) {
        return make_c128(0, 0);
    }
    return make_c128(sign_part(z, z.re), sign_part(z, z.im));
}

// √((|x|+|z|)/2), scaled by a power of four where the sum would overflow or lose bits.
SLUICE_INLINE double half_angle_root(double x, double y) {
    const double a = fabs(x), b = fabs(y);
    const double largest = fmax(a, b);
    if (largest > 0x1p1020) {
        return 2 * sqrt((a * 0.25 + hypot(a * 0.25, b * 0.25)) * 0.5);
    }
    if (largest < 0x1p-1000) {
        return 0x1p-50 * sqrt((a * 0x1p100 + hypot(a * 0x1p100, b * 0x1p100)) * 0.5);
    }
    return sqrt((a + hypot(a, b)) * 0.5);
}

SLUICE_SHARED_CODE c128 op_sqrt(c128 z) {
    const double x = z.re, y = z.im;
    if (is_infinite(y)) {
        return make_c128(COMPLEX_INFINITY, y);
    }
    if (is_infinite(x)) {
        if (y != y) {
            return x > 0 ? make_c128(x, y) : make_c128(y, COMPLEX_INFINITY);
        }
        return x > 0 ? make_c128(x, copysign(0.0, y)) : make_c128(0, copysign(COMPLEX_INFINITY, y));
    }
    if (x != x || y != y) {
        return make_c128(COMPLEX_NAN, COMPLEX_NAN);
    }
    if (y == 0) {
        return x < 0 ? make_c128(0, copysign(sqrt(-x), y)) : make_c128(x == 0 ? 0.0 : sqrt(x), y);
    }
    const double root = half_angle_root(x, y);
    return x >= 0 ? make_c128(root, y / (2 * root)) : make_c128(fabs(y) / (2 * root), copysign(root, y));
}

// factor·eˣ, finite whenever the product is.
SLUICE_INLINE double scaled_exp(double x, double factor) {
    if (x > 709 && x < 2 * 709) {
        const double half = exp(x * 0.5);
        return factor * half * half;
    }
    return exp(x) * factor;
}

SLUICE_SHARED_CODE c128 op_exp(c128 z) {
    const double x = z.re, y = z.im;
    if (y == 0) {
        return make_c128(exp(x), y);
    }
    if (!is_finite(y)) {
        return x == -COMPLEX_INFINITY ? make_c128(0, 0)
             : x == COMPLEX_INFINITY ? make_c128(x, COMPLEX_NAN)
                                     : make_c128(COMPLEX_NAN, COMPLEX_NAN);
    }
    return make_c128(scaled_exp(x, cos(y)), scaled_exp(x, sin(y)));
}

SLUICE_SHARED_CODE double log_modulus(double x, double y) {
    if (is_infinite(x) || is_infinite(y)) {
        return COMPLEX_INFINITY;
    }
    if (x != x || y != y) {
        return COMPLEX_NAN;
    }
    const double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
    if (a == 0) {
        return -COMPLEX_INFINITY;
    }
    if (a < 0x1p510 && a > 0x1p-510) {
        const double p = a * a, q = b * b;
        if (p + q > 0.5 && p + q < 3) {
            // Near the unit circle: |z|²−1 with the rounding errors of both squares and of the sum.
            const double shifted = p - 1;
            const double sum = shifted + q;
            const double carried = sum - shifted;
            double error = (shifted - (sum - carried)) + (q - carried);
            error += fma(a, a, -p) + fma(b, b, -q);
            return 0.5 * log1p(sum + error);
        }
    }
    const double ratio = b / a;
    return log(a) + 0.5 * log1p(ratio * ratio);
}

SLUICE_INLINE c128 op_log(c128 z) { return make_c128(log_modulus(z.re, z.im), atan2(z.im, z.re)); }

SLUICE_SHARED_CODE c128 complex_sinh(double x, double y) {
    if (y == 0) {
        return make_c128(sinh(x), y);
    }
    if (!is_finite(y)) {
        return make_c128(x == 0 || is_infinite(x) ? x : COMPLEX_NAN, COMPLEX_NAN);
    }
    const double s = sin(y), c = cos(y);
    if (fabs(x) > 22) {
        return make_c128(scaled_exp(fabs(x), copysign(0.5, x) * c), scaled_exp(fabs(x), 0.5 * s));
    }
    return make_c128(sinh(x) * c, cosh(x) * s);
}

SLUICE_SHARED_CODE c128 complex_cosh(double x, double y) {
    if (y == 0) {
        return make_c128(cosh(x), x != x ? y : copysign(1.0, x) * y);
    }
    if (!is_finite(y)) {
        return make_c128(is_infinite(x) ? COMPLEX_INFINITY : COMPLEX_NAN, x == 0 ? 0.0 : COMPLEX_NAN);
    }
    const double s = sin(y), c = cos(y);
    if (fabs(x) > 22) {
        return make_c128(scaled_exp(fabs(x), 0.5 * c), scaled_exp(fabs(x), copysign(0.5, x) * s));
    }
    return make_c128(cosh(x) * c, sinh(x) * s);
}

SLUICE_SHARED_CODE c128 complex_tanh(double x, double y) {
    if (is_infinite(x)) {
        return make_c128(copysign(1.0, x), is_finite(y) ? copysign(0.0, sin(2 * y)) : 0.0);
    }
    if (y == 0) {
        return make_c128(tanh(x), y);
    }
    if (!is_finite(y)) {
        return make_c128(x == 0 ? x : COMPLEX_NAN, COMPLEX_NAN);
    }
    if (fabs(x) > 22) {
        return make_c128(copysign(1.0, x), 4 * sin(y) * cos(y) * exp(-2 * fabs(x)));
    }
    const double t = tan(y);
    const double beta = 1 + t * t;
    const double s = sinh(x);
    const double divisor = 1 + beta * s * s;
    return make_c128(beta * sqrt(1 + s * s) * s / divisor, t / divisor);
}

// sin z = −i·sinh(iz), cos z = cosh(iz), tan z = −i·tanh(iz)
SLUICE_INLINE c128 op_sinh(c128 z) { return complex_sinh(z.re, z.im); }
SLUICE_INLINE c128 op_cosh(c128 z) { return complex_cosh(z.re, z.im); }
SLUICE_INLINE c128 op_tanh(c128 z) { return complex_tanh(z.re, z.im); }
SLUICE_INLINE c128 op_sin(c128 z) {
    const c128 w = complex_sinh(-z.im, z.re);
    return make_c128(w.im, -w.re);
}
SLUICE_INLINE c128 op_cos(c128 z) { return complex_cosh(-z.im, z.re); }
SLUICE_INLINE c128 op_tan(c128 z) {
    const c128 w = complex_tanh(-z.im, z.re);
    return make_c128(w.im, -w.re);
}

// Beyond this modulus 1±z equals ±z, and squares may overflow.
SLUICE_INLINE bool is_huge(c128 z) { return fabs(z.re) > 0x1p500 || fabs(z.im) > 0x1p500; }

SLUICE_SHARED_CODE c128 op_asin(c128 z) {
    const double x = z.re, y = z.im;
    if (is_huge(z)) {
        return make_c128(x != x || y != y ? COMPLEX_NAN : atan2(x, fabs(y)),
                         copysign(log_modulus(x, y) + COMPLEX_LN2, y));
    }
    const c128 minus = op_sqrt(make_c128(1 - x, -y)), plus = op_sqrt(make_c128(1 + x, y));
    const double re = x == 0 ? x : atan2(x, minus.re * plus.re - minus.im * plus.im);
    return make_c128(re, copysign(asinh(minus.re * plus.im - minus.im * plus.re), y));
}

SLUICE_SHARED_CODE c128 op_acos(c128 z) {
    const double x = z.re, y = z.im;
    if (is_huge(z)) {
        return make_c128(x != x || y != y ? COMPLEX_NAN : atan2(fabs(y), x),
                         -copysign(log_modulus(x, y) + COMPLEX_LN2, y));
    }
    const c128 minus = op_sqrt(make_c128(1 - x, -y)), plus = op_sqrt(make_c128(1 + x, y));
    const double re = x == 0 ? COMPLEX_PI / 2 : 2 * atan2(minus.re, plus.re);
    return make_c128(re, -copysign(asinh(minus.re * plus.im - minus.im * plus.re), y));
}

SLUICE_INLINE double artanh_re(double x, double y) {
    if (is_infinite(x) || is_infinite(y)) {
        return copysign(0.0, x);
    }
    if (x == 0) {
        return x;
    }
    if (is_huge(make_c128(x, y))) {
        const bool wide = fabs(x) >= fabs(y);
        const double ratio = wide ? y / x : x / y;
        const double scale = 1 + ratio * ratio;
        return wide ? 1 / x / scale : ratio / y / scale;
    }
    const double distance = 1 - fabs(x);
    const double squares = distance * distance + y * y;
    // Next to the pole the squares underflow: ½·log(2/|1−z|).
    const double result = squares < 0x1p-1000 ? 0.5 * (COMPLEX_LN2 - log(hypot(distance, y)))
                                              : 0.25 * log1p(4 * fabs(x) / squares);
    return copysign(result, x);
}

SLUICE_INLINE double artanh_im(double x, double y) {
    if (is_infinite(y) || (is_infinite(x) && y == y) || (is_huge(make_c128(x, y)) && x == x)) {
        return y != y ? y : copysign(COMPLEX_PI / 2, y);
    }
    return 0.5 * atan2(2 * y, (1 - x) * (1 + x) - y * y);
}

// arctan z = −i·artanh(iz)
SLUICE_SHARED_CODE c128 op_atan(c128 z) { return make_c128(artanh_im(-z.im, z.re), -artanh_re(-z.im, z.re)); }

// Small whole exponents are expanded, which is exact where the products are.
SLUICE_SHARED_CODE c128 integer_power(c128 z, int degree) {
    c128 result = make_c128(1, 0), base = z;
    bool first = true;
    for (int rest = degree < 0 ? -degree : degree; rest != 0; rest >>= 1) {
        if ((rest & 1) != 0) {
            result = first ? base : op_multiply(result, base);
            first = false;
        }
        if (rest > 1) {
            base = make_c128(base.re * base.re - base.im * base.im, 2 * base.re * base.im);
        }
    }
    return degree > 0 ? result : op_divide(make_c128(1, 0), result);
}

SLUICE_SHARED_CODE c128 op_power(c128 z, c128 w) {
    if (w.re == 0 && w.im == 0) {
        return make_c128(1, 0);
    }
    if (z.re == 0 && z.im == 0) {
        return w.re > 0 ? make_c128(0, 0) : make_c128(COMPLEX_NAN, COMPLEX_NAN);
    }
    if (w.im == 0 && fabs(w.re) <= 64 && w.re == rint(w.re)) {
        return integer_power(z, (int) w.re);
    }
    const c128 l = op_log(z);
    return op_exp(make_c128(w.re * l.re - w.im * l.im, w.re * l.im + w.im * l.re));
}

SLUICE_INLINE c64 op_sign(c64 z) { return cast_c64(op_sign(cast_c128(z))); }
SLUICE_INLINE c64 op_sqrt(c64 z) { return cast_c64(op_sqrt(cast_c128(z))); }
SLUICE_INLINE c64 op_exp(c64 z) { return cast_c64(op_exp(cast_c128(z))); }
SLUICE_INLINE c64 op_log(c64 z) { return cast_c64(op_log(cast_c128(z))); }
SLUICE_INLINE c64 op_sin(c64 z) { return cast_c64(op_sin(cast_c128(z))); }
SLUICE_INLINE c64 op_cos(c64 z) { return cast_c64(op_cos(cast_c128(z))); }
SLUICE_INLINE c64 op_tan(c64 z) { return cast_c64(op_tan(cast_c128(z))); }
SLUICE_INLINE c64 op_sinh(c64 z) { return cast_c64(op_sinh(cast_c128(z))); }
SLUICE_INLINE c64 op_cosh(c64 z) { return cast_c64(op_cosh(cast_c128(z))); }
SLUICE_INLINE c64 op_tanh(c64 z) { return cast_c64(op_tanh(cast_c128(z))); }
SLUICE_INLINE c64 op_asin(c64 z) { return cast_c64(op_asin(cast_c128(z))); }
SLUICE_INLINE c64 op_acos(c64 z) { return cast_c64(op_acos(cast_c128(z))); }
SLUICE_INLINE c64 op_atan(c64 z) { return cast_c64(op_atan(cast_c128(z))); }
SLUICE_INLINE c64 op_reciprocal(c64 z) { return cast_c64(op_reciprocal(cast_c128(z))); }
SLUICE_INLINE c64 op_divide(c64 x, c64 y) { return cast_c64(op_divide(cast_c128(x), cast_c128(y))); }
SLUICE_INLINE c64 op_power(c64 x, c64 y) { return cast_c64(op_power(cast_c128(x), cast_c128(y))); }
