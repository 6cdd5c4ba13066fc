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
 * and strides of the operands, the position in the row, the element number. Emits the loop over rows around them.
 */
final class LoopFrame {
    private static final ClassDesc TILE = ClassDesc.of(Tile.class.getName());
    private static final ClassDesc LONGS = ConstantDescs.CD_long.arrayType();

    private final CodeBuilder code;
    private final MapProgram program;
    private final boolean contiguous;
    private final int[] pointers;
    private final int[] moving;
    private final int[] strides;
    private final int[] rowStrides;
    private final int index;
    private final int position;

    /**
     * Emits the entry of the method.
     *
     * @param contiguous whether elements are adjacent, else they are a stride apart
     */
    LoopFrame(CodeBuilder code, MapProgram program, boolean contiguous) {
        this.code = code;
        this.contiguous = contiguous;
        this.program = program;
        int operands = program.operands();
        pointers = locals(operands, "pointers");
        moving = new int[operands];
        for (int k = 0; k < operands && !contiguous; k++) {
            moving[k] = code.allocateLocal(TypeKind.LONG);
        }
        strides = locals(operands, "strides");
        rowStrides = locals(operands, "rowStrides");
        index = code.allocateLocal(TypeKind.LONG);
        code.aload(tile()).getfield(TILE, "index", ConstantDescs.CD_long).lstore(index);
        position = code.allocateLocal(TypeKind.INT);
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

    /** The local variable of the position in the row. */
    int position() {
        return position;
    }

    /** Pushes the address of an operand's element at the position, plus an offset in bytes. */
    void pushAddress(int operand, int offset) {
        if (contiguous) {
            // A multiple of the position, and not a pointer that moves, is what the JIT compiler can unroll.
            code.lload(pointers[operand]).iload(position).i2l();
            code.loadConstant((long) operandType(operand).bytes()).lmul().ladd();
        } else {
            code.lload(moving[operand]);
        }
        if (offset != 0) {
            code.loadConstant((long) offset).ladd();
        }
    }

    /** Goes to the next element of the row. */
    void advance() {
        code.iinc(position, 1);
        for (int k = 0; k < moving.length && !contiguous; k++) {
            code.lload(moving[k]).lload(strides[k]).ladd().lstore(moving[k]);
        }
    }

    /** Pushes the distance of an operand's element at the position from the begin of the row. */
    void pushOffset(int operand) {
        code.iload(position)
                .i2l()
                .loadConstant((long) operandType(operand).bytes())
                .lmul();
    }

    /** Pushes the address of an operand's first element of the row. */
    void pushRowAddress(int operand) {
        code.lload(pointers[operand]);
    }

    /** Pushes the number of the element at the position. */
    void pushIndex() {
        code.lload(index).iload(position).i2l().ladd();
    }

    /** The first word of a parameter. */
    int parameterWord(int parameter) {
        int word = 0;
        for (int i = 0; i < parameter; i++) {
            word += program.parameters().get(i).isComplex() ? 2 : 1;
        }
        return word;
    }

    /** Emits the loop over rows around a body that begins with position 0. */
    void forEachRow(Runnable body) {
        Label next = code.newBoundLabel();
        code.iconst_0().istore(position);
        for (int k = 0; k < moving.length && !contiguous; k++) {
            code.lload(pointers[k]).lstore(moving[k]);
        }
        body.run();
        for (int k = 0; k < pointers.length; k++) {
            code.lload(pointers[k]).lload(rowStrides[k]).ladd().lstore(pointers[k]);
        }
        code.lload(index).iload(count()).i2l().ladd().lstore(index);
        code.iinc(rows(), -1).iload(rows()).ifgt(next);
        code.return_();
    }
}
