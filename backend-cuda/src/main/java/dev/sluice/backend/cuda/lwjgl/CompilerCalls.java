package dev.sluice.backend.cuda.lwjgl;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** The functions of NVRTC that Sluice calls. Thread-safe. */
public interface CompilerCalls {
    /** The version as {@code major.minor}. */
    String version();

    /** The architectures that machine code can be made for, such as 90 for {@code sm_90}. */
    List<Integer> architectures();

    /**
     * Compiles a program.
     *
     * @param source CUDA C++ without includes
     * @param name the name that messages show
     * @param options the options; machine code results when the architecture is a real one, otherwise PTX
     */
    Compilation compile(String source, String name, List<String> options);

    /** What a compilation gives. */
    sealed interface Compilation {
        /**
         * It succeeded.
         *
         * @param image a cubin, or zero-terminated PTX
         */
        record Compiled(MemorySegment image) implements Compilation {}

        /**
         * It failed.
         *
         * @param status NVRTC's name of the status
         * @param log the compiler's messages
         */
        record Rejected(String status, String log) implements Compilation {}
    }
}
