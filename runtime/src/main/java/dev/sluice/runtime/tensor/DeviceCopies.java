package dev.sluice.runtime.tensor;

import dev.sluice.Tensor;
import dev.sluice.runtime.device.Submission;
import org.jspecify.annotations.Nullable;

/** Copies of tensors on other devices of the same backend. */
final class DeviceCopies {
    private DeviceCopies() {}

    static Tensor to(DenseTensor source, TensorContext target) {
        return target == source.context() ? source.copy() : source.context().run(new PeerCopy(source, target));
    }

    /**
     * Runs on the source's device, in whose order the destination is written. Elements that do not lie densely are put in
     * order first.
     */
    private static final class PeerCopy extends TensorOperation {
        private final DenseTensor source;
        private final TensorContext target;
        private final StagedInput input;
        private @Nullable DenseTensor result;

        PeerCopy(DenseTensor source, TensorContext target) {
            super(source.context());
            this.source = source;
            this.target = target;
            this.input = source.isPlainAndContiguous()
                    ? StagedInput.direct(source)
                    : StagedInput.copyOf(source, source.dtype());
        }

        @Override
        void allocate() {
            result = target.allocate(source.resultLayout(), ElementForm.of(source.dtype()));
        }

        @Override
        void enqueue(Submission submission) {
            long bytes = result().buffer().bytes();
            if (bytes == 0) {
                return;
            }
            long from = input.stage(submission);
            long to = result().writeAddress(submission);
            context()
                    .resources()
                    .driver()
                    .copyToPeer(to, target.resources().driver(), from, bytes, submission.stream());
        }

        @Override
        void discard() {
            if (result != null) {
                result.close();
            }
        }

        @Override
        DenseTensor result() {
            return allocated(result);
        }
    }
}
