package dev.sluice.runtime.device;

import static dev.sluice.runtime.device.Explored.explore;
import static dev.sluice.runtime.device.Explored.require;
import static dev.sluice.runtime.device.Explored.shared;
import static dev.sluice.runtime.device.Explored.together;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.AccessException;
import dev.sluice.ClosedException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** BUF-2 and BUF-7 under every interleaving that a model checker tries. */
class DeviceBufferInterleavingTest {
    /** Made once: what an exploration makes itself takes switches away from what it is about. */
    private static final DeviceResources RESOURCES =
            DeviceResources.open(new StillDriver(), ResourceOptions.defaults().withStreams(1));

    /** What two threads see of a buffer: how many write, how many read, how often it was released. */
    private static final class Witness {
        final AtomicInteger releases = new AtomicInteger();
        final DeviceBuffer buffer = RESOURCES.adopt(64, 64, releases::incrementAndGet);
        volatile int writing;
        volatile int reading;

        void read() {
            try {
                buffer.beginRead();
            } catch (AccessException | ClosedException refused) {
                return;
            }
            reading = 1;
            require(writing == 0 && releases.get() == 0, "a read beside a write, or after the release");
            reading = 0;
            buffer.endRead();
        }

        /** A read that asks nobody. */
        void unchecked() {
            reading = 1;
            reading = 0;
        }

        void write() {
            try {
                buffer.beginWrite();
            } catch (AccessException | ClosedException refused) {
                return;
            }
            writing = 1;
            require(reading == 0 && releases.get() == 0, "a write beside a read, or after the release");
            writing = 0;
            buffer.endWrite();
        }

        void upgrade() {
            try {
                buffer.beginRead();
            } catch (AccessException | ClosedException refused) {
                return;
            }
            try {
                buffer.upgrade();
            } catch (AccessException | ClosedException refused) {
                buffer.endRead();
                return;
            }
            writing = 1;
            require(reading == 0, "a write beside a read");
            writing = 0;
            buffer.endWrite();
        }
    }

    @Test
    void aReadAndAWriteNeverOverlap() {
        explore(() -> {
            Witness witness = shared(new Witness());
            together(witness::read, witness::write);
            witness.buffer.close();
            require(witness.releases.get() == 1, "released " + witness.releases + " times");
        });
    }

    @Test
    void anUpgradedReadOverlapsNoOther() {
        explore(() -> {
            Witness witness = shared(new Witness());
            together(witness::read, witness::upgrade);
            witness.buffer.close();
            require(witness.releases.get() == 1, "released " + witness.releases + " times");
        });
    }

    @Test
    void closingBesideAReadReleasesOnceAndAfterIt() {
        explore(() -> {
            Witness witness = shared(new Witness());
            together(witness::read, witness.buffer::close);
            require(witness.releases.get() == 1, "released " + witness.releases + " times");
        });
    }

    @Test
    void closingBesideAWriteReleasesOnceAndAfterIt() {
        explore(() -> {
            Witness witness = shared(new Witness());
            together(witness::write, witness.buffer::close);
            require(witness.releases.get() == 1, "released " + witness.releases + " times");
        });
    }

    @Test
    void closingTwiceAtTheSameTimeReleasesOnce() {
        explore(() -> {
            Witness witness = shared(new Witness());
            together(witness.buffer::close, witness.buffer::close);
            require(witness.releases.get() == 1, "released " + witness.releases + " times");
        });
    }

    @Test
    void withoutTheStateTheModelCheckerFindsTheOverlap() {
        assertThatThrownBy(() -> explore(() -> {
                    Witness witness = shared(new Witness());
                    together(witness::unchecked, witness::write);
                }))
                .hasMessageContaining("see");
    }
}
