/** How the engine is found at run time. Programs need nothing of it. */
@NullMarked
package dev.sluice.engine;

import org.jspecify.annotations.NullMarked;
