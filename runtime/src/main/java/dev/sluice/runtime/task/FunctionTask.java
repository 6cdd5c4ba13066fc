package dev.sluice.runtime.task;

import dev.sluice.async.HostTask;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.Epoch;
import dev.sluice.runtime.async.Place;
import dev.sluice.runtime.async.ReadPlace;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The host tasks that are functions of values: they need no stack of their own, because they wait only before and after
 * the function.
 *
 * @param <R> the type of the result
 */
abstract sealed class FunctionTask<R> extends ResumableTask implements HostTask {
    private final @Nullable Epoch<R> to;
    private boolean computed;
    private @Nullable R result;

    FunctionTask(@Nullable Epoch<R> to) {
        this.to = to;
        if (to != null) {
            to.own(this);
        }
    }

    /** What must be ready before the function runs, or null. */
    abstract @Nullable Awaitable operand();

    /** Applies the function to the operands. Null exactly when there is no place to write. */
    abstract @Nullable R compute();

    /** Gives the operands' places back. Also called after an error; harmless when repeated. */
    abstract void releaseOperands();

    @Override
    protected final @Nullable Awaitable step() {
        if (!computed) {
            Awaitable missing = operand();
            if (missing != null) {
                return missing;
            }
            result = compute();
            computed = true;
            releaseOperands(); // before the place to write is waited for: it may be behind them
        }
        if (to == null) {
            return null;
        }
        if (!to.isReady()) {
            return to;
        }
        to.set(Objects.requireNonNull(result, "result of the function"));
        return null;
    }

    @Override
    protected final boolean settle(@Nullable Throwable error) {
        releaseOperands();
        result = null;
        if (to == null) {
            return false;
        }
        if (error == null) {
            to.close();
        } else {
            to.closeExceptionally(error);
        }
        return true;
    }

    @Override
    protected void forEachPlace(Consumer<? super Place> visitor) {
        if (to != null) {
            visitor.accept(to);
        }
    }

    @Override
    final Domain domain() {
        return Domain.HOST;
    }

    @Override
    public final HostTask named(String name) {
        rename(name);
        return this;
    }

    /** Runs an action. */
    static final class Run extends FunctionTask<Object> {
        private final Runnable action;

        Run(Runnable action) {
            super(null);
            this.action = Objects.requireNonNull(action, "action");
        }

        @Override
        @Nullable
        Awaitable operand() {
            return null;
        }

        @Override
        @Nullable
        Object compute() {
            action.run();
            return null;
        }

        @Override
        void releaseOperands() {}
    }

    /** Writes a value. */
    static final class Supply<R> extends FunctionTask<R> {
        private final Supplier<? extends R> supplier;

        Supply(Epoch<R> to, Supplier<? extends R> supplier) {
            super(to);
            this.supplier = Objects.requireNonNull(supplier, "supplier");
        }

        @Override
        @Nullable
        Awaitable operand() {
            return null;
        }

        @Override
        R compute() {
            return supplier.get();
        }

        @Override
        void releaseOperands() {}
    }

    /** Replaces a value by a function of it: the place to write is its own operand. */
    static final class Update<T> extends FunctionTask<T> {
        private final Epoch<T> place;
        private final UnaryOperator<T> function;

        Update(Epoch<T> place, UnaryOperator<T> function) {
            super(place);
            this.place = place;
            this.function = Objects.requireNonNull(function, "function");
        }

        @Override
        @Nullable
        Awaitable operand() {
            return place.isReady() ? null : place;
        }

        @Override
        T compute() {
            return function.apply(place.value());
        }

        @Override
        void releaseOperands() {}
    }

    /** Writes a function of a value, or only uses the value. */
    static final class Unary<A, R> extends FunctionTask<R> {
        private final ReadPlace<A> from;
        private final Function<? super A, ? extends @Nullable R> function;

        Unary(ReadPlace<A> from, @Nullable Epoch<R> to, Function<? super A, ? extends @Nullable R> function) {
            super(to);
            from.own(this);
            this.from = from;
            this.function = Objects.requireNonNull(function, "function");
        }

        @Override
        @Nullable
        Awaitable operand() {
            return from.isReady() ? null : from;
        }

        @Override
        @Nullable
        R compute() {
            return function.apply(from.value());
        }

        @Override
        void releaseOperands() {
            from.close();
        }

        @Override
        protected void forEachPlace(Consumer<? super Place> visitor) {
            visitor.accept(from);
            super.forEachPlace(visitor);
        }
    }

    /** Writes a function of two values. */
    static final class Binary<A, B, R> extends FunctionTask<R> {
        private final ReadPlace<A> left;
        private final ReadPlace<B> right;
        private final BiFunction<? super A, ? super B, ? extends R> function;

        Binary(
                ReadPlace<A> left,
                ReadPlace<B> right,
                Epoch<R> to,
                BiFunction<? super A, ? super B, ? extends R> function) {
            super(to);
            left.own(this);
            right.own(this);
            this.left = left;
            this.right = right;
            this.function = Objects.requireNonNull(function, "function");
        }

        @Override
        @Nullable
        Awaitable operand() {
            if (!left.isReady()) {
                return left;
            }
            return right.isReady() ? null : right;
        }

        @Override
        R compute() {
            return function.apply(left.value(), right.value());
        }

        @Override
        void releaseOperands() {
            left.close();
            right.close();
        }

        @Override
        protected void forEachPlace(Consumer<? super Place> visitor) {
            visitor.accept(left);
            visitor.accept(right);
            super.forEachPlace(visitor);
        }
    }
}
