package dev.sluice.tck.rule;

import dev.sluice.spi.SolverProvider;

/** One factorisation on a handle and a stream of its own, waited for. */
final class SolverRun {
    /** What is submitted. */
    @FunctionalInterface
    interface Submission {
        void submit(SolverProvider solver, long handle, long workspace, long info);
    }

    /** How much workspace it needs. */
    @FunctionalInterface
    interface Query {
        long bytes(SolverProvider solver, long handle);
    }

    private SolverRun() {}

    /** Submits and waits; gives the status. */
    static int of(MatrixBench matrices, Query workspace, Submission submission) {
        DriverBench bench = matrices.bench();
        SolverProvider solver = bench.device().solver().orElseThrow();
        long info = bench.values(-1.0);
        long stream = bench.stream();
        long scope = bench.device().enter();
        try {
            long handle = solver.createHandle();
            solver.bind(handle, stream);
            long bytes = workspace.bytes(solver, handle);
            submission.submit(solver, handle, bytes == 0 ? 0 : bench.memory(bench.device(), bytes), info);
            DriverBench.await(bench.device(), stream);
            solver.destroyHandle(handle);
        } finally {
            bench.device().leave(scope);
        }
        return matrices.integers(info, 1)[0];
    }
}
