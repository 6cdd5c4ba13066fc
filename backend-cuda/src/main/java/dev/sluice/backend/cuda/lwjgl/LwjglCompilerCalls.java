package dev.sluice.backend.cuda.lwjgl;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.cuda.NVRTC;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** NVRTC through LWJGL. */
public final class LwjglCompilerCalls implements CompilerCalls {
    private static final Logger LOG = LoggerFactory.getLogger(LwjglCompilerCalls.class);

    private LwjglCompilerCalls() {}

    /**
     * Binds NVRTC.
     *
     * @param library the file of the library; the first one bound in a process stays
     * @throws LinkageError when LWJGL or the library cannot be loaded
     */
    public static LwjglCompilerCalls bind(String library) {
        // Without full paths, LWJGL derives file names from the toolkit version that it was built for.
        Configuration.CUDA_NVRTC_LIBRARY_NAME.set(library);
        Configuration.CUDA_NVRTC_BUILTINS_LIBRARY_NAME.set(builtins(Path.of(library)));
        long unused = NVRTC.getLibrary().address();
        return new LwjglCompilerCalls();
    }

    /**
     * The library with NVRTC's built-in functions, which lies beside it. Elsewhere NVRTC has to find it by itself, and
     * LWJGL is given a library that certainly loads.
     */
    private static String builtins(Path library) {
        Path directory = library.toAbsolutePath().getParent();
        if (directory != null) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "libnvrtc-builtins.so*")) {
                for (Path file : files) {
                    return file.toString();
                }
            } catch (IOException e) {
                LOG.debug("{} cannot be listed", directory, e);
            }
        }
        return library.toString();
    }

    @Override
    public String version() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long out = stack.ncalloc(4, 2, 4);
            return NVRTC.nnvrtcVersion(out, out + 4) == NVRTC.NVRTC_SUCCESS
                    ? MemoryUtil.memGetInt(out) + "." + MemoryUtil.memGetInt(out + 4)
                    : "unknown";
        }
    }

    @Override
    public List<Integer> architectures() {
        List<Integer> architectures = new ArrayList<>();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            long count = stack.ncalloc(4, 1, 4);
            if (NVRTC.nnvrtcGetNumSupportedArchs(count) != NVRTC.NVRTC_SUCCESS) {
                return List.of();
            }
            int size = MemoryUtil.memGetInt(count);
            long values = stack.ncalloc(4, size, 4);
            if (NVRTC.nnvrtcGetSupportedArchs(values) != NVRTC.NVRTC_SUCCESS) {
                return List.of();
            }
            for (int i = 0; i < size; i++) {
                architectures.add(MemoryUtil.memGetInt(values + 4L * i));
            }
        }
        return architectures;
    }

    @Override
    public Compilation compile(String source, String name, List<String> options) {
        ByteBuffer text = MemoryUtil.memUTF8(source);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer program = stack.mallocPointer(1);
            int status = NVRTC.nvrtcCreateProgram(program, text, stack.UTF8(name), null, null);
            if (status != NVRTC.NVRTC_SUCCESS) {
                return new Compilation.Rejected(NVRTC.nvrtcGetErrorString(status), "");
            }
            try {
                return compile(program.get(0), options, stack);
            } finally {
                NVRTC.nvrtcDestroyProgram(program);
            }
        } finally {
            MemoryUtil.memFree(text);
        }
    }

    private static Compilation compile(long program, List<String> options, MemoryStack stack) {
        PointerBuffer pointers = stack.mallocPointer(options.size());
        for (String option : options) {
            pointers.put(stack.UTF8(option));
        }
        int status = NVRTC.nvrtcCompileProgram(program, pointers.flip());
        if (status != NVRTC.NVRTC_SUCCESS) {
            return new Compilation.Rejected(NVRTC.nvrtcGetErrorString(status), log(program, stack));
        }
        boolean machineCode = options.stream().anyMatch(option -> option.contains("=sm_"));
        PointerBuffer size = stack.mallocPointer(1);
        int sizeStatus = machineCode ? NVRTC.nvrtcGetCUBINSize(program, size) : NVRTC.nvrtcGetPTXSize(program, size);
        if (sizeStatus != NVRTC.NVRTC_SUCCESS) {
            return new Compilation.Rejected(NVRTC.nvrtcGetErrorString(sizeStatus), log(program, stack));
        }
        ByteBuffer image = MemoryUtil.memAlloc((int) size.get(0));
        try {
            int imageStatus = machineCode ? NVRTC.nvrtcGetCUBIN(program, image) : NVRTC.nvrtcGetPTX(program, image);
            if (imageStatus != NVRTC.NVRTC_SUCCESS) {
                return new Compilation.Rejected(NVRTC.nvrtcGetErrorString(imageStatus), log(program, stack));
            }
            byte[] bytes = new byte[image.remaining()];
            image.get(bytes);
            return new Compilation.Compiled(MemorySegment.ofArray(bytes));
        } finally {
            MemoryUtil.memFree(image);
        }
    }

    private static String log(long program, MemoryStack stack) {
        PointerBuffer size = stack.mallocPointer(1);
        if (NVRTC.nvrtcGetProgramLogSize(program, size) != NVRTC.NVRTC_SUCCESS || size.get(0) <= 1) {
            return "";
        }
        ByteBuffer text = MemoryUtil.memAlloc((int) size.get(0));
        try {
            return NVRTC.nvrtcGetProgramLog(program, text) == NVRTC.NVRTC_SUCCESS
                    ? MemoryUtil.memUTF8(text).replace("\0", "").strip()
                    : "";
        } finally {
            MemoryUtil.memFree(text);
        }
    }
}
