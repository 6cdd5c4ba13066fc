package dev.sluice.backend.cpu.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Native memory from the C library. No arena is involved: closing a shared arena costs a handshake with every thread.
 *
 * <p>Each block is aligned within a larger one whose address is kept in the word before it, which needs nothing but
 * {@code malloc} and {@code free} and so is the same on every system. Large blocks start on a huge page and ask for huge
 * pages where the system has them, since faulting in small ones costs more than using the memory.
 */
final class SystemMemory {
    private static final long ALIGNMENT = 64;
    private static final long HUGE_PAGE = 2L << 20;
    private static final int MADV_HUGEPAGE = 14;

    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle MALLOC = downcall("malloc", ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG)
            .orElseThrow(() -> new UnsatisfiedLinkError("the C library has no malloc"));
    private static final MethodHandle FREE = free();
    private static final Optional<MethodHandle> MADVISE = System.getProperty("os.name")
                    .equals("Linux")
            ? downcall(
                    "madvise", ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT)
            : Optional.empty();

    private SystemMemory() {}

    /** Allocates; gives 0 when the system has not enough. */
    static long allocate(long bytes) {
        long alignment = bytes >= 2 * HUGE_PAGE ? HUGE_PAGE : ALIGNMENT;
        long raw = malloc(bytes + alignment + Long.BYTES);
        if (raw == 0) {
            return 0;
        }
        long address = (raw + Long.BYTES + alignment - 1) & -alignment;
        EVERYTHING.set(ValueLayout.JAVA_LONG, address - Long.BYTES, raw);
        if (alignment == HUGE_PAGE && MADVISE.isPresent()) {
            adviseHugePages(MADVISE.get(), address, bytes & -HUGE_PAGE);
        }
        return address;
    }

    /** Frees a block of {@link #allocate}. */
    static void free(long address) {
        try {
            FREE.invokeExact(EVERYTHING.get(ValueLayout.JAVA_LONG, address - Long.BYTES));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static long malloc(long bytes) {
        try {
            return (long) MALLOC.invokeExact(bytes);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static void adviseHugePages(MethodHandle madvise, long address, long bytes) {
        try {
            // Advice: where the system does not follow it, nothing is lost but speed.
            int ignored = (int) madvise.invokeExact(address, bytes, MADV_HUGEPAGE);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static AssertionError unexpected(Throwable e) {
        return new AssertionError("a call of the C library threw", e);
    }

    private static Optional<MethodHandle> downcall(String name, ValueLayout result, ValueLayout... arguments) {
        SymbolLookup library = LINKER.defaultLookup();
        return library.find(name).map(f -> LINKER.downcallHandle(f, FunctionDescriptor.of(result, arguments)));
    }

    private static MethodHandle free() {
        MemorySegment function = LINKER.defaultLookup().findOrThrow("free");
        return LINKER.downcallHandle(function, FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));
    }
}
