package dev.sluice.tck.golden;

import dev.sluice.DType;
import dev.sluice.FileFormatException;
import dev.sluice.Shape;
import dev.sluice.Sluice;
import dev.sluice.Tensor;
import dev.sluice.tck.Chapter;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Rule;
import dev.sluice.tck.RuleCase;
import dev.sluice.tck.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code .npy} and {@code .npz} files that NumPy wrote, good ones and spoilt ones. */
final class FileChapter implements Chapter {
    private static final Rule GOOD =
            Rule.of("FILE-1", "Every file that NumPy writes loads with its shape, order and values.", Feature.DEVICE);
    private static final Rule BAD = Rule.of(
            "FILE-2", "A spoilt file is refused with an error that names the file, and nothing leaks.", Feature.DEVICE);
    private static final Rule ROUND_TRIP =
            Rule.of("FILE-3", "What is saved loads again bit for bit, mapped or read.", Feature.DEVICE);
    private static final Rule ARCHIVE =
            Rule.of("FILE-4", "Archives load, stored and deflated, and what is saved loads again.", Feature.DEVICE);
    private static final double RELATIVE = 1e-6;

    private final GoldenDirectory directory;

    FileChapter(GoldenDirectory directory) {
        this.directory = directory;
    }

    @Override
    public String title() {
        return "Golden values: files";
    }

    @Override
    public List<RuleCase> cases() {
        List<RuleCase> cases = new ArrayList<>();
        for (Map<String, @Nullable Object> file : directory.files("good")) {
            String name = String.valueOf(file.get("file"));
            cases.add(new RuleCase(GOOD, name, subject -> verifyGood(subject.sluice(), file)));
            cases.add(new RuleCase(ROUND_TRIP, name, subject -> verifyRoundTrip(subject.sluice(), name)));
        }
        for (Map<String, @Nullable Object> file : directory.files("bad")) {
            String name = String.valueOf(file.get("file"));
            cases.add(new RuleCase(
                    BAD, name + ": " + file.get("why"), subject -> verifyBad(subject.sluice(), path(name))));
        }
        for (String name : List.of("pack.npz", "pack_deflated.npz")) {
            cases.add(new RuleCase(ARCHIVE, name, subject -> verifyArchive(subject, path(name))));
        }
        return cases;
    }

    private Path path(String name) {
        return directory.path().resolve("npy").resolve(name);
    }

    private void verifyGood(Sluice sluice, Map<String, @Nullable Object> file) {
        Tensor tensor = sluice.load(path(String.valueOf(file.get("file"))));
        long[] extents = GoldenDirectory.asList(file.get("shape")).stream()
                .mapToLong(extent -> ((Number) extent).longValue())
                .toArray();
        require(tensor.shape().equals(Shape.of(extents)), "shape " + tensor.shape());
        String code = String.valueOf(file.get("dtype")).substring(1);
        require(types(code).contains(tensor.dtype()), "type " + tensor.dtype() + " for a file of " + code);
        double[] values = tensor.toDoubleArray();
        int parts = tensor.dtype().isComplex() ? 2 : 1;
        if (file.get("first") != null) {
            String first = String.valueOf(file.get("first"));
            if (code.equals("f2")) {
                // The shortest decimal that denotes this half-precision number, and so not its exact value.
                require(
                        Float.floatToFloat16(Float.parseFloat(first)) == Float.floatToFloat16((float) values[0]),
                        "expected " + first + " but got " + values[0]);
            } else {
                requireNumber(first, values[0], parts == 2 ? values[1] : 0);
            }
        }
        double re = 0;
        double im = 0;
        for (int i = 0; i < values.length; i += parts) {
            re += values[i];
            im += parts == 2 ? values[i + 1] : 0;
        }
        // NumPy summed half-precision files in half precision, and 8-bit ones in a wider type.
        if (!code.equals("f2")) {
            requireNumber(String.valueOf(file.get("sum")), re, im);
        }
    }

