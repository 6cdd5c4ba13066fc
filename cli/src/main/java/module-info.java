/** The {@code sluice} command. Exports nothing. */
module dev.sluice.cli {}
