package dev.sluice.backend.cuda.kernel;

import dev.sluice.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Writes the declarations and accesses of a kernel's operands. Operand {@code k} is the member {@code out…} or {@code
 * in…} of an {@code Element}; its address is word {@code 1 + k} of the arguments.
 */
final class OperandCode {
    private final List<DType> types;
    private final List<String> members;
    private final int outputs;

    /**
     * Creates the code of some operands.
     *
     * @param outputs the stored types of the outputs
     * @param inputs the stored types of the inputs
     */
    OperandCode(List<DType> outputs, List<DType> inputs) {
        this.outputs = outputs.size();
        types = new ArrayList<>(outputs);
        types.addAll(inputs);
        members = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            members.add("out" + i);
        }
        for (int i = 0; i < inputs.size(); i++) {
            members.add("in" + i);
        }
    }

    int count() {
        return types.size();
    }

    boolean isInput(int operand) {
        return operand >= outputs;
    }

    boolean isOutput(int operand) {
        return operand < outputs;
    }

    /** {@code struct Element} with one member for each operand. */
    String elementStruct() {
        StringBuilder code = new StringBuilder("struct Element {\n");
        for (int k = 0; k < types.size(); k++) {
            code.append("    ")
                    .append(CudaTypes.stored(types.get(k)))
                    .append(' ')
                    .append(members.get(k))
                    .append(";\n");
        }
        return code.append("};\n").toString();
    }

    /** {@code struct Pack} with a vector for each operand of the set. */
    String packStruct(IntPredicate operands) {
        StringBuilder code = new StringBuilder("""
                template <typename T, int N> struct alignas(sizeof(T) * N < 16 ? sizeof(T) * N : 16) Vector {
                    T of[N];
                };
                struct Pack {
                """);
        for (int k = 0; k < types.size(); k++) {
            if (operands.test(k)) {
                code.append("    ")
                        .append(vector(k))
                        .append(' ')
                        .append(members.get(k))
                        .append(";\n");
            }
        }
        return code.append("};\n").toString();
    }

    /** {@code struct Tiles} with a padded tile for each operand of the set. */
    String tilesStruct(IntPredicate operands) {
        StringBuilder code = new StringBuilder("struct Tiles {\n");
        for (int k = 0; k < types.size(); k++) {
            if (operands.test(k)) {
                code.append("    ")
                        .append(CudaTypes.stored(types.get(k)))
                        .append(' ')
                        .append(members.get(k))
                        .append("[32][33];\n");
            }
        }
        return code.append("};\n").toString();
    }

    /**
     * A function that accesses single elements.
     *
     * @param head the name and parameters of the function
     * @param operands the operands it accesses
     * @param offset the offset of an operand, {@code %d} standing for its number
     */
    String access(String head, IntPredicate operands, String offset) {
        return function(head, operands, k -> {
            String place = "*at<" + CudaTypes.stored(types.get(k)) + ">(arguments.words[" + (1 + k) + "], "
                    + offset.formatted(k) + ")";
            String member = "element." + members.get(k);
            return isOutput(k) ? place + " = " + member : member + " = " + place;
        });
    }

    /** As {@link #access}, for vectors and a {@code Pack}. */
    String packAccess(String head, IntPredicate operands, String offset) {
        return function(head, operands, k -> {
            String place = "*reinterpret_cast<" + vector(k) + " *>(at<" + CudaTypes.stored(types.get(k))
                    + ">(arguments.words[" + (1 + k) + "], " + offset.formatted(k) + "))";
            String member = "pack." + members.get(k);
            return isOutput(k) ? place + " = " + member : member + " = " + place;
        });
    }

    /** Moves element {@code v} of a pack: inputs to the element, outputs from it. */
    String packElement(String head, IntPredicate operands) {
        return function(head, operands, k -> {
            String member = "element." + members.get(k);
            String lane = "pack." + members.get(k) + ".of[v]";
            return isOutput(k) ? lane + " = " + member : member + " = " + lane;
        });
    }

    /** Fills tiles from memory. */
    String loadTiles(IntPredicate operands) {
        return function(
                "load_tiles(Tiles &tiles, int row, int column, const Arguments &arguments, const Offsets &offsets)",
                operands,
                k -> "tiles." + members.get(k) + "[row][column] = *at<" + CudaTypes.stored(types.get(k))
                        + ">(arguments.words[" + (1 + k) + "], offsets.of[" + k + "])");
    }

    /** Takes an element from tiles. */
    String takeTiles(IntPredicate operands) {
        return function(
                "take_tiles(Element &element, const Tiles &tiles, int row, int column)",
                operands,
                k -> "element." + members.get(k) + " = tiles." + members.get(k) + "[row][column]");
    }

    private String vector(int operand) {
        return "Vector<" + CudaTypes.stored(types.get(operand)) + ", WIDTH>";
    }

    private interface Statement {
        String of(int operand);
    }

    private String function(String head, IntPredicate operands, Statement statement) {
        StringBuilder code =
                new StringBuilder("SLUICE_INLINE void ").append(head).append(" {\n");
        for (int k = 0; k < types.size(); k++) {
            if (operands.test(k)) {
                code.append("    ").append(statement.of(k)).append(";\n");
            }
        }
        return code.append("}\n").toString();
    }
}
