package dev.sluice.backend.cuda.lwjgl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.backend.cuda.library.CudaLibrary;
import dev.sluice.backend.cuda.library.LibrarySearch;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.LibraryReport;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** NVRTC through its binding. Needs the library and no device. */
class RunTimeCompilationTest {
    private static CompilerCalls compiler;

    @BeforeAll
    static void bind() {
        LibraryReport report = LibrarySearch.onThisMachine(BackendConfiguration.empty())
                .find(CudaLibrary.NVRTC, LibrarySearch.ANY_VERSION);
        assumeTrue(report.isLoaded(), () -> "no NVRTC");
        compiler = LwjglCompilerCalls.bind(report.found());
    }

    @Test
    void theVersionIsKnown() {
        assertThat(compiler.version()).matches("\\d+\\.\\d+");
    }

    @Test
    void aKernelForARealArchitectureBecomesMachineCode() {
        CompilerCalls.Compilation compilation = compiler.compile(
                "extern \"C\" __global__ void k(float *x) { x[threadIdx.x] *= 2; }",
                "k.cu",
                List.of("--gpu-architecture=sm_90"));
        assertThat(compilation)
                .isInstanceOfSatisfying(
                        CompilerCalls.Compilation.Compiled.class,
                        compiled -> assertThat(compiled.image().asSlice(1, 3).toArray(ValueLayout.JAVA_BYTE))
                                .isEqualTo("ELF".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    }

    @Test
    void anErrorIsReportedWithTheCompilersMessage() {
        CompilerCalls.Compilation compilation =
                compiler.compile("__global__ void k() { undeclared(); }", "k.cu", List.of());
        assertThat(compilation)
                .isInstanceOfSatisfying(
                        CompilerCalls.Compilation.Rejected.class,
                        rejected -> assertThat(rejected.log()).contains("undeclared"));
    }
}
