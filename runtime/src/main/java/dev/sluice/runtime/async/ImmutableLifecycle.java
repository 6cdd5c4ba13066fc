package dev.sluice.runtime.async;

/** Values that are shared freely and released by the garbage collector. */
enum ImmutableLifecycle implements ValueLifecycle<Object> {
    INSTANCE;

    @Override
    public Object copy(Object value) {
        return value;
    }

    @Override
    public void dispose(Object value) {}

    @Override
    public boolean isDisposable() {
        return false;
    }
}
