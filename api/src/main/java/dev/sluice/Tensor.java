package dev.sluice;

import dev.sluice.device.Device;
import java.lang.foreign.MemorySegment;

/**
 * A dense tensor of elements of one type on one device. Operations compute at once and return when their result may be
 * used by the next operation; reading elements waits for the device.
 *
 * <p><b>Lifetime.</b> The result of an operation owns its storage, and {@link #close} gives it back, after work still
 * pending on the device. A view borrows the storage of its owner; closing a view frees nothing. Using a tensor, or a
 * view of one, after it was closed is a {@link ClosedException}. Tensors created inside a {@link Scope} are closed with
 * it. A tensor that becomes unreachable unclosed is freed by the garbage collector and reported as a leak.
 *
 * <p><b>Threads.</b> Concurrent reads of a tensor are legal; an operation that writes into one while another access is
 * live fails with an {@link AccessException}.
 */
public interface Tensor
        extends Elementwise<Tensor>, Views<Tensor>, Reductions<Tensor>, LinearAlgebra<Tensor>, AutoCloseable {
    /** The element type. */
    DType dtype();

    /** The extents. */
    Shape shape();

    /** Extents and strides. */
    Layout layout();

    /** The device that holds the elements. */
    Device device();

    /** Where the elements are stored. */
    StorageView storage();

    /** Whether this tensor and {@code other} see the same storage. */
    default boolean sharesStorageWith(Tensor other) {
        return storage().storage() == other.storage().storage();
    }

    /** A new row-major tensor with the same elements on the same device, owning its storage. */
    Tensor copy();

    /** A new row-major tensor with the same elements on another device; a copy also when the device is the same. */
    Tensor to(Device device);

    // --- writing

    /**
     * Overwrites the elements with those of {@code source}, which broadcasts to this shape and is converted.
     *
     * @return this tensor
     */
    Tensor assign(Tensor source);

    /** Overwrites every element with a scalar. */
    Tensor fill(Scalar value);

    /**
     * Adds {@code alpha·source} to this tensor in place; {@code source} broadcasts to this shape.
     *
     * @return this tensor
     * @throws DTypeException when the promoted type is not this tensor's type
     */
    Tensor axpy(Scalar alpha, Tensor source);

    /** Multiplies every element by a scalar in place. */
    Tensor scale(Scalar factor);

    // --- reading on the host; each waits for the device

    /** The only element of a one-element tensor, as a real number. */
    double item();

    /** The element at the given indices as a real number; negative indices count from the end. */
    double get(long... indices);

    /** The element at the given indices as an integer, exactly. */
    long getLong(long... indices);

    /** The element at the given indices as a complex number. */
    Complex getComplex(long... indices);

    /** Writes one element; the value is converted to the element type. */
    void set(Scalar value, long... indices);

    /** The elements in row-major order as {@code double}s; complex ones as pairs. */
    double[] toDoubleArray();

    /** The elements in row-major order as {@code float}s; complex ones as pairs. */
    float[] toFloatArray();

    /** The elements in row-major order as {@code long}s; reals are truncated, complex ones are refused. */
    long[] toLongArray();

    /** The elements in row-major order as truth values: whether each is not zero. */
    boolean[] toBooleanArray();

    /**
     * The storage bytes of this tensor from its first to its last element, seen without a copy. The segment stays valid
     * while the tensor is open; the caller must not use it while an operation writes the tensor.
     *
     * @throws UnsupportedOperationByBackendException when the device memory is not host memory; use {@code to} first
     */
    MemorySegment segment();

    /** Moves this tensor into the asynchronous world: the result owns the storage and this handle is closed. */
    AsyncTensor async();

    /** Gives the storage back if this tensor owns it. Closing twice is harmless. */
    @Override
    void close();
}
