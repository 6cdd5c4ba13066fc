/** The {@code sluice} command: options, files, messages and exit codes. It computes nothing itself. */
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
