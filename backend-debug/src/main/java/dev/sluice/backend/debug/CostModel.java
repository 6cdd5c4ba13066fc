package dev.sluice.backend.debug;

/**
 * What calls and operations cost in virtual time. Times are nanoseconds; an operation takes its fixed cost plus the
 * variable one, rounded up.
 *
 * @param submit host time of each submission
 * @param query host time of a query that finds the work unfinished, before it is doubled for impatient pollers
 * @param launch the fixed device time of a computation
 * @param copy the fixed device time of a copy
 * @param perHostByte device time for each byte copied from or to the host
 * @param perDeviceByte device time for each byte read or written in device memory
 * @param perPeerByte device time for each byte copied to another device
 * @param perFlop device time for each floating-point operation of a matrix product or factorisation
 */
public record CostModel(
        long submit,
        long query,
        long launch,
        long copy,
        double perHostByte,
        double perDeviceByte,
        double perPeerByte,
        double perFlop) {
    /** The costs of a large accelerator, with submissions that cost the host nothing. */
    public static final CostModel DEFAULT = new CostModel(0, 100, 2_000, 1_500, 0.04, 0.00025, 0.0025, 0.00002);

    /** Each operation takes exactly one nanosecond whatever its size, so that durations count operations. */
    public static final CostModel UNIT = new CostModel(0, 1, 1, 1, 0, 0, 0, 0);

    /** Checks that nothing is negative and that queries let time pass. */
    public CostModel {
        if (submit < 0
                || launch < 0
                || copy < 0
                || perHostByte < 0
                || perDeviceByte < 0
                || perPeerByte < 0
                || perFlop < 0) {
            throw new IllegalArgumentException("a cost is negative: submit " + submit + ", launch " + launch + ", copy "
                    + copy + ", per byte " + perHostByte + ", " + perDeviceByte + ", " + perPeerByte + ", per flop "
                    + perFlop);
        }
        if (query <= 0) {
            throw new IllegalArgumentException(
                    "a query costs " + query + " ns; it must cost something, or polling would never end");
        }
    }
}
