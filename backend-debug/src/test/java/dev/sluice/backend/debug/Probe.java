package dev.sluice.backend.debug;

/** A small correct program that tells whether the device did what it must. */
@FunctionalInterface
interface Probe {
    /** Whether the device behaved, as far as this program can see. */
    boolean behaves(World world);
}
