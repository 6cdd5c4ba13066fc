package dev.sluice.tck.rule;

import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.device.DeviceBuffer;
import dev.sluice.device.DeviceResources;
import dev.sluice.device.ReadAccess;
import dev.sluice.device.Stream;
import dev.sluice.device.WriteAccess;
import dev.sluice.tck.Subject;
import dev.sluice.tck.observe.Gate;
import dev.sluice.tck.observe.ObservedDriver;
import dev.sluice.tck.observe.ObservedProvider;
import java.util.ArrayList;
import java.util.List;

/** A runtime of a test's own on the backend under test, behind glass. Closing it checks that nothing was left behind. */
final class Engine implements AutoCloseable {
    private final ObservedProvider provider;
    private final Sluice sluice;

    private Engine(ObservedProvider provider, Sluice sluice) {
        this.provider = provider;
        this.sluice = sluice;
    }

    static Engine open(Subject subject) {
        return open(subject, subject.options());
    }

    static Engine open(Subject subject, SluiceOptions options) {
        ObservedProvider provider = new ObservedProvider(subject.provider());
        return new Engine(provider, subject.open(provider, options));
    }

    Sluice sluice() {
        return sluice;
    }

    ObservedProvider provider() {
        return provider;
    }

    ObservedDriver driver(int ordinal) {
        return provider.device(ordinal);
    }

    /** The first device. */
    ObservedDriver driver() {
        return driver(0);
    }

    DeviceResources resources(int ordinal) {
        return sluice.resources(driver(ordinal).device());
    }

    /** What the first device lends. */
    DeviceResources resources() {
        return resources(0);
    }

    /** Every stream of the first device, which is new. */
    List<Stream> takeAllStreams() {
        List<Stream> all = new ArrayList<>();
        int capacity = resources().streams().statistics().capacity();
        for (int i = 0; i < capacity; i++) {
            all.add(resources().streams().acquire());
        }
        return all;
    }

    /** Begins an operation that reads a buffer and is unfinished until it is told to finish. */
    Work read(DeviceBuffer buffer) {
        Stream stream = resources().streams().acquire();
        try (ReadAccess access = buffer.read(stream)) {
            return new Work(stream, driver().hold(stream.token()), access.address());
        }
    }

    /** Begins an operation that writes a buffer and is unfinished until it is told to finish. */
    Work write(DeviceBuffer buffer) {
        Stream stream = resources().streams().acquire();
        try (WriteAccess access = buffer.write(stream)) {
            return new Work(stream, driver().hold(stream.token()), access.address());
        }
    }

    /** Closes the runtime, and demands that nothing is left on any device. */
    @Override
    public void close() {
        sluice.close();
        for (ObservedDriver driver : provider.devices()) {
            Expect.equal(0, driver.liveStreams(), "streams left on " + driver.device());
            Expect.equal(0, driver.liveEvents(), "events left on " + driver.device());
            Expect.equal(0, driver.liveAllocations(), "allocations left on " + driver.device());
        }
        Expect.that(provider.isClosed(), "closing the runtime closes the backend");
    }

    /**
     * One operation on a stream of its own.
     *
     * @param stream the stream, which stays leased until the work is closed
     * @param gate what holds it
     * @param address where it accesses
     */
    record Work(Stream stream, Gate gate, long address) implements AutoCloseable {
        void finish() {
            gate.open();
        }

        /** Whether the operation, and all it had to wait for, has finished. */
        boolean isDone() {
            return Patience.finished(stream);
        }

        @Override
        public void close() {
            gate.open();
            stream.close();
        }
    }
}
