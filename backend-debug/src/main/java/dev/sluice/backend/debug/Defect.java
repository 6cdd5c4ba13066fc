package dev.sluice.backend.debug;

/**
 * Things a driver can get wrong, for checking that a conformance suite notices. Each is switched on by the setting
 * {@code debug.defects=NAME[,NAME]}. A defect makes the device misbehave towards correct programs; the checks of the
 * simulation keep to what the contract says, so a defect shows as a wrong result and not as a report, except where it
 * changes which stream an operation runs on.
 */
public enum Defect {
    // --- streams, events and host waits

    /** A stream does not wait for events. */
    WAIT_IGNORED,
    /** A stream does not wait for events of other devices. */
    WAIT_IGNORED_ACROSS_DEVICES,
    /** A stream's second and later waits, since its last other operation, are lost. */
    ONLY_FIRST_WAIT_KEPT,
    /** A wait is lost when its event is destroyed before it is due. */
    WAIT_LOST_WITH_EVENT,
    /** A record captures nothing: the event is done at once. */
    RECORD_CAPTURES_NOTHING,
    /** Recording an event again leaves what it held. */
    RECORD_KEEPS_FIRST,
    /** A stream query finds every stream idle. */
    QUERY_STREAM_EARLY,
    /** An event query finds every event done. */
    QUERY_EVENT_EARLY,
    /** A host wait for a stream returns at once. */
    SYNCHRONIZE_STREAM_EARLY,
    /** A host wait for an event returns at once. */
    SYNCHRONIZE_EVENT_EARLY,
    /** A callback is run when it is registered, on the registering thread. */
    CALLBACK_BEFORE_WORK,
    /** A callback is run twice. */
    CALLBACK_TWICE,
    /** Successive operations of a stream run in any order. */
    STREAM_UNORDERED,

    // --- memory and copies

    /** A copy leaves out its last eight bytes, or all when it has no more. */
    COPY_TRUNCATED,
    /** A copy to the host runs when it is submitted, before the work it follows. */
    COPY_TO_HOST_UNORDERED,
    /** A copy from the host runs when it is submitted, before the work it follows. */
    COPY_FROM_HOST_UNORDERED,
    /** A copy to another device lands on the first device that is not the receiver, at the same offset. */
    PEER_COPY_MISDIRECTED,
    /** Memory is gone when its free is submitted, not when the work before it is done. */
    FREE_IMMEDIATE,
    /** Freed memory stays allocated. */
    FREE_LEAKS,
    /** Allocations start 8 bytes after an aligned address. */
    ALLOCATION_MISALIGNED,
    /** Each allocation shares its memory with the one before. */
    ALLOCATIONS_SHARED,
    /** An allocation that does not fit is reported as a generic error. */
    OUT_OF_MEMORY_GENERIC,
    /** The free memory reported never changes. */
    MEMORY_INFORMATION_STALE,
    /** A host view is handed out for memory the host cannot access. */
    HOST_VIEW_PRESENT,

    // --- devices

    /** Drivers report each other's device ids. */
    DEVICE_IDS_SWAPPED,
    /** Reading the capabilities creates a stream. */
    CAPABILITIES_CREATE_STREAM,
    /** Capabilities differ from call to call. */
    CAPABILITIES_CHANGE,
    /** The health of an unusable device is reported as good. */
    POISON_HIDDEN,
    /** A device that became unusable answers queries as if nothing had happened. */
    POISON_FORGOTTEN,
    /** All devices become unusable together. */
    POISON_SPREADS,

    // --- elementwise kernels

    /** Strides lose their sign. */
    NEGATIVE_STRIDE_IGNORED,
    /** The last of several segments is not computed. */
    LAST_SEGMENT_DROPPED,
    /** One element after each segment is written too. */
    PADDING_WRITTEN,
    /** The index leaf starts again with every segment. */
    INDEX_RESTARTS,
    /** Only the first output is written. */
    SECOND_OUTPUT_DROPPED,
    /** Parameters of type F64 are rounded to single precision. */
    PARAMETER_ROUNDED,
    /** Random words are taken one word too late. */
    PHILOX_OFF_BY_ONE,
    /** The conjugate is the number itself. */
    CONJUGATE_IGNORED,
    /** Conversion to an integer wraps around instead of saturating. */
    CAST_WRAPS,
    /** The lesser and the greater of two numbers ignore NaN. */
    MINIMUM_IGNORES_NAN,
    /** Truth values are stored as any byte that is not zero. */
    BOOLEAN_NOT_CANONICAL,
    /** Only the low word of 64-bit integer products is kept. */
    INTEGER_PRODUCT_TRUNCATED,

    // --- reductions

    /** Sums of floating-point numbers depend on how often they were computed. */
    SUM_NOT_DETERMINISTIC,
    /** Sums are accumulated one by one in the precision of the result. */
    SUM_LOSES_ACCURACY,
    /** Reductions to the least or greatest element ignore NaN. */
    REDUCTION_IGNORES_NAN,
    /** Of equal extremes the position of the last one is taken. */
    POSITION_OF_LAST,
    /** Outputs of empty reductions are not written. */
    EMPTY_REDUCTION_SKIPPED,

    // --- matrix products and factorisations

    /** With β = 0 the old contents of C are multiplied by zero instead of ignored. */
    BETA_ZERO_READS_C,
    /** A conjugate transpose is a transpose. */
    CONJUGATE_TRANSPOSE_PLAIN,
    /** All products of a batch use the first A. */
    BATCH_STRIDE_IGNORED,
    /** The last product of a group is not computed. */
    LAST_OF_GROUP_DROPPED,
    /** A product with k = 0 does nothing. */
    EMPTY_PRODUCT_SKIPPED,
    /** Norms overflow when the square of an element does. */
    NORM_OVERFLOWS,
    /** Inner products of complex vectors conjugate always. */
    DOT_CONJUGATES_ALWAYS,
    /** A handle keeps its first stream. */
    HANDLE_KEEPS_FIRST_STREAM,
    /** Singular values are in rising order. */
    SINGULAR_VALUES_RISING,
    /** A full decomposition leaves the part beyond the thin one unwritten. */
    FULL_BASIS_MISSING,
    /** Vᴴ is returned as Vᵀ. */
    RIGHT_VECTORS_NOT_CONJUGATED,
    /** The diagonal of a unit triangle is read. */
    UNIT_DIAGONAL_READ,
    /** A triangle on the right is taken as if it stood on the left, where the extents allow it. */
    SIDE_IGNORED,
    /** Q is returned conjugated. */
    BASIS_CONJUGATED,
    /** Eigenvalues are in falling order. */
    EIGENVALUES_FALLING,
    /** A Hermitian matrix is read from the upper triangle. */
    UPPER_TRIANGLE_READ,
    /** The status of an indefinite matrix says that it was factored. */
    INDEFINITE_UNNOTICED,
    /** Pivots are counted from 0. */
    PIVOTS_FROM_ZERO,
    /** The status of a singular matrix says that no pivot is zero. */
    ZERO_PIVOT_UNNOTICED,
    /** Of several right-hand sides only the first is solved for. */
    ONE_RIGHT_SIDE_SOLVED
}
