package dev.sluice.backend.debug.memory;

import dev.sluice.backend.debug.causality.Moment;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of one device. The upper bits of an address tell the device; no address is ever used twice, and none is
 * an address of the host. Not thread-safe.
 */
public final class AddressSpace {
    private static final int DEVICE_SHIFT = 48;
    private static final long ALIGNMENT = 256;
    private static final int REMEMBERED_FREED = 4096;

    private final int device;
    private final TreeMap<Long, Allocation> allocations = new TreeMap<>();
    private final Deque<Allocation> freed = new ArrayDeque<>();
    private long next;

    /** The address space of a device. */
    public AddressSpace(int device) {
        this.device = device;
        this.next = (device + 1L) << DEVICE_SHIFT;
    }

    /** The device whose address space an address belongs to; not necessarily an existing one. */
    public static int deviceOf(long address) {
        return (int) (address >>> DEVICE_SHIFT) - 1;
    }

    /** The device. */
    public int device() {
        return device;
    }

    /** Allocates. The neighbouring addresses belong to no allocation. */
    public Allocation allocate(long bytes, Moment moment) {
        return allocate(bytes, 0, MemorySegment.ofArray(new long[Math.toIntExact((bytes + 7) / 8)]), moment);
    }

    /** Allocates {@code shift} bytes after an aligned address, backed by the given memory. */
    public Allocation allocate(long bytes, long shift, MemorySegment memory, Moment moment) {
        Allocation allocation = new Allocation(next + shift, bytes, memory.asSlice(0, bytes), moment);
        next += (bytes + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + ALIGNMENT;
        allocations.put(allocation.address(), allocation);
        return allocation;
    }

    /** The allocation with the greatest address not above {@code address}, live or freed. */
    public @Nullable Allocation nearest(long address) {
        Map.Entry<Long, Allocation> entry = allocations.floorEntry(address);
        return entry == null ? null : entry.getValue();
    }

    /** Frees an allocation. Its memory stays readable for operations submitted earlier. */
    public void free(Allocation allocation, Moment moment) {
        allocation.markFreed(moment);
        freed.add(allocation);
        if (freed.size() > REMEMBERED_FREED) {
            allocations.remove(freed.remove().address());
        }
    }

    /** The allocations that are not freed. */
    public List<Allocation> live() {
        List<Allocation> live = new ArrayList<>();
        for (Allocation allocation : allocations.values()) {
            if (allocation.freed() == null) {
                live.add(allocation);
            }
        }
        return live;
    }
}
