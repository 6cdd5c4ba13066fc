package dev.sluice.tck;

import dev.sluice.tck.golden.GoldenChapter;
import dev.sluice.tck.golden.GoldenDirectory;
import dev.sluice.tck.rule.BufferChapter;
import dev.sluice.tck.rule.CompletionChapter;
import dev.sluice.tck.rule.DriverMemoryChapter;
import dev.sluice.tck.rule.DriverOrderChapter;
import dev.sluice.tck.rule.ErrorChapter;
import dev.sluice.tck.rule.FactorisationChapter;
import dev.sluice.tck.rule.KernelChapter;
import dev.sluice.tck.rule.PoolChapter;
import dev.sluice.tck.rule.ProductChapter;
import dev.sluice.tck.rule.ReductionChapter;
import dev.sluice.tck.rule.RuntimeChapter;
import dev.sluice.tck.rule.TaskChapter;
import dev.sluice.tck.rule.TriangularChapter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** All chapters, and how one test is run. */
public final class ConformanceSuite {
    private ConformanceSuite() {}

    /** The chapters of this version of the suite. */
    public static List<Chapter> chapters() {
        List<Chapter> chapters = new ArrayList<>(rules());
        chapters.addAll(GoldenChapter.all(GoldenDirectory.locate()));
        return List.copyOf(chapters);
    }

    /** The chapters whose checks need no file of golden values. */
    public static List<Chapter> rules() {
        return List.of(
                RuntimeChapter.chapter(),
                PoolChapter.chapter(),
                CompletionChapter.chapter(),
                BufferChapter.chapter(),
                ErrorChapter.chapter(),
                TaskChapter.chapter(),
                DriverMemoryChapter.chapter(),
                DriverOrderChapter.chapter(),
                KernelChapter.chapter(),
                ReductionChapter.chapter(),
                ProductChapter.chapter(),
                FactorisationChapter.chapter(),
                TriangularChapter.chapter());
    }

    /** Runs every test and hands over each result as it comes. */
    public static void run(Subject subject, Consumer<CaseResult> results) {
        for (Chapter chapter : chapters()) {
            for (RuleCase test : chapter.cases()) {
                results.accept(run(subject, chapter, test));
            }
        }
    }

    /** Runs one test. Tensors it creates on the shared runtime are closed after it. */
    public static CaseResult run(Subject subject, Chapter chapter, RuleCase test) {
        if (!subject.unavailable().isEmpty()) {
            return result(chapter, test, Outcome.NOT_RUN, subject.unavailable(), null, Duration.ZERO);
        }
        Set<Feature> missing = EnumSet.noneOf(Feature.class);
        missing.addAll(test.rule().requires());
        missing.removeAll(subject.claims());
        if (missing.contains(Feature.DEVICE)) {
            return result(chapter, test, Outcome.NOT_RUN, "no device", null, Duration.ZERO);
        }
        if (!missing.isEmpty()) {
            return result(chapter, test, Outcome.NOT_CLAIMED, "needs " + missing, null, Duration.ZERO);
        }
        long start = System.nanoTime();
        try {
            subject.verify(test.check());
        } catch (TestAbortedException lacking) {
            return result(chapter, test, Outcome.NOT_CLAIMED, String.valueOf(lacking.getMessage()), null, since(start));
        } catch (Throwable failure) {
            Throwable described = describe(subject, test, failure);
            return result(
                    chapter, test, Outcome.FAILED, String.valueOf(described.getMessage()), described, since(start));
        }
        return result(chapter, test, Outcome.PASSED, "", null, since(start));
    }

    private static Throwable describe(Subject subject, RuleCase test, Throwable failure) {
        if (failure instanceof VirtualMachineError) {
            return failure;
        }
        return new AssertionFailedError(
                test.name() + ": " + test.rule().text() + "\n  " + failure + "\n  reproduce with -Dsluice.tck.seed="
                        + subject.seed(),
                failure);
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static CaseResult result(
            Chapter chapter,
            RuleCase test,
            Outcome outcome,
            String reason,
            @Nullable Throwable failure,
            Duration duration) {
        return new CaseResult(chapter.title(), test, outcome, reason, failure, duration);
    }
}
