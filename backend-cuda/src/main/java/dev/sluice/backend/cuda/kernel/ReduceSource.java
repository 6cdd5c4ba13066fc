package dev.sluice.backend.cuda.kernel;

import dev.sluice.DType;
import dev.sluice.spi.ReduceProgram;
import java.util.List;

/** The source of a reduction: a program in one form. */
final class ReduceSource {
    /** The name of the kernel that combines elements. */
    static final String ENTRY = "sluice_reduce";

    /** The name of the kernel that combines the parts of long outputs. */
    static final String FINISH_ENTRY = "sluice_finish";

    /** The threads of a block. */
    static final int THREADS = 256;

    private static final int UNROLL = 8;
    private static final int COSTLY_UNROLL = 2;

    /** The words before the table or the record: parts, part length, lanes, arrangement, scratch. */
    static final int GEOMETRY_WORDS = 5;

    private ReduceSource() {}

    /** The first word after address and parameter words. */
    static int firstFormWord(ReduceProgram program) {
        return 1 + program.operands() + CudaTypes.parameterWords(program.parameters());
    }

    /** The words of a segment. */
    static int recordWords(int operands, int rank) {
        return 2 + operands + (2 + operands) * rank;
    }

    /** The bytes of an accumulator. */
    static int accumulatorBytes(ReduceProgram program) {
        DType type = program.element().type();
        return switch (program.reducer()) {
            case SUM ->
                switch (type) {
                    case F32 -> 8;
                    case F64, C64 -> 16;
                    case C128 -> 32;
                    default -> type.bytes();
                };
            case PRODUCT, MINIMUM, MAXIMUM -> type.bytes();
            case ANY, ALL -> 1;
            case ARG_MINIMUM, ARG_MAXIMUM -> 16;
        };
    }

    /** The source for a program in a form. */
    static String of(ReduceProgram program, ReduceForm form) {
        ProgramTraits traits = ProgramTraits.of(List.of(program.element()));
        int first = firstFormWord(program);
        int record = recordWords(program.operands(), form.rank());
        OperandCode operands = new OperandCode(List.of(program.outputType()), program.inputs());
        StringBuilder code = new StringBuilder();
        code.append(SourceText.of("types")).append(SourceText.of("real"));
        if (traits.complex()) {
            code.append(SourceText.of("complex"));
        }
        define(code, "THREADS", THREADS);
        define(code, "UNROLL", traits.costly() ? COSTLY_UNROLL : UNROLL);
        define(code, "OPERANDS", program.operands());
        define(code, "KEPT", form.kept());
        define(code, "COMBINED", form.combined());
        define(code, "SEGMENTED", form.segmented() ? 1 : 0);
        define(code, "REDUCE", first);
        define(code, "RECORD", record);
        code.append(
                form.wide()
                        ? "typedef u64 Index;\ntypedef i64 Offset;\n"
                        : "typedef u32 Index;\ntypedef int Offset;\n");
        code.append(SourceText.of("indexing"));
        if (form.segmented()) {
            code.append(SourceText.of("segments"));
        }
        code.append("struct Bases {\n    i64 of[OPERANDS];\n};\n");
        code.append("struct Arguments {\n    u64 words[")
                .append(first + GEOMETRY_WORDS + (form.segmented() ? 2 : record))
                .append("];\n};\n");
        code.append(operands.elementStruct());
        code.append(operands.access(
                "load_based(Element &element, const Arguments &arguments, const Bases &bases)",
                operands::isInput,
                "bases.of[%d]"));
        code.append(value(program));
        code.append(store(program));
        code.append(SourceText.of("accumulators"));
        code.append("typedef ").append(accumulator(program)).append(" Accumulator;\n");
        return code.append(SourceText.of("reduce")).toString();
    }

    private static void define(StringBuilder code, String name, int value) {
        code.append("#define ").append(name).append(' ').append(value).append('\n');
    }

    private static String value(ReduceProgram program) {
        ExpressionWriter writer = new ExpressionWriter(program.parameters(), 1 + program.operands());
        String result = writer.write(program.element());
        return "SLUICE_INLINE " + CudaTypes.value(program.element().type())
                + " value(const Element &element, const Arguments &arguments) {\n" + writer.statements()
                + "    return " + result + ";\n}\n";
    }

    private static String store(ReduceProgram program) {
        DType type = program.outputType();
        return "SLUICE_INLINE void store_output(const Arguments &arguments, i64 offset, " + CudaTypes.value(type)
                + " result) {\n    *at<" + CudaTypes.stored(type) + ">(arguments.words[1], offset) = result;\n}\n";
    }

    private static String accumulator(ReduceProgram program) {
        DType type = program.element().type();
        String name = CudaTypes.value(type);
        return switch (program.reducer()) {
            case SUM ->
                switch (type) {
                    case F32 -> "WideSum";
                    case F64 -> "CompensatedSum";
                    case C64 -> "ComplexSum<WideSum, c64>";
                    case C128 -> "ComplexSum<CompensatedSum, c128>";
                    default -> "WrappingSum<" + name + ">";
                };
            case PRODUCT -> "Product<" + name + ">";
            case MINIMUM -> "Minimum<" + name + ">";
            case MAXIMUM -> "Maximum<" + name + ">";
            case ANY -> "Any";
            case ALL -> "All";
            case ARG_MINIMUM -> "Position<" + name + ", false>";
            case ARG_MAXIMUM -> "Position<" + name + ", true>";
        };
    }
}
