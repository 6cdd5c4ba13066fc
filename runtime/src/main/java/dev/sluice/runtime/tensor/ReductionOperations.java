package dev.sluice.runtime.tensor;

import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.Layout;
import dev.sluice.Reductions.Reduction;
import dev.sluice.Scalar;
import dev.sluice.ShapeException;
import dev.sluice.runtime.plan.IterationOrder;
import dev.sluice.runtime.plan.ReductionPlans;
import dev.sluice.spi.MapKernel;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReductionPlan;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Describes reductions over axes. */
final class ReductionOperations {
    private ReductionOperations() {}

    static TensorOperation reduce(DenseTensor x, Reduction reduction, boolean keepAxes, int... axes) {
        ReducedAxes reduced = ReducedAxes.of(x.shape(), keepAxes, axes);
        if (reduction == Reduction.NORM) {
            return norm(x, reduced);
        }
        if (reduction == Reduction.MIN || reduction == Reduction.MAX) {
            requireOrdered(x, reduction.name());
            requireElements(x, reduced, reduction.name());
        }
        ReduceKernels kernels = x.context().reduceKernels();
        ReduceKernel kernel = kernels.named(reduction, x.form());
        ReductionPlan plan =
                ReductionPlans.of(IterationOrder.ANY, x.shape(), reduced.combined(), reduced.keptLayout(), x.layout());
        MapKernel finish = null;
        long[] parameters = ParameterWords.NONE;
        if (reduction == Reduction.MEAN) {
            DType type = kernel.program().outputType();
            finish = kernels.meanOfSum(type);
            parameters = ParameterWords.of(Scalar.of(reduced.count()), type.realPart());
        }
        return operation(x, reduced, kernel, plan, finish, parameters);
    }

    private static TensorOperation norm(DenseTensor x, ReducedAxes reduced) {
        boolean doublePrecision = x.dtype() == DType.F64 || x.dtype() == DType.C128;
        boolean all = reduced.keptLayout().rank() == 0;
        if (doublePrecision && all && x.context().blas(x.dtype()).isPresent() && VectorNorm.canRead(x.layout())) {
            return new VectorNorm(x, Layout.rowMajor(reduced.resultShape()));
        }
        // The norm of no elements is 0 and needs no greatest element.
        return reduced.count() == 0 ? zeros(x, reduced) : new NormOperation(x, reduced);
    }

    private static TensorOperation zeros(DenseTensor x, ReducedAxes reduced) {
        DType type = x.dtype().floating().realPart();
        return Filling.of(x.context(), Layout.rowMajor(reduced.resultShape()), type, Scalar.of(0.0));
    }

    static TensorOperation argmin(DenseTensor x, boolean keepAxis, int... axes) {
        return position(x, "argmin", x.context().reduceKernels(), true, ReducedAxes.of(x.shape(), keepAxis, axes));
    }

    static TensorOperation argmax(DenseTensor x, boolean keepAxis, int... axes) {
        return position(x, "argmax", x.context().reduceKernels(), false, ReducedAxes.of(x.shape(), keepAxis, axes));
    }

    private static TensorOperation position(
            DenseTensor x, String name, ReduceKernels kernels, boolean least, ReducedAxes reduced) {
        requireOrdered(x, name);
        requireElements(x, reduced, name);
        ReduceKernel kernel = least ? kernels.argmin(x.form()) : kernels.argmax(x.form());
        ReductionPlan plan = ReductionPlans.of(
                IterationOrder.LOGICAL, x.shape(), reduced.combined(), reduced.keptLayout(), x.layout());
        return operation(x, reduced, kernel, plan, null, ParameterWords.NONE);
    }

    private static TensorOperation operation(
            DenseTensor x,
            ReducedAxes reduced,
            ReduceKernel kernel,
            ReductionPlan plan,
            @Nullable MapKernel finish,
            long[] parameters) {
        Layout layout = Layout.rowMajor(reduced.resultShape());
        return new ReduceOperation(x.context(), layout, kernel, plan, finish, parameters, x);
    }

    private static void requireOrdered(DenseTensor x, String name) {
        if (x.dtype().isComplex()) {
            throw new DTypeException(name.toLowerCase(Locale.ROOT) + " is not defined for " + x.dtype()
                    + ": complex numbers have no order; reduce abs(), real() or imag()");
        }
    }

    private static void requireElements(DenseTensor x, ReducedAxes reduced, String name) {
        if (reduced.count() == 0) {
            throw new ShapeException(name.toLowerCase(Locale.ROOT) + " of no elements has no value: shape " + x.shape()
                    + " has extent 0 along a reduced axis");
        }
    }
}
