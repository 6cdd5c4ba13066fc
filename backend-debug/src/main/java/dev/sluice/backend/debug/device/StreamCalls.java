package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.Fault;
import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.simulation.Effect;
import dev.sluice.backend.debug.simulation.Operation;
import dev.sluice.backend.debug.simulation.Resource;
import dev.sluice.backend.debug.simulation.SimulatedEvent;
import dev.sluice.backend.debug.simulation.SimulatedStream;
import dev.sluice.backend.debug.simulation.Simulator;
import dev.sluice.device.DeviceException;
import java.util.HashMap;
import java.util.Map;

/** Streams and events of one device. Guarded by the lock of the simulation. */
final class StreamCalls {
    private final DeviceState device;
    private final Simulator simulator;
    private final Tokens<SimulatedStream> streams;
    private final Tokens<SimulatedEvent> events;
    private final Map<Long, String> sites = new HashMap<>();

    StreamCalls(DeviceState device) {
        this.device = device;
        this.simulator = device.simulator();
        this.streams = new Tokens<>(device, Tokens.Kind.STREAM);
        this.events = new Tokens<>(device, Tokens.Kind.EVENT);
    }

    SimulatedStream stream(long token, String operation) {
        return streams.get(token, operation);
    }

    Tokens<SimulatedStream> streams() {
        return streams;
    }

    Tokens<SimulatedEvent> events() {
        return events;
    }

    /** Where a stream or event was created. */
    String site(long token) {
        return sites.getOrDefault(token, "");
    }

    // --- streams

    long createStream() {
        device.enter(CallKind.CREATE_STREAM, "createStream()");
        long token = streams.next();
        streams.add(token, simulator.createStream(token, device.ordinal(), device.timeline()));
        rememberSite(token);
        return token;
    }

    void destroyStream(long token) {
        device.enter(CallKind.DESTROY_STREAM, "destroyStream");
        SimulatedStream stream = streams.remove(token, "destroyStream");
        if (!simulator.isKnownIdle(stream)) {
            simulator.report(
                    Report.Kind.STREAM_BUSY,
                    device.ordinal(),
                    stream + " is destroyed" + simulator.site() + " while the host does not know that " + stream.tail()
                            + " has finished");
        }
        simulator.destroyStream(stream);
        sites.remove(token);
    }

    boolean queryStream(long token) {
        device.enter(CallKind.QUERY_STREAM, "queryStream");
        SimulatedStream stream = streams.get(token, "queryStream");
        if (device.has(Defect.QUERY_STREAM_EARLY)) {
            simulator.pretendFinished(stream.clock());
            return true;
        }
        boolean finished = simulator.query(stream.tail(), stream.clock());
        throwLateError(CallKind.QUERY_STREAM);
        return finished;
    }

    void synchronizeStream(long token) {
        device.enter(CallKind.SYNCHRONIZE_STREAM, "synchronizeStream");
        SimulatedStream stream = streams.get(token, "synchronizeStream");
        if (device.has(Defect.SYNCHRONIZE_STREAM_EARLY)) {
            simulator.pretendFinished(stream.clock());
        } else {
            simulator.await(stream.tail(), stream.clock());
        }
        throwLateError(CallKind.SYNCHRONIZE_STREAM);
    }

    void onStreamTail(long token, Runnable callback) {
        Fault.Action action = device.begin(CallKind.CALLBACK, "onStreamTail");
        SimulatedStream stream = streams.get(token, "onStreamTail");
        switch (action) {
            case Fault.Action.LoseCallback lost -> {}
            case Fault.Action.PoisonLater later -> {
                DeviceException unused = device.poison("onStreamTail on " + stream);
            }
            case null, default -> simulator.addCallback(device.ordinal(), stream.tail(), stream.clock(), callback);
        }
    }

    // --- events

    long createEvent() {
        device.enter(CallKind.CREATE_EVENT, "createEvent()");
        long token = events.next();
        events.add(token, new SimulatedEvent(token, device.ordinal()));
        rememberSite(token);
        return token;
    }

    void destroyEvent(long token) {
        device.enter(CallKind.DESTROY_EVENT, "destroyEvent");
        events.remove(token, "destroyEvent").destroy();
        sites.remove(token);
    }

