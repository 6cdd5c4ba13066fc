package dev.sluice.backend.cuda.kernel;

import dev.sluice.backend.cuda.context.CudaContext;
import java.util.Arrays;

/**
 * The streams of one device on which kernels may run. Memory that kernels of unknown streams may use is freed behind
 * everything that was submitted so far: the freeing stream waits for all of them. The lock keeps a stream from being
 * destroyed while that is arranged.
 */
public final class StreamRegistry {
    private long[] streams = new long[0];

    /** Creates an empty registry. */
    public StreamRegistry() {}

    /** Adds a stream that was created. */
    public synchronized void add(long stream) {
        streams = Arrays.copyOf(streams, streams.length + 1);
        streams[streams.length - 1] = stream;
    }

    /** Removes a stream and destroys it. */
    public synchronized void destroy(long stream, CudaContext context) {
        streams = Arrays.stream(streams).filter(s -> s != stream).toArray();
        context.check(context.calls().destroyStream(stream), "cuStreamDestroy");
    }

    /** Makes {@code waiting} wait for all that was submitted to any stream. Needs the current context. */
    synchronized void waitForAll(long waiting, CudaContext context) {
        if (streams.length == 0) {
            return;
        }
        long event = context.result(context.calls().createEvent(), "cuEventCreate");
        try {
            for (long stream : streams) {
                context.check(context.calls().recordEvent(event, stream), "cuEventRecord");
                context.check(context.calls().waitEvent(waiting, event), "cuStreamWaitEvent");
            }
        } finally {
            context.check(context.calls().destroyEvent(event), "cuEventDestroy");
        }
    }
}
