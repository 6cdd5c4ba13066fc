package dev.sluice;

/**
 * A scalar operand. It is <em>weak</em>: it adapts to the precision of the tensor it meets and changes only its kind,
 * so that {@code f32.add(0.5)} stays {@link DType#F32} while {@code i32.add(0.5)} becomes {@link DType#F64}.
 */
public sealed interface Scalar {
    /** A truth value. */
    record Bool(boolean value) implements Scalar {
        @Override
        public DType.Kind kind() {
            return DType.Kind.BOOL;
        }
    }

    /** An integer. */
    record Integer(long value) implements Scalar {
        @Override
        public DType.Kind kind() {
            return DType.Kind.INTEGER;
        }
    }

    /** A real number. */
    record Real(double value) implements Scalar {
        @Override
        public DType.Kind kind() {
            return DType.Kind.REAL;
        }
    }

    /** A complex number. */
    record ComplexNumber(Complex value) implements Scalar {
        @Override
        public DType.Kind kind() {
            return DType.Kind.COMPLEX;
        }
    }

    /** A scalar holding a truth value. */
    static Scalar of(boolean value) {
        return new Bool(value);
    }

    /** A scalar holding an integer. */
    static Scalar of(long value) {
        return new Integer(value);
    }

    /** A scalar holding a real number. */
    static Scalar of(double value) {
        return new Real(value);
    }

    /** A scalar holding a complex number. */
    static Scalar of(Complex value) {
        return new ComplexNumber(value);
    }

    /** The kind of this scalar. */
    DType.Kind kind();

    /** The value as a complex number; truth values are 0 and 1. */
    default Complex toComplex() {
        return switch (this) {
            case Bool b -> b.value() ? Complex.ONE : Complex.ZERO;
            case Integer i -> new Complex(i.value(), 0);
            case Real r -> new Complex(r.value(), 0);
            case ComplexNumber c -> c.value();
        };
    }

    /** The type a tensor of type {@code tensor} and this scalar meet in. */
    default DType promoteWith(DType tensor) {
        DType own = tensor.compute();
        if (kind().compareTo(own.kind()) <= 0) {
            return own;
        }
        return switch (kind()) {
            case BOOL -> DType.BOOL;
            case INTEGER -> DType.I64;
            case REAL -> DType.F64;
            case COMPLEX -> own.complex();
        };
    }
}
