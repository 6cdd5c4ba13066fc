/**
 * The context of one device: entering it, and turning status codes into errors. What is done inside a context belongs
 * elsewhere.
 */
@NullMarked
package dev.sluice.backend.cuda.context;

import org.jspecify.annotations.NullMarked;
