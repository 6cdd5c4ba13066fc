package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.Layout;
import dev.sluice.Scalar;
import dev.sluice.Shape;
import dev.sluice.ShapeException;
import dev.sluice.Tensor;
import dev.sluice.TensorFactory;
import dev.sluice.device.Device;
import dev.sluice.expression.Expression;
import dev.sluice.runtime.device.DeviceBuffer;
import dev.sluice.runtime.plan.PlanBounds;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Creates tensors on one device. Thread-safe. */
public final class DeviceTensorFactory implements TensorFactory {
    private final TensorContext context;

    /** The factory of a device. */
    public DeviceTensorFactory(TensorContext context) {
        this.context = context;
    }

    @Override
    public TensorFactory on(Device device) {
        return new DeviceTensorFactory(context.sibling(device));
    }

    @Override
    public Tensor empty(DType type, long... extents) {
        Layout layout = Layout.rowMajor(Shape.of(extents));
        return context.scopes().add(context.allocate(layout, ElementForm.of(type)));
    }

    @Override
    public Tensor zeros(DType type, long... extents) {
        return full(type, Scalar.of(0L), extents);
    }

    @Override
    public Tensor ones(DType type, long... extents) {
        return full(type, Scalar.of(1L), extents);
    }

    @Override
    public Tensor full(DType type, Scalar value, long... extents) {
        return context.run(Filling.of(context, Layout.rowMajor(Shape.of(extents)), type, value));
    }

    @Override
    public Tensor eye(DType type, long rows, long columns) {
        Tensor matrix = zeros(type, rows, columns);
        try {
            matrix.diagonal().fill(Scalar.of(1L));
            return matrix;
        } catch (RuntimeException | Error e) {
            matrix.close();
            throw e;
        }
    }

    @Override
    public Tensor arange(DType type, double start, double stop, double step) {
        return context.run(IndexedCreation.arange(context, type, start, stop, step));
    }

    @Override
    public Tensor arange(long stop) {
        return context.run(IndexedCreation.arange(context, stop));
    }

    @Override
    public Tensor linspace(DType type, double start, double stop, long count) {
        return context.run(IndexedCreation.linspace(context, type, start, stop, count));
    }

    @Override
    public Tensor uniform(DType type, long seed, long... extents) {
        return context.run(RandomCreation.uniform(context, type, seed, Shape.of(extents)));
    }

    @Override
    public Tensor normal(DType type, long seed, long... extents) {
        return context.run(RandomCreation.normal(context, type, seed, Shape.of(extents)));
    }

    @Override
    public Tensor of(double[] elements, long... extents) {
        return upload(DType.F64, MemorySegment.ofArray(elements), extents);
    }

    @Override
    public Tensor of(float[] elements, long... extents) {
        return upload(DType.F32, MemorySegment.ofArray(elements), extents);
    }

    @Override
    public Tensor of(int[] elements, long... extents) {
        return upload(DType.I32, MemorySegment.ofArray(elements), extents);
    }

    @Override
    public Tensor of(long[] elements, long... extents) {
        return upload(DType.I64, MemorySegment.ofArray(elements), extents);
    }

    @Override
    public Tensor of(boolean[] elements, long... extents) {
        byte[] bytes = new byte[elements.length];
        for (int index = 0; index < bytes.length; index++) {
            bytes[index] = elements[index] ? (byte) 1 : 0;
        }
        return upload(DType.BOOL, MemorySegment.ofArray(bytes), extents);
    }

    @Override
    public Tensor ofComplex(double[] interleaved, long... extents) {
        return upload(DType.C128, MemorySegment.ofArray(interleaved), extents);
    }

    @Override
    public Tensor ofComplex(float[] interleaved, long... extents) {
        return upload(DType.C64, MemorySegment.ofArray(interleaved), extents);
    }

    private Tensor upload(DType type, MemorySegment source, long[] extents) {
        if (source.byteSize() % type.bytes() != 0) {
            throw new ShapeException("interleaved complex numbers need an even number of parts");
        }
        long elements = source.byteSize() / type.bytes();
        Shape shape = extents.length == 0 ? Shape.of(elements) : Shape.of(extents);
        if (shape.elements() != elements) {
            throw new ShapeException(elements + " elements given for shape " + shape + " of " + shape.elements());
        }
        DenseTensor tensor = context.allocate(Layout.rowMajor(shape), ElementForm.of(type));
        return filled(tensor, source);
    }

    private Tensor filled(DenseTensor tensor, MemorySegment source) {
        try {
            HostTransfer.upload(source, tensor.buffer());
            return context.scopes().add(tensor);
        } catch (RuntimeException | Error e) {
            tensor.close();
            throw e;
        }
    }

    /** Evaluates a fused expression over operands, all on one device; with no operand, on this device. */
    public Tensor map(Expression expression, Tensor... operands) {
        if (operands.length == 0) {
            return context.run(
                    IndexedCreation.create(context, expression, List.of(), ParameterWords.NONE, Shape.scalar()));
        }
        TensorContext home = operands[0] instanceof DenseTensor dense ? dense.context() : context;
        DenseTensor[] inputs = new DenseTensor[operands.length];
        for (int index = 0; index < inputs.length; index++) {
            inputs[index] = home.operand(operands[index]);
        }
        return home.run(ElementwiseOperations.fused(expression, inputs));
    }

    @Override
    public Tensor of(MemorySegment memory, DType type, Layout layout, long offset) {
        PlanBounds.check(layout, offset, memory.byteSize() / type.bytes());
        if (!memory.isNative()) {
            throw new IllegalArgumentException(
                    "the memory is a Java array, which a device cannot use in place; pass the array to of(...) instead");
        }
        int alignment = type.isComplex() ? type.realPart().bytes() : type.bytes();
        if (memory.address() % alignment != 0) {
            throw new IllegalArgumentException("memory at 0x" + Long.toHexString(memory.address())
                    + " is not aligned to the " + alignment + " bytes that " + type + " needs");
        }
        if (context.resources().capabilities().hostAccessible()) {
            // The buffer holds the segment and so whatever keeps its memory mapped.
            DeviceBuffer adopted =
                    context.resources().adopt(memory.address(), memory.byteSize(), new KeptReachable(memory));
            return context.scopes()
                    .add(DenseTensor.adopting(
                            context, adopted, offset, layout, ElementForm.of(type), memory.isReadOnly()));
        }
        DeviceBuffer copy = context.resources().allocate(memory.byteSize());
        try {
            HostTransfer.upload(memory, copy);
            return context.scopes()
                    .add(DenseTensor.adopting(context, copy, offset, layout, ElementForm.of(type), false));
        } catch (RuntimeException | Error e) {
            copy.close();
            throw e;
        }
    }
}
