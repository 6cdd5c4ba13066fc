package dev.sluice.cli;

import dev.sluice.FileAccessException;
import dev.sluice.Sluice;
import dev.sluice.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes results: all of them, or none. */
final class TensorOutput {
    private TensorOutput() {}

    /** Writes one tensor as {@code .npy}. */
    static void save(Sluice sluice, Path file, Tensor tensor) {
        try {
            sluice.save(file, tensor);
        } catch (FileAccessException e) {
            throw new OutputException(e.getMessage(), e);
        }
    }

    /** Writes tensors as one {@code .npz} archive. */
    static void saveArchive(Sluice sluice, Path file, Map<String, Tensor> tensors) {
        try {
            sluice.saveArchive(file, tensors);
        } catch (FileAccessException e) {
            throw new OutputException(e.getMessage(), e);
        }
    }

    /** Writes several {@code .npy} files: completes all beside their targets before the first is renamed. */
    static void saveAll(Sluice sluice, Map<Path, Tensor> tensors) {
        Map<Path, Path> complete = new LinkedHashMap<>();
        try {
            for (Map.Entry<Path, Tensor> output : tensors.entrySet()) {
                Path target = output.getKey();
                Path beside = target.resolveSibling("." + target.getFileName() + "."
                        + ProcessHandle.current().pid() + ".complete");
                complete.put(beside, target);
                sluice.save(beside, output.getValue());
            }
            for (Map.Entry<Path, Path> rename : complete.entrySet()) {
                Files.move(
                        rename.getKey(),
                        rename.getValue(),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException | FileAccessException e) {
            throw new OutputException(e.getMessage(), e);
        } finally {
            complete.keySet().forEach(TensorOutput::remove);
        }
    }

    /** Removes what was not renamed. */
    private static void remove(Path beside) {
        try {
            Files.deleteIfExists(beside);
        } catch (IOException e) {
            throw new OutputException(beside + ": cannot be removed: " + e.getMessage(), e);
        }
    }
}
