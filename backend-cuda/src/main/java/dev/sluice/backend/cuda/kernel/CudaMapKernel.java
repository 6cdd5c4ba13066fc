package dev.sluice.backend.cuda.kernel;

import dev.sluice.spi.MapKernel;
import dev.sluice.spi.MapProgram;

/** An elementwise program of one device, with the functions of the forms in which it has been used. */
final class CudaMapKernel implements MapKernel {
    private final MapProgram program;
    private final KernelModules modules;
    private final FunctionTable functions;
    private final int outputs;
    private final int[] sizes;
    private final int parameterWords;
    private final boolean usesIndex;
    private final boolean costly;

    CudaMapKernel(MapProgram program, KernelModules modules) {
        this.program = program;
        this.modules = modules;
        this.functions =
                new FunctionTable(key -> modules.function(MapSource.of(program, MapForm.of(key)), MapSource.ENTRY));
        this.outputs = program.outputs().size();
        this.sizes = new int[program.operands()];
        for (int operand = 0; operand < sizes.length; operand++) {
            sizes[operand] = program.operandType(operand).bytes();
        }
        this.parameterWords = CudaTypes.parameterWords(program.parameters());
        this.usesIndex = program.usesIndex();
        this.costly = ProgramTraits.of(program.outputs()).costly();
    }

    @Override
    public MapProgram program() {
        return program;
    }

    /** The function for a form, compiled the first time. */
    long function(long key) {
        return functions.get(key);
    }

    boolean belongsTo(KernelModules owner) {
        return modules == owner;
    }

    int operands() {
        return sizes.length;
    }

    int outputs() {
        return outputs;
    }

    /** The bytes of an element of an operand. */
    int size(int operand) {
        return sizes[operand];
    }

    int parameterWords() {
        return parameterWords;
    }

    boolean usesIndex() {
        return usesIndex;
    }

    boolean isCostly() {
        return costly;
    }
}
