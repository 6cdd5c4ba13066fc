/**
 * cuBLAS and cuSOLVER through JNA: handles, products and factorisations. Memory, streams and kernels of Sluice's own do
 * not belong here.
 */
@NullMarked
package dev.sluice.backend.cuda.provider;

import org.jspecify.annotations.NullMarked;
