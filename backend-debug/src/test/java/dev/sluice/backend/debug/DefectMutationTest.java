package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tck.CaseResult;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.ConformanceSuite;
import dev.sluice.tck.Outcome;
import dev.sluice.tck.RuleCase;
import dev.sluice.tck.Subject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows that the conformance suite bites: every defect that a simulated device can have breaks the rule named for it. */
class DefectMutationTest {
    private static final Map<Defect, String> RULES = DefectMutationRules.all();

    static Set<Defect> caught() {
        return RULES.keySet();
    }

    @Test
    void everyDefectButALeakInsideTheDriverHasARuleThatCatchesIt() {
        assertThat(EnumSet.complementOf(EnumSet.copyOf(RULES.keySet())))
                .as("seen only by the simulation's own report of leaks")
                .containsExactly(Defect.CAPABILITIES_CREATE_STREAM);
    }

    @ParameterizedTest
    @MethodSource("caught")
    void theRuleOfADefectFailsWithIt(Defect defect) {
        List<CaseResult> results = run(Set.of(RULES.get(defect)), Map.of("debug.defects", defect.name()));
        assertThat(results)
                .as("%s under %s", RULES.get(defect), defect)
                .anyMatch(result -> result.outcome() == Outcome.FAILED);
    }

    @Test
    void noneOfThoseRulesFailsWithoutADefect() {
        assertThat(run(new TreeSet<>(RULES.values()), Map.of()))
                .allSatisfy(result ->
                        assertThat(result.outcome()).as(result.reason()).isEqualTo(Outcome.PASSED));
    }

    private static List<CaseResult> run(Set<String> rules, Map<String, String> defects) {
        Map<String, String> settings = new HashMap<>(defects);
        settings.put("debug.devices", "4");
        settings.put("debug.mode", "latest");
        // What the simulation itself reports must not be what the suite notices.
        settings.put("debug.reports", "collect");
        List<CaseResult> results = new ArrayList<>();
        try (Subject subject = new Subject(new DebugBackendProvider(), settings)) {
            for (Chapter chapter : ConformanceSuite.rules()) {
                for (RuleCase test : chapter.cases()) {
                    if (rules.contains(test.rule().id())) {
                        results.add(ConformanceSuite.run(subject, chapter, test));
                    }
                }
            }
        }
        return results;
    }
}
