package dev.sluice.runtime.tensor;

import dev.sluice.runtime.device.Submission;
import dev.sluice.spi.ReduceKernel;
import dev.sluice.spi.ReductionPlan;

/**
 * One reduction of an operation.
 *
 * @param context the device
 * @param kernel what is combined and how
 * @param plan the iteration
 */
record ReduceStep(TensorContext context, ReduceKernel kernel, ReductionPlan plan) {
    /** Enqueues the reduction of operands at the given addresses, the output first. */
    void enqueue(Submission submission, long... addresses) {
        if (plan.iteration().segments() == 0 && plan.emptyOutputs() == 0) {
            return;
        }
        long scratch = submission.workspace(context.kernelSet().workspaceBytes(kernel, plan));
        context.kernelSet().reduce(kernel, plan, addresses, ParameterWords.NONE, scratch, submission.stream());
    }
}
