package dev.sluice.cli;

import dev.sluice.device.Device;
import dev.sluice.device.DeviceCapabilities;
import dev.sluice.engine.BackendDiagnosis;
import dev.sluice.engine.EngineProvider;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the devices of all backends that can be used. */
@Command(name = "devices", description = "List the devices that can be used, in the form that --backend takes.")
final class DevicesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        int devices = 0;
        for (BackendDiagnosis backend : EngineProvider.load().diagnose()) {
            for (Map.Entry<Device, DeviceCapabilities> device :
                    backend.devices().entrySet()) {
                out.println(line(device.getKey(), device.getValue()));
                devices++;
            }
        }
        if (devices == 0) {
            spec.commandLine().getErr().println("sluice: no device can be used; 'sluice doctor' says why");
            return ExitCode.NO_BACKEND;
        }
        return ExitCode.OK;
    }

    private static String line(Device device, DeviceCapabilities capabilities) {
        StringBuilder line = new StringBuilder("%-8s %s".formatted(device, capabilities.name()));
        append(line, capabilities.architecture());
        append(line, capabilities.processors() + " processors");
        append(line, Sizes.describe(capabilities.memoryBytes()));
        append(line, capabilities.location());
        return line.toString();
    }

    private static void append(StringBuilder line, String property) {
        if (!property.isEmpty()) {
            line.append(", ").append(property);
        }
    }
}
