/** The host device. Knows the SPI only; found at run time as a service. */
module dev.sluice.backend.cpu {}
