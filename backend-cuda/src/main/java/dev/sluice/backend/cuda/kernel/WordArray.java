package dev.sluice.backend.cuda.kernel;

/** Words of a known number. */
final class WordArray implements Words.Sink {
    private final long[] words;
    private int size;

    WordArray(int capacity) {
        words = new long[capacity];
    }

    @Override
    public void add(long word) {
        words[size++] = word;
    }

    /** All words. */
    long[] array() {
        if (size != words.length) {
            throw new IllegalStateException(size + " words where " + words.length + " were announced");
        }
        return words;
    }
}
