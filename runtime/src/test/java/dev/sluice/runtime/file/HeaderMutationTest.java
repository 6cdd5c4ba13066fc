package dev.sluice.runtime.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.FileFormatException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files, by the thousand: each loads or is refused as malformed, and nothing else happens. */
class HeaderMutationTest {
    private static final int MUTATIONS = 20_000;
    private static final String[] FRAGMENTS = {
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "'",
        "\"",
        "\\",
        "-",
        "99999999999999999999",
        "4294967296",
        "True",
        "None",
        "'descr'",
        "'shape'",
        "<i8",
        ">c16",
        "|O",
        "L",
        "\n",
        "__import__('os')",
        "9223372036854775807"
    };

    @Test
    void aDamagedFileIsReadOrRefusedAsMalformed() throws IOException {
        long seed = Long.getLong("sluice.test.seed", 20_260_101L);
        Random random = new Random(seed);
        byte[][] originals = {
            Files.readAllBytes(GoldenFiles.path("t_lef8_2x3.npy")),
            Files.readAllBytes(GoldenFiles.path("order_F_v2.npy")),
            Files.readAllBytes(GoldenFiles.path("order_C_v3.npy")),
            Files.readAllBytes(GoldenFiles.path("t_u1_2x3x4.npy"))
        };
        int refused = 0;
        for (int trial = 0; trial < MUTATIONS; trial++) {
            byte[] damaged = damage(originals[trial % originals.length], random);
            try {
                load(new ArraySource(damaged));
            } catch (FileFormatException e) {
                refused++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("trial " + trial + " of seed " + seed + ": " + Arrays.toString(damaged), e);
            }
        }
        assertThat(refused).as("refused files, seed %s", seed).isBetween(MUTATIONS / 4, MUTATIONS);
    }

    @Test
    void aFileCutAnywhereIsRefused(@TempDir Path directory) throws IOException {
        byte[] whole = Files.readAllBytes(GoldenFiles.path("t_lef8_2x3.npy"));
        Path file = directory.resolve("cut.npy");
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            try (FileSource source = FileSource.open(file)) {
                load(source);
                throw new AssertionError("a file of " + length + " bytes was read");
            } catch (FileFormatException e) {
                assertThat(e).hasMessageContaining("cut.npy: ").hasMessageContaining(" at byte ");
            }
        }
    }

    private static void load(ByteSource source) {
        NpyHeader header = NpyHeader.read(source);
        long bytes = header.shape().elements() * header.stored().type().bytes();
        new ElementDecoder(header).decode(source, MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]));
        source.expectEnd();
    }

    private static byte[] damage(byte[] original, Random random) {
        byte[] bytes = original.clone();
        int changes = 1 + random.nextInt(4);
        for (int change = 0; change < changes; change++) {
            // The header ends at byte 128.
            int at = random.nextInt(Math.min(bytes.length, 128));
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> {
                    byte[] fragment = FRAGMENTS[random.nextInt(FRAGMENTS.length)].getBytes(
                            java.nio.charset.StandardCharsets.US_ASCII);
                    System.arraycopy(fragment, 0, bytes, at, Math.min(fragment.length, bytes.length - at));
                }
                default -> {
                    byte[] shorter = new byte[Math.max(1, bytes.length - 1)];
                    System.arraycopy(bytes, 0, shorter, 0, Math.min(at, shorter.length));
                    System.arraycopy(
                            bytes,
                            Math.min(at + 1, shorter.length),
                            shorter,
                            Math.min(at, shorter.length),
                            Math.max(0, shorter.length - at));
                    bytes = shorter;
                }
            }
        }
        return bytes;
    }
}
