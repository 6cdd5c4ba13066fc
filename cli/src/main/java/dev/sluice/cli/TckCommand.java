package dev.sluice.cli;

import dev.sluice.BackendUnavailableException;
import dev.sluice.spi.BackendProvider;
import dev.sluice.tck.CaseResult;
import dev.sluice.tck.ConformanceSuite;
import dev.sluice.tck.Subject;
import dev.sluice.tck.report.ConformanceReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Holds a backend on the class path to the conformance suite. */
@Command(name = "tck", description = "Hold a backend to the rules of the conformance suite, and report rule by rule.")
final class TckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--backend", paramLabel = "NAME", required = true, description = "The backend to be tested.")
    private String backend = "";

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting that the backend is opened with, such as debug.devices=4. May be repeated.")
    private Map<String, String> settings = new TreeMap<>();

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Where NAME.txt and NAME.json are written; the directory is created.")
    private @Nullable Path report;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<CaseResult> results = new ArrayList<>();
        try (Subject subject = new Subject(provider(), settings)) {
            if (!subject.unavailable().isEmpty()) {
                throw new BackendUnavailableException(
                        "backend '" + backend + "' cannot be used: " + subject.unavailable());
            }
            ConformanceSuite.run(subject, results::add);
            ConformanceReport conformance = new ConformanceReport(subject, results);
            out.print(conformance.toText());
            if (report != null) {
                write(conformance, report);
            }
            return conformance.passed() ? ExitCode.OK : ExitCode.FAILURE;
        } finally {
            out.flush();
        }
    }

    private void write(ConformanceReport conformance, Path directory) {
        try {
            conformance.write(directory, backend);
        } catch (IOException e) {
            throw new OutputException("the report cannot be written to " + directory + ": " + e.getMessage(), e);
        }
    }

    private BackendProvider provider() {
        List<String> names = new ArrayList<>();
        for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
            if (provider.name().equals(backend)) {
                return provider;
            }
            names.add(provider.name());
        }
        throw new BackendUnavailableException("no backend '" + backend + "' is on the class path; there are " + names);
    }
}
