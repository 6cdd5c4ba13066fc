/**
 * The backend for NVIDIA devices: what it reports, its devices, memory, streams and events. Generated code, native
 * bindings and the search for libraries have packages of their own; no LWJGL or JNA type appears here.
 */
@NullMarked
package dev.sluice.backend.cuda;

import org.jspecify.annotations.NullMarked;
