/** The engine, written once over the SPI: epochs, tasks, schedulers, pools and ledgers. */
module dev.sluice.runtime {}
