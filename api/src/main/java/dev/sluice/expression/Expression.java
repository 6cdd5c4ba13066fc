package dev.sluice.expression;

import dev.sluice.DType;
import dev.sluice.DTypeException;
import dev.sluice.Scalar;
import java.util.Objects;

/**
 * An elementwise computation: a typed tree over the elements of its inputs at one position. Trees are values: equal
 * trees denote the same computation, which is what compiled kernels are cached by.
 *
 * <p>The record constructors check types and convert nothing. The factory methods insert the {@link Cast}s that
 * promotion asks for, so programs use those.
 */
public sealed interface Expression {
    /** The type of the computed element. */
    DType type();

    /**
     * The element of operand {@code index}.
     *
     * @param index which input, from 0
     * @param type the stored type of that input
     */
    record Input(int index, DType type) implements Expression {
        /** Checks the index. */
        public Input {
            if (index < 0) {
                throw new IllegalArgumentException("input index " + index + " is negative");
            }
            Objects.requireNonNull(type, "type");
        }
    }

    /**
     * A constant compiled into the kernel. Use a {@link Parameter} for a value that varies between calls.
     *
     * @param value the value, exact in {@code type}
     * @param type the type of the element
     */
    record Constant(Scalar value, DType type) implements Expression {
        /** Checks that the kind of the value fits the type. */
        public Constant {
            if (value.kind().compareTo(type.kind()) > 0) {
                throw new DTypeException("constant " + value + " does not fit " + type);
            }
        }
    }

    /**
     * A scalar given at each call, the same for all elements.
     *
     * @param index which parameter, from 0
     * @param type the type of the element
     */
    record Parameter(int index, DType type) implements Expression {
        /** Checks the index. */
        public Parameter {
            if (index < 0) {
                throw new IllegalArgumentException("parameter index " + index + " is negative");
            }
            Objects.requireNonNull(type, "type");
        }
    }

    /**
     * The position of the element in iteration order, from 0, as {@link DType#I64}. A plan for a tree with this leaf
     * keeps the logical row-major order.
     */
    record Index() implements Expression {
        @Override
        public DType type() {
            return DType.I64;
        }
    }

    /**
     * A function of one operand.
     *
     * @param operator the function
     * @param operand its operand, already of the type the operator works in
     */
    record Unary(UnaryOperator operator, Expression operand) implements Expression {
        /** Checks the operand type. */
        public Unary {
            requireType(operator.operandType(operand.type()), operand);
        }

        @Override
        public DType type() {
            return operator.resultType(operand.type());
        }
    }

    /**
     * A function of two operands.
     *
     * @param operator the function
     * @param left the first operand, already of the type the operator works in
     * @param right the second operand, of the same type
     */
    record Binary(BinaryOperator operator, Expression left, Expression right) implements Expression {
        /** Checks the operand types. */
        public Binary {
            requireType(operator.operandType(left.type()), left);
            requireType(left.type(), right);
        }

        @Override
        public DType type() {
            return operator.resultType(left.type());
        }
    }

    /**
     * A conversion. Real to integer truncates towards zero and saturates, NaN becoming 0; to {@link DType#BOOL} asks
     * whether the value is not zero; complex to real takes the real part; to a narrower float rounds to nearest even.
     *
     * @param operand the value to convert
     * @param type the type to convert to
     */
    record Cast(Expression operand, DType type) implements Expression {
        /** Checks for null. */
        public Cast {
            Objects.requireNonNull(operand, "operand");
            Objects.requireNonNull(type, "type");
        }
    }

    /**
     * {@code condition ? whenTrue : whenFalse}, element by element. Neither branch has side effects; both may be computed.
     *
     * @param condition a {@link DType#BOOL} expression
     * @param whenTrue the result where the condition holds
     * @param whenFalse the result elsewhere, of the same type
     */
    record Select(Expression condition, Expression whenTrue, Expression whenFalse) implements Expression {
        /** Checks the types. */
        public Select {
            requireType(DType.BOOL, condition);
            requireType(whenTrue.type(), whenFalse);
        }

        @Override
        public DType type() {
            return whenTrue.type();
        }
    }

    /**
     * A complex number from its parts.
     *
     * @param re the real part, {@link DType#F32} or {@link DType#F64}
     * @param im the imaginary part, of the same type
     */
    record MakeComplex(Expression re, Expression im) implements Expression {
        /** Checks the types. */
        public MakeComplex {
            if (re.type() != DType.F32 && re.type() != DType.F64) {
                throw new DTypeException("a complex number is made of F32 or F64 parts, not " + re.type());
            }
            requireType(re.type(), im);
        }

        @Override
        public DType type() {
            return re.type().complex();
        }
    }

    /**
     * One word of the counter-based generator Philox4x64-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as
     * easy as 1, 2, 3; SC'11). Word {@code w} is lane {@code w mod 4} of the block at counter
     * {@code (1 + w div 4, 0, 0, 0)} under key {@code (key, 0)}, so that word {@code w} is the {@code w}-th raw word of
     * a fresh generator with that key in NumPy.
     *
     * @param word which word, as an unsigned {@link DType#I64}
     * @param key the key, an {@link DType#I64}
     */
    record Philox(Expression word, Expression key) implements Expression {
        /** Checks the types. */
        public Philox {
            requireType(DType.I64, word);
            requireType(DType.I64, key);
        }

        @Override
        public DType type() {
            return DType.I64;
        }
    }

    private static void requireType(DType expected, Expression actual) {
        if (actual.type() != expected) {
            throw new DTypeException("expected " + expected + " but found " + actual.type() + ": " + actual);
        }
    }

    /** The element of input {@code index}, whose stored type is {@code type}. */
    static Expression input(int index, DType type) {
        return new Input(index, type);
    }

    /** The call parameter {@code index}. */
    static Expression parameter(int index, DType type) {
        return new Parameter(index, type);
    }

    /** A constant of the given type. */
    static Expression constant(Scalar value, DType type) {
        return new Constant(value, type);
    }

    /** A constant of type {@link DType#F64}. */
    static Expression constant(double value) {
        return new Constant(Scalar.of(value), DType.F64);
    }

    /** A constant of type {@link DType#I64}. */
    static Expression constant(long value) {
        return new Constant(Scalar.of(value), DType.I64);
    }

    /** The position of the element in iteration order. */
    static Expression index() {
        return new Index();
    }

    /** {@code operator(operand)}, converting the operand as the operator asks. */
    static Expression unary(UnaryOperator operator, Expression operand) {
        return new Unary(operator, operand.cast(operator.operandType(operand.type())));
    }

    /** {@code left operator right}, converting both operands to the type they promote to. */
    static Expression binary(BinaryOperator operator, Expression left, Expression right) {
        DType type = operator.operandType(DType.promote(left.type(), right.type()));
        return new Binary(operator, left.cast(type), right.cast(type));
    }

    /** {@code condition ? whenTrue : whenFalse}, converting the branches to the type they promote to. */
    static Expression select(Expression condition, Expression whenTrue, Expression whenFalse) {
        DType type = whenTrue.type() == whenFalse.type()
                ? whenTrue.type()
                : DType.promote(whenTrue.type(), whenFalse.type());
        return new Select(condition.cast(DType.BOOL), whenTrue.cast(type), whenFalse.cast(type));
    }

    /** This value converted to {@code type}; this expression itself when it already has that type. */
    default Expression cast(DType type) {
        return type == type() ? this : new Cast(this, type);
    }
}
