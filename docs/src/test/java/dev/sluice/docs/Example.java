package dev.sluice.docs;

// [start readme]
import dev.sluice.*;
import java.nio.file.Path;

class Example {
    public static void main(String[] args) {
        try (Sluice sluice = Sluice.open();
                Scope scope = sluice.scope()) {
            Tensor digits = sluice.load(Path.of("samples/digits_images.npy")); // F32[1797,64]
            Tensor centred = digits.sub(digits.mean(0));
            System.out.println(centred.singularValues());
            AsyncTensor a = sluice.uniform(DType.F64, 1, 500, 400).async(); // seed 1
            AsyncTensor b = sluice.uniform(DType.F64, 2, 400, 300).async();
            AsyncTensor c = sluice.einsum("ij,jk->ki", a, b).exp(); // submitted, not waited for
            sluice.save(Path.of("c.npy"), c.get());
        }
    }
}
// [end readme]
