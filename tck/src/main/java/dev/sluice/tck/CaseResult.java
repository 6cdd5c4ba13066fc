package dev.sluice.tck;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of one test.
 *
 * @param chapter the heading it stands under
 * @param test the test
 * @param outcome what became of it
 * @param reason why it was not run or failed; empty when it passed
 * @param failure the failure, if it failed
 * @param duration how long it took
 */
public record CaseResult(
        String chapter,
        RuleCase test,
        Outcome outcome,
        String reason,
        @Nullable Throwable failure,
        Duration duration) {}
