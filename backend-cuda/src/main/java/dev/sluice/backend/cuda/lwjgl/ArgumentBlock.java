package dev.sluice.backend.cuda.lwjgl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The arguments of a kernel launch in native memory: a descriptor for the driver, followed by 64-bit words that the
 * kernel sees as one structure. A thread reuses one block for all its launches, because the driver copies the words
 * before the launch returns. Not thread-safe.
 */
public final class ArgumentBlock {
    /** The most words a block holds: what the driver takes as arguments of one kernel. */
    public static final int MAX_WORDS = 512;

    // CU_LAUNCH_PARAM_BUFFER_POINTER, the pointer, CU_LAUNCH_PARAM_BUFFER_SIZE, the address of the size, the end mark
    private static final long BUFFER_POINTER = 1;
    private static final long BUFFER_SIZE = 2;
    private static final int SIZE_WORD = 5;
    private static final int FIRST_WORD = 8;

    private final MemorySegment memory;
    private int words;

    /** Creates an empty block, freed when it is forgotten. */
    public ArgumentBlock() {
        memory = Arena.ofAuto().allocate((FIRST_WORD + MAX_WORDS) * 8L, 64);
        putWord(0, BUFFER_POINTER);
        putWord(1, memory.address() + FIRST_WORD * 8L);
        putWord(2, BUFFER_SIZE);
        putWord(3, memory.address() + SIZE_WORD * 8L);
        putWord(4, 0);
    }

    /** Starts over. */
    public void clear() {
        words = 0;
    }

    /** Appends a word. */
    public void add(long word) {
        if (words == MAX_WORDS) {
            throw new IllegalStateException("a kernel takes at most " + MAX_WORDS + " argument words");
        }
        putWord(FIRST_WORD + words++, word);
    }

    /** The number of words. */
    public int size() {
        return words;
    }

    /** The descriptor for {@link DriverCalls#launch}. Valid until the block changes. */
    public long descriptor() {
        putWord(SIZE_WORD, words * 8L);
        return memory.address();
    }

    /** A word that was added. */
    public long word(int index) {
        return memory.getAtIndex(ValueLayout.JAVA_LONG, FIRST_WORD + index);
    }

    private void putWord(int index, long value) {
        memory.setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }
}
