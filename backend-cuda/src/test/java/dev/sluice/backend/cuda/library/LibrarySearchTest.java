package dev.sluice.backend.cuda.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.LibraryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where libraries are found, on file systems made for the purpose. */
class LibrarySearchTest {
    @TempDir
    Path temporary;

    private Path root;
    private final Map<String, String> environment = new HashMap<>();
    private final Set<Path> broken = new HashSet<>();

    @BeforeEach
    void resolveRoot() throws IOException {
        root = temporary.toRealPath();
    }

    private Path put(String file) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.createFile(path);
    }

    private LibraryReport find(CudaLibrary library, int newestMajor, Map<String, String> settings) {
        BackendConfiguration configuration = new BackendConfiguration(settings);
        SearchPath path = new SearchPath(root, environment, configuration.setting("cuda.home"), "amd64");
        return new LibrarySearch(
                        configuration, environment, path, file -> broken.contains(file) ? "cannot be loaded" : "")
                .find(library, newestMajor);
    }

    private LibraryReport find(CudaLibrary library) {
        return find(library, LibrarySearch.ANY_VERSION, Map.of());
    }

    @Test
    void aFileNamedByASettingIsTakenWithoutASearch() throws IOException {
        Path named = put("somewhere/libnvrtc.so.12.4.99");
        put("usr/local/cuda/lib64/libnvrtc.so.13");
        LibraryReport report =
                find(CudaLibrary.NVRTC, LibrarySearch.ANY_VERSION, Map.of("cuda.nvrtc.library", named.toString()));
        assertThat(report.found()).isEqualTo(named.toString());
        assertThat(report.version()).isEqualTo("12.4.99");
    }

    @Test
    void aNamedFileThatDoesNotLoadIsNotReplacedByAnother() throws IOException {
        Path named = put("somewhere/libnvrtc.so.12");
        put("usr/local/cuda/lib64/libnvrtc.so.13");
        broken.add(named);
        environment.put("SLUICE_CUDA_NVRTC_LIBRARY", named.toString());
        LibraryReport report = find(CudaLibrary.NVRTC);
        assertThat(report.isLoaded()).isFalse();
        assertThat(report.lookedIn()).containsExactly(named + ": cannot be loaded");
    }

    @Test
    void theNewestVersionThatTheDriverSupportsIsTaken() throws IOException {
        put("usr/local/cuda/lib64/libcublas.so.11.9.1");
        Path expected = put("usr/local/cuda/lib64/libcublas.so.12.6.3");
        put("usr/local/cuda/lib64/libcublas.so.13.0.1");
        assertThat(find(CudaLibrary.CUBLAS, 12, Map.of()).found()).isEqualTo(expected.toString());
    }

    @Test
    void aLibraryThatIsTooNewIsNamedAsSuch() throws IOException {
        put("usr/local/cuda/lib64/libcublas.so.13.0.1");
        LibraryReport report = find(CudaLibrary.CUBLAS, 12, Map.of());
        assertThat(report.isLoaded()).isFalse();
        assertThat(report.lookedIn()).anyMatch(place -> place.contains("newer than the driver's CUDA 12"));
    }

    @Test
    void theToolkitOfTheEnvironmentComesBeforeTheUsualPlaces() throws IOException {
        put("usr/local/cuda/lib64/libnvrtc.so.13");
        Path expected = put("my/cuda/lib64/libnvrtc.so.13");
        environment.put("CUDA_HOME", root.resolve("my/cuda").toString());
        assertThat(find(CudaLibrary.NVRTC).found()).isEqualTo(expected.toString());
    }

    @Test
    void theWheelsOfThePythonOnThePathAreSearched() throws IOException {
        put("opt/venv/bin/python3");
        Path expected = put("opt/venv/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13");
        environment.put("PATH", "/nowhere:" + root.resolve("opt/venv/bin"));
        assertThat(find(CudaLibrary.NVRTC).found()).isEqualTo(expected.toString());
    }

    @Test
    void theLoadersConfigurationIsSearched() throws IOException {
        Files.writeString(put("etc/ld.so.conf.d/nvidia.conf"), "# comment\n/opt/nvidia/lib\n");
        Path expected = put("opt/nvidia/lib/libcuda.so.1");
        assertThat(find(CudaLibrary.DRIVER).found()).isEqualTo(expected.toString());
    }

    @Test
    void aFileThatDoesNotLoadIsPassedOver() throws IOException {
        broken.add(put("usr/lib/x86_64-linux-gnu/libcusolver.so.12"));
        Path expected = put("usr/local/cuda/lib64/libcusolver.so.12");
        LibraryReport report = find(CudaLibrary.CUSOLVER);
        assertThat(report.found()).isEqualTo(expected.toString());
        assertThat(report.lookedIn()).anyMatch(place -> place.endsWith("cannot be loaded"));
    }

    @Test
    void librariesWithALongerNameAreNotMistaken() throws IOException {
        put("usr/local/cuda/lib64/libnvrtc.sorted");
        put("usr/local/cuda/lib64/libcublasLt.so.13");
        assertThat(find(CudaLibrary.NVRTC).isLoaded()).isFalse();
        assertThat(find(CudaLibrary.CUBLAS).isLoaded()).isFalse();
    }

    @Test
    void everyPlaceThatWasTriedIsReported() {
        environment.put("LD_LIBRARY_PATH", "/a:/b");
        LibraryReport report = find(CudaLibrary.DRIVER, LibrarySearch.ANY_VERSION, Map.of());
        assertThat(report.lookedIn())
                .anyMatch(place -> place.startsWith("/a: "))
                .anyMatch(place -> place.startsWith("/b: "));
        assertThat(Optional.of(report.found())).contains("");
    }
}
