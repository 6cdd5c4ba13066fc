package dev.sluice.tck.report;

import dev.sluice.spi.SpiVersion;
import dev.sluice.tck.CaseResult;
import dev.sluice.tck.Outcome;
import dev.sluice.tck.Rule;
import dev.sluice.tck.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of one run, by rule. A rule passed when none of its tests failed and at least one passed.
 *
 * @param subject the backend under test
 * @param results the result of each test, in the order they ran
 */
public record ConformanceReport(Subject subject, List<CaseResult> results) {
    /** Copies the results. */
    public ConformanceReport {
        results = List.copyOf(results);
    }

    /** The number of tests with an outcome. */
    public long count(Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    /** Whether nothing failed and something passed. */
    public boolean passed() {
        return count(Outcome.FAILED) == 0 && count(Outcome.PASSED) > 0;
    }

    /** The outcome of each rule, in the order of the first test of each. */
    private Map<Rule, RuleSummary> byRule() {
        Map<Rule, List<CaseResult>> grouped = new LinkedHashMap<>();
        for (CaseResult result : results) {
            grouped.computeIfAbsent(result.test().rule(), rule -> new ArrayList<>())
                    .add(result);
        }
        Map<Rule, RuleSummary> summaries = new LinkedHashMap<>();
        grouped.forEach((rule, cases) -> summaries.put(rule, RuleSummary.of(cases)));
        return summaries;
    }

    /** The report for people. */
    public String toText() {
        StringBuilder text = new StringBuilder();
        text.append("Sluice conformance report\n")
                .append("backend  ")
                .append(subject.provider().name())
                .append(": ")
                .append(subject.provider().describe())
                .append('\n')
                .append("claims   ")
                .append(subject.claims())
                .append('\n')
                .append("SPI ")
                .append(SpiVersion.CURRENT)
                .append(", Java ")
                .append(Runtime.version())
                .append(", ")
                .append(System.getProperty("os.name"))
                .append(' ')
                .append(System.getProperty("os.arch"))
                .append(", seed ")
                .append(subject.seed())
                .append("\n\n");
        byRule().forEach((rule, summary) -> {
            text.append(String.format(
                    "%-12s %-12s %5d/%-5d %s%n",
                    summary.outcome(), rule.id(), summary.passed(), summary.tests(), rule.text()));
            summary.reasons()
                    .forEach(reason -> text.append("             ")
                            .append(reason.replace("\n", "\n             "))
                            .append('\n'));
        });
        text.append('\n');
        for (Map.Entry<Outcome, Long> total : totals().entrySet()) {
            text.append(String.format("%-12s %d%n", total.getKey(), total.getValue()));
        }
        return text.append("verdict      ")
                .append(passed() ? "PASSED" : "NOT PASSED")
                .append('\n')
                .toString();
    }

    /** The report for programs. */
    public String toJson() {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("backend", subject.provider().name());
        root.put("describe", subject.provider().describe());
        root.put("spi", SpiVersion.CURRENT.toString());
        root.put("java", Runtime.version().toString());
        root.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        root.put("seed", subject.seed());
        root.put("claims", subject.claims().stream().map(Enum::name).sorted().toList());
        List<Object> rules = new ArrayList<>();
        byRule().forEach((rule, summary) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("id", rule.id());
            entry.put("text", rule.text());
            entry.put("outcome", summary.outcome().name());
            entry.put("tests", (long) summary.tests());
            entry.put("passed", (long) summary.passed());
            entry.put("reasons", summary.reasons());
            rules.add(entry);
        });
        root.put("rules", rules);
        Map<String, Object> totals = new LinkedHashMap<>();
        totals().forEach((outcome, count) -> totals.put(outcome.name(), count));
        root.put("totals", totals);
        root.put("verdict", passed() ? "PASSED" : "NOT PASSED");
        return Json.write(root);
    }

    private Map<Outcome, Long> totals() {
        Map<Outcome, Long> totals = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            totals.put(outcome, count(outcome));
        }
        return totals;
    }

    /** Writes {@code NAME.txt} and {@code NAME.json} into a directory, which is created. */
    public void write(Path directory, String name) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(name + ".txt"), toText());
        Files.writeString(directory.resolve(name + ".json"), toJson());
    }

    private record RuleSummary(Outcome outcome, int tests, int passed, List<String> reasons) {
        private static final int REASONS_SHOWN = 5;

        static RuleSummary of(List<CaseResult> cases) {
            int passed = (int) cases.stream()
                    .filter(result -> result.outcome() == Outcome.PASSED)
                    .count();
            Outcome worst = cases.stream().anyMatch(result -> result.outcome() == Outcome.FAILED)
                    ? Outcome.FAILED
                    : passed > 0 ? Outcome.PASSED : cases.getFirst().outcome();
            List<String> reasons = cases.stream()
                    .filter(result -> result.outcome() != Outcome.PASSED)
                    .map(CaseResult::reason)
                    .distinct()
                    .limit(REASONS_SHOWN)
                    .toList();
            return new RuleSummary(worst, cases.size(), passed, reasons);
        }
    }
}
