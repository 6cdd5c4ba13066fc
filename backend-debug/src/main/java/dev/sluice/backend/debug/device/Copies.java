package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.ExecutionMode;
import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.memory.Access;
import dev.sluice.backend.debug.memory.ByteRanges;
import dev.sluice.backend.debug.simulation.Effect;
import dev.sluice.backend.debug.simulation.Operation;
import dev.sluice.backend.debug.simulation.Resource;
import dev.sluice.backend.debug.simulation.SimulatedStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The copies from, to, within and between devices. Guarded by the lock of the simulation. */
final class Copies {
    private static final int CHUNK = 1 << 13;

    private final DeviceState device;
    private final DeviceMemory memory;
    private final byte[] chunk = new byte[CHUNK];

    Copies(DeviceState device, DeviceMemory memory) {
        this.device = device;
        this.memory = memory;
    }

    private static Effect effect(String from, String to, long bytes, Runnable action) {
        return new Effect(() -> "copy of " + bytes + " bytes from " + from + " to " + to, action);
    }

    void fromHost(long destination, MemorySegment source, SimulatedStream stream) {
        long bytes = source.byteSize();
        DeviceMemory.Place target = memory.place(destination);
        boolean deferred = device.simulator().mode() != ExecutionMode.EAGER;
        Long fingerprint = deferred && device.checksAccesses() ? fingerprint(source) : null;
        Runnable copy = () -> copyChecked(source, target.slice(kept(bytes)), fingerprint, stream);
        boolean early = device.has(Defect.COPY_FROM_HOST_UNORDERED);
        Effect effect = effect("the host", hex(destination), bytes, early ? () -> {} : copy);
        submit(CallKind.COPY_FROM_HOST, stream, effect, Resource.COPY_IN, bytes, operation -> {
            device.simulator().hostAccesses().enter(source, false, device.ordinal(), operation, stream.clock());
            return enter(operation, stream, Access.write(ByteRanges.span(destination, bytes)));
        });
        if (early) {
            copy.run();
        }
    }

    void toHost(MemorySegment destination, long source, SimulatedStream stream) {
        long bytes = destination.byteSize();
        DeviceMemory.Place from = memory.place(source);
        Runnable copy = () -> {
            MemorySegment target = accessible(destination);
            if (target == null) {
                reportHost("the host memory that " + stream + " copies to was released before the copy");
            } else {
                target.asSlice(0, kept(bytes)).copyFrom(from.slice(kept(bytes)));
            }
        };
        boolean early = device.has(Defect.COPY_TO_HOST_UNORDERED);
        Effect effect = effect(hex(source), "the host", bytes, early ? () -> {} : copy);
        submit(CallKind.COPY_TO_HOST, stream, effect, Resource.COPY_OUT, bytes, operation -> {
            device.simulator().hostAccesses().enter(destination, true, device.ordinal(), operation, stream.clock());
            return enter(operation, stream, Access.read(ByteRanges.span(source, bytes)));
        });
        if (early) {
            copy.run();
        }
    }

    void onDevice(long destination, long source, long bytes, SimulatedStream stream) {
        DeviceMemory.Place from = memory.place(source);
        DeviceMemory.Place to = memory.place(destination);
        Effect effect = effect(
                hex(source),
                hex(destination),
                bytes,
                () -> to.slice(kept(bytes)).copyFrom(from.slice(kept(bytes))));
        device.submit(
                CallKind.COPY_ON_DEVICE,
                stream,
                effect,
                Resource.COMPUTE,
                device.costs().copy() + 2 * bytes * device.costs().perDeviceByte(),
                operation -> enterCopy(device, destination, source, bytes, operation, stream));
        device.countBytes(CallKind.COPY_ON_DEVICE, bytes);
    }