    void recordEvent(long token, long streamToken) {
        device.enter(CallKind.RECORD_EVENT, "recordEvent");
        SimulatedEvent event = events.get(token, "recordEvent");
        SimulatedStream stream = streams.get(streamToken, "recordEvent");
        if (device.has(Defect.RECORD_KEEPS_FIRST) && event.isRecorded()) {
            event.record(event.operation(), stream.clock());
        } else if (device.has(Defect.RECORD_CAPTURES_NOTHING)) {
            event.record(null, stream.clock());
        } else {
            event.record(stream);
        }
    }

    /** Makes a stream of this device wait for an event of any device. */
    void waitEvent(long streamToken, SimulatedEvent event) {
        SimulatedStream stream = streams.get(streamToken, "waitEvent");
        if (!event.isRecorded()) {
            reportUnrecorded(event, "is waited for by " + stream);
        }
        Fault.Action action = device.begin(CallKind.WAIT_EVENT, "waitEvent of " + stream + " for " + event);
        Operation wait = simulator.begin(stream, CallKind.WAIT_EVENT, waitFor(event.toString()));
        stream.clock().join(event.clock());
        switch (action) {
            case Fault.Action.Stall stall -> wait.stall();
            case Fault.Action.PoisonLater later ->
                wait.replaceAction(() -> {
                    DeviceException unused = device.poison("wait for " + event + " on " + stream);
                });
            case null, default -> {}
        }
        Operation dependency = isLost(event, stream) ? null : event.operation();
        if (device.has(Defect.WAIT_LOST_WITH_EVENT)) {
            event.addFragileWait(wait);
        }
        simulator.submit(wait, Resource.NONE, 0, dependency);
    }

    private static Effect waitFor(String event) {
        return new Effect(() -> "wait for " + event, () -> {});
    }

    private boolean isLost(SimulatedEvent event, SimulatedStream stream) {
        Operation tail = stream.tail();
        return device.has(Defect.WAIT_IGNORED)
                || device.has(Defect.WAIT_IGNORED_ACROSS_DEVICES) && event.device() != device.ordinal()
                || device.has(Defect.ONLY_FIRST_WAIT_KEPT) && tail != null && tail.isWait();
    }

    boolean queryEvent(long token) {
        device.enter(CallKind.QUERY_EVENT, "queryEvent");
        SimulatedEvent event = recorded(token, "is queried");
        if (device.has(Defect.QUERY_EVENT_EARLY)) {
            simulator.pretendFinished(event.clock());
            return true;
        }
        boolean finished = simulator.query(event.operation(), event.clock());
        throwLateError(CallKind.QUERY_EVENT);
        return finished;
    }

    void synchronizeEvent(long token) {
        device.enter(CallKind.SYNCHRONIZE_EVENT, "synchronizeEvent");
        SimulatedEvent event = recorded(token, "is waited for by the host");
        if (device.has(Defect.SYNCHRONIZE_EVENT_EARLY)) {
            simulator.pretendFinished(event.clock());
        } else {
            simulator.await(event.operation(), event.clock());
        }
        throwLateError(CallKind.SYNCHRONIZE_EVENT);
    }

    private SimulatedEvent recorded(long token, String use) {
        SimulatedEvent event = events.get(token, "an event that " + use);
        if (!event.isRecorded()) {
            reportUnrecorded(event, use);
        }
        return event;
    }

    private void reportUnrecorded(SimulatedEvent event, String use) {
        simulator.report(
                Report.Kind.EVENT_NOT_RECORDED,
                device.ordinal(),
                event + site(event.token()) + " " + use + simulator.site() + " but was never recorded");
    }

    /** Work that was let go on may have made the device unusable; then the call that learns of it fails. */
    private void throwLateError(CallKind kind) {
        DeviceException poison = device.poison();
        boolean forgotten =
                device.has(Defect.POISON_FORGOTTEN) && (kind == CallKind.QUERY_STREAM || kind == CallKind.QUERY_EVENT);
        if (poison != null && !forgotten) {
            throw poison;
        }
    }

    private void rememberSite(long token) {
        String site = simulator.site();
        if (!site.isEmpty()) {
            sites.put(token, site);
        }
    }
}
