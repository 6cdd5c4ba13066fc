package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.BackendUnavailableException;
import dev.sluice.engine.BackendDiagnosis;
import dev.sluice.engine.BackendDiagnosis.Status;
import dev.sluice.spi.Availability;
import dev.sluice.spi.Backend;
import dev.sluice.spi.BackendConfiguration;
import dev.sluice.spi.BackendProvider;
import dev.sluice.spi.SpiVersion;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The providers that the service file of these tests names: each is bad in its own way, and none hides another. */
class BackendDiscoveryTest {
    /** What the bad providers have in common. */
    abstract static class Bad implements BackendProvider {
        @Override
        public String describe() {
            return "a backend for tests";
        }

        @Override
        public SpiVersion spiVersion() {
            return SpiVersion.CURRENT;
        }

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public Availability probe() {
            return new Availability.Available("pretends to work");
        }

        @Override
        public Backend open(BackendConfiguration configuration) {
            throw new BackendUnavailableException("there is nothing to open");
        }
    }

    /** Cannot even be created. */
    public static final class Unconstructible extends Bad {
        /** Throws. */
        public Unconstructible() {
            throw new IllegalStateException("the constructor failed");
        }

        @Override
        public String name() {
            return "unconstructible";
        }
    }

    /** Throws where it must not. */
    public static final class ThrowingProbe extends Bad {
        @Override
        public String name() {
            return "throwing-probe";
        }

        @Override
        public Availability probe() {
            throw new UnsatisfiedLinkError("libnothing.so");
        }
    }

    /** Has no device. */
    public static final class Absent extends Bad {
        @Override
        public String name() {
            return "absent";
        }

        @Override
        public Availability probe() {
            return new Availability.Unavailable("no such device; plug one in");
        }
    }

    /** Was built for another SPI. */
    public static final class FromTheFuture extends Bad {
        @Override
        public String name() {
            return "future";
        }

        @Override
        public SpiVersion spiVersion() {
            return new SpiVersion(SpiVersion.CURRENT.major() + 1, 0);
        }
    }

    /** Probes well and fails to open. */
    public static final class Unopenable extends Bad {
        @Override
        public String name() {
            return "unopenable";
        }
    }

    @Test
    void everyProviderIsFoundWhateverTheOthersDo() {
        Map<String, Availability> found = BackendDiscovery.find().stream()
                .collect(Collectors.toMap(FoundBackend::name, FoundBackend::availability));
        assertThat(found.get(Unconstructible.class.getName())).isInstanceOf(Availability.Broken.class);
        assertThat(found.get("throwing-probe")).isInstanceOf(Availability.Broken.class);
        assertThat(found.get("absent")).isInstanceOf(Availability.Unavailable.class);
        assertThat(found.get("future")).isInstanceOf(Availability.Unavailable.class);
        assertThat(found.get("unopenable")).isInstanceOf(Availability.Available.class);
        assertThat(found).hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void theErrorForANamedBackendListsAllWithReasons() {
        assertThatThrownBy(() -> BackendDiscovery.open(Optional.of("absent"), BackendConfiguration.empty()))
                .isInstanceOf(BackendUnavailableException.class)
                .hasMessageContaining("backend 'absent' cannot be used")
                .hasMessageContaining("absent: unavailable, no such device; plug one in")
                .hasMessageContaining("throwing-probe: broken")
                .hasMessageContaining("libnothing.so");
    }

    @Test
    void aNameMustMatchExactly() {
        assertThatThrownBy(() -> BackendDiscovery.open(Optional.of("unopen"), BackendConfiguration.empty()))
                .isInstanceOf(BackendUnavailableException.class)
                .hasNoSuppressedExceptions();
    }

    @Test
    void aBackendThatFailsToOpenIsNamedWithItsFailure() {
        assertThatThrownBy(() -> BackendDiscovery.open(Optional.of("unopenable"), BackendConfiguration.empty()))
                .isInstanceOf(BackendUnavailableException.class)
                .satisfies(error -> assertThat(error.getSuppressed()[0]).hasMessage("there is nothing to open"));
    }

    @Test
    void theDiagnosisCoversThoseThatCannotBeOpened() {
        Map<String, Status> statuses = BackendDiagnoses.of(null).stream()
                .collect(Collectors.toMap(BackendDiagnosis::name, BackendDiagnosis::status));
        assertThat(statuses)
                .containsEntry("absent", Status.UNAVAILABLE)
                .containsEntry("throwing-probe", Status.BROKEN)
                .containsEntry("unopenable", Status.BROKEN);
    }
}
