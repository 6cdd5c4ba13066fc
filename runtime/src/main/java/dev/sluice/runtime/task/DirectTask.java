package dev.sluice.runtime.task;

import dev.sluice.TaskCancelledException;
import dev.sluice.async.Buffer;
import dev.sluice.async.WriteBuffer;
import dev.sluice.runtime.async.Awaitable;
import dev.sluice.runtime.async.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A task whose body is ordinary code on a {@link Fiber}. One step is one stretch of the body between two waits: the step
 * enters the fiber, and the body leaves it with what it waits for.
 *
 * <p>Every field is used by one side of the baton at a time, so none is synchronised. A cancelled body that has started is
 * resumed once more, to see {@link TaskCancelledException} and run its {@code finally} blocks.
 */
abstract sealed class DirectTask extends ResumableTask permits DirectHostTask, DirectDeviceTask {
    private static final ScopedValue<DirectTask> CURRENT = ScopedValue.newInstance();

    private final List<Place> places;
    private final List<Place> sinks = new ArrayList<>(0);
    private @Nullable Fiber fiber;
    private @Nullable Awaitable awaited;
    private @Nullable Throwable refusal;
    private @Nullable Throwable thrown;

    DirectTask(Buffer<?>[] buffers) {
        places = new ArrayList<>(buffers.length);
        for (Buffer<?> buffer : buffers) {
            adopt(EngineTaskFactory.place(buffer));
        }
    }

    /** The direct-style task that the calling thread is the fiber of, or null. */
    static @Nullable DirectTask current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /** Runs the body with a context for it. Called on the fiber. */
    abstract void runBody() throws Exception;

    @Override
    protected final @Nullable Awaitable step() throws Throwable {
        Fiber entered = fiber;
        if (entered == null) {
            entered = new Fiber(() -> ScopedValue.where(CURRENT, this).run(this::runToEnd));
            fiber = entered;
        }
        awaited = null;
        entered.enter();
        if (thrown != null) {
            throw thrown;
        }
        return awaited;
    }

    private void runToEnd() {
        try {
            runBody();
        } catch (Throwable error) {
            thrown = error;
        }
        awaited = null;
    }

    @Override
    protected final @Nullable Awaitable cancelled() throws Throwable {
        return fiber == null ? super.cancelled() : step();
    }

    @Override
    protected final @Nullable Awaitable refused(Throwable error) throws Throwable {
        refusal = error;
        return step();
    }

    // --- called by the body, on the fiber

    /** Leaves the fiber until the event has happened. */
    final void suspendUntil(Awaitable event) {
        checkCancelled();
        while (!event.isReady()) {
            pass(event);
            if (!event.isReady()) {
                checkCancelled();
            }
        }
    }

    /** Leaves the fiber and comes back through the new route. */
    final void resubmit() {
        pass(ROUTE_CHANGED);
        checkCancelled();
    }

    private void pass(Awaitable reason) {
        requireCurrent();
        awaited = reason;
        fiberOf().leave();
        Throwable refused = refusal;
        if (refused != null) {
            refusal = null;
            throw ResumableTask.unchecked(refused, this);
        }
    }

    private Fiber fiberOf() {
        Fiber present = fiber;
        if (present == null) {
            throw new IllegalStateException(this + " has not started");
        }
        return present;
    }

    final void checkCancelled() {
        if (isCancelRequested()) {
            throw new TaskCancelledException(this + " was cancelled");
        }
    }

    final void requireCurrent() {
        if (fiber == null || !fiber.isCurrent()) {
            throw new IllegalStateException(
                    "the context of " + this + " was used outside of its body, by " + Thread.currentThread());
        }
    }

    /** Makes the task the owner of a place. */
    final void adopt(Place place) {
        if (place.owner() != this) {
            place.own(this);
            places.add(place);
        }
    }

    /** Makes errors of the task complete a place that it does not own. */
    final void sink(Place place) {
        if (place.owner() != this && !sinks.contains(place)) {
            sinks.add(place);
        }
    }

    @Override
    protected final boolean settle(@Nullable Throwable error) {
        boolean carried = false;
        if (error != null) {
            for (Place sink : sinks) {
                sink.closeExceptionally(error);
                carried = true;
            }
        }
        for (Place place : places) {
            if (error == null) {
                place.close();
            } else {
                place.closeExceptionally(error);
                carried |= place instanceof WriteBuffer<?>;
            }
        }
        return carried;
    }

    @Override
    protected final void forEachPlace(Consumer<? super Place> visitor) {
        new ArrayList<>(places).forEach(visitor);
    }
}
