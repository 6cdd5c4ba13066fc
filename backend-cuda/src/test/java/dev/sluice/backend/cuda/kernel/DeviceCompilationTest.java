package dev.sluice.backend.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.DType;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.spi.MapProgram;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.Reducer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generated sources are valid CUDA C++ for the architecture of an H200. Needs nvcc and no device. */
class DeviceCompilationTest {
    private static final Pattern MACRO = Pattern.compile("(?m)^#define (\\w+)");
    private static final Pattern ENTRY = Pattern.compile("\\bsluice_(map|reduce|finish)\\b");

    @TempDir
    Path directory;

    @BeforeEach
    void needCompiler() {
        assumeTrue(compiler() != null, "no nvcc");
    }

    @Test
    void everyOperatorAndConversionCompiles() throws Exception {
        List<String> sources = new ArrayList<>();
        MapForm form = new MapForm(MapForm.Walk.STRIDED, 1, false, 1, 0);
        SourcesUnderTest.everyOperator().forEach(program -> sources.add(MapSource.of(program, form)));
        SourcesUnderTest.everyConversion().forEach(program -> sources.add(MapSource.of(program, form)));
        compile(sources);
    }

    @Test
    void randomTreesCompile() throws Exception {
        List<String> sources = new ArrayList<>();
        for (long seed = 0; seed < 20; seed++) {
            MapProgram program = SourcesUnderTest.random(seed, 4);
            sources.add(MapSource.of(program, new MapForm(MapForm.Walk.SEGMENTED, 2, false, 1, 0)));
        }
        compile(sources);
    }

    @Test
    void everyKernelOfMapsCompiles() throws Exception {
        List<String> sources = new ArrayList<>();
        for (DType type : List.of(DType.F16, DType.C128)) {
            MapProgram program = MapProgram.of(
                    Expression.binary(BinaryOperator.ADD, Expression.input(0, type), Expression.input(1, DType.F64)),
                    List.of(type, DType.F64),
                    List.of());
            SourcesUnderTest.everyForm(program).stream()
                    .filter(form -> type == DType.F16 || !form.wide())
                    .forEach(form -> sources.add(MapSource.of(program, form)));
        }
        compile(sources);
    }

    @Test
    void everyReductionCompiles() throws Exception {
        List<String> sources = new ArrayList<>();
        for (ReduceProgram program : SourcesUnderTest.everyReduction()) {
            sources.add(ReduceSource.of(program, new ReduceForm(1, 1, false, false)));
        }
        ReduceProgram sum =
                new ReduceProgram(Expression.input(0, DType.F64), Reducer.SUM, List.of(DType.F64), List.of());
        for (boolean wide : new boolean[] {false, true}) {
            for (boolean segmented : new boolean[] {false, true}) {
                sources.add(ReduceSource.of(sum, new ReduceForm(0, 1, wide, segmented)));
                sources.add(ReduceSource.of(sum, new ReduceForm(2, 0, wide, segmented)));
                sources.add(ReduceSource.of(sum, new ReduceForm(2, 3, wide, segmented)));
            }
        }
        compile(sources);
    }

    /** Compiles many kernels at once: each in a namespace, with its entry points renamed and its macros undone. */
    private void compile(List<String> sources) throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sources.size(); i++) {
            String source = ENTRY.matcher(sources.get(i)).replaceAll("sluice_$1_" + i);
            text.append("namespace kernel")
                    .append(i)
                    .append(" {\n")
                    .append(source)
                    .append("\n}\n");
            Matcher macros = MACRO.matcher(source);
            while (macros.find()) {
                text.append("#undef ").append(macros.group(1)).append('\n');
            }
        }
        Path input = directory.resolve("kernels.cu");
        Files.writeString(input, text);
        Process process = new ProcessBuilder(
                        compiler(),
                        "-std=c++17",
                        "-arch=sm_90",
                        "--fmad=false",
                        "-cubin",
                        "-Xptxas",
                        "-O1",
                        "-o",
                        directory.resolve("kernels.cubin").toString(),
                        input.toString())
                .redirectErrorStream(true)
                .start();
        String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(log).isZero();
        assertThat(log).doesNotContain("error");
    }

    private static String compiler() {
        for (String candidate : List.of("/usr/local/cuda/bin/nvcc", "/usr/local/bin/nvcc", "/usr/bin/nvcc")) {
            if (Files.isExecutable(Path.of(candidate))) {
                return candidate;
            }
        }
        return null;
    }
}
