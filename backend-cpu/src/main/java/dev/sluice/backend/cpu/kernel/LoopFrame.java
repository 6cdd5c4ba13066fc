package dev.sluice.backend.cpu.kernel;

import dev.sluice.DType;
import dev.sluice.spi.MapProgram;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/**
 * The local variables of a compiled loop's {@code run} method that do not depend on how elements are computed: pointers
 * and strides of the operands, the element number. Emits the loop over rows around them.
 */
final class LoopFrame {
    private static final ClassDesc TILE = ClassDesc.of(Tile.class.getName());
    private static final ClassDesc LONGS = ConstantDescs.CD_long.arrayType();

    private final CodeBuilder code;
    private final MapProgram program;
    private final int[] rowPointers;
    private final int[] pointers;
    private final int[] strides;
    private final int[] rowStrides;
    private final int index;

    LoopFrame(CodeBuilder code, MapProgram program) {
        this.code = code;
        this.program = program;
        int operands = program.operands();
        rowPointers = locals(operands, "pointers");
        strides = locals(operands, "strides");
        rowStrides = locals(operands, "rowStrides");
        pointers = new int[operands];
        for (int k = 0; k < operands; k++) {
            pointers[k] = code.allocateLocal(TypeKind.LONG);
        }
        index = code.allocateLocal(TypeKind.LONG);
        code.aload(tile()).getfield(TILE, "index", ConstantDescs.CD_long).lstore(index);
    }

    private int[] locals(int operands, String field) {
        int array = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(tile()).getfield(TILE, field, LONGS).astore(array);
        int[] locals = new int[operands];
        for (int k = 0; k < operands; k++) {
            locals[k] = code.allocateLocal(TypeKind.LONG);
            code.aload(array).loadConstant(k).laload().lstore(locals[k]);
        }
        return locals;
    }

    private int tile() {
        return code.parameterSlot(0);
    }

    private int rows() {
        return code.parameterSlot(1);
    }

    /** The local variable of the number of elements in a row. */
    int count() {
        return code.parameterSlot(2);
    }

    /** The local variable of the parameter words. */
    int parameters() {
        return code.parameterSlot(3);
    }

    int outputs() {
        return program.outputs().size();
    }

    int operands() {
        return pointers.length;
    }

    DType operandType(int operand) {
        return program.operandType(operand);
    }

    /** The type of the lanes that masks control unless a comparison says otherwise: the widest of the program. */
    DType maskLane() {
        return LaneTypes.maskLane(program);
    }

    /** The local variable of an operand's address, moving along the row. */
    int pointer(int operand) {
        return pointers[operand];
    }

    /** The local variable of an operand's distance between elements. */
    int stride(int operand) {
        return strides[operand];
    }

    /** The local variable of the element number. */
    int index() {
        return index;
    }

    /** The first word of a parameter. */
    int parameterWord(int parameter) {
        int word = 0;
        for (int i = 0; i < parameter; i++) {
            word += program.parameters().get(i).isComplex() ? 2 : 1;
        }
        return word;
    }

    /** Emits the loop over rows around a body that advances {@link #index} but may leave the pointers anywhere. */
    void forEachRow(Runnable body) {
        Label next = code.newBoundLabel();
        for (int k = 0; k < pointers.length; k++) {
            code.lload(rowPointers[k]).lstore(pointers[k]);
        }
        body.run();
        for (int k = 0; k < pointers.length; k++) {
            code.lload(rowPointers[k]).lload(rowStrides[k]).ladd().lstore(rowPointers[k]);
        }
        code.iinc(rows(), -1).iload(rows()).ifgt(next);
        code.return_();
    }
}
