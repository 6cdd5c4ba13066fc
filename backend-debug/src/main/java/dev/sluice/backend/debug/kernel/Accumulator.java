package dev.sluice.backend.debug.kernel;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.backend.debug.Defect;
import dev.sluice.expression.Expression;
import dev.sluice.spi.ReduceProgram;
import dev.sluice.spi.Reducer;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/** The combination of the elements of one output. Mutable: reset, then one call for each element, then store. */
abstract class Accumulator {
    abstract void reset();

    abstract void add(Cursor cursor);

    abstract void store(DType type, MemorySegment memory, long offset);

    static Accumulator of(ReduceProgram program, Interpreter interpreter, Set<Defect> defects) {
        Expression element = program.element();
        Reducer reducer = program.reducer();
        boolean ignoresNaN = defects.contains(Defect.REDUCTION_IGNORES_NAN);
        return switch (element.type().kind()) {
            case BOOL, INTEGER -> {
                IntegerValue value = interpreter.integer(element);
                yield reducer.isPosition()
                        ? new IntegerPosition(value, reducer, defects.contains(Defect.POSITION_OF_LAST))
                        : new IntegerFold(value, reducer);
            }
            case REAL -> {
                RealValue value = interpreter.real(element);
                yield switch (reducer) {
                    case SUM -> new RealSum(value, new Sum(element.type(), defects));
                    case PRODUCT -> new RealProduct(value);
                    case MINIMUM, MAXIMUM -> new RealExtreme(value, reducer == Reducer.MINIMUM, ignoresNaN);
                    case ARG_MINIMUM, ARG_MAXIMUM ->
                        new RealPosition(
                                value, reducer == Reducer.ARG_MINIMUM, defects.contains(Defect.POSITION_OF_LAST));
                    case ANY, ALL -> throw new IllegalStateException(reducer + " of reals");
                };
            }
            case COMPLEX -> {
                ComplexValue value = interpreter.complex(element);
                DType part = element.type().realPart();
                yield switch (reducer) {
                    case SUM -> new ComplexSum(value, new Sum(part, defects), new Sum(part, defects));
                    case PRODUCT -> new ComplexProduct(value);
                    default -> throw new IllegalStateException(reducer + " of complex numbers");
                };
            }
        };
    }

    private static final class IntegerFold extends Accumulator {
        private final IntegerValue value;
        private final Reducer reducer;
        private long result;
        private boolean empty;

        IntegerFold(IntegerValue value, Reducer reducer) {
            this.value = value;
            this.reducer = reducer;
        }

        @Override
        void reset() {
            result = reducer == Reducer.PRODUCT || reducer == Reducer.ALL ? 1 : 0;
            empty = true;
        }

        @Override
        void add(Cursor cursor) {
            long x = value.at(cursor);
            result = switch (reducer) {
                case SUM -> result + x;
                case PRODUCT -> result * x;
                case MINIMUM -> empty ? x : Math.min(result, x);
                case MAXIMUM -> empty ? x : Math.max(result, x);
                case ANY -> result | x;
                case ALL -> result & x;
                case ARG_MINIMUM, ARG_MAXIMUM -> throw new IllegalStateException("a position is no fold");
            };
            empty = false;
        }

        @Override
        void store(DType type, MemorySegment memory, long offset) {
            Elements.storeInteger(type, memory, offset, result);
        }
    }

    private static final class IntegerPosition extends Accumulator {
        private final IntegerValue value;
        private final Reducer reducer;
        private final boolean takesLast;
        private long count;
        private long position;
        private long best;

        IntegerPosition(IntegerValue value, Reducer reducer, boolean takesLast) {
            this.value = value;
            this.reducer = reducer;
            this.takesLast = takesLast;
        }

        @Override
        void reset() {
            count = 0;
            position = 0;
        }

        @Override
        void add(Cursor cursor) {
            long x = value.at(cursor);
            boolean better = reducer == Reducer.ARG_MINIMUM ? x < best : x > best;
            if (count == 0 || better || takesLast && x == best) {
                best = x;
                position = count;
            }
            count++;
        }

