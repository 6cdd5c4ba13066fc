// From element numbers to operand offsets. Defined before: Index (unsigned, 32 or 64 bits), Offset (signed, the same
// width), OPERANDS.

struct Offsets {
    Offset of[OPERANDS];
};

// An address in device memory, in a form that tells the compiler that it is one.
template <typename T> SLUICE_INLINE T *at(u64 address, i64 element) {
    return reinterpret_cast<T *>(__cvta_global_to_generic(address)) + element;
}

// The reciprocal of an extent, as the host prepared it, turns division into a multiplication (Granlund and Montgomery,
// 1994). Valid for numerators below 2³¹. A word holds extent and multiplier, the next one the shift.
SLUICE_INLINE u32 quotient(const u64 *axis, u32 numerator) {
    const u32 multiplier = (u32) (axis[0] >> 32);
    return multiplier == 0 ? numerator : __umulhi(numerator, multiplier) >> (u32) axis[1];
}
SLUICE_INLINE u64 quotient(const u64 *axis, u64 numerator) { return numerator / axis[0]; }
SLUICE_INLINE u32 extent(const u64 *axis, u32) { return (u32) axis[0]; }
SLUICE_INLINE u64 extent(const u64 *axis, u64) { return axis[0]; }

// Adds the offsets of element number `number` of a box of N axes, the last running fastest. The axes take two words
// each, the strides one word each, [axis][operand].
template <int N> SLUICE_INLINE void walk(const u64 *axes, const u64 *strides, Index number, Offsets &offsets) {
    Index rest = number;
#pragma unroll
    for (int axis = N - 1; axis >= 0; --axis) {
        Index digit = rest;
        if (axis > 0) {
            const Index next = quotient(axes + 2 * axis, rest);
            digit = rest - next * extent(axes + 2 * axis, rest);
            rest = next;
        }
#pragma unroll
        for (int k = 0; k < OPERANDS; ++k) {
            offsets.of[k] += (Offset) digit * (Offset) strides[axis * OPERANDS + k];
        }
    }
}
