package dev.sluice.backend.cuda.kernel;

import dev.sluice.DType;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** The source of an elementwise kernel: a program in one form. */
final class MapSource {
    /** The name of the kernel in the module. */
    static final String ENTRY = "sluice_map";

    /** The threads of a block. */
    static final int THREADS = 256;

    private final MapProgram program;
    private final MapForm form;
    private final OperandCode operands;
    private final ProgramTraits traits;

    private MapSource(MapProgram program, MapForm form) {
        this.program = program;
        this.form = form;
        this.traits = ProgramTraits.of(program.outputs());
        this.operands = new OperandCode(outputTypes(program), program.inputs());
    }

    /** The source for a program in a form. */
    static String of(MapProgram program, MapForm form) {
        return new MapSource(program, form).source();
    }

    /**
     * The words that name a table: its address, the number of segments, the logarithm of the granule, and how many spans a
     * block works on.
     */
    private static final int TABLE_WORDS = 4;

    /** How many accesses of several elements a thread makes: enough bytes to keep memory busy. */
    static int unrollPacks(boolean costly, int width) {
        return costly ? 1 : width == 1 ? 4 : 2;
    }

    /** How many single elements a thread works on. */
    static int unrollElements(boolean costly) {
        return costly ? 2 : 4;
    }

    /** The first word after addresses and parameters. */
    static int firstFormWord(MapProgram program) {
        return 1 + program.operands() + CudaTypes.parameterWords(program.parameters());
    }

    /** The words of a single segment's axes and strides. */
    static int segmentWords(int operands, int rank) {
        return (2 + operands) * rank;
    }

    private static List<DType> outputTypes(MapProgram program) {
        return program.outputs().stream().map(Expression::type).toList();
    }

    private int argumentWords() {
        int first = firstFormWord(program);
        return switch (form.walk()) {
            case CONTIGUOUS -> first;
            case STRIDED, TRANSPOSED -> first + segmentWords(program.operands(), form.rank());
            case SEGMENTED, RUNS -> first + TABLE_WORDS;
        };
    }

    private String source() {
        StringBuilder code = new StringBuilder();
        code.append(SourceText.of("types")).append(SourceText.of("real"));
        if (traits.complex()) {
            code.append(SourceText.of("complex"));
        }
        int first = firstFormWord(program);
        define(code, "THREADS", THREADS);
        define(
                code,
                "UNROLL",
                form.walk().usesPacks() ? unrollPacks(traits.costly(), form.width()) : unrollElements(traits.costly()));
        define(code, "OPERANDS", program.operands());
        define(code, "RANK", form.rank());
        define(code, "WIDTH", form.width());
        define(code, "AXES", first);
        define(code, "STRIDES", first + 2 * form.rank());
        define(code, "TABLE", first);
        define(code, "RECORD", recordWords(program.operands(), form));
        code.append(
                form.wide()
                        ? "typedef u64 Index;\ntypedef i64 Offset;\n"
                        : "typedef u32 Index;\ntypedef int Offset;\n");
        code.append(SourceText.of("indexing"));
        if (form.walk().usesTable()) {
            code.append(SourceText.of("segments"));
        }
        code.append("struct Bases {\n    i64 of[OPERANDS];\n};\n");
        code.append("struct Arguments {\n    u64 words[")
                .append(argumentWords())
                .append("];\n};\n");
        code.append(operands.elementStruct());
        code.append(compute());
        accesses().forEach(code::append);
        return code.append(SourceText.of(form.walk().resource())).toString();
    }

    /** The words of a segment in a table. */
    static int recordWords(int operands, MapForm form) {
        return form.walk() == MapForm.Walk.RUNS ? operands : operands + segmentWords(operands, form.rank());
    }

    private static void define(StringBuilder code, String name, int value) {
        code.append("#define ").append(name).append(' ').append(value).append('\n');
    }

    private String compute() {
        ExpressionWriter writer = new ExpressionWriter(program.parameters(), 1 + program.operands());
        List<String> results = new ArrayList<>();
        for (int i = 0; i < program.outputs().size(); i++) {
            results.add("    element.out" + i + " = "
                    + writer.write(program.outputs().get(i)) + ";\n");
        }
        return "SLUICE_INLINE void compute(Element &element, const Arguments &arguments, i64 index) {\n"
                + writer.statements() + String.join("", results) + "}\n";
    }

    private List<String> accesses() {
        IntPredicate inputs = operands::isInput;
        IntPredicate outputs = operands::isOutput;
        IntPredicate unmarked = k -> operands.isInput(k) && !form.isMarked(k);
        IntPredicate marked = k -> operands.isInput(k) && form.isMarked(k);
        return switch (form.walk()) {
            case CONTIGUOUS ->
                List.of(
                        operands.packStruct(unmarked.or(outputs)),
                        operands.access("load_uniform(Element &element, const Arguments &arguments)", marked, "0"),
                        operands.packAccess("load_pack(Pack &pack, const Arguments &arguments, i64 i)", unmarked, "i"),
                        operands.packAccess(
                                "store_pack(const Pack &pack, const Arguments &arguments, i64 i)", outputs, "i"),
                        operands.packElement("take(Element &element, const Pack &pack, int v)", unmarked),
                        operands.packElement("put(Pack &pack, const Element &element, int v)", outputs),
                        operands.access("load_at(Element &element, const Arguments &arguments, i64 i)", unmarked, "i"),
                        operands.access(
                                "store_at(const Element &element, const Arguments &arguments, i64 i)", outputs, "i"));
            case STRIDED ->
                List.of(
                        operands.access(
                                "load(Element &element, const Arguments &arguments, const Offsets &offsets)",
                                inputs,
                                "offsets.of[%d]"),
                        store());
            case TRANSPOSED ->
                List.of(
                        operands.tilesStruct(marked),
                        operands.loadTiles(marked),
                        operands.takeTiles(marked),
                        operands.access(
                                "load_direct(Element &element, const Arguments &arguments, const Offsets &offsets)",
                                unmarked,
                                "offsets.of[%d]"),
                        store());
            case SEGMENTED -> List.of(loadBased(inputs), storeBased(outputs));
            case RUNS ->
                List.of(
                        operands.packStruct(k -> true),
                        operands.packAccess(
                                "load_pack_based(Pack &pack, const Arguments &arguments, const Bases &bases)",
                                inputs,
                                "bases.of[%d]"),
                        operands.packAccess(
                                "store_pack_based(const Pack &pack, const Arguments &arguments, const Bases &bases)",
                                outputs,
                                "bases.of[%d]"),
                        operands.packElement("take(Element &element, const Pack &pack, int v)", inputs),
                        operands.packElement("put(Pack &pack, const Element &element, int v)", outputs),
                        loadBased(inputs),
                        storeBased(outputs));
        };
    }

    private String store() {
        return operands.access(
                "store(const Element &element, const Arguments &arguments, const Offsets &offsets)",
                operands::isOutput,
                "offsets.of[%d]");
    }

    private String loadBased(IntPredicate inputs) {
        return operands.access(
                "load_based(Element &element, const Arguments &arguments, const Bases &bases)", inputs, "bases.of[%d]");
    }

    private String storeBased(IntPredicate outputs) {
        return operands.access(
                "store_based(const Element &element, const Arguments &arguments, const Bases &bases)",
                outputs,
                "bases.of[%d]");
    }
}
