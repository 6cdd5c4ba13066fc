package dev.sluice.backend.cpu.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A bounded cache of small blocks for the threads that hash to it.
 *
 * <p>Protocol: {@code busy} is a lock that is only ever tried. Whoever exchanges 0 for 1 owns the magazines until it
 * stores 0 with release semantics, which publishes its changes to the next owner; whoever fails goes to the pool's
 * shared lists instead of waiting.
 */
final class MagazineStripe {
    private static final VarHandle BUSY;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(MagazineStripe.class, "busy", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long @Nullable [][] magazines;
    private final int[] sizes;

    @SuppressWarnings("UnusedVariable") // accessed through BUSY
    private volatile int busy;

    MagazineStripe(int classes) {
        magazines = new long[classes][];
        sizes = new int[classes];
    }

    /** A block of a class, or 0 when there is none or the stripe is in use. */
    long tryPop(int sizeClass) {
        if (!BUSY.compareAndSet(this, 0, 1)) {
            return 0;
        }
        long[] magazine = magazines[sizeClass];
        int size = sizes[sizeClass];
        long address = 0;
        if (magazine != null && size != 0) {
            address = magazine[size - 1];
            sizes[sizeClass] = size - 1;
        }
        BUSY.setRelease(this, 0);
        return address;
    }

    /** Keeps a block; false when its magazine is full or the stripe is in use. */
    boolean tryPush(int sizeClass, long address) {
        if (!BUSY.compareAndSet(this, 0, 1)) {
            return false;
        }
        long[] magazine = magazines[sizeClass];
        if (magazine == null) {
            magazine = new long[capacity(sizeClass)];
            magazines[sizeClass] = magazine;
        }
        int size = sizes[sizeClass];
        boolean room = size < magazine.length;
        if (room) {
            magazine[size] = address;
            sizes[sizeClass] = size + 1;
        }
        BUSY.setRelease(this, 0);
        return room;
    }

    private static int capacity(int sizeClass) {
        return Math.clamp((128L << 10) / SizeClasses.bytes(sizeClass), 4, 64);
    }
}
