package dev.sluice.backend.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.AsyncTensor;
import dev.sluice.DType;
import dev.sluice.Sluice;
import dev.sluice.SluiceOptions;
import dev.sluice.SluiceOptions.SchedulerKind;
import dev.sluice.device.Device;
import dev.sluice.device.DeviceException;
import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendHost;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.SpiVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every kind of driver call fails in every way in which one can fail at once, while products and elementwise work run on
 * two devices: nothing hangs, what fails carries the error of the device that was struck, and the other device finishes.
 */
class FaultMutationTest {
    private static final Device STRUCK = new Device("debug", 0);
    private static final Device SPARED = new Device("debug", 1);

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyFaultOfEveryCallStaysWithItsDevice() {
        int faults = 0;
        int felt = 0;
        for (CallKind kind : CallKind.values()) {
            for (Fault fault : faults(kind)) {
                faults++;
                felt += strike(fault) ? 1 : 0;
            }
        }
        System.out.println("fault matrix: " + faults + " faults, " + felt + " of which the program felt");
        assertThat(felt).isGreaterThan(10);
    }

    private static List<Fault> faults(CallKind kind) {
        List<Fault> faults = new ArrayList<>(List.of(Fault.fail(kind), Fault.poison(kind), Fault.poisonLater(kind)));
        if (kind == CallKind.ALLOCATE) {
            faults.add(Fault.outOfMemory());
        }
        if (kind == CallKind.CALLBACK) {
            faults.add(Fault.loseCallback());
        }
        return faults.stream().map(fault -> fault.onDevice(STRUCK.ordinal())).toList();
    }

    /** @return whether the program felt the fault */
    private static boolean strike(Fault fault) {
        Keeping provider = new Keeping();
        SluiceOptions options = SluiceOptions.defaults()
                .withScheduler(SchedulerKind.DEBUG)
                .with("debug.devices", "2")
                .with("debug.reports", "collect");
        Sluice sluice = BackendHost.load().open(provider, options);
        AsyncTensor struck = sluice.on(STRUCK).ones(DType.F64, 16, 16).async();
        AsyncTensor spared = sluice.on(SPARED).ones(DType.F64, 16, 16).async();
        Simulation simulation = provider.simulation();
        simulation.inject(fault);
        boolean felt = false;
        try (AsyncTensor first = program(struck);
                AsyncTensor second = program(spared)) {
            assertThat(second.get().get(3, 5)).as("%s", fault).isEqualTo(18);
            try {
                assertThat(first.get().get(3, 5)).as("%s", fault).isEqualTo(18);
            } catch (DeviceException e) {
                assertThat(e.device()).as("%s", fault).isEqualTo(STRUCK);
                felt = true;
            }
        }
        struck.close();
        spared.close();
        simulation.clearFaults();
        try {
            sluice.close();
        } catch (DeviceException e) {
            assertThat(e.device()).as("%s at closing", fault).isEqualTo(STRUCK);
        }
        return felt;
    }

    private static AsyncTensor program(AsyncTensor x) {
        try (AsyncTensor product = x.matmul(x);
                AsyncTensor sum = product.add(x)) {
            return sum.add(1);
        }
    }

    /** Simulated devices whose simulation stays within reach. */
    private static final class Keeping implements BackendProvider {
        private final BackendProvider provider = new DebugBackendProvider();
        private final List<Backend> opened = new ArrayList<>();

        Simulation simulation() {
            return opened.getFirst().service(Simulation.class).orElseThrow();
        }

        @Override
        public String name() {
            return provider.name();
        }

        @Override
        public String describe() {
            return provider.describe();
        }

        @Override
        public SpiVersion spiVersion() {
            return provider.spiVersion();
        }

        @Override
        public int priority() {
            return provider.priority();
        }

        @Override
        public Availability probe() {
            return provider.probe();
        }

        @Override
        public Backend open(BackendConfiguration configuration) {
            Backend backend = provider.open(configuration);
            opened.add(backend);
            return backend;
        }
    }
}
