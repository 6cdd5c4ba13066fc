package dev.sluice.runtime.device;

import dev.sluice.spi.BlasProvider;
import dev.sluice.spi.SolverProvider;

/**
 * One handle of a provider library, created when it is first bound. Its user has it exclusively, by a lease.
 *
 * <p>A workspace, where the library wants one, is allocated on the stream that the handle is first bound to. Later streams
 * may use it without waiting: a handle is lent again only when its last stream has passed the end of its last use.
 */
final class ProviderHandle {
    /** What the kinds of library have in common. */
    interface Library {
        long createHandle();

        void destroyHandle(long handle);

        void bind(long handle, long stream);

        default long workspaceBytes() {
            return 0;
        }

        default void setWorkspace(long handle, long address, long bytes) {}

        static Library of(BlasProvider provider) {
            return new Library() {
                @Override
                public long createHandle() {
                    return provider.createHandle();
                }

                @Override
                public void destroyHandle(long handle) {
                    provider.destroyHandle(handle);
                }

                @Override
                public void bind(long handle, long stream) {
                    provider.bind(handle, stream);
                }

                @Override
                public long workspaceBytes() {
                    return provider.workspaceBytes();
                }

                @Override
                public void setWorkspace(long handle, long address, long bytes) {
                    provider.setWorkspace(handle, address, bytes);
                }
            };
        }

        static Library of(SolverProvider provider) {
            return new Library() {
                @Override
                public long createHandle() {
                    return provider.createHandle();
                }

                @Override
                public void destroyHandle(long handle) {
                    provider.destroyHandle(handle);
                }

                @Override
                public void bind(long handle, long stream) {
                    provider.bind(handle, stream);
                }
            };
        }
    }

    private static final long UNBOUND = -1;

    private final Library library;
    private final DeviceMemory memory;
    private boolean created;
    private long handle;
    private long boundTo = UNBOUND;
    private long workspace;
    private long workspaceBytes;

    ProviderHandle(Library library, DeviceMemory memory) {
        this.library = library;
        this.memory = memory;
    }

    /** The handle, bound to a stream. */
    long bind(long stream) {
        if (!created) {
            handle = library.createHandle();
            created = true;
        }
        if (boundTo != stream) {
            boundTo = UNBOUND;
            library.bind(handle, stream);
            provideWorkspace(stream);
            boundTo = stream;
        }
        return handle;
    }

    private void provideWorkspace(long stream) {
        long bytes = library.workspaceBytes();
        if (bytes == 0) {
            return;
        }
        if (workspace == 0) {
            workspace = memory.allocateOn(stream, bytes);
            workspaceBytes = bytes;
        }
        library.setWorkspace(handle, workspace, workspaceBytes);
    }

    /** Destroys the handle, whose work has finished. */
    void destroy(Teardown teardown) {
        if (!created) {
            return;
        }
        created = false;
        teardown.step(() -> library.destroyHandle(handle));
        if (workspace != 0) {
            teardown.step(() -> memory.freeUnused(workspace, workspaceBytes));
        }
    }
}
