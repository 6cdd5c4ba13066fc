/**
 * Dense products and factorisations on the JVM: the fast way for small matrices, and the only way without a native
 * library. Nothing native and no elementwise kernel belongs here.
 */
@NullMarked
package dev.sluice.backend.cpu.gemm;

import org.jspecify.annotations.NullMarked;
