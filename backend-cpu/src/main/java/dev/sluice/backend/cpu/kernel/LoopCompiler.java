package dev.sluice.backend.cpu.kernel;

import dev.sluice.spi.MapProgram;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Consumer;

/** Makes loops: hidden classes that can be unloaded when nothing refers to their kernel any more. */
final class LoopCompiler {
    private static final ClassDesc LOOP = ClassDesc.of(InnerLoop.class.getName());
    private static final MethodTypeDesc RUN = MethodTypeDesc.of(
            ConstantDescs.CD_void,
            ClassDesc.of(Tile.class.getName()),
            ConstantDescs.CD_int,
            ConstantDescs.CD_int,
            ConstantDescs.CD_long.arrayType());

    private LoopCompiler() {}

    /** The class that is being generated. */
    static ClassDesc self() {
        return ClassDesc.of(LoopCompiler.class.getPackageName() + ".GeneratedLoop");
    }

    /**
     * A loop that computes one element after the other.
     *
     * @param contiguous whether elements of all operands are adjacent, else they are a stride apart
     */
    static InnerLoop scalar(MapProgram program, boolean contiguous) {
        return load(define(code -> new ScalarLoop(code, program, contiguous).emit()));
    }

    /** A class whose {@code run} method has the given body. */
    static byte[] define(Consumer<CodeBuilder> run) {
        return define(run, type -> {});
    }

    /** A class whose {@code run} method has the given body, with more members. */
    static byte[] define(Consumer<CodeBuilder> run, Consumer<ClassBuilder> members) {
        return ClassFile.of().build(self(), type -> {
            type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                    .withSuperclass(LOOP)
                    .withMethodBody(
                            ConstantDescs.INIT_NAME,
                            ConstantDescs.MTD_void,
                            0,
                            code -> code.aload(0)
                                    .invokespecial(LOOP, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                                    .return_())
                    .withMethodBody("run", RUN, 0, run);
            members.accept(type);
        });
    }

    static InnerLoop load(byte[] bytes) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(bytes, true);
            return (InnerLoop) lookup.lookupClass().getDeclaredConstructor().newInstance();
        } catch (IllegalAccessException
                | InstantiationException
                | NoSuchMethodException
                | InvocationTargetException e) {
            throw new IllegalStateException("a compiled loop cannot be created", e);
        }
    }
}
