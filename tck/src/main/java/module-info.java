/** The conformance suite that every backend passes. */
module dev.sluice.tck {}
