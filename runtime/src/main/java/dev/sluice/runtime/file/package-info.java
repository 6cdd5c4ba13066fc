/** The {@code .npy} and {@code .npz} formats. Nothing here computes, and nothing here knows other formats. */
@NullMarked
package dev.sluice.runtime.file;

import org.jspecify.annotations.NullMarked;
