package dev.sluice.backend.cpu.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.DType;
import dev.sluice.FileAccessException;
import dev.sluice.FileFormatException;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.Tensor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives of tensors. Closing the runtime after each test proves that nothing leaked. */
class NpzFilesTest {
    private final Sluice sluice =
            Sluice.open(SluiceOptions.defaults().withBackend("cpu").asIsolated());

    @TempDir
    Path directory;

    @AfterEach
    void closeRuntime() {
        sluice.close();
    }

    @Test
    void tensorsComeBackUnderTheirNamesInTheirOrder() {
        Path file = archive();
        try (var _ = sluice.scope()) {
            Map<String, Tensor> loaded = sluice.loadArchive(file);
            assertThat(loaded.keySet()).containsExactly("b", "a", "group/empty");
            assertThat(loaded.get("b").toLongArray()).containsExactly(0, 1, 2, 3, 4);
            assertThat(loaded.get("a").dtype()).isEqualTo(DType.C64);
            assertThat(loaded.get("group/empty").shape().elements()).isZero();
        }
    }

    @Test
    void theSameTensorsGiveTheSameBytes() throws IOException {
        byte[] first = Files.readAllBytes(archive());
        assertThat(Files.readAllBytes(archive())).isEqualTo(first);
    }

    @Test
    void deflatedMembersAreReadAndOtherMembersArePassedOver() throws IOException {
        Path file = directory.resolve("d.npz");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            put(zip, "notes.txt", "not an array".getBytes(StandardCharsets.UTF_8));
            put(zip, "x.npy", npy(100_000));
        }
        assertThat(Files.size(file)).isLessThan(50_000);
        try (var _ = sluice.scope()) {
            Map<String, Tensor> loaded = sluice.loadArchive(file);
            assertThat(loaded).containsOnlyKeys("x");
            assertThat(loaded.get("x").sum().item()).isEqualTo(100_000);
        }
    }

    @Test
    void aMemberThatClaimsMoreThanTheArchiveCanHoldIsRefused() throws IOException {
        Path file = directory.resolve("bomb.npz");
        byte[] member = npy(10);
        byte[] claim = "(9999999999,), }".getBytes(StandardCharsets.US_ASCII);
        int shape = new String(member, StandardCharsets.ISO_8859_1).indexOf("(10,), }");
        System.arraycopy(claim, 0, member, shape, claim.length);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            put(zip, "x.npy", member);
        }
        assertThatThrownBy(() -> sluice.loadArchive(file))
                .isInstanceOf(FileFormatException.class)
                .hasMessageContaining("bomb.npz[x.npy]: data at byte 128: ")
                .hasMessageContaining("more than an archive of this size can hold");
    }

    @Test
    void aMemberShorterOrLongerThanItsHeaderSaysIsRefused() throws IOException {
        byte[] member = npy(10);
        for (byte[] spoilt : new byte[][] {Arrays.copyOf(member, 200), Arrays.copyOf(member, 210)}) {
            Path file = directory.resolve("spoilt.npz");
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
                put(zip, "good.npy", npy(4));
                put(zip, "x.npy", spoilt);
            }
            assertThatThrownBy(() -> sluice.loadArchive(file))
                    .isInstanceOf(FileFormatException.class)
                    .hasMessageContaining("spoilt.npz[x.npy]: ")
                    .hasMessageContaining(" at byte ");
        }
    }

    @Test
    void damagedDataIsFoundByItsChecksum() throws IOException {
        Path file = archive();
        byte[] bytes = Files.readAllBytes(file);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int data = text.indexOf('\n', text.indexOf("{'descr'")) + 1;
        bytes[data] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> sluice.loadArchive(file))
                .isInstanceOf(FileFormatException.class)
                .hasMessageContaining("the checksum does not match");
    }

    @Test
    void aDamagedArchiveIsReadOrRefusedAsMalformed() throws IOException {
        long seed = Long.getLong("sluice.test.seed", 20_260_101L);
        Random random = new Random(seed);
        byte[] whole = Files.readAllBytes(archive());
        Path file = directory.resolve("damaged.npz");
        for (int trial = 0; trial < 300; trial++) {
            byte[] damaged =
                    random.nextInt(4) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
            for (int change = random.nextInt(4); change > 0 && damaged.length > 0; change--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            Files.write(file, damaged);
            try (var _ = sluice.scope()) {
                assertThat(sluice.loadArchive(file)).isNotNull();
            } catch (FileFormatException e) {
                assertThat(e).hasMessageContaining("damaged.npz");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("trial " + trial + " of seed " + seed, e);
            }
        }
    }

    @Test
    void whatIsNoArchiveIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("text.npz"), "hello");
        assertThatThrownBy(() -> sluice.loadArchive(file))
                .isInstanceOf(FileFormatException.class)
                .hasMessageStartingWith(file + ": archive directory: ");
        Path missing = directory.resolve("missing.npz");
        assertThatThrownBy(() -> sluice.loadArchive(missing))
                .isInstanceOf(FileAccessException.class)
                .hasMessage(missing + ": no such file");
    }

    private Path archive() {
        Path file = directory.resolve("x.npz");
        try (var _ = sluice.scope()) {
            Map<String, Tensor> tensors = new LinkedHashMap<>();
            tensors.put("b", sluice.arange(5));
            tensors.put("a", sluice.ones(DType.C64, 2, 2));
            tensors.put("group/empty", sluice.empty(DType.BOOL, 0, 3));
            sluice.saveArchive(file, tensors);
        }
        return file;
    }

    /** A file of {@code count} ones of type f64. */
    private byte[] npy(long count) throws IOException {
        Path file = directory.resolve("member.npy");
        try (Tensor ones = sluice.ones(DType.F64, count)) {
            sluice.save(file, ones);
        }
        return Files.readAllBytes(file);
    }

    private static void put(ZipOutputStream zip, String name, byte[] contents) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(contents);
        zip.closeEntry();
    }
}
