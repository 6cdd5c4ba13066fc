package dev.sluice.benchmarks;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs benchmarks and prints one Markdown table for each class: a row for each setting, a column for each peer with the
 * median time of an operation, its ratio to Sluice, and the heap bytes Sluice allocates for each operation.
 *
 * <p>Arguments are patterns of benchmark names; none runs all. {@code -Dsluice.benchmarks.quick=true} shortens the
 * runs, {@code -Dsluice.benchmarks.n=64,1000} runs only those extents.
 */
public final class Benchmarks {
    private static final List<String> JVM_ARGUMENTS = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xmx4g");

    private Benchmarks() {}

    /** Runs the benchmarks that match any of the patterns. */
    public static void main(String[] patterns) throws RunnerException {
        boolean quick = Boolean.getBoolean("sluice.benchmarks.quick");
        ChainedOptionsBuilder options = new OptionsBuilder()
                .forks(1)
                .jvmArgsAppend(JVM_ARGUMENTS.toArray(String[]::new))
                .warmupIterations(quick ? 3 : 5)
                .warmupTime(TimeValue.milliseconds(quick ? 400 : 500))
                .measurementIterations(quick ? 5 : 9)
                .measurementTime(TimeValue.milliseconds(quick ? 150 : 500))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true);
        String extents = System.getProperty("sluice.benchmarks.n", "");
        if (!extents.isEmpty()) {
            options.param("n", extents.split(","));
        }
        for (String pattern : patterns) {
            options.include(pattern);
        }
        Collection<RunResult> results = new Runner(options.build()).run();
        results.stream()
                .collect(Collectors.groupingBy(
                        result -> className(result.getParams()), TreeMap::new, Collectors.toList()))
                .forEach(Benchmarks::printTable);
    }

    private static void printTable(String className, List<RunResult> results) {
        Map<String, Map<String, RunResult>> rows = new LinkedHashMap<>();
        for (RunResult result : results) {
            rows.computeIfAbsent(row(result.getParams()), key -> new LinkedHashMap<>())
                    .put(peer(result.getParams()), result);
        }
        System.out.printf("%n### %s%n%n", className);
        List<String> peers = rows.values().stream()
                .flatMap(row -> row.keySet().stream())
                .distinct()
                .sorted(Comparator.comparing((String peer) -> !peer.equals("Sluice"))
                        .thenComparing(peer -> peer))
                .toList();
        StringBuilder header = new StringBuilder("| case |");
        StringBuilder rule = new StringBuilder("|---|");
        for (String peer : peers) {
            header.append(' ').append(peer).append(" ns |");
            rule.append("---:|");
            if (peer.equals("Sluice")) {
                header.append(" bytes |");
                rule.append("---:|");
            } else {
                header.append(" × |");
                rule.append("---:|");
            }
        }
        System.out.println(header);
        System.out.println(rule);
        rows.forEach((name, row) -> System.out.println(line(name, row, peers)));
    }

    private static String line(String name, Map<String, RunResult> row, List<String> peers) {
        StringBuilder line = new StringBuilder("| ").append(name).append(" |");
        RunResult own = row.get("Sluice");
        for (String peer : peers) {
            RunResult result = row.get(peer);
            if (result == null) {
                line.append(" – | – |");
            } else if (peer.equals("Sluice")) {
                line.append(String.format(Locale.ROOT, " %.0f | %.0f |", median(result), bytes(result)));
            } else {
                line.append(String.format(
                        Locale.ROOT,
                        " %.0f | %s |",
                        median(result),
                        own == null ? "–" : String.format(Locale.ROOT, "%.2f", median(result) / median(own))));
            }
        }
        return line.toString();
    }

    private static double median(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(50);
    }

    private static double bytes(RunResult result) {
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return allocated == null ? Double.NaN : allocated.getScore();
    }

    private static String className(BenchmarkParams parameters) {
        String name = parameters.getBenchmark();
        String type = name.substring(0, name.lastIndexOf('.'));
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static String method(BenchmarkParams parameters) {
        String name = parameters.getBenchmark();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** A method is named after a peer, or after an operation and a peer: {@code expNd4j}. */
    private static String peer(BenchmarkParams parameters) {
        String method = method(parameters);
        int capital = operationLength(method);
        String peer = method.substring(capital);
        return Character.toUpperCase(peer.charAt(0)) + peer.substring(1);
    }

    private static String row(BenchmarkParams parameters) {
        String method = method(parameters);
        String operation = method.substring(0, operationLength(method));
        String settings = parameters.getParamsKeys().stream()
                .map(key -> key + "=" + parameters.getParam(key))
                .collect(Collectors.joining(" "));
        return (operation + " " + settings).strip();
    }

    private static int operationLength(String method) {
        for (String peer :
                List.of("Sluice", "OpenBlas", "Ejml", "Nd4j", "Loop", "Raw", "Future", "ForkJoin", "Virtual")) {
            if (method.endsWith(peer)) {
                return method.length() - peer.length();
            }
        }
        return 0;
    }
}
