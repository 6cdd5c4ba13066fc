package dev.sluice.backend.cpu.openblas;

class JvmProductsTest extends ProductsContract {
    @Override
    String library() {
        return "none";
    }
}
