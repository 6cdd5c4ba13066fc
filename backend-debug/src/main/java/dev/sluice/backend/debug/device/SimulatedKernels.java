package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.CallKind;
import dev.sluice.backend.debug.Report;
import dev.sluice.backend.debug.kernel.MapInterpreter;
import dev.sluice.backend.debug.kernel.Operand;
import dev.sluice.backend.debug.kernel.ReduceInterpreter;
import dev.sluice.backend.debug.memory.Access;
import dev.sluice.backend.debug.memory.ByteRanges;
import dev.sluice.backend.debug.simulation.Effect;
import dev.sluice.backend.debug.simulation.Resource;
import dev.sluice.backend.debug.simulation.SimulatedStream;
import dev.sluice.backend.debug.simulation.SimulationLock;
import dev.sluice.spi.KernelSet;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import java.util.ArrayList;
import java.util.List;

/** Interpreted kernels. Thread-safe. */
final class SimulatedKernels implements KernelSet {
    /** Not needed, but asked for and overwritten, so that a workspace shared by mistake is noticed. */
    private static final long REDUCE_WORKSPACE_BYTES = 256;

    private static final byte SCRATCH = (byte) 0xFF;

    private final DeviceState device;
    private final DeviceMemory memory;
    private final StreamCalls streams;

    SimulatedKernels(DeviceState device, DeviceMemory memory, StreamCalls streams) {
        this.device = device;
        this.memory = memory;
        this.streams = streams;
    }

    @Override
    public MapKernel compile(MapProgram program) {
        try (SimulationLock.Held _ = device.lock()) {
            device.enter(CallKind.COMPILE, "compile of " + program);
        }
        return new MapInterpreter(program, device.simulator().defects());
    }

    @Override
    public ReduceKernel compile(ReduceProgram program) {
        try (SimulationLock.Held _ = device.lock()) {
            device.enter(CallKind.COMPILE, "compile of " + program);
        }
        return new ReduceInterpreter(program, device.simulator().defects());
    }

    @Override
    public void map(MapKernel kernel, SegmentedPlan plan, long[] addresses, long[] parameters, long stream) {
        MapInterpreter interpreter = (MapInterpreter) kernel;
        MapProgram program = interpreter.program();
        requireOperands(program.operands(), plan, addresses);
        List<Access> accesses = new ArrayList<>();
        DeviceMemory.Place[] places = new DeviceMemory.Place[addresses.length];
        try (SimulationLock.Held _ = device.lock()) {
            SimulatedStream target = streams.stream(stream, "map");
            for (int operand = 0; operand < addresses.length; operand++) {
                ByteRanges ranges =
                        ByteRanges.operand(plan, operand, addresses[operand], interpreter.elementBytes(operand));
                accesses.add(new Access(ranges, operand < program.outputs().size()));
                places[operand] = place(addresses[operand], ranges);
            }
            requireSeparate(interpreter, plan, addresses, accesses);
            long[] words = parameters.clone();
            Effect effect = new Effect(
                    () -> "map " + program.outputs() + " over " + plan,
                    () -> interpreter.run(plan, operands(places), words));
            device.submit(CallKind.MAP, target, effect, Resource.COMPUTE, cost(accesses), accesses);
        }
    }

    @Override
    public long workspaceBytes(ReduceKernel kernel, ReductionPlan plan) {
        return REDUCE_WORKSPACE_BYTES;
    }

