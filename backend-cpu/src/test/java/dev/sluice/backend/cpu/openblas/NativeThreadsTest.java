package dev.sluice.backend.cpu.openblas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.backend.cpu.CoreBudget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NativeThreadsTest {

    private static final double ONE = NativeThreads.WORK_PER_THREAD;

    private final List<Integer> counts = new ArrayList<>();
    private final CoreBudget budget = new CoreBudget(8);
    private final NativeThreads threads = new NativeThreads(budget, new ThreadCount(6, counts::add));

    @Test
    void theLibraryStartsWithOneThread() {
        assertThat(counts).containsExactly(1);
    }

    @Test
    void aCallGetsThreadsInProportionToItsWork() {
        threads.join(3.5 * ONE);
        assertThat(counts).containsExactly(1, 3);
        assertThat(budget.claim(8)).isEqualTo(5);
    }

    @Test
    void aCallGetsNoMoreThreadsThanTheLibraryCanUse() {
        threads.join(1000 * ONE);
        assertThat(counts).containsExactly(1, 6);
    }

    @Test
    void aCallGetsNoMoreThreadsThanThereAreFreeCores() {
        budget.claim(6);
        threads.join(1000 * ONE);
        assertThat(counts).containsExactly(1, 2);
    }

    @Test
    void aCallThatFindsNoFreeCoreRunsOnItsOwnThread() {
        threads.join(4 * ONE);
        threads.leave();
        budget.claim(7);
        threads.join(4 * ONE);
        assertThat(counts).containsExactly(1, 4, 1);
    }

    @Test
    void callsThatOverlapShareWhatTheyClaimed() {
        threads.join(4 * ONE);
        threads.join(2 * ONE);
        assertThat(counts).containsExactly(1, 4);
        threads.join(5 * ONE);
        assertThat(counts).containsExactly(1, 4, 5);
        assertThat(budget.claim(8)).isEqualTo(3);
    }

    @Test
    void coresGoBackWhenTheLastOfOverlappingCallsLeaves() {
        threads.join(4 * ONE);
        threads.join(ONE);
        threads.leave();
        assertThat(budget.claim(8)).isEqualTo(4);
        budget.release(4);
        threads.leave();
        assertThat(budget.claim(8)).isEqualTo(7);
    }

    @Test
    void callsOfTheSameSizeTellTheLibraryOnce() {
        for (int i = 0; i < 5; i++) {
            threads.join(4 * ONE);
            threads.leave();
        }
        assertThat(counts).containsExactly(1, 4);
    }
}
