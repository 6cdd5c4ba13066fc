package dev.sluice.backend.cuda.kernel;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Kernel functions by the key of their form. There are few forms of a program, so a scan finds one quickly and without
 * an object. Readers see a complete array or an older one: both arrays are reached through one volatile reference and
 * never change once published.
 */
final class FunctionTable {
    private record Entries(long[] keys, long[] functions) {}

    private final LongUnaryOperator maker;
    private volatile Entries entries = new Entries(new long[0], new long[0]);

    /** A table whose functions are made by {@code maker} when they are first asked for. */
    FunctionTable(LongUnaryOperator maker) {
        this.maker = maker;
    }

    /** The function of a form. */
    long get(long key) {
        long found = find(entries, key);
        return found != 0 ? found : make(key);
    }

    private static long find(Entries entries, long key) {
        long[] keys = entries.keys;
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == key) {
                return entries.functions[i];
            }
        }
        return 0;
    }

    private synchronized long make(long key) {
        Entries current = entries;
        long found = find(current, key);
        if (found != 0) {
            return found;
        }
        long function = maker.applyAsLong(key);
        int size = current.keys.length;
        long[] keys = Arrays.copyOf(current.keys, size + 1);
        long[] functions = Arrays.copyOf(current.functions, size + 1);
        keys[size] = key;
        functions[size] = function;
        entries = new Entries(keys, functions);
        return function;
    }
}
