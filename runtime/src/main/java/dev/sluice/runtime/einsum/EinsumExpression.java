package dev.sluice.runtime.einsum;

import dev.sluice.ShapeException;
import java.util.ArrayList;
import java.util.List;

/**
 * The subscripts of an Einstein summation, with the output made explicit. The rules are those of NumPy: letters a–z and
 * A–Z name axes; spaces mean nothing; an ellipsis stands for any number of axes, which broadcast from the last one;
 * without {@code ->} the output has the ellipsis first, then the letters that appear once, in alphabetical order with
 * the capitals before the small ones.
 *
 * @param text the expression as it was written
 * @param operands the subscript of each operand
 * @param output the subscript of the output
 */
public record EinsumExpression(String text, List<Subscript> operands, Subscript output) {
    private static final String ARROW = "->";
    private static final String ELLIPSIS = "...";

    /** Copies the list. */
    public EinsumExpression {
        operands = List.copyOf(operands);
    }

    /**
     * Parses an expression.
     *
     * @throws ShapeException naming the expression and the place of the mistake
     */
    public static EinsumExpression parse(String text) {
        String compact = text.replace(" ", "");
        int arrow = compact.indexOf(ARROW);
        String inputs = arrow < 0 ? compact : compact.substring(0, arrow);
        List<Subscript> operands = new ArrayList<>();
        for (String operand : inputs.split(",", -1)) {
            operands.add(subscript(text, operand, "operand " + operands.size()));
        }
        Subscript output = arrow < 0
                ? implicitOutput(operands)
                : subscript(text, compact.substring(arrow + ARROW.length()), "the output");
        EinsumExpression expression = new EinsumExpression(text, operands, output);
        expression.checkOutput();
        return expression;
    }

    private static Subscript subscript(String text, String letters, String whose) {
        int ellipsis = letters.indexOf(ELLIPSIS);
        String before = ellipsis < 0 ? letters : letters.substring(0, ellipsis);
        String after = ellipsis < 0 ? "" : letters.substring(ellipsis + ELLIPSIS.length());
        for (char letter : (before + after).toCharArray()) {
            if (letter == '.') {
                throw error(text, whose + " has a '.' that is not part of a single ellipsis '...'");
            }
            if (!isLetter(letter)) {
                throw error(text, "'" + letter + "' in " + whose + " is not a subscript; use the letters a-z and A-Z");
            }
        }
        return new Subscript(before, ellipsis >= 0, after);
    }

    private static Subscript implicitOutput(List<Subscript> operands) {
        int[] appearances = new int['z' + 1];
        boolean ellipsis = false;
        for (Subscript operand : operands) {
            (operand.before() + operand.after()).chars().forEach(letter -> appearances[letter]++);
            ellipsis |= operand.ellipsis();
        }
        StringBuilder once = new StringBuilder();
        for (char letter = 'A'; letter <= 'z'; letter++) {
            if (appearances[letter] == 1) {
                once.append(letter);
            }
        }
        return ellipsis ? new Subscript("", true, once.toString()) : new Subscript(once.toString(), false, "");
    }

    private void checkOutput() {
        String letters = output.before() + output.after();
        for (int position = 0; position < letters.length(); position++) {
            char letter = letters.charAt(position);
            if (letters.indexOf(letter, position + 1) >= 0) {
                throw error("the output has index '" + letter + "' more than once");
            }
            if (operands.stream().noneMatch(operand -> (operand.before() + operand.after()).indexOf(letter) >= 0)) {
                throw error("the output index '" + letter + "' appears in no operand");
            }
        }
    }

    private static boolean isLetter(char character) {
        return character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z';
    }

    /** An error about this expression. */
    ShapeException error(String problem) {
        return error(text, problem);
    }

    private static ShapeException error(String text, String problem) {
        return new ShapeException("einsum \"" + text + "\": " + problem);
    }

    @Override
    public String toString() {
        return text;
    }
}
