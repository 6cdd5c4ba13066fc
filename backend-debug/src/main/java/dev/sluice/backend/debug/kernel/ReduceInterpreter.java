package dev.sluice.backend.debug.kernel;

import dev.sluice.DType;
import dev.sluice.backend.debug.Defect;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.ReductionPlan;
import dev.sluice.spi.SegmentedPlan;
import java.util.Set;

/** A reduction program, ready to be interpreted. */
public final class ReduceInterpreter implements ReduceKernel {
    private final ReduceProgram program;
    private final Set<Defect> defects;
    private final Accumulator accumulator;
    private final int[] sizes;

    /** Prepares a program. */
    public ReduceInterpreter(ReduceProgram program, Set<Defect> defects) {
        this.program = program;
        this.defects = defects;
        this.accumulator = Accumulator.of(program, new Interpreter(1, program.parameters(), defects), defects);
        sizes = new int[program.operands()];
        sizes[0] = program.outputType().bytes();
        for (int input = 0; input < program.inputs().size(); input++) {
            sizes[1 + input] = program.inputs().get(input).bytes();
        }
    }

    @Override
    public ReduceProgram program() {
        return program;
    }

    /** The size in bytes of an element of an operand, the output first. */
    public int elementBytes(int operand) {
        return sizes[operand];
    }

    /** Computes all outputs of a plan. */
    public void run(ReductionPlan plan, Operand[] operands, long[] parameters) {
        Cursor cursor = new Cursor(operands, parameters);
        SegmentedPlan iteration = plan.iteration();
        Walk walk = new Walk(iteration, operands, sizes, cursor, defects);
        for (int segment = 0; segment < walk.segments(); segment++) {
            int current = segment;
            walk.start(segment);
            walk.visit(segment, 0, plan.keptRank(), () -> {
                accumulator.reset();
                walk.visit(current, plan.keptRank(), iteration.rank(), () -> accumulator.add(cursor));
                accumulator.store(program.outputType(), operands[0].memory(), cursor.offset(0));
            });
        }
        if (!defects.contains(Defect.EMPTY_REDUCTION_SKIPPED)) {
            storeIdentities(program.outputType(), operands[0], plan.emptyOutputs());
        }
    }

    private void storeIdentities(DType type, Operand output, long count) {
        for (long element = 0; element < count; element++) {
            accumulator.reset();
            accumulator.store(type, output.memory(), output.offset() + element * type.bytes());
        }
    }
}
