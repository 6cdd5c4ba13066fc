/** Tensors, their types and layouts, and the runtime that owns them. No implementation and no backend type belongs here. */
@NullMarked
package dev.sluice;

import org.jspecify.annotations.NullMarked;
