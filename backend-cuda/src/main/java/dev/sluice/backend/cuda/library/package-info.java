/** Where the libraries of CUDA are found on this machine. Nothing here calls a function of one. */
@NullMarked
package dev.sluice.backend.cuda.library;

import org.jspecify.annotations.NullMarked;
