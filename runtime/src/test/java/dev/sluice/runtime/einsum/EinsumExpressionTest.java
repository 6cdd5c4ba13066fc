package dev.sluice.runtime.einsum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.Shape;
import dev.sluice.ShapeException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EinsumExpressionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ij,jk      | ik",
                "ba         | ab",
                "bA         | Ab",
                "ii         | ''",
                "...ij,jk   | ...ik",
                "i...,j...  | ...ij",
                "ij,ij      | ''",
                ",          | ''"
            })
    void theImplicitOutputHasTheEllipsisFirstThenTheLettersThatAppearOnce(String text, String output) {
        assertThat(EinsumExpression.parse(text).output()).hasToString(output);
    }

    @Test
    void spacesMeanNothing() {
        EinsumExpression expression = EinsumExpression.parse(" i j , j k -> i k ");
        assertThat(expression.operands()).hasToString("[ij, jk]");
        assertThat(expression.output()).hasToString("ik");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "i1,jk      | '1' in operand 0 is not a subscript",
                "ij->i->j   | '-' in the output is not a subscript",
                "i.j        | operand 0 has a '.' that is not part of a single ellipsis",
                "......     | operand 0 has a '.' that is not part of a single ellipsis",
                "ij,j..     | operand 1 has a '.'",
                "ij->ii     | the output has index 'i' more than once",
                "ij->ijk    | the output index 'k' appears in no operand",
                "ij,jk->i,k | ',' in the output is not a subscript"
            })
    void aMistakeIsNamedWithTheExpression(String text, String message) {
        assertThatThrownBy(() -> EinsumExpression.parse(text))
                .isInstanceOf(ShapeException.class)
                .hasMessageStartingWith("einsum \"" + text + "\": ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ij,jk->ik | 2x3,4x5 | index 'j' is 3 in operand 0 of shape [2,3] but 4 in operand 1 of shape [4,5]",
                "ii->i     | 2x3     | index 'i' is 2 in operand 0 of shape [2,3] but 3 in operand 0 of shape [2,3]",
                "ii->i     | 1x3     | index 'i' is 1 in operand 0",
                "ijk       | 2x3     | operand 0 has subscript 'ijk' for 3 axes but shape [2,3] of rank 2",
                "ij        | 2x3x4   | operand 0 has subscript 'ij' for 2 axes but shape [2,3,4] of rank 3",
                "ij        | 2x3,2x3 | 1 operands are named but 2 are given, of shapes [[2,3], [2,3]]",
                "...i->i   | 2x3     | the ellipsis stands for 1 axes, which the output must name",
                "...,...   | 2x3,2x4 | index '...[-1]' is 3 in operand 0 of shape [2,3] but 4 in operand 1"
            })
    void shapesThatDoNotFitAreNamed(String text, String shapes, String message) {
        EinsumExpression expression = EinsumExpression.parse(text);
        assertThatThrownBy(() -> IndexedOperands.bind(expression, shapes(shapes)))
                .isInstanceOf(ShapeException.class)
                .hasMessageContaining(message);
    }

    @Test
    void anAxisOfExtentOneTakesTheExtentOfItsIndex() {
        IndexedOperands bound = IndexedOperands.bind(EinsumExpression.parse("ij,jk->ik"), shapes("2x1,3x4"));
        assertThat(bound.extents()).containsExactly(2, 3, 4);
    }

    @Test
    void axesOfTheEllipsisBroadcastFromTheLastOne() {
        IndexedOperands bound = IndexedOperands.bind(EinsumExpression.parse("a...,...b->...ab"), shapes("7x5,4x5x8"));
        assertThat(bound.output()).hasSize(4);
        long[] extents = bound.extents();
        assertThat(extents[bound.output()[0]]).isEqualTo(4);
        assertThat(extents[bound.output()[1]]).isEqualTo(5);
    }

    private static List<Shape> shapes(String text) {
        List<Shape> shapes = new ArrayList<>();
        for (String shape : text.split(",")) {
            String[] extents = shape.split("x");
            long[] numbers = new long[extents.length];
            for (int axis = 0; axis < numbers.length; axis++) {
                numbers[axis] = Long.parseLong(extents[axis]);
            }
            shapes.add(Shape.of(numbers));
        }
        return shapes;
    }
}
