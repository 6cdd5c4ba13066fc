package dev.sluice.backend.cpu.openblas;

/** Neither a native library nor SIMD. */
class ScalarProductsTest extends ProductsContract {
    @Override
    String library() {
        return "none";
    }

    @Override
    boolean vector() {
        return false;
    }
}
