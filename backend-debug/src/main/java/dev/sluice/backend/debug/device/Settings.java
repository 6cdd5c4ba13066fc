package dev.sluice.backend.debug.device;

import dev.sluice.backend.debug.CostModel;
import dev.sluice.backend.debug.Defect;
import dev.sluice.backend.debug.ExecutionMode;
import dev.sluice.backend.debug.ReportMode;
import dev.sluice.backend.debug.simulation.SimulatorSettings;
import dev.sluice.spi.BackendConfiguration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The settings of the backend, as documented by {@link dev.sluice.backend.debug.DebugBackendProvider}.
 *
 * @param devices the number of devices
 * @param memoryBytes the memory of each
 * @param streamOrderedAllocation whether allocation and free take their place on a stream
 * @param concurrentKernels how many computations run at a time on a device
 * @param copyEngines the number of copy engines
 * @param blasWorkspaceBytes the workspace that a BLAS handle needs
 * @param checksAccesses whether accesses are checked for order and definedness
 * @param simulator the settings of the simulation
 */
record Settings(
        int devices,
        long memoryBytes,
        boolean streamOrderedAllocation,
        int concurrentKernels,
        int copyEngines,
        long blasWorkspaceBytes,
        boolean checksAccesses,
        SimulatorSettings simulator) {

    static Settings of(BackendConfiguration configuration) {
        int devices = Math.toIntExact(atLeast(0, "debug.devices", configuration.integer("debug.devices", 2)));
        return new Settings(
                devices,
                atLeast(1, "debug.memory", configuration.integer("debug.memory", 1L << 30)),
                flag(configuration, "debug.streamOrderedAllocation", true),
                Math.toIntExact(
                        atLeast(1, "debug.concurrentKernels", configuration.integer("debug.concurrentKernels", 16))),
                Math.toIntExact(atLeast(0, "debug.copyEngines", configuration.integer("debug.copyEngines", 2))),
                atLeast(0, "debug.blasWorkspace", configuration.integer("debug.blasWorkspace", 0)),
                flag(configuration, "debug.checks", true),
                new SimulatorSettings(
                        choice(configuration, "debug.mode", ExecutionMode.class, ExecutionMode.EAGER),
                        configuration.integer("debug.seed", 0),
                        Math.toIntExact(atLeast(1, "debug.patience", configuration.integer("debug.patience", 16))),
                        costs(configuration),
                        choice(configuration, "debug.reports", ReportMode.class, ReportMode.THROW),
                        flag(configuration, "debug.sites", false),
                        flag(configuration, "debug.trace", false),
                        callbackThread(configuration),
                        defects(configuration)));
    }

    private static CostModel costs(BackendConfiguration configuration) {
        CostModel standard = CostModel.DEFAULT;
        return new CostModel(
                configuration.integer("debug.cost.submit", standard.submit()),
                configuration.integer("debug.cost.query", standard.query()),
                configuration.integer("debug.cost.launch", standard.launch()),
                configuration.integer("debug.cost.copy", standard.copy()),
                real(configuration, "debug.cost.perHostByte", standard.perHostByte()),
                real(configuration, "debug.cost.perDeviceByte", standard.perDeviceByte()),
                real(configuration, "debug.cost.perPeerByte", standard.perPeerByte()),
                real(configuration, "debug.cost.perFlop", standard.perFlop()));
    }

    private static long atLeast(long least, String name, long value) {
        if (value < least) {
            throw new IllegalArgumentException("setting " + name + "=" + value + " is less than " + least);
        }
        return value;
    }

    private static double real(BackendConfiguration configuration, String name, double fallback) {
        String value = configuration.setting(name).orElse(Double.toString(fallback));
        try {
            return Double.parseDouble(value.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting " + name + "='" + value + "' is not a number", e);
        }
    }

    private static boolean flag(BackendConfiguration configuration, String name, boolean fallback) {
        String value =
                configuration.setting(name).orElse(Boolean.toString(fallback)).strip();
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("setting " + name + "='" + value + "' is not true or false");
        };
    }

    private static boolean callbackThread(BackendConfiguration configuration) {
        String value = configuration.setting("debug.callbacks").orElse("caller").strip();
        return switch (value) {
            case "caller" -> false;
            case "thread" -> true;
            default ->
                throw new IllegalArgumentException("setting debug.callbacks='" + value + "' is not caller or thread");
        };
    }

    private static Set<Defect> defects(BackendConfiguration configuration) {
        Set<Defect> defects = EnumSet.noneOf(Defect.class);
        String names = configuration.setting("debug.defects").orElse("").strip();
        for (String name : names.isEmpty() ? new String[0] : names.split(",", -1)) {
            defects.add(constant("debug.defects", name, Defect.class));
        }
        return defects;
    }

    private static <E extends Enum<E>> E choice(
            BackendConfiguration configuration, String name, Class<E> type, E fallback) {
        return configuration
                .setting(name)
                .map(value -> constant(name, value, type))
                .orElse(fallback);
    }

    private static <E extends Enum<E>> E constant(String name, String value, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(value.strip().toUpperCase(Locale.ROOT))) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                "setting " + name + "='" + value.strip() + "' is none of " + Arrays.toString(type.getEnumConstants()));
    }
}
