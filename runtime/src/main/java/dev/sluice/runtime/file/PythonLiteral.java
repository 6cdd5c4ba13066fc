package dev.sluice.runtime.file;

import java.util.List;

/** A value of a header, with the byte offset at which it begins. */
sealed interface PythonLiteral {
    /** The offset of the first byte within the file. */
    long offset();

    /** What this is, for an error message. */
    String describe();

    /** A string. */
    record Text(String value, long offset) implements PythonLiteral {
        @Override
        public String describe() {
            return "the string '" + value + "'";
        }
    }

    /** {@code True} or {@code False}. */
    record Truth(boolean value, long offset) implements PythonLiteral {
        @Override
        public String describe() {
            return value ? "True" : "False";
        }
    }

    /** {@code None}. */
    record None(long offset) implements PythonLiteral {
        @Override
        public String describe() {
            return "None";
        }
    }

    /** A whole number. */
    record Whole(long value, long offset) implements PythonLiteral {
        @Override
        public String describe() {
            return "the number " + value;
        }
    }

    /** A tuple or a list. */
    record Sequence(boolean tuple, List<PythonLiteral> elements, long offset) implements PythonLiteral {
        @Override
        public String describe() {
            return tuple ? "a tuple" : "a list";
        }
    }

    /** A dictionary with its entries as written. */
    record Dictionary(List<Entry> entries, long offset) implements PythonLiteral {
        @Override
        public String describe() {
            return "a dictionary";
        }
    }

    /** One entry of a dictionary. */
    record Entry(PythonLiteral key, PythonLiteral value) {}
}
