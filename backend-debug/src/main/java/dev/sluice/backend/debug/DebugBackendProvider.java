package dev.sluice.backend.debug;

import dev.sluice.BackendUnavailableException;
import dev.sluice.backend.debug.device.DebugBackend;
import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.SpiVersion;

/**
 * Offers simulated devices, always available and of the lowest priority. Settings:
 *
 * <table>
 * <caption>Settings by name, with their defaults</caption>
 * <tr><th>{@code debug.devices}</th><td>2</td><td>the number of devices</td></tr>
 * <tr><th>{@code debug.mode}</th><td>eager</td><td>the {@link ExecutionMode}: eager, latest or random</td></tr>
 * <tr><th>{@code debug.seed}</th><td>0</td><td>the seed of random choices</td></tr>
 * <tr><th>{@code debug.patience}</th><td>16</td><td>how many queries of unfinished work are answered in the modes that
 *     delay it, before one counts as a wait</td></tr>
 * <tr><th>{@code debug.memory}</th><td>1073741824</td><td>bytes of each device</td></tr>
 * <tr><th>{@code debug.streamOrderedAllocation}</th><td>true</td><td>whether allocation and free take their place on a
 *     stream; otherwise a free acts at once, and all work on the memory must be known to be finished</td></tr>
 * <tr><th>{@code debug.concurrentKernels}</th><td>16</td><td>how many computations run at a time on a device</td></tr>
 * <tr><th>{@code debug.copyEngines}</th><td>2</td><td>the number of copy engines of a device</td></tr>
 * <tr><th>{@code debug.blasWorkspace}</th><td>0</td><td>bytes of workspace that a BLAS handle needs</td></tr>
 * <tr><th>{@code debug.checks}</th><td>true</td><td>whether accesses are checked for order and definedness; bounds
 *     always are</td></tr>
 * <tr><th>{@code debug.reports}</th><td>throw</td><td>the {@link ReportMode}: throw or collect</td></tr>
 * <tr><th>{@code debug.sites}</th><td>false</td><td>whether call sites are remembered for reports</td></tr>
 * <tr><th>{@code debug.trace}</th><td>false</td><td>whether operations are traced</td></tr>
 * <tr><th>{@code debug.callbacks}</th><td>caller</td><td>who runs callbacks: caller or thread, see
 *     {@link Simulation}</td></tr>
 * <tr><th>{@code debug.defects}</th><td></td><td>names of {@link Defect}s, separated by commas</td></tr>
 * <tr><th>{@code debug.cost.submit}, …</th><td></td><td>the components of the {@link CostModel} by name</td></tr>
 * </table>
 */
public final class DebugBackendProvider implements BackendProvider {
    /** Called by the service loader. */
    public DebugBackendProvider() {}

    @Override
    public String name() {
        return "debug";
    }

    @Override
    public String describe() {
        return "simulated devices: deterministic, race-detecting, fault-injecting";
    }

    @Override
    public SpiVersion spiVersion() {
        return SpiVersion.CURRENT;
    }

    @Override
    public int priority() {
        return -100;
    }

    @Override
    public Availability probe() {
        return new Availability.Available("simulated; needs nothing");
    }

    @Override
    public Backend open(BackendConfiguration configuration) {
        try {
            return new DebugBackend(configuration);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new BackendUnavailableException("the debug backend cannot be opened: " + e.getMessage(), e);
        }
    }
}
