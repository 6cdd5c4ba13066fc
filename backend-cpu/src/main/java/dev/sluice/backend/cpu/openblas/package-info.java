/**
 * Finding, loading and calling OpenBLAS, and the providers built on it. No arithmetic of our own belongs here.
 */
@NullMarked
package dev.sluice.backend.cpu.openblas;

import org.jspecify.annotations.NullMarked;
