package dev.sluice.backend.cpu.openblas;

class OpenBlasSvdTest extends SvdContract {
    @Override
    String library() {
        return "embedded";
    }
}
