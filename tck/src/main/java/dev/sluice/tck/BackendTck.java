package dev.sluice.tck;

import dev.sluice.spi.BackendProvider;
import dev.sluice.tck.report.ConformanceReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The entry class of the suite: a backend passes by subclassing it and naming its provider.
 *
 * {@snippet :
 * class MyBackendTckTest extends BackendTck {
 *     protected BackendProvider provider() {
 *         return new MyBackendProvider();
 *     }
 * }
 * }
 *
 * <p>The report is written to {@code target/sluice-tck/NAME.txt} and {@code NAME.json}, or to the directory that
 * {@code -Dsluice.tck.report} names.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BackendTck {
    private final List<CaseResult> results = new ArrayList<>();
    private @Nullable Subject subject;

    /** For subclasses. */
    protected BackendTck() {}

    /** The provider under test. */
    protected abstract BackendProvider provider();

    /** The settings the backend is opened with. */
    protected Map<String, String> settings() {
        return Map.of();
    }

    /** The name of the report; the name of the backend unless one backend is tested with several settings. */
    protected String reportName() {
        return provider().name();
    }

    @BeforeAll
    final void openSubject() {
        subject = new Subject(provider(), settings());
    }

    /** One container for each chapter, one test for each case of a rule. */
    @TestFactory
    final Stream<DynamicNode> conformance() {
        return ConformanceSuite.chapters().stream()
                .map(chapter -> DynamicContainer.dynamicContainer(
                        chapter.title(),
                        chapter.cases().stream()
                                .map(test -> DynamicTest.dynamicTest(test.name(), () -> verify(chapter, test)))));
    }

    private void verify(Chapter chapter, RuleCase test) throws Throwable {
        CaseResult result = ConformanceSuite.run(current(), chapter, test);
        results.add(result);
        switch (result.outcome()) {
            case PASSED -> Assertions.assertTrue(result.reason().isEmpty());
            case FAILED -> throw result.failure() == null ? new AssertionError(result.reason()) : result.failure();
            case NOT_CLAIMED, NOT_RUN -> Assumptions.abort(result.outcome() + ": " + result.reason());
        }
    }

    @AfterAll
    final void closeSubjectAndReport() throws IOException {
        ConformanceReport report = new ConformanceReport(current(), results);
        report.write(Path.of(System.getProperty("sluice.tck.report", "target/sluice-tck")), reportName());
        current().close();
    }

    private Subject current() {
        if (subject == null) {
            throw new IllegalStateException("the suite was not started");
        }
        return subject;
    }
}
