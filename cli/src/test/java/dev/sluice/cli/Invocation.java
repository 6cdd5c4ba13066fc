package dev.sluice.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * One run of the command within this process.
 *
 * @param code the exit code
 * @param out what it printed
 * @param err what it printed to standard error
 */
record Invocation(int code, String out, String err) {
    static Invocation of(Object... arguments) {
        String[] texts = new String[arguments.length];
        for (int argument = 0; argument < texts.length; argument++) {
            texts[argument] = arguments[argument].toString();
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), texts);
        return new Invocation(code, out.toString(), err.toString());
    }
}
