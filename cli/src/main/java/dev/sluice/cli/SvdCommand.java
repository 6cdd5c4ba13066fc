package dev.sluice.cli;

import dev.sluice.LinearAlgebra.Svd;
import dev.sluice.Scope;
import dev.sluice.Sluice;
import dev.sluice.Tensor;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Computes a singular value decomposition of a file. */
@Command(
        name = "svd",
        description = "Compute the singular value decomposition A = U diag(s) Vh of the last two axes of a .npy file.",
        footer = {
            "",
            "With -o x.npz, the archive has the arrays u, s and vh; with -o x, the files are x_u.npy, x_s.npy and"
                    + " x_vh.npy. Without -o, the singular values are printed."
        })
final class SvdCommand implements Callable<Integer> {
    private static final String ARCHIVE = ".npz";

    @Parameters(paramLabel = "FILE", description = "The .npy file to decompose.")
    private Path file = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "PREFIX|FILE.npz",
            description = "Where to write the factors.")
    private @Nullable Path output;

    @Option(names = "--values-only", description = "Compute the singular values and no vectors.")
    private boolean valuesOnly;

    @Mixin
    private RuntimeOptions runtime = new RuntimeOptions();

    @Mixin
    private OutputOptions outputs = new OutputOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (output != null) {
            targets(output).values().forEach(outputs::check);
        }
        try (Progress progress = Progress.on(spec.commandLine().getErr());
                Sluice sluice = Sluice.open(runtime.options());
                Scope _ = sluice.scope()) {
            progress.step("reading " + file);
            Tensor a = sluice.load(file);
            // Integers and the storage types have no decomposition of their own.
            Tensor matrix =
                    a.dtype() == a.dtype().floating() ? a : a.cast(a.dtype().floating());
            progress.step("decomposing " + file);
            Map<String, Tensor> factors = factors(matrix);
            if (output == null) {
                progress.finish();
                spec.commandLine().getOut().println(factors.get("s"));
            } else {
                progress.step("writing " + output);
                write(sluice, output, factors);
            }
        }
        return ExitCode.OK;
    }

    private Map<String, Tensor> factors(Tensor matrix) {
        Map<String, Tensor> factors = new LinkedHashMap<>();
        if (valuesOnly || output == null) {
            factors.put("s", matrix.singularValues());
        } else {
            Svd<Tensor> svd = matrix.svd();
            factors.put("u", svd.u());
            factors.put("s", svd.s());
            factors.put("vh", svd.vh());
        }
        return factors;
    }

    private void write(Sluice sluice, Path place, Map<String, Tensor> factors) {
        if (isArchive(place)) {
            TensorOutput.saveArchive(sluice, place, factors);
            return;
        }
        Map<Path, Tensor> files = new LinkedHashMap<>();
        targets(place).forEach((name, target) -> files.put(target, factors.get(name)));
        TensorOutput.saveAll(sluice, files);
    }

    /** The files to write, by the factor that goes into each; an archive has all. */
    private Map<String, Path> targets(Path place) {
        if (isArchive(place)) {
            return Map.of("", place);
        }
        Map<String, Path> targets = new LinkedHashMap<>();
        for (String name : valuesOnly ? new String[] {"s"} : new String[] {"u", "s", "vh"}) {
            targets.put(name, place.resolveSibling(place.getFileName() + "_" + name + ".npy"));
        }
        return targets;
    }

    private static boolean isArchive(Path place) {
        return place.toString().endsWith(ARCHIVE);
    }
}
