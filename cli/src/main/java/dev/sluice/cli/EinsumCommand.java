package dev.sluice.cli;

import dev.sluice.AsyncTensor;
import dev.sluice.Scope;
import dev.sluice.Sluice;
import dev.sluice.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Evaluates an Einstein summation over files. */
@Command(
        name = "einsum",
        description = "Evaluate an Einstein summation over .npy files, with subscripts as in NumPy.",
        footer = {"", "Example: sluice einsum \"ij,jk->ik\" a.npy b.npy -o c.npy"})
final class EinsumCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SUBSCRIPTS", description = "Such as \"ij,jk->ik\".")
    private String expression = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "One .npy file for each operand.")
    private List<Path> files = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The .npy file to write; without it, the result is printed.")
    private @Nullable Path output;

    @Mixin
    private RuntimeOptions runtime = new RuntimeOptions();

    @Mixin
    private OutputOptions outputs = new OutputOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (output != null) {
            outputs.check(output);
        }
        try (Progress progress = Progress.on(spec.commandLine().getErr());
                Sluice sluice = Sluice.open(runtime.options());
                Scope _ = sluice.scope()) {
            AsyncTensor[] operands = new AsyncTensor[files.size()];
            for (int operand = 0; operand < operands.length; operand++) {
                progress.step("reading " + files.get(operand));
                operands[operand] = sluice.load(files.get(operand)).async();
            }
            progress.step("computing " + expression);
            Tensor result = sluice.einsum(expression, operands).get();
            if (output == null) {
                progress.finish();
                spec.commandLine().getOut().println(result);
            } else {
                progress.step("writing " + output);
                TensorOutput.save(sluice, output, result);
            }
        }
        return ExitCode.OK;
    }
}
