package dev.sluice.backend.cpu.kernel;

/** What one thread reuses from call to call, so that running a kernel allocates nothing. */
final class Scratch {
    private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

    final Tile tile = new Tile();
    final BoxWalk walk = new BoxWalk();

    private Scratch() {}

    static Scratch ofThread() {
        return OF_THREAD.get();
    }
}
