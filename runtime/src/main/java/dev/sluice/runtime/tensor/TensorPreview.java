package dev.sluice.runtime.tensor;

import dev.sluice.Complex;
import dev.sluice.Layout;
import dev.sluice.SluiceException;

/** A short text of a tensor: type, shape, device and, of long axes, the first and the last elements. */
final class TensorPreview {
    private static final long SHOWN_WHOLE = 6;
    private static final long EDGE = 3;
    private static final long MOST_ELEMENTS = 1000;

    private final DenseTensor tensor;
    private final long[] indices;
    private final StringBuilder text = new StringBuilder();
    private long left = MOST_ELEMENTS;

    private TensorPreview(DenseTensor tensor) {
        this.tensor = tensor;
        this.indices = new long[tensor.layout().rank()];
    }

    /** The text. Never throws: it also describes tensors that are closed or whose device has failed. */
    static String of(DenseTensor tensor) {
        if (tensor.isReleased() || tensor.buffer().isClosed()) {
            return tensor.describe() + ", closed";
        }
        try {
            TensorPreview preview = new TensorPreview(tensor);
            preview.appendAxis(0);
            return tensor.describe() + " " + preview.text;
        } catch (SluiceException e) {
            return tensor.describe() + ", unreadable: " + e.getMessage();
        }
    }

    private void appendAxis(int axis) {
        if (axis == indices.length) {
            appendElement();
            return;
        }
        Layout layout = tensor.layout();
        long extent = layout.shape().extent(axis);
        text.append('[');
        for (long index = 0; index < extent; index++) {
            if (index > 0) {
                text.append(", ");
            }
            if (extent > SHOWN_WHOLE && index == EDGE) {
                text.append("…, ");
                index = extent - EDGE;
            }
            if (left <= 0) {
                text.append('…');
                break;
            }
            indices[axis] = index;
            appendAxis(axis + 1);
        }
        text.append(']');
    }

    private void appendElement() {
        left--;
        switch (tensor.dtype()) {
            case BOOL -> text.append(tensor.getLong(indices) != 0);
            case I32, I64 -> text.append(tensor.getLong(indices));
            case F16, BF16, F32 -> text.append((float) tensor.get(indices));
            case F64 -> text.append(tensor.get(indices));
            case C64 -> {
                Complex value = tensor.getComplex(indices);
                boolean minus = Double.compare(value.im(), 0.0) < 0;
                text.append((float) value.re())
                        .append(minus ? "-" : "+")
                        .append((float) Math.abs(value.im()))
                        .append('i');
            }
            case C128 -> text.append(tensor.getComplex(indices));
        }
    }
}
