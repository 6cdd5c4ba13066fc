package dev.sluice.backend.cpu.openblas;

class OpenBlasProductsTest extends ProductsContract {
    @Override
    String library() {
        return "embedded";
    }
}
