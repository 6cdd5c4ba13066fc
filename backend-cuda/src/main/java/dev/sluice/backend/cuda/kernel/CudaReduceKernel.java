package dev.sluice.backend.cuda.kernel;

import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReduceProgram;

/** A reduction of one device, with the functions of the forms in which it has been used. */
final class CudaReduceKernel implements ReduceKernel {
    private final ReduceProgram program;
    private final KernelModules modules;
    private final FunctionTable reducing;
    private final FunctionTable finishing;
    private final int parameterWords;

    CudaReduceKernel(ReduceProgram program, KernelModules modules) {
        this.program = program;
        this.modules = modules;
        this.reducing = new FunctionTable(key -> function(key, ReduceSource.ENTRY));
        this.finishing = new FunctionTable(key -> function(key, ReduceSource.FINISH_ENTRY));
        this.parameterWords = CudaTypes.parameterWords(program.parameters());
    }

    @Override
    public ReduceProgram program() {
        return program;
    }

    /** The function that combines elements, compiled the first time. */
    long reducing(long key) {
        return reducing.get(key);
    }

    /** The function that combines the parts of long outputs. */
    long finishing(long key) {
        return finishing.get(key);
    }

    private long function(long key, String entry) {
        return modules.function(ReduceSource.of(program, ReduceForm.of(key)), entry);
    }

    boolean belongsTo(KernelModules owner) {
        return modules == owner;
    }

    int parameterWords() {
        return parameterWords;
    }
}