    /**
     * Copies to another device.
     *
     * @param wrong the device that receives the bytes when the driver is defective
     */
    void toPeer(
            long destination,
            DeviceState peer,
            DeviceMemory peerMemory,
            DeviceMemory wrong,
            long source,
            long bytes,
            SimulatedStream stream) {
        DeviceMemory.Place from = memory.place(source);
        DeviceMemory.Place right = peerMemory.place(destination);
        DeviceMemory.Place to = device.has(Defect.PEER_COPY_MISDIRECTED) ? misplaced(wrong, source, bytes) : right;
        Effect effect = effect(hex(source), hex(destination), bytes, () -> {
            MemorySegment target =
                    to == right ? to.slice(kept(bytes)) : to.operand().memory();
            long count = Math.min(kept(bytes), target.byteSize());
            target.asSlice(0, count).copyFrom(from.slice(count));
        });
        device.submit(
                CallKind.COPY_TO_PEER,
                stream,
                effect,
                Resource.COPY_OUT,
                device.costs().copy() + bytes * device.costs().perPeerByte(),
                operation -> enterCopy(peer, destination, source, bytes, operation, stream));
        device.countBytes(CallKind.COPY_TO_PEER, bytes);
    }

    private static DeviceMemory.Place misplaced(DeviceMemory wrong, long source, long bytes) {
        DeviceMemory.Place place = wrong.place(source);
        return place.allocation() == null
                        || place.offset() + bytes > place.allocation().bytes()
                ? DeviceMemory.Place.NOWHERE
                : place;
    }

    private void submit(
            CallKind kind,
            SimulatedStream stream,
            Effect effect,
            Resource engine,
            long bytes,
            Predicate<Operation> check) {
        device.submit(
                kind,
                stream,
                effect,
                engine,
                device.costs().copy() + bytes * device.costs().perHostByte(),
                check);
        device.countBytes(kind, bytes);
    }

    private boolean enter(Operation operation, SimulatedStream stream, Access access) {
        List<Access> accesses = List.of(access);
        return device.checksAccesses()
                ? device.checker().enter(accesses, operation, stream.clock())
                : device.checker().enterBounds(accesses, operation);
    }

    private boolean enterCopy(
            DeviceState to, long destination, long source, long bytes, Operation operation, SimulatedStream stream) {
        if (bytes == 0) {
            return true;
        }
        if (device.checksAccesses()) {
            return device.checker().enterCopy(to.checker(), destination, source, bytes, operation, stream.clock());
        }
        boolean readable =
                device.checker().enterBounds(List.of(Access.read(ByteRanges.span(source, bytes))), operation);
        return to.checker().enterBounds(List.of(Access.write(ByteRanges.span(destination, bytes))), operation)
                && readable;
    }

    private long kept(long bytes) {
        return device.has(Defect.COPY_TRUNCATED) ? Math.max(0, bytes - 8) : bytes;
    }

    private void copyChecked(
            MemorySegment source, MemorySegment target, @Nullable Long fingerprint, SimulatedStream stream) {
        MemorySegment readable = accessible(source);
        if (readable == null) {
            reportHost("the host memory that " + stream + " copies from was released before the copy");
            return;
        }
        if (fingerprint != null && fingerprint(readable) != fingerprint) {
            reportHost("the host memory that " + stream
                    + " copies from was changed between the submission of the copy and the copy");
        }
        target.copyFrom(readable.asSlice(0, target.byteSize()));
    }

    private void reportHost(String message) {
        device.simulator().report(Report.Kind.HOST_SOURCE_CHANGED, device.ordinal(), message);
    }

    /**
     * The segment for the thread that happens to run the copy, or null when it was released. A device copies by address:
     * that the program confines a segment to one of its threads does not concern it.
     */
    private static @Nullable MemorySegment accessible(MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            return null;
        }
        return segment.isAccessibleBy(Thread.currentThread())
                ? segment
                : MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize());
    }

    private long fingerprint(MemorySegment segment) {
        CRC32C checksum = new CRC32C();
        for (long position = 0; position < segment.byteSize(); position += chunk.length) {
            int length = (int) Math.min(chunk.length, segment.byteSize() - position);
            MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, position, chunk, 0, length);
            checksum.update(chunk, 0, length);
        }
        return checksum.getValue();
    }

    private static String hex(long address) {
        return String.format("0x%x", address);
    }
}