    /** The types a stored type may load as: itself, or a wider one where it has no counterpart. */
    private static Set<DType> types(String code) {
        return switch (code) {
            case "b1" -> Set.of(DType.BOOL);
            case "i1", "u1", "i2", "u2" -> Set.of(DType.I32, DType.I64);
            case "i4" -> Set.of(DType.I32);
            case "u4", "i8" -> Set.of(DType.I64);
            case "f2" -> Set.of(DType.F16);
            case "f4" -> Set.of(DType.F32);
            case "f8" -> Set.of(DType.F64);
            case "c8" -> Set.of(DType.C64);
            case "c16" -> Set.of(DType.C128);
            default -> throw new IllegalArgumentException("unknown type code " + code);
        };
    }

    private static void requireNumber(String expected, double re, double im) {
        String text = expected.replace("(", "").replace(")", "");
        double expectedRe;
        double expectedIm = 0;
        switch (text) {
            case "True" -> expectedRe = 1;
            case "False" -> expectedRe = 0;
            default -> {
                if (text.endsWith("j")) {
                    String parts = text.substring(0, text.length() - 1);
                    int split = Math.max(parts.lastIndexOf('+'), parts.lastIndexOf('-'));
                    if (split > 0 && Character.toLowerCase(parts.charAt(split - 1)) == 'e') {
                        split = Math.max(parts.lastIndexOf('+', split - 1), parts.lastIndexOf('-', split - 1));
                    }
                    expectedRe = split <= 0 ? 0 : Double.parseDouble(parts.substring(0, split));
                    expectedIm = Double.parseDouble(parts.substring(Math.max(split, 0)));
                } else {
                    expectedRe = Double.parseDouble(text);
                }
            }
        }
        double distance = Math.hypot(expectedRe - re, expectedIm - im);
        require(
                distance <= RELATIVE * (1 + Math.hypot(expectedRe, expectedIm)),
                "expected " + expected + " but got " + re + "+" + im + "j");
    }

    private static void verifyBad(Sluice sluice, Path file) {
        try {
            Tensor tensor = sluice.load(file);
            throw new AssertionError("loaded as " + tensor);
        } catch (FileFormatException e) {
            require(
                    String.valueOf(e.getMessage()).contains(String.valueOf(file.getFileName())),
                    "the message does not name the file: " + e.getMessage());
        }
    }

    private void verifyRoundTrip(Sluice sluice, String name) throws IOException {
        Tensor tensor = sluice.load(path(name));
        Path copy = Files.createTempFile("sluice-tck", ".npy");
        try {
            sluice.save(copy, tensor);
            requireSame(tensor, sluice.load(copy));
            try (Tensor mapped = sluice.memoryMap(copy)) {
                requireSame(tensor, mapped);
            }
        } finally {
            Files.delete(copy);
        }
    }

    private static void verifyArchive(Subject subject, Path file) throws IOException {
        Sluice sluice = subject.sluice();
        Map<String, Tensor> arrays = sluice.loadArchive(file);
        require(arrays.keySet().containsAll(Set.of("a", "b")), "arrays " + arrays.keySet());
        requireSame(sluice.arange(5), arrays.get("b"));
        Path copy = Files.createTempFile("sluice-tck", ".npz");
        try {
            sluice.saveArchive(copy, arrays);
            Map<String, Tensor> again = sluice.loadArchive(copy);
            require(again.keySet().equals(arrays.keySet()), "arrays " + again.keySet());
            arrays.forEach((name, tensor) -> requireSame(tensor, again.get(name)));
        } finally {
            Files.delete(copy);
        }
    }

    private static void requireSame(Tensor expected, @Nullable Tensor actual) {
        require(
                actual != null
                        && expected.dtype() == actual.dtype()
                        && expected.shape().equals(actual.shape()),
                "expected " + expected + " but got " + actual);
        double[] left = expected.toDoubleArray();
        double[] right = java.util.Objects.requireNonNull(actual).toDoubleArray();
        for (int i = 0; i < left.length; i++) {
            require(
                    Double.compare(left[i], right[i]) == 0,
                    "element " + i + ": expected " + left[i] + " but got " + right[i]);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
