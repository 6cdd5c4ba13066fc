package dev.sluice.engine;

import java.util.List;

/**
 * What became of one native library.
 *
 * @param name the library, such as {@code OpenBLAS}
 * @param found where it was loaded from, or an empty string
 * @param version its version, or an empty string
 * @param lookedIn the places that were tried, in order, with what happened at each
 */
public record LibraryDiagnosis(String name, String found, String version, List<String> lookedIn) {}
