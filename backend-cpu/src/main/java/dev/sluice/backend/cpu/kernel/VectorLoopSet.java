package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import dev.sluice.spi.MapProgram;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The loops of a program that can be computed in lanes where elements are adjacent, or repeated along a row. */
final class VectorLoopSet extends LoopSet {
    private static final List<DType> LANES = List.of(DType.I32, DType.I64, DType.F32, DType.F64);
    /** With more inputs, repeated elements are read by the loop for strides. */
    private static final int MOST_REPEATABLE = 5;

    private final int lanes;
    private final AtomicReferenceArray<@Nullable InnerLoop> repeated;

    VectorLoopSet(MapProgram program, int lanes) {
        super(program);
        this.lanes = lanes;
        this.repeated =
                new AtomicReferenceArray<>(1 << Math.min(program.inputs().size(), MOST_REPEATABLE));
    }

    @Override
    InnerLoop compileContiguous() {
        return compile(0);
    }

    @Override
    InnerLoop repeated(int inputs) {
        if (inputs >= repeated.length()) {
            return strided();
        }
        InnerLoop loop = repeated.get(inputs);
        if (loop == null) {
            loop = compile(inputs);
            repeated.set(inputs, loop);
        }
        return loop;
    }

    private InnerLoop compile(int inputs) {
        return LoopCompiler.load(LoopCompiler.define(
                code -> new VectorLoop(code, program(), lanes, inputs).emit(), this::defineSpecies));
    }

    /** One constant for each lane type, named like it. */
    private void defineSpecies(ClassBuilder type) {
        for (DType lane : LANES) {
            type.withField(lane.name(), LaneTypes.SPECIES, ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
        }
        type.withMethodBody(ConstantDescs.CLASS_INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_STATIC, code -> {
            for (DType lane : LANES) {
                primitiveClass(code, lane);
                code.loadConstant(lanes);
                code.invokestatic(
                        ClassDesc.of(LaneTypes.class.getName()),
                        "species",
                        MethodTypeDesc.of(LaneTypes.SPECIES, ConstantDescs.CD_Class, ConstantDescs.CD_int));
                code.putstatic(LoopCompiler.self(), lane.name(), LaneTypes.SPECIES);
            }
            code.return_();
        });
    }

    /** Primitive classes have no constant of their own. */
    private static void primitiveClass(CodeBuilder code, DType lane) {
        String wrapper = switch (lane) {
            case I32 -> "Integer";
            case I64 -> "Long";
            case F32 -> "Float";
            default -> "Double";
        };
        code.getstatic(ClassDesc.of("java.lang." + wrapper), "TYPE", ConstantDescs.CD_Class);
    }
}
