package dev.sluice.backend.debug.kernel;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.backend.debug.Defect;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.SegmentedPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** An elementwise program, ready to be interpreted. Immutable. */
public final class MapInterpreter implements MapKernel {
    /** Computes an element of one output and gives back how to store it, so that all are computed before any is stored. */
    @FunctionalInterface
    private interface Output {
        Runnable compute(Cursor cursor);
    }

    private final MapProgram program;
    private final Set<Defect> defects;
    private final List<Output> outputs = new ArrayList<>();
    private final int[] sizes;

    /** Prepares a program. */
    public MapInterpreter(MapProgram program, Set<Defect> defects) {
        this.program = program;
        this.defects = defects;
        Interpreter interpreter = new Interpreter(program.outputs().size(), program.parameters(), defects);
        for (int operand = 0; operand < program.outputs().size(); operand++) {
            outputs.add(output(interpreter, operand, program.outputs().get(operand)));
        }
        if (defects.contains(Defect.SECOND_OUTPUT_DROPPED)) {
            outputs.subList(1, outputs.size()).clear();
        }
        sizes = new int[program.operands()];
        for (int operand = 0; operand < sizes.length; operand++) {
            sizes[operand] = program.operandType(operand).bytes();
        }
    }

    @Override
    public MapProgram program() {
        return program;
    }

    /** The size in bytes of an element of an operand, outputs first. */
    public int elementBytes(int operand) {
        return sizes[operand];
    }

    /** Computes all elements of a plan. */
    public void run(SegmentedPlan plan, Operand[] operands, long[] parameters) {
        Cursor cursor = new Cursor(operands, parameters);
        Walk walk = new Walk(plan, operands, sizes, cursor, defects);
        Runnable[] stores = new Runnable[outputs.size()];
        Runnable element = () -> {
            for (int output = 0; output < stores.length; output++) {
                stores[output] = outputs.get(output).compute(cursor);
            }
            for (Runnable store : stores) {
                store.run();
            }
            cursor.index(cursor.index() + 1);
        };
        for (int segment = 0; segment < walk.segments(); segment++) {
            walk.start(segment);
            walk.visit(segment, 0, plan.rank(), element);
            if (defects.contains(Defect.PADDING_WRITTEN)) {
                writePadding(plan, segment, operands);
            }
        }
    }

    private Output output(Interpreter interpreter, int operand, Expression expression) {
        DType type = expression.type();
        return switch (type.kind()) {
            case BOOL, INTEGER -> {
                IntegerValue value = interpreter.integer(expression);
                int truth = type == DType.BOOL && defects.contains(Defect.BOOLEAN_NOT_CANONICAL) ? 255 : 1;
                yield cursor -> {
                    long result = value.at(cursor) * truth;
                    MemorySegment memory = cursor.memory(operand);
                    return () -> Elements.storeInteger(type, memory, cursor.offset(operand), result);
                };
            }
            case REAL -> {
                RealValue value = interpreter.real(expression);
                yield cursor -> {
                    double result = value.at(cursor);
                    return () -> Elements.storeReal(type, cursor.memory(operand), cursor.offset(operand), result);
                };
            }
            case COMPLEX -> {
                ComplexValue value = interpreter.complex(expression);
                DType part = type.realPart();
                yield cursor -> {
                    Complex result = value.at(cursor);
                    return () -> {
                        MemorySegment memory = cursor.memory(operand);
                        Elements.storeReal(part, memory, cursor.offset(operand), result.re());
                        Elements.storeReal(part, memory, cursor.offset(operand) + part.bytes(), result.im());
                    };
                };
            }
        };
    }

    private void writePadding(SegmentedPlan plan, int segment, Operand[] operands) {
        long beyond = operands[0].offset() + (plan.base(segment, 0) + 1) * sizes[0];
        for (int axis = 0; axis < plan.rank(); axis++) {
            beyond += Math.max(0, plan.stride(segment, 0, axis)) * (plan.extent(segment, axis) - 1) * sizes[0];
        }
        if (beyond + sizes[0] <= operands[0].memory().byteSize()) {
            operands[0].memory().asSlice(beyond, sizes[0]).fill((byte) 0);
        }
    }
}
