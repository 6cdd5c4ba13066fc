package dev.sluice.backend.cpu.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.DType;
import dev.sluice.Scope;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Closing the runtime after each test proves that nothing leaked in it. */
class TensorLifetimeTest {
    private Sluice sluice;

    @BeforeEach
    void open() {
        sluice = Sluice.open(SluiceOptions.defaults().withBackend("cpu").asIsolated());
    }

    @AfterEach
    void close() {
        sluice.close();
    }

    @Test
    void aClosedTensorIsRefusedAsAnyOperand() {
        Tensor closed = sluice.ones(DType.F64, 3);
        closed.close();
        closed.close();
        try (Tensor open = sluice.ones(DType.F64, 3)) {
            assertThatThrownBy(closed::neg).isInstanceOf(ClosedException.class).hasMessageContaining("F64[3]");
            assertThatThrownBy(() -> open.add(closed)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> closed.get(0)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(closed::transpose).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> open.assign(closed)).isInstanceOf(ClosedException.class);
        }
        assertThat(closed.toString()).contains("closed");
    }

    @Test
    void aViewCannotBeUsedAfterItsOwnerWasClosed() {
        Tensor owner = sluice.ones(DType.F64, 2, 3);
        Tensor view = owner.transpose();
        owner.close();
        assertThatThrownBy(view::sum).isInstanceOf(ClosedException.class).hasMessageContaining("view");
    }

    @Test
    void closingAViewFreesNothing() {
        try (Tensor owner = sluice.ones(DType.F64, 2, 3)) {
            Tensor view = owner.transpose();
            view.close();
            assertThatThrownBy(view::sum).isInstanceOf(ClosedException.class);
            assertThat(owner.get(1, 2)).isEqualTo(1);
        }
    }

    @Test
    void aScopeClosesWhatItsThreadCreatedInIt() {
        Tensor inside;
        try (Tensor outside = sluice.ones(DType.F64, 3)) {
            try (Scope _ = sluice.scope()) {
                inside = outside.add(1).mul(2);
                assertThat(inside.get(0)).isEqualTo(4);
            }
            Tensor gone = inside;
            assertThatThrownBy(gone::sum).isInstanceOf(ClosedException.class);
            assertThatCode(() -> outside.get(0)).doesNotThrowAnyException();
        }
    }

    @Test
    void aKeptTensorGoesToTheEnclosingScope() {
        Tensor result;
        try (Scope _ = sluice.scope()) {
            try (Scope inner = sluice.scope()) {
                result = inner.keep(sluice.ones(DType.F64, 2).neg());
            }
            assertThat(result.get(1)).isEqualTo(-1);
        }
        assertThatThrownBy(result::neg).isInstanceOf(ClosedException.class);
    }

    @Test
    void aTensorKeptByTheOutermostScopeStaysOpen() {
        Tensor kept;
        try (Scope scope = sluice.scope()) {
            kept = scope.keep(sluice.ones(DType.F64, 2));
        }
        assertThat(kept.get(0)).isEqualTo(1);
        kept.close();
    }

    @Test
    void keepingAViewKeepsTheTensorThatItViews() {
        Tensor view;
        try (Scope scope = sluice.scope()) {
            view = scope.keep(sluice.ones(DType.F64, 2, 3).transpose());
        }
        assertThat(view.get(2, 1)).isEqualTo(1);
    }

    @Test
    void aLongLoopInAScopeThatClosesItsTemporariesKeepsOnlyWhatIsOpen() {
        try (Scope _ = sluice.scope()) {
            Tensor total = sluice.zeros(DType.F64, 1);
            for (int step = 0; step < 2000; step++) {
                try (Tensor old = total) {
                    total = old.add(1);
                }
            }
            assertThat(total.get(0)).isEqualTo(2000);
        }
    }

    @Test
    void scopesAreClosedInReverseOrderOnTheirOwnThread() throws InterruptedException {
        try (Scope outer = sluice.scope()) {
            try (Scope inner = sluice.scope()) {
                assertThatThrownBy(outer::close).isInstanceOf(ContractViolationException.class);
                AtomicReference<Throwable> error = new AtomicReference<>();
                Thread stranger = new Thread(inner::close);
                stranger.setUncaughtExceptionHandler((thread, thrown) -> error.set(thrown));
                stranger.start();
                stranger.join();
                assertThat(error.get()).isInstanceOf(ContractViolationException.class);
            }
        }
    }

    @Test
    void aFailedOperationLeavesNothingBehind() {
        try (Tensor a = sluice.ones(DType.F64, 2, 3);
                Tensor b = sluice.ones(DType.F64, 4)) {
            assertThatThrownBy(() -> a.add(b)).hasMessageContaining("[2,3]").hasMessageContaining("[4]");
            assertThatThrownBy(() -> a.matmul(b)).hasMessageContaining("3").hasMessageContaining("4");
            assertThatThrownBy(() -> a.reshape(4)).hasMessageContaining("[4]");
            assertThatThrownBy(() -> a.broadcastTo(b.shape())).hasMessageContaining("does not broadcast");
        }
    }
}
