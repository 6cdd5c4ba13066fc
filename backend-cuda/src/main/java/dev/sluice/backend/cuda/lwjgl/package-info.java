/**
 * The CUDA driver API and NVRTC as narrow interfaces over plain numbers, and their binding through LWJGL. No type of
 * LWJGL leaves this package, and nothing of Sluice's own logic belongs here.
 */
@NullMarked
package dev.sluice.backend.cuda.lwjgl;

import org.jspecify.annotations.NullMarked;
