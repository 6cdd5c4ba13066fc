package dev.sluice.backend.debug;

import java.util.EnumMap;
import java.util.Map;

/** Which rule of the conformance suite catches which defect. The table in the guide to conformance says the same. */
final class DefectMutationRules {
    private DefectMutationRules() {}

    static Map<Defect, String> all() {
        Map<Defect, String> rules = new EnumMap<>(Defect.class);
        rules.put(Defect.WAIT_IGNORED, "DRV-12");
        rules.put(Defect.WAIT_IGNORED_ACROSS_DEVICES, "DRV-13");
        rules.put(Defect.ONLY_FIRST_WAIT_KEPT, "DRV-12");
        rules.put(Defect.WAIT_LOST_WITH_EVENT, "DRV-12");
        rules.put(Defect.RECORD_CAPTURES_NOTHING, "DRV-12");
        rules.put(Defect.RECORD_KEEPS_FIRST, "DRV-12");
        rules.put(Defect.QUERY_STREAM_EARLY, "DRV-14");
        rules.put(Defect.QUERY_EVENT_EARLY, "DRV-14");
        rules.put(Defect.SYNCHRONIZE_STREAM_EARLY, "DRV-15");
        rules.put(Defect.SYNCHRONIZE_EVENT_EARLY, "DRV-15");
        rules.put(Defect.CALLBACK_BEFORE_WORK, "DRV-16");
        rules.put(Defect.CALLBACK_TWICE, "DRV-16");
        rules.put(Defect.STREAM_UNORDERED, "DRV-11");
        rules.put(Defect.COPY_TRUNCATED, "DRV-2");
        rules.put(Defect.COPY_TO_HOST_UNORDERED, "DRV-11");
        rules.put(Defect.COPY_FROM_HOST_UNORDERED, "DRV-11");
        rules.put(Defect.PEER_COPY_MISDIRECTED, "DRV-3");
        rules.put(Defect.FREE_IMMEDIATE, "DRV-4");
        rules.put(Defect.FREE_LEAKS, "DRV-6");
        rules.put(Defect.ALLOCATION_MISALIGNED, "DRV-1");
        rules.put(Defect.ALLOCATIONS_SHARED, "DRV-1");
        rules.put(Defect.OUT_OF_MEMORY_GENERIC, "DRV-5");
        rules.put(Defect.MEMORY_INFORMATION_STALE, "DRV-6");
        rules.put(Defect.HOST_VIEW_PRESENT, "DRV-7");
        rules.put(Defect.DEVICE_IDS_SWAPPED, "DRV-8");
        rules.put(Defect.CAPABILITIES_CHANGE, "DRV-8");
        rules.put(Defect.POISON_HIDDEN, "DRV-9");
        rules.put(Defect.POISON_FORGOTTEN, "DRV-9");
        rules.put(Defect.POISON_SPREADS, "DRV-9");
        rules.put(Defect.NEGATIVE_STRIDE_IGNORED, "DRV-20");
        rules.put(Defect.LAST_SEGMENT_DROPPED, "DRV-20");
        rules.put(Defect.PADDING_WRITTEN, "DRV-21");
        rules.put(Defect.INDEX_RESTARTS, "DRV-22");
        rules.put(Defect.SECOND_OUTPUT_DROPPED, "DRV-23");
        rules.put(Defect.PARAMETER_ROUNDED, "DRV-24");
        rules.put(Defect.PHILOX_OFF_BY_ONE, "DRV-25");
        rules.put(Defect.CONJUGATE_IGNORED, "DRV-27");
        rules.put(Defect.CAST_WRAPS, "DRV-26");
        rules.put(Defect.MINIMUM_IGNORES_NAN, "DRV-28");
        rules.put(Defect.BOOLEAN_NOT_CANONICAL, "DRV-29");
        rules.put(Defect.INTEGER_PRODUCT_TRUNCATED, "DRV-31");
        rules.put(Defect.SUM_NOT_DETERMINISTIC, "DRV-45");
        rules.put(Defect.SUM_LOSES_ACCURACY, "DRV-44");
        rules.put(Defect.REDUCTION_IGNORES_NAN, "DRV-41");
        rules.put(Defect.POSITION_OF_LAST, "DRV-42");
        rules.put(Defect.EMPTY_REDUCTION_SKIPPED, "DRV-43");
        rules.put(Defect.BETA_ZERO_READS_C, "DRV-51");
        rules.put(Defect.CONJUGATE_TRANSPOSE_PLAIN, "DRV-50");
        rules.put(Defect.BATCH_STRIDE_IGNORED, "DRV-52");
        rules.put(Defect.LAST_OF_GROUP_DROPPED, "DRV-53");
        rules.put(Defect.EMPTY_PRODUCT_SKIPPED, "DRV-54");
        rules.put(Defect.NORM_OVERFLOWS, "DRV-56");
        rules.put(Defect.DOT_CONJUGATES_ALWAYS, "DRV-56");
        rules.put(Defect.HANDLE_KEEPS_FIRST_STREAM, "DRV-57");
        rules.put(Defect.SINGULAR_VALUES_RISING, "DRV-60");
        rules.put(Defect.FULL_BASIS_MISSING, "DRV-62");
        rules.put(Defect.RIGHT_VECTORS_NOT_CONJUGATED, "DRV-61");
        rules.put(Defect.UNIT_DIAGONAL_READ, "DRV-66");
        rules.put(Defect.SIDE_IGNORED, "DRV-66");
        rules.put(Defect.BASIS_CONJUGATED, "DRV-63");
        rules.put(Defect.EIGENVALUES_FALLING, "DRV-65");
        rules.put(Defect.UPPER_TRIANGLE_READ, "DRV-64");
        rules.put(Defect.INDEFINITE_UNNOTICED, "DRV-68");
        rules.put(Defect.PIVOTS_FROM_ZERO, "DRV-69");
        rules.put(Defect.ZERO_PIVOT_UNNOTICED, "DRV-70");
        rules.put(Defect.ONE_RIGHT_SIDE_SOLVED, "DRV-71");
        return rules;
    }
}
