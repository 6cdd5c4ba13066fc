package dev.sluice.runtime.file;

import dev.sluice.FileFormatException;
import dev.sluice.runtime.file.PythonLiteral.Dictionary;
import dev.sluice.runtime.file.PythonLiteral.Entry;
import dev.sluice.runtime.file.PythonLiteral.None;
import dev.sluice.runtime.file.PythonLiteral.Sequence;
import dev.sluice.runtime.file.PythonLiteral.Text;
import dev.sluice.runtime.file.PythonLiteral.Truth;
import dev.sluice.runtime.file.PythonLiteral.Whole;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses the part of Python's literals that a header may hold: strings without escapes, truth values, {@code None},
 * whole numbers, tuples, lists and dictionaries. It evaluates nothing, and gives up with the offset of the first byte
 * that does not belong.
 */
final class PythonLiteralParser {
    private static final int MAXIMUM_DEPTH = 16;
    private static final int QUOTED_IN_ERROR = 24;

    private final byte[] text;
    private final long base;
    private final String file;
    private int position;
    private int depth;

    /**
     * Creates a parser.
     *
     * @param text the header
     * @param base the offset of the header within the file
     * @param file the name of the file, for errors
     */
    PythonLiteralParser(byte[] text, long base, String file) {
        this.text = text;
        this.base = base;
        this.file = file;
    }

    /** Parses the whole text as one value; only white space may follow. */
    PythonLiteral parse() {
        PythonLiteral value = value();
        skipSpace();
        if (position < text.length) {
            throw error("unexpected " + here() + " after the value");
        }
        return value;
    }

    private PythonLiteral value() {
        skipSpace();
        if (position == text.length) {
            throw error("the header ends where a value should be");
        }
        if (++depth > MAXIMUM_DEPTH) {
            throw error("values are nested more than " + MAXIMUM_DEPTH + " deep");
        }
        byte next = text[position];
        PythonLiteral value = switch (next) {
            case '{' -> dictionary();
            case '(' -> tuple();
            case '[' -> sequence(']', false);
            case '\'', '"' -> string();
            default -> next == '-' || isDigit(next) ? whole() : name();
        };
        depth--;
        return value;
    }

    private Dictionary dictionary() {
        long offset = offset();
        position++;
        List<Entry> entries = new ArrayList<>();
        while (!closes('}')) {
            PythonLiteral key = value();
            expect(':');
            entries.add(new Entry(key, value()));
            separator('}');
        }
        return new Dictionary(List.copyOf(entries), offset);
    }

    /** In Python the comma makes the tuple: {@code (3)} is a number. */
    private PythonLiteral tuple() {
        int start = position;
        Sequence sequence = sequence(')', true);
        boolean comma = sequence.elements().size() != 1 || lastBeforeClosing(start) == ',';
        return comma ? sequence : sequence.elements().getFirst();
    }

    private byte lastBeforeClosing(int start) {
        int index = position - 2;
        while (index > start && isSpace(text[index])) {
            index--;
        }
        return text[index];
    }

    private Sequence sequence(char closing, boolean tuple) {
        long offset = offset();
        position++;
        List<PythonLiteral> elements = new ArrayList<>();
        while (!closes(closing)) {
            elements.add(value());
            separator(closing);
        }
        return new Sequence(tuple, List.copyOf(elements), offset);
    }

    private boolean closes(char closing) {
        skipSpace();
        if (position == text.length) {
            throw error("the header ends before the closing '" + closing + "'");
        }
        if (text[position] == closing) {
            position++;
            return true;
        }
        return false;
    }

    private void separator(char closing) {
        skipSpace();
        if (position == text.length) {
            throw error("the header ends before the closing '" + closing + "'");
        }
        if (text[position] == ',') {
            position++;
        } else if (text[position] != closing) {
            throw error("expected ',' or '" + closing + "' but found " + here());
        }
    }

    private void expect(char wanted) {
        skipSpace();
        if (position == text.length || text[position] != wanted) {
            throw error("expected '" + wanted + "' but found " + here());
        }
        position++;
    }

    private Text string() {
        long offset = offset();
        byte quote = text[position++];
        int start = position;
        while (position < text.length && text[position] != quote) {
            if (text[position] == '\\') {
                throw error("escapes are not allowed in the strings of a header");
            }
            if (text[position] == '\n') {
                throw error("the string that begins at byte " + offset + " is not closed");
            }
            position++;
        }
        if (position == text.length) {
            throw error("the string that begins at byte " + offset + " is not closed");
        }
        return new Text(new String(text, start, position++ - start, StandardCharsets.UTF_8), offset);
    }

    private Whole whole() {
        long offset = offset();
        int start = position;
        if (text[position] == '-') {
            position++;
        }
        int digits = position;
        while (position < text.length && isDigit(text[position])) {
            position++;
        }
        if (position == digits || position - digits > 1 && text[digits] == '0') {
            position = start;
            throw error(here() + " is not a whole number");
        }
        String number = new String(text, start, position - start, StandardCharsets.US_ASCII);
        // Python 2 marked some whole numbers with an L.
        if (position < text.length && text[position] == 'L') {
            position++;
        }
        try {
            return new Whole(Long.parseLong(number), offset);
        } catch (NumberFormatException e) {
            throw new FileFormatException(
                    file + ": header at byte " + offset + ": the number " + abbreviate(number)
                            + " does not fit in 64 bits",
                    e);
        }
    }

    private PythonLiteral name() {
        long offset = offset();
        int start = position;
        while (position < text.length && isLetter(text[position])) {
            position++;
        }
        String name = new String(text, start, position - start, StandardCharsets.US_ASCII);
        return switch (name) {
            case "True" -> new Truth(true, offset);
            case "False" -> new Truth(false, offset);
            case "None" -> new None(offset);
            default -> {
                position = start;
                throw error(here() + " is not a literal; a header is never evaluated");
            }
        };
    }

    private void skipSpace() {
        while (position < text.length && isSpace(text[position])) {
            position++;
        }
    }

    private long offset() {
        return base + position;
    }

    /** The text at the current position, quoted and made safe to print. */
    private String here() {
        if (position == text.length) {
            return "the end of the header";
        }
        StringBuilder shown = new StringBuilder("'");
        int index = position;
        do {
            int character = text[index] & 0xff;
            shown.append(character >= ' ' && character < 0x7f ? (char) character : '?');
            index++;
        } while (index < text.length && index - position < QUOTED_IN_ERROR && !isSpace(text[index]));
        return shown.append('\'').toString();
    }

    private static String abbreviate(String number) {
        return number.length() <= QUOTED_IN_ERROR ? number : number.substring(0, QUOTED_IN_ERROR) + "…";
    }

    private FileFormatException error(String problem) {
        return new FileFormatException(file + ": header at byte " + offset() + ": " + problem);
    }

    private static boolean isSpace(byte character) {
        return character == ' ' || character == '\t' || character == '\n' || character == '\r' || character == '\f';
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    private static boolean isLetter(byte character) {
        return character >= 'a' && character <= 'z'
                || character >= 'A' && character <= 'Z'
                || character == '_'
                || isDigit(character);
    }
}