        @Override
        void store(DType type, MemorySegment memory, long offset) {
            Elements.storeInteger(type, memory, offset, position);
        }
    }

    private static final class RealSum extends Accumulator {
        private final RealValue value;
        private final Sum sum;

        RealSum(RealValue value, Sum sum) {
            this.value = value;
            this.sum = sum;
        }

        @Override
        void reset() {
            sum.reset();
        }

        @Override
        void add(Cursor cursor) {
            sum.add(value.at(cursor));
        }

        @Override
        void store(DType type, MemorySegment memory, long offset) {
            Elements.storeReal(type, memory, offset, sum.value());
        }
    }

    private static final class RealProduct extends Accumulator {
        private final RealValue value;
        private double product;

        RealProduct(RealValue value) {
            this.value = value;
        }

        @Override
        void reset() {
            product = 1;
        }

        @Override
        void add(Cursor cursor) {
            product *= value.at(cursor);
        }

        @Override
        void store(DType type, MemorySegment memory, long offset) {
            Elements.storeReal(type, memory, offset, product);
        }
    }

    private static final class RealExtreme extends Accumulator {
        private final RealValue value;
        private final boolean least;
        private final boolean ignoresNaN;
        private double best;

        RealExtreme(RealValue value, boolean least, boolean ignoresNaN) {
            this.value = value;
            this.least = least;
            this.ignoresNaN = ignoresNaN;
        }

        @Override
        void reset() {
            best = least ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }

        @Override
        void add(Cursor cursor) {
            double x = value.at(cursor);
            if (!ignoresNaN || !Double.isNaN(x)) {
                best = least ? Math.min(best, x) : Math.max(best, x);
            }
        }

        @Override
        void store(DType type, MemorySegment memory, long offset) {
            Elements.storeReal(type, memory, offset, best);
        }
    }

    private static final class RealPosition extends Accumulator {
        private final RealValue value;
        private final boolean least;
        private final boolean takesLast;
        private long count;
        private long position;
        private double best;

        RealPosition(RealValue value, boolean least, boolean takesLast) {
            this.value = value;
            this.least = least;
            this.takesLast = takesLast;
        }

        @Override
        void reset() {
            count = 0;
            position = 0;
        }

        @Override
        void add(Cursor cursor) {
            double x = value.at(cursor);
            // The first NaN is the extreme, and nothing is better than it.
            boolean better = !Double.isNaN(best) && (Double.isNaN(x) || (least ? x < best : x > best));
            if (count == 0 || better || takesLast && x == best) {
                best = x;
                position = count;
            }
            count++;
        }

        @Override
        void store(DType type, MemorySegment memory, long offset) {
            Elements.storeInteger(type, memory, offset, position);
        }
    }

    private static final class ComplexSum extends Accumulator {
        private final ComplexValue value;
        private final Sum re;
        private final Sum im;

        ComplexSum(ComplexValue value, Sum re, Sum im) {
            this.value = value;
            this.re = re;
            this.im = im;
        }

        @Override
        void reset() {
            re.reset();
            im.reset();
        }

        @Override
        void add(Cursor cursor) {
            Complex z = value.at(cursor);
            re.add(z.re());
            im.add(z.im());
        }

        @Override
        void store(DType type, MemorySegment memory, long offset) {
            DType part = type.realPart();
            Elements.storeReal(part, memory, offset, re.value());
            Elements.storeReal(part, memory, offset + part.bytes(), im.value());
        }
    }

    private static final class ComplexProduct extends Accumulator {
        private final ComplexValue value;
        private Complex product = Complex.ONE;

        ComplexProduct(ComplexValue value) {
            this.value = value;
        }

        @Override
        void reset() {
            product = Complex.ONE;
        }

        @Override
        void add(Cursor cursor) {
            Complex z = value.at(cursor);
            product = ComplexArithmetic.multiply(product.re(), product.im(), z.re(), z.im());
        }

        @Override
        void store(DType type, MemorySegment memory, long offset) {
            DType part = type.realPart();
            Elements.storeReal(part, memory, offset, product.re());
            Elements.storeReal(part, memory, offset + part.bytes(), product.im());
        }
    }
}
