package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every Java sample in the guides stands, word for word, in a class of this module that the build compiles and runs: a
 * fenced block that is preceded by the comment {@code <!-- sample: NAME -->} is the text between {@code [start NAME]} and
 * {@code [end NAME]}. A block without that comment is an error, unless it says {@code <!-- sketch -->}.
 */
class DocumentationTest {
    private static final Path SOURCES = Path.of("src/test/java");

    private record Block(String guide, int line, String marker, String text) {}

    @TestFactory
    Stream<DynamicTest> everySampleInTheGuidesIsCompiledAndRun() throws IOException {
        Map<String, String> samples = samples();
        List<Block> blocks = new ArrayList<>();
        for (Path guide : guides()) {
            blocks.addAll(blocks(guide));
        }
        assertThat(blocks).isNotEmpty();
        return blocks.stream()
                .map(block ->
                        DynamicTest.dynamicTest(block.guide() + ":" + block.line(), () -> verify(block, samples)));
    }

    private static void verify(Block block, Map<String, String> samples) {
        if (block.marker().equals("<!-- sketch -->")) {
            return;
        }
        assertThat(block.marker()).as("the comment before the sample").matches("<!-- sample: \\S+ -->");
        String name = block.marker().replace("<!-- sample: ", "").replace(" -->", "");
        assertThat(samples).containsKey(name);
        assertThat(block.text()).isEqualTo(samples.get(name));
    }

    private static List<Path> guides() throws IOException {
        List<Path> guides = new ArrayList<>(List.of(Path.of("../README.md")));
        try (Stream<Path> files = Files.list(Path.of("."))) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(guides::add);
        }
        return guides;
    }

    private static List<Block> blocks(Path guide) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(guide);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals("```java")) {
                int start = i + 1;
                while (!lines.get(++i).equals("```")) {}
                String marker = start >= 2 ? lines.get(start - 2) : "";
                blocks.add(new Block(
                        String.valueOf(guide.getFileName()),
                        start,
                        marker,
                        String.join("\n", lines.subList(start, i)).strip()));
            }
        }
        return blocks;
    }

    private static Map<String, String> samples() throws IOException {
        Map<String, String> samples = new HashMap<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                collect(Files.readAllLines(file), samples);
            }
        }
        return samples;
    }

    private static void collect(List<String> lines, Map<String, String> samples) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("// [start ")) {
                String name = line.substring("// [start ".length(), line.length() - 1);
                List<String> text = new ArrayList<>();
                while (!lines.get(++i).strip().equals("// [end " + name + "]")) {
                    text.add(lines.get(i));
                }
                samples.put(name, String.join("\n", text).stripIndent().strip());
            }
        }
    }
}
