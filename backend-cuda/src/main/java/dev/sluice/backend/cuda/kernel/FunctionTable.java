package dev.sluice.backend.cuda.kernel;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Kernel functions by the key of their form. There are few forms of a program, so a scan finds one quickly and without
 * an object. Keys and functions alternate in one array, which never changes once it is published through the volatile
 * reference: a reader sees a complete array or an older one.
 */
final class FunctionTable {
    private final LongUnaryOperator maker;
    private volatile long[] pairs = new long[0];

    /** A table whose functions are made by {@code maker} when they are first asked for. */
    FunctionTable(LongUnaryOperator maker) {
        this.maker = maker;
    }

    /** The function of a form. */
    long get(long key) {
        long found = find(pairs, key);
        return found != 0 ? found : make(key);
    }

    private static long find(long[] pairs, long key) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i] == key) {
                return pairs[i + 1];
            }
        }
        return 0;
    }

    private synchronized long make(long key) {
        long[] current = pairs;
        long found = find(current, key);
        if (found != 0) {
            return found;
        }
        long function = maker.applyAsLong(key);
        long[] next = Arrays.copyOf(current, current.length + 2);
        next[current.length] = key;
        next[current.length + 1] = function;
        pairs = next;
        return function;
    }
}
