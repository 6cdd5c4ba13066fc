package dev.sluice.cli;

import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.engine.BackendDiagnosis;
import dev.sluice.engine.EngineProvider;
import dev.sluice.engine.LibraryDiagnosis;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says what Sluice finds on this machine, and why it does not find the rest. */
@Command(
        name = "doctor",
        description = "Say which backends, devices and native libraries were found where, and why others were not.")
final class DoctorCommand implements Callable<Integer> {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        describeJvm(out);
        List<BackendDiagnosis> backends = EngineProvider.load().diagnose();
        if (backends.isEmpty()) {
            out.println();
            out.println("no backend is on the class path");
        }
        boolean usable = false;
        for (BackendDiagnosis backend : backends) {
            out.println();
            describe(backend, out);
            usable |= backend.status() == BackendDiagnosis.Status.AVAILABLE;
        }
        return usable ? ExitCode.OK : ExitCode.NO_BACKEND;
    }

    private static void describeJvm(PrintWriter out) {
        Runtime jvm = Runtime.getRuntime();
        out.println("Sluice " + Version.sluice());
        out.println("JDK " + Runtime.version() + " (" + System.getProperty("java.vendor") + ") in "
                + System.getProperty("java.home"));
        out.println(System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch") + ", " + jvm.availableProcessors() + " processors, heap up to "
                + Sizes.describe(jvm.maxMemory()));
        flag(
                out,
                DoctorCommand.class.getModule().isNativeAccessEnabled(),
                "native access",
                "--enable-native-access=ALL-UNNAMED silences warnings, and will be required by later JDKs");
        flag(
                out,
                ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent(),
                "vector instructions",
                "--add-modules " + VECTOR_MODULE + " makes elementwise work on the CPU faster");
    }

    private static void flag(PrintWriter out, boolean present, String what, String advice) {
        out.println(what + ": " + (present ? "enabled" : "not enabled; " + advice));
    }

    private static void describe(BackendDiagnosis backend, PrintWriter out) {
        out.println("backend " + backend.name() + ": "
                + backend.status().name().toLowerCase(Locale.ROOT)
                + (backend.description().isEmpty() ? "" : " – " + backend.description()));
        if (!backend.reason().isEmpty()) {
            out.println("  " + backend.reason());
        }
        for (LibraryDiagnosis library : backend.libraries()) {
            describe(library, out);
        }
        for (Map.Entry<Device, DeviceCapabilities> device : backend.devices().entrySet()) {
            describe(device.getKey(), device.getValue(), out);
        }
    }

    private static void describe(LibraryDiagnosis library, PrintWriter out) {
        boolean found = !library.found().isEmpty();
        out.println("  library " + library.name()
                + (library.version().isEmpty() ? "" : " " + library.version())
                + (found ? ": " + library.found() : ": not found; looked for in"));
        if (!found) {
            library.lookedIn().forEach(place -> out.println("    " + place));
        }
    }

    private static void describe(Device device, DeviceCapabilities capabilities, PrintWriter out) {
        out.println("  device " + device + ": " + capabilities.name() + ", " + capabilities.architecture() + ", "
                + capabilities.processors() + " processors, " + Sizes.describe(capabilities.memoryBytes())
                + (capabilities.location().isEmpty() ? "" : ", " + capabilities.location()));
        new TreeMap<>(capabilities.properties()).forEach((name, value) -> out.println("    " + name + ": " + value));
    }
}
