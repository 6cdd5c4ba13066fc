package dev.sluice.backend.cpu.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.AsyncTensor;
import dev.sluice.ClosedException;
import dev.sluice.ContractViolationException;
import dev.sluice.DType;
import dev.sluice.LinearAlgebra.Svd;
import dev.sluice.Scalar;
import dev.sluice.Scope;
import dev.sluice.ShapeException;
import dev.sluice.Slice;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.SluiceOptions.SchedulerKind;
import dev.sluice.Tensor;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing the runtime at the end of each test proves that every value was released. */
class AsyncTensorTest {
    private interface Body {
        void run(Sluice sluice);
    }

    private static void with(SchedulerKind kind, Body body) {
        SluiceOptions options =
                SluiceOptions.defaults().withBackend("cpu").withScheduler(kind).asIsolated();
        try (Sluice sluice = Sluice.open(options)) {
            try (Scope _ = sluice.scope()) {
                body.run(sluice);
            }
        }
    }

    private static double[] elements(AsyncTensor tensor) {
        return tensor.get().toDoubleArray();
    }

    @ParameterizedTest
    @EnumSource
    void anOperationSeesItsOperandsAsTheyWereWhenItWasSubmitted(SchedulerKind kind) {
        with(kind, sluice -> {
            AsyncTensor x = sluice.of(new double[] {1, 2, 3}).async();
            AsyncTensor before = x.add(0);
            x.scale(Scalar.of(10.0));
            AsyncTensor between = x.copy();
            x.axpy(Scalar.of(1.0), before);
            assertThat(elements(before)).containsExactly(1, 2, 3);
            assertThat(elements(between)).containsExactly(10, 20, 30);
            assertThat(elements(x)).containsExactly(11, 22, 33);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aViewSharesTheValueAndItsPlaceInTheOrder(SchedulerKind kind) {
        with(kind, sluice -> {
            AsyncTensor matrix = sluice.of(new double[] {1, 2, 3, 4}, 2, 2).async();
            AsyncTensor row = matrix.slice(Slice.at(0));
            AsyncTensor seen = row.copy();
            row.scale(Scalar.of(-1.0));
            assertThat(elements(matrix)).containsExactly(-1, -2, 3, 4);
            assertThat(elements(seen)).containsExactly(1, 2);
            assertThat(elements(matrix.transpose().slice(Slice.at(1)))).containsExactly(-2, 4);
        });
    }

    @ParameterizedTest
    @EnumSource
    void assigningAViewOfATensorToItselfSeesTheOldElements(SchedulerKind kind) {
        with(kind, sluice -> {
            AsyncTensor matrix = sluice.of(new double[] {1, 2, 3, 4}, 2, 2).async();
            matrix.assign(matrix.transpose());
            assertThat(elements(matrix)).containsExactly(1, 3, 2, 4);
        });
    }

    @ParameterizedTest
    @EnumSource
    void anErrorReachesEverythingComputedFromIt(SchedulerKind kind) {
        with(kind, sluice -> {
            AsyncTensor x = sluice.ones(DType.F64, 2, 3).async();
            AsyncTensor wrong = x.matmul(x);
            AsyncTensor further = wrong.add(1).sum();
            assertThatThrownBy(further::get)
                    .isInstanceOf(ShapeException.class)
                    .hasMessageContaining("3")
                    .hasMessageContaining("2");
            assertThat(elements(x.sum())).containsExactly(6);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aFailedUpdateFailsTheValueAndALaterOneOfAnotherValueWorks(SchedulerKind kind) {
        with(kind, sluice -> {
            AsyncTensor x = sluice.ones(DType.I64, 2).async();
            AsyncTensor y = sluice.ones(DType.F64, 2).async();
            x.axpy(Scalar.of(1L), y);
            assertThatThrownBy(x::get).hasMessageContaining("axpy into I64 from F64");
            assertThat(elements(y.add(1))).containsExactly(2, 2);
        });
    }

    @ParameterizedTest
    @EnumSource
    void movingATensorClosesItsHandle(SchedulerKind kind) {
        with(kind, sluice -> {
            Tensor tensor = sluice.ones(DType.F64, 2);
            AsyncTensor moved = tensor.async();
            assertThatThrownBy(tensor::sum).isInstanceOf(ClosedException.class);
            tensor.close();
            assertThat(elements(moved)).containsExactly(1, 1);
        });
    }

    @ParameterizedTest
    @EnumSource
    void closingDoesNotWaitAndSubmittedOperationsStillFinish(SchedulerKind kind) {
        with(kind, sluice -> {
            AsyncTensor x = sluice.uniform(DType.F64, 1, 40, 40).async();
            AsyncTensor product = x.matmul(x).matmul(x);
            x.close();
            assertThat(product.get().shape().extents()).containsExactly(40, 40);
            assertThatThrownBy(() -> x.add(1)).isInstanceOf(ClosedException.class);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aDecompositionHasThreeResults(SchedulerKind kind) {
        with(kind, sluice -> {
            AsyncTensor a = sluice.uniform(DType.C128, 3, 4, 3).async();
            Svd<AsyncTensor> svd = a.svd();
            AsyncTensor again = svd.u().mul(svd.s()).matmul(svd.vh());
            assertThat(again.sub(a).abs().max().get().item()).isLessThan(1e-13);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aSummationIsOneOperationInTheOrder(SchedulerKind kind) {
        with(kind, sluice -> {
            AsyncTensor a = sluice.of(new double[] {1, 2, 3, 4}, 2, 2).async();
            AsyncTensor trace = sluice.einsum("ii->", a);
            AsyncTensor same = sluice.einsum("ij->ij", a);
            a.scale(Scalar.of(0.0));
            assertThat(trace.get().item()).isEqualTo(5);
            assertThat(elements(same)).containsExactly(1, 2, 3, 4);
        });
    }

    @ParameterizedTest
    @EnumSource
    void theValueOfAViewCannotBeReplacedButRead(SchedulerKind kind) {
        with(kind, sluice -> {
            AsyncTensor x = sluice.ones(DType.F64, 2).async();
            assertThatThrownBy(() -> x.slice(Slice.at(0)).write()).isInstanceOf(ContractViolationException.class);
            assertThat(x.slice(Slice.at(0)).toFuture()).isNotNull();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aLongChainGivesWhatTheLoopGives(SchedulerKind kind) {
        with(kind, sluice -> {
            AsyncTensor x = sluice.zeros(DType.F64, 8).async();
            for (int step = 1; step <= 1000; step++) {
                AsyncTensor next = x.add(step);
                x.close();
                x = next;
            }
            assertThat(x.get().get(3)).isEqualTo(500500);
        });
    }

    @ParameterizedTest
    @EnumSource
    void allOperationsHaveTheSameNamesAndResultsAsOnTensors(SchedulerKind kind) {
        with(kind, sluice -> {
            Tensor x = sluice.uniform(DType.F64, 5, 3, 4);
            Tensor y = sluice.uniform(DType.F64, 6, 3, 4);
            AsyncTensor ax = x.copy().async();
            AsyncTensor ay = y.copy().async();
            List.of(
                            new Tensor[] {x.div(y), ax.div(ay).get()},
                            new Tensor[] {
                                x.lt(y).select(x, y), ax.lt(ay).select(ax, ay).get()
                            },
                            new Tensor[] {x.argmax(1, true), ax.argmax(1, true).get()},
                            new Tensor[] {x.mean(0), ax.mean(0).get()},
                            new Tensor[] {
                                x.matmul(y.transpose()),
                                ax.matmul(ay.transpose()).get()
                            },
                            new Tensor[] {
                                x.singularValues(), ax.singularValues().get()
                            },
                            new Tensor[] {x.cast(DType.F32), ax.cast(DType.F32).get()},
                            new Tensor[] {x.norm(), ax.norm().get()})
                    .forEach(pair -> assertThat(pair[1].toDoubleArray()).isEqualTo(pair[0].toDoubleArray()));
        });
    }
}
