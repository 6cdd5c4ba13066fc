/** NVIDIA devices. Knows the SPI only; found at run time as a service. */
module dev.sluice.backend.cuda {}