    @Override
    public void reduce(
            ReduceKernel kernel, ReductionPlan plan, long[] addresses, long[] parameters, long workspace, long stream) {
        ReduceInterpreter interpreter = (ReduceInterpreter) kernel;
        ReduceProgram program = interpreter.program();
        requireOperands(program.operands(), plan.iteration(), addresses);
        List<Access> accesses = new ArrayList<>();
        DeviceMemory.Place[] places = new DeviceMemory.Place[addresses.length];
        try (SimulationLock.Held _ = device.lock()) {
            SimulatedStream target = streams.stream(stream, "reduce");
            for (int operand = 0; operand < addresses.length; operand++) {
                int size = interpreter.elementBytes(operand);
                boolean output = operand == 0;
                ByteRanges ranges = output && plan.emptyOutputs() > 0
                        ? ByteRanges.span(addresses[operand], plan.emptyOutputs() * size)
                        : ByteRanges.operand(plan.iteration(), operand, addresses[operand], size);
                accesses.add(new Access(ranges, output));
                places[operand] = place(addresses[operand], ranges);
            }
            ByteRanges scratch = ByteRanges.span(workspace, REDUCE_WORKSPACE_BYTES);
            accesses.add(Access.write(scratch));
            DeviceMemory.Place scratchPlace = memory.place(workspace);
            long[] words = parameters.clone();
            Effect effect = new Effect(
                    () -> "reduce " + program.reducer() + " of " + program.element() + " over " + plan.iteration(),
                    () -> {
                        scratchPlace.slice(REDUCE_WORKSPACE_BYTES).fill(SCRATCH);
                        interpreter.run(plan, operands(places), words);
                    });
            device.submit(CallKind.REDUCE, target, effect, Resource.COMPUTE, cost(accesses), accesses);
        }
    }

    /** Reports an output that overlaps another operand, unless both are the same elements in the same order. */
    private void requireSeparate(
            MapInterpreter interpreter, SegmentedPlan plan, long[] addresses, List<Access> accesses) {
        int outputs = interpreter.program().outputs().size();
        for (int output = 0; output < outputs; output++) {
            for (int other = output + 1; other < addresses.length; other++) {
                boolean same = other >= outputs
                        && addresses[output] == addresses[other]
                        && interpreter.elementBytes(output) == interpreter.elementBytes(other)
                        && hasSameElements(plan, output, other);
                if (!same
                        && accesses.get(output)
                                .ranges()
                                .intersects(accesses.get(other).ranges())) {
                    device.simulator()
                            .report(
                                    Report.Kind.OPERAND_OVERLAP,
                                    device.ordinal(),
                                    "output " + output + " at "
                                            + accesses.get(output).ranges() + " overlaps operand "
                                            + other + " at "
                                            + accesses.get(other).ranges() + " of map "
                                            + interpreter.program().outputs()
                                            + device.simulator().site());
                }
            }
        }
    }

    private static boolean hasSameElements(SegmentedPlan plan, int left, int right) {
        for (int segment = 0; segment < plan.segments(); segment++) {
            if (plan.base(segment, left) != plan.base(segment, right)) {
                return false;
            }
            for (int axis = 0; axis < plan.rank(); axis++) {
                if (plan.extent(segment, axis) > 1
                        && plan.stride(segment, left, axis) != plan.stride(segment, right, axis)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The address of an operand relative to the allocation its elements lie in: the address itself may lie outside. */
    private DeviceMemory.Place place(long address, ByteRanges ranges) {
        if (ranges.size() == 0) {
            return DeviceMemory.Place.NOWHERE;
        }
        DeviceMemory.Place first = memory.place(ranges.start(0));
        return new DeviceMemory.Place(first.allocation(), first.offset() + address - ranges.start(0));
    }

    private double cost(List<Access> accesses) {
        long bytes = 0;
        for (Access access : accesses) {
            bytes += access.ranges().bytes();
        }
        return device.costs().launch() + bytes * device.costs().perDeviceByte();
    }

    private static void requireOperands(int operands, SegmentedPlan plan, long[] addresses) {
        if (plan.operands() != operands || addresses.length != operands) {
            throw new IllegalArgumentException("a kernel of " + operands + " operands is given a plan of "
                    + plan.operands() + " and " + addresses.length + " addresses");
        }
    }

    private static Operand[] operands(DeviceMemory.Place[] places) {
        Operand[] operands = new Operand[places.length];
        for (int operand = 0; operand < operands.length; operand++) {
            operands[operand] = places[operand].operand();
        }
        return operands;
    }
}
