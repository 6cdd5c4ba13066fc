package dev.sluice.tck.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON texts (RFC 8259) as plain values: {@link Map}, {@link List}, {@link String}, {@link Long}, {@link Double},
 * {@link Boolean} and null. Objects keep the order of their members.
 */
public final class Json {
    private final String text;
    private int position;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Parses a text.
     *
     * @throws IllegalArgumentException naming the offset when it is malformed
     */
    public static @Nullable Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipSpace();
        if (json.position != text.length()) {
            throw json.malformed("end of text");
        }
        return value;
    }

    private @Nullable Object value() {
        skipSpace();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> literal("true", true);
            case 'f' -> literal("false", false);
            case 'n' -> literal("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        expect('{');
        skipSpace();
        while (peek() != '}') {
            skipSpace();
            String name = string();
            skipSpace();
            expect(':');
            members.put(name, value());
            skipSpace();
            if (peek() != '}') {
                expect(',');
            }
        }
        expect('}');
        return members;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> elements = new ArrayList<>();
        expect('[');
        skipSpace();
        while (peek() != ']') {
            elements.add(value());
            skipSpace();
            if (peek() != ']') {
                expect(',');
            }
        }
        expect(']');
        return elements;
    }

    private String string() {
        expect('"');
        StringBuilder content = new StringBuilder();
        while (peek() != '"') {
            char c = next();
            content.append(c == '\\' ? escape() : c);
        }
        expect('"');
        return content.toString();
    }

    private char escape() {
        char c = next();
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                if (position + 4 > text.length()) {
                    throw malformed("four hexadecimal digits");
                }
                position += 4;
                yield (char) Integer.parseInt(text, position - 4, position, 16);
            }
            default -> c;
        };
    }

    private @Nullable Object literal(String word, @Nullable Object value) {
        if (!text.startsWith(word, position)) {
            throw malformed(word);
        }
        position += word.length();
        return value;
    }

    private Object number() {
        int start = position;
        while (position < text.length() && "+-0123456789.eE".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        String digits = text.substring(start, position);
        try {
            return digits.chars().anyMatch(c -> c == '.' || c == 'e' || c == 'E')
                    ? (Object) Double.valueOf(digits)
                    : (Object) Long.valueOf(digits);
        } catch (NumberFormatException e) {
            position = start;
            throw malformed("a value");
        }
    }

    private void skipSpace() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    private char peek() {
        if (position >= text.length()) {
            throw malformed("more text");
        }
        return text.charAt(position);
    }

    private char next() {
        char c = peek();
        position++;
        return c;
    }

    private void expect(char c) {
        if (peek() != c) {
            throw malformed("'" + c + "'");
        }
        position++;
    }

    private IllegalArgumentException malformed(String expected) {
        return new IllegalArgumentException("malformed JSON at offset " + position + ": expected " + expected);
    }

    /** Writes a value as indented text. */
    public static String write(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value, "\n");
        return out.append('\n').toString();
    }

    private static void write(StringBuilder out, @Nullable Object value, String indent) {
        switch (value) {
            case null -> out.append("null");
            case String string -> quote(out, string);
            case Map<?, ?> map -> {
                out.append('{');
                String separator = "";
                for (Map.Entry<?, ?> member : map.entrySet()) {
                    out.append(separator).append(indent).append(' ');
                    quote(out, String.valueOf(member.getKey()));
                    out.append(": ");
                    write(out, member.getValue(), indent + " ");
                    separator = ",";
                }
                out.append(map.isEmpty() ? "" : indent).append('}');
            }
            case List<?> list -> {
                out.append('[');
                String separator = "";
                for (Object element : list) {
                    out.append(separator).append(indent).append(' ');
                    write(out, element, indent + " ");
                    separator = ",";
                }
                out.append(list.isEmpty() ? "" : indent).append(']');
            }
            default -> out.append(value);
        }
    }

    private static void quote(StringBuilder out, String string) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c < ' ') {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
