package dev.sluice;

/**
 * Closes the tensors that the opening thread creates while the scope is open and is the innermost one, except those it
 * is told to keep. Scopes nest; they are closed in reverse order, on the thread that opened them.
 */
public interface Scope extends AutoCloseable {
    /**
     * Excepts a tensor from this scope: it goes to the enclosing scope, if there is one.
     *
     * @return the tensor
     */
    Tensor keep(Tensor tensor);

    /** Excepts an asynchronous tensor from this scope. */
    AsyncTensor keep(AsyncTensor tensor);

    /** Closes what was created and not kept. */
    @Override
    void close();
}
