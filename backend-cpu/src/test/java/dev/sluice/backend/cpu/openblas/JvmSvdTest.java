package dev.sluice.backend.cpu.openblas;

class JvmSvdTest extends SvdContract {
    @Override
    String library() {
        return "none";
    }
}
