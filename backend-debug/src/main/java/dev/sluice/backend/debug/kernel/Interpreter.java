package dev.sluice.backend.debug.kernel;

import dev.sluice.Complex;
import dev.sluice.DType;
import dev.sluice.Scalar;
import dev.sluice.backend.debug.Defect;
import dev.sluice.expression.BinaryOperator;
import dev.sluice.expression.Expression;
import dev.sluice.spi.scalar.HalfPrecision;
import dev.sluice.spi.scalar.Philox4x64;
import java.util.List;
import java.util.Set;

/**
 * Turns expressions into functions of a cursor, by kind of value. What is shared by the kinds, and what joins them
 * (comparisons, conversions), is here; arithmetic is in {@link IntegerArithmetic}, {@link RealArithmetic} and {@link
 * ComplexArithmetic}.
 */
final class Interpreter {
    private final int firstInput;
    private final int[] parameterWords;
    private final Set<Defect> defects;

    /**
     * @param firstInput the operand that input 0 is
     * @param parameters the types of the parameters
     */
    Interpreter(int firstInput, List<DType> parameters, Set<Defect> defects) {
        this.firstInput = firstInput;
        this.parameterWords = new int[parameters.size()];
        int word = 0;
        for (int parameter = 0; parameter < parameterWords.length; parameter++) {
            parameterWords[parameter] = word;
            word += parameters.get(parameter).isComplex() ? 2 : 1;
        }
        this.defects = defects;
    }

    // --- truth values and integers

    IntegerValue integer(Expression expression) {
        return switch (expression) {
            case Expression.Input input -> {
                int operand = firstInput + input.index();
                yield c -> Elements.loadInteger(input.type(), c.memory(operand), c.offset(operand));
            }
            case Expression.Constant constant -> {
                long value = (long) constant.value().toComplex().re();
                if (constant.value() instanceof Scalar.Integer integer) {
                    value = integer.value();
                }
                long exact = value;
                yield c -> exact;
            }
            case Expression.Parameter parameter -> {
                int word = parameterWords[parameter.index()];
                yield c -> c.parameter(word);
            }
            case Expression.Index index -> Cursor::index;
            case Expression.Unary unary -> integerUnary(unary);
            case Expression.Binary binary -> integerBinary(binary);
            case Expression.Cast cast -> integerCast(cast);
            case Expression.Select select -> {
                IntegerValue condition = integer(select.condition());
                IntegerValue whenTrue = integer(select.whenTrue());
                IntegerValue whenFalse = integer(select.whenFalse());
                yield c -> condition.at(c) != 0 ? whenTrue.at(c) : whenFalse.at(c);
            }
            case Expression.Philox philox -> {
                IntegerValue word = integer(philox.word());
                IntegerValue key = integer(philox.key());
                int shift = defects.contains(Defect.PHILOX_OFF_BY_ONE) ? 1 : 0;
                yield c -> Philox4x64.word(word.at(c) + shift, key.at(c));
            }
            case Expression.MakeComplex complex -> throw notOfKind(complex, "an integer");
        };
    }

    private IntegerValue integerUnary(Expression.Unary unary) {
        return switch (unary.operand().type().kind()) {
            case BOOL, INTEGER ->
                IntegerArithmetic.unary(unary.operator(), unary.operand().type(), integer(unary.operand()));
            case REAL -> RealArithmetic.predicate(unary.operator(), real(unary.operand()));
            case COMPLEX -> ComplexArithmetic.predicate(unary.operator(), complex(unary.operand()));
        };
    }

    private IntegerValue integerBinary(Expression.Binary binary) {
        BinaryOperator operator = binary.operator();
        return switch (binary.left().type().kind()) {
            case BOOL, INTEGER ->
                IntegerArithmetic.binary(
                        operator, binary.left().type(), integer(binary.left()), integer(binary.right()), defects);
            case REAL -> RealArithmetic.comparison(operator, real(binary.left()), real(binary.right()));
            case COMPLEX -> ComplexArithmetic.comparison(operator, complex(binary.left()), complex(binary.right()));
        };
    }

    private IntegerValue integerCast(Expression.Cast cast) {
        DType type = cast.type();
        return switch (cast.operand().type().kind()) {
            case BOOL, INTEGER -> {
                IntegerValue value = integer(cast.operand());
                yield switch (type) {
                    case BOOL -> c -> value.at(c) != 0 ? 1 : 0;
                    case I32 -> c -> (int) value.at(c);
                    default -> value;
                };
            }
            case REAL -> truncate(type, real(cast.operand()));
            case COMPLEX -> {
                ComplexValue value = complex(cast.operand());
                yield type == DType.BOOL
                        ? c -> ComplexArithmetic.isZero(value.at(c)) ? 0 : 1
                        : truncate(type, c -> value.at(c).re());
            }
        };
    }

    private IntegerValue truncate(DType type, RealValue value) {
        if (type == DType.I32 && defects.contains(Defect.CAST_WRAPS)) {
            return c -> (int) (long) value.at(c);
        }
        return switch (type) {
            case BOOL -> c -> value.at(c) != 0 ? 1 : 0;
            // The conversions of the language saturate and map NaN to zero.
            case I32 -> c -> (int) value.at(c);
            default -> c -> (long) value.at(c);
        };
    }

    // --- reals

