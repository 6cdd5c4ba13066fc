package dev.sluice.tck.golden;

import dev.sluice.Sluice;
import dev.sluice.Tensor;
import dev.sluice.UnsupportedOperationByBackendException;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Rule;
import dev.sluice.tck.RuleCase;
import dev.sluice.tck.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** The families of golden values as rules, one test for each case. */
public final class GoldenChapter implements Chapter {
    private static final Predicate<GoldenCase> SINGULAR_VALUES = golden ->
            golden.operation().equals("svd_values") || golden.operation().equals("norm");

    private final String title;
    private final String family;
    private final Rule rule;
    private final GoldenDirectory directory;
    private final Predicate<GoldenCase> selection;
    private @Nullable Subject loadedFor;
    private Map<String, Tensor> arrays = Map.of();

    private GoldenChapter(
            String title, String family, Rule rule, GoldenDirectory directory, Predicate<GoldenCase> selection) {
        this.title = title;
        this.family = family;
        this.rule = rule;
        this.directory = directory;
        this.selection = selection;
    }

    /** All families that this version of the suite runs, and the files. */
    public static List<Chapter> all(GoldenDirectory directory) {
        return List.of(
                chapter(
                        directory,
                        "binary",
                        Rule.of(
                                "OPS-1",
                                "Binary elementwise operations promote, broadcast and"
                                        + " compute as NumPy does, on any strided view.",
                                Feature.DEVICE)),
                chapter(
                        directory,
                        "unary",
                        Rule.of(
                                "OPS-2",
                                "Elementary functions agree with NumPy within a few units in"
                                        + " the last place, special values included, on any strided view.",
                                Feature.DEVICE)),
                chapter(
                        directory,
                        "reduce",
                        Rule.of(
                                "OPS-3",
                                "Reductions over any axes of any view agree with NumPy, and"
                                        + " large sums stay accurate.",
                                Feature.DEVICE)),
                chapter(
                        directory,
                        "matmul",
                        Rule.of(
                                "OPS-4",
                                "Matrix products agree with NumPy for all types, batches,"
                                        + " transposed and conjugated operands and zero extents.",
                                Feature.DEVICE,
                                Feature.BLAS)),
                chapter(
                        directory,
                        "einsum",
                        Rule.of(
                                "OPS-5",
                                "Einstein summations agree with NumPy for every form of" + " subscripts.",
                                Feature.DEVICE,
                                Feature.BLAS)),
                new GoldenChapter(
                        "Golden values: svd",
                        "linalg",
                        Rule.of(
                                "OPS-6",
                                "Singular values and norms agree with" + " NumPy.",
                                Feature.DEVICE,
                                Feature.SOLVER),
                        directory,
                        SINGULAR_VALUES),
                new GoldenChapter(
                        "Golden values: systems and eigenvalues",
                        "linalg",
                        Rule.of(
                                "OPS-7",
                                "Cholesky factors, eigenvalues, determinants, inverses and solutions of systems agree"
                                        + " with NumPy.",
                                Feature.DEVICE,
                                Feature.SOLVER),
                        directory,
                        SINGULAR_VALUES.negate()),
                new PhiloxChapter(directory),
                new FileChapter(directory));
    }

    private static GoldenChapter chapter(GoldenDirectory directory, String family, Rule rule) {
        return new GoldenChapter("Golden values: " + family, family, rule, directory, golden -> true);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public List<RuleCase> cases() {
        List<RuleCase> cases = new ArrayList<>();
        for (GoldenCase golden : directory.cases(family)) {
            if (selection.test(golden)) {
                cases.add(new RuleCase(rule, variant(golden), subject -> verify(subject, golden)));
            }
        }
        return cases;
    }

    private static String variant(GoldenCase golden) {
        Object expression = golden.arguments().get("expression");
        return golden.name() + " " + (expression == null ? golden.operation() : expression);
    }

    private void verify(Subject subject, GoldenCase golden) {
        Sluice sluice = subject.sluice();
        List<Tensor> operands = new ArrayList<>();
        for (int i = 0; i < golden.views().size(); i++) {
            Tensor stored = array(subject, golden.name() + "/in" + i);
            operands.add(ViewRecipe.apply(golden.views().get(i), stored));
        }
        Tensor actual;
        try {
            actual = GoldenOperations.evaluate(sluice, golden, operands);
        } catch (UnsupportedOperationByBackendException e) {
            // What a backend says it cannot do is not claimed; the rules for drivers look at what it says.
            throw new TestAbortedException(String.valueOf(e.getMessage()), e);
        }
        Comparison.requireClose(golden, array(subject, golden.name() + "/out0"), actual);
    }

    /** The arrays are loaded once for each subject and kept out of the scope of the test that comes first. */
    private Tensor array(Subject subject, String name) {
        if (loadedFor != subject) {
            arrays = subject.keepForAll(subject.sluice().loadArchive(directory.archive(family)));
            loadedFor = subject;
        }
        Tensor tensor = arrays.get(name);
        if (tensor == null) {
            throw new AssertionError(directory.archive(family) + " lacks the array " + name);
        }
        return tensor;
    }
}
