package dev.sluice.runtime.tensor;

import dev.sluice.AsyncTensor;
import dev.sluice.ContractViolationException;
import dev.sluice.Scope;
import dev.sluice.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The open scopes of one runtime, for each thread a stack. A tensor remembers the scope it belongs to, so that keeping
 * one is a change of that memory and not a search; a scope closes those that still name it.
 */
public final class ScopeStack {
    @SuppressWarnings("ThreadLocalUsage") // one for each runtime: a scope sees only the tensors of its own
    private final ThreadLocal<@Nullable OpenScope> innermost = new ThreadLocal<>();

    /** How many scopes are open anywhere, so that programs without scopes pay one read for each tensor. */
    private final AtomicInteger open = new AtomicInteger();

    /** Opens a scope on the calling thread. */
    public Scope open() {
        OpenScope scope = new OpenScope(innermost.get());
        innermost.set(scope);
        open.incrementAndGet();
        return scope;
    }

    /** Hands a new tensor to the innermost scope of the calling thread, if there is one. */
    <T extends Scoped> T add(T tensor) {
        if (open.getPlain() != 0) {
            OpenScope scope = innermost.get();
            if (scope != null) {
                scope.add(tensor);
            }
        }
        return tensor;
    }

    /** Runs something whose tensors belong to no scope of the calling thread. */
    <T> T outside(Supplier<T> action) {
        OpenScope suspended = innermost.get();
        innermost.remove();
        try {
            return action.get();
        } finally {
            if (suspended != null) {
                innermost.set(suspended);
            }
        }
    }

    /** What a scope closes. */
    interface Scoped extends AutoCloseable {
        /** The scope that closes this, if any. */
        @Nullable
        Scope scope();

        /** Changes the scope that closes this. */
        void scope(@Nullable Scope scope);

        /** Whether there is nothing left to close. */
        boolean isReleased();

        @Override
        void close();
    }

    private final class OpenScope implements Scope {
        private static final int FIRST_SWEEP = 256;

        private final @Nullable OpenScope enclosing;
        private final Thread owner = Thread.currentThread();
        private final List<Scoped> created = new ArrayList<>();
        private int sweepAt = FIRST_SWEEP;
        private boolean closed;

        OpenScope(@Nullable OpenScope enclosing) {
            this.enclosing = enclosing;
        }

        void add(Scoped tensor) {
            if (created.size() >= sweepAt) {
                // So that a long loop that closes its own temporaries does not pile up their handles.
                created.removeIf(old -> old.isReleased() || old.scope() != this);
                sweepAt = Math.max(FIRST_SWEEP, 2 * created.size());
            }
            tensor.scope(this);
            created.add(tensor);
        }

        @Override
        public Tensor keep(Tensor tensor) {
            if (tensor instanceof DenseTensor dense) {
                keepScoped(dense.owner());
            }
            return tensor;
        }

        @Override
        public AsyncTensor keep(AsyncTensor tensor) {
            if (tensor instanceof Scoped scoped) {
                keepScoped(scoped);
            }
            return tensor;
        }

        private void keepScoped(Scoped tensor) {
            requireUsable();
            if (tensor.scope() != this) {
                return;
            }
            if (enclosing != null) {
                enclosing.add(tensor);
            } else {
                tensor.scope(null);
            }
        }

        private void requireUsable() {
            if (closed) {
                throw new ContractViolationException("the scope is already closed");
            }
            if (Thread.currentThread() != owner) {
                throw new ContractViolationException("a scope opened on thread " + owner.getName()
                        + " was used on thread " + Thread.currentThread().getName());
            }
        }

        @Override
        public void close() {
            if (closed) {
                return;
            }
            requireUsable();
            if (innermost.get() != this) {
                throw new ContractViolationException(
                        "a scope was closed before a scope opened inside it; close scopes in reverse order");
            }
            closed = true;
            if (enclosing == null) {
                innermost.remove();
            } else {
                innermost.set(enclosing);
            }
            open.decrementAndGet();
            for (int index = created.size() - 1; index >= 0; index--) {
                Scoped tensor = created.get(index);
                if (tensor.scope() == this) {
                    tensor.scope(null);
                    tensor.close();
                }
            }
        }
    }
}
