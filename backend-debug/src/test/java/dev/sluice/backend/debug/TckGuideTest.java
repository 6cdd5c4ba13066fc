package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tck.Chapter;
import dev.sluice.tck.ConformanceSuite;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Rule;
import dev.sluice.tck.RuleCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the tables of the guide to conformance to the suite. */
class TckGuideTest {
    private final String guide = read();

    private static String read() {
        try {
            return Files.readString(Path.of("..", "docs", "conformance.md"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void everyRuleStandsInTheGuideAsItIs() {
        for (Chapter chapter : ConformanceSuite.chapters()) {
            for (RuleCase test : chapter.cases()) {
                Rule rule = test.rule();
                String needs = rule.requires().stream()
                        .filter(feature -> feature != Feature.DEVICE)
                        .map(Enum::name)
                        .sorted()
                        .collect(Collectors.joining(", "));
                assertThat(guide).contains("| " + rule.id() + " | " + rule.text() + " | " + needs + " |");
            }
        }
    }

    @Test
    void everyDefectStandsInTheGuideWithTheRuleThatCatchesIt() {
        for (Map.Entry<Defect, String> entry : DefectMutationRules.all().entrySet()) {
            assertThat(guide).contains("| `" + entry.getKey() + "` | " + entry.getValue() + " |");
        }
    }
}
