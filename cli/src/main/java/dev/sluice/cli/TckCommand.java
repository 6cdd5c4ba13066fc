package dev.sluice.cli;

import dev.sluice.BackendUnavailableException;
import dev.sluice.spi.BackendProvider;
import dev.sluice.tck.CaseResult;
import dev.sluice.tck.ConformanceSuite;
import dev.sluice.tck.Outcome;
import dev.sluice.tck.Subject;
import dev.sluice.tck.report.ConformanceReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Holds a backend to the conformance suite. */
@Command(
        name = "tck",
        description = "Run the conformance suite against a backend. Rules that this machine cannot check, for want of a"
                + " device, are reported as not run.")
final class TckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--backend", paramLabel = "NAME", required = true, description = "The backend.")
    private String backend = "";

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting the backend is opened with; may be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--report", paramLabel = "DIR", description = "Write the report there, as text and as JSON.")
    private @Nullable Path report;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<CaseResult> results = new ArrayList<>();
        ConformanceReport summary;
        boolean available;
        try (Subject subject = new Subject(provider(), settings)) {
            available = subject.unavailable().isEmpty();
            ConformanceSuite.run(subject, result -> {
                results.add(result);
                if (result.outcome() == Outcome.FAILED) {
                    out.println("failed: " + result.test().name() + ": " + result.reason());
                    out.flush();
                }
            });
            summary = new ConformanceReport(subject, results);
            out.print(summary.toText());
            if (report != null) {
                summary.write(report, backend);
            }
        }
        return !available ? ExitCode.NO_BACKEND : summary.passed() ? ExitCode.OK : ExitCode.FAILURE;
    }

    private BackendProvider provider() {
        List<BackendProvider> found = ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        return found.stream()
                .filter(candidate -> candidate.name().equals(backend))
                .findFirst()
                .orElseThrow(() -> new BackendUnavailableException("no backend '" + backend
                        + "' is on the class path; there are "
                        + found.stream().map(BackendProvider::name).collect(Collectors.joining(", "))));
    }
}