    RealValue real(Expression expression) {
        DType type = expression.type();
        return switch (expression) {
            case Expression.Input input -> {
                int operand = firstInput + input.index();
                yield c -> Elements.loadReal(type, c.memory(operand), c.offset(operand));
            }
            case Expression.Constant constant -> {
                double value = Elements.round(type, constant.value().toComplex().re());
                yield c -> value;
            }
            case Expression.Parameter parameter -> realParameter(type, parameterWords[parameter.index()]);
            case Expression.Unary unary -> realUnary(unary);
            case Expression.Binary binary ->
                RealArithmetic.binary(binary.operator(), type, real(binary.left()), real(binary.right()), defects);
            case Expression.Cast cast -> realCast(cast);
            case Expression.Select select -> {
                IntegerValue condition = integer(select.condition());
                RealValue whenTrue = real(select.whenTrue());
                RealValue whenFalse = real(select.whenFalse());
                yield c -> condition.at(c) != 0 ? whenTrue.at(c) : whenFalse.at(c);
            }
            case Expression.Index e -> throw notOfKind(e, "a real");
            case Expression.MakeComplex e -> throw notOfKind(e, "a real");
            case Expression.Philox e -> throw notOfKind(e, "a real");
        };
    }

    private RealValue realUnary(Expression.Unary unary) {
        return unary.operand().type().isComplex()
                ? ComplexArithmetic.toReal(unary.operator(), unary.type(), complex(unary.operand()))
                : RealArithmetic.unary(unary.operator(), unary.type(), real(unary.operand()));
    }

    private RealValue realParameter(DType type, int word) {
        boolean rounded = defects.contains(Defect.PARAMETER_ROUNDED);
        return switch (type) {
            case F64 ->
                rounded
                        ? c -> (float) Double.longBitsToDouble(c.parameter(word))
                        : c -> Double.longBitsToDouble(c.parameter(word));
            case F32 -> c -> Float.intBitsToFloat((int) c.parameter(word));
            case F16 -> c -> HalfPrecision.f16ToFloat((short) c.parameter(word));
            case BF16 -> c -> HalfPrecision.bf16ToFloat((short) c.parameter(word));
            default -> throw new IllegalArgumentException(type + " is not a real type");
        };
    }

    private RealValue realCast(Expression.Cast cast) {
        DType type = cast.type();
        return switch (cast.operand().type().kind()) {
            case BOOL, INTEGER -> {
                IntegerValue value = integer(cast.operand());
                yield c -> Elements.round(type, value.at(c));
            }
            case REAL -> {
                RealValue value = real(cast.operand());
                yield c -> Elements.round(type, value.at(c));
            }
            case COMPLEX -> {
                ComplexValue value = complex(cast.operand());
                yield c -> Elements.round(type, value.at(c).re());
            }
        };
    }

    // --- complex numbers

    ComplexValue complex(Expression expression) {
        DType type = expression.type();
        return switch (expression) {
            case Expression.Input input -> {
                int operand = firstInput + input.index();
                DType part = type.realPart();
                yield c -> new Complex(
                        Elements.loadReal(part, c.memory(operand), c.offset(operand)),
                        Elements.loadReal(part, c.memory(operand), c.offset(operand) + part.bytes()));
            }
            case Expression.Constant constant -> {
                Complex value = ComplexArithmetic.round(type, constant.value().toComplex());
                yield c -> value;
            }
            case Expression.Parameter parameter -> {
                int word = parameterWords[parameter.index()];
                RealValue re = realParameter(type.realPart(), word);
                RealValue im = realParameter(type.realPart(), word + 1);
                yield c -> new Complex(re.at(c), im.at(c));
            }
            case Expression.Unary unary ->
                ComplexArithmetic.unary(unary.operator(), type, complex(unary.operand()), defects);
            case Expression.Binary binary ->
                ComplexArithmetic.binary(binary.operator(), type, complex(binary.left()), complex(binary.right()));
            case Expression.Cast cast -> complexCast(cast);
            case Expression.Select select -> {
                IntegerValue condition = integer(select.condition());
                ComplexValue whenTrue = complex(select.whenTrue());
                ComplexValue whenFalse = complex(select.whenFalse());
                yield c -> condition.at(c) != 0 ? whenTrue.at(c) : whenFalse.at(c);
            }
            case Expression.MakeComplex parts -> {
                RealValue re = real(parts.re());
                RealValue im = real(parts.im());
                yield c -> new Complex(re.at(c), im.at(c));
            }
            case Expression.Index e -> throw notOfKind(e, "complex");
            case Expression.Philox e -> throw notOfKind(e, "complex");
        };
    }

    private ComplexValue complexCast(Expression.Cast cast) {
        DType part = cast.type().realPart();
        return switch (cast.operand().type().kind()) {
            case BOOL, INTEGER -> {
                IntegerValue value = integer(cast.operand());
                yield c -> new Complex(Elements.round(part, value.at(c)), 0);
            }
            case REAL -> {
                RealValue value = real(cast.operand());
                yield c -> new Complex(Elements.round(part, value.at(c)), 0);
            }
            case COMPLEX -> {
                ComplexValue value = complex(cast.operand());
                yield c -> ComplexArithmetic.round(cast.type(), value.at(c));
            }
        };
    }

    private static IllegalStateException notOfKind(Expression expression, String kind) {
        return new IllegalStateException(expression + " of type " + expression.type() + " is not " + kind);
    }
}
