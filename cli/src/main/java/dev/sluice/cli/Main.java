package dev.sluice.cli;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;

/** The entry point of the command. */
public final class Main {
    private Main() {}

    /** Runs the command and exits with its code, which {@code sluice --help} explains. */
    public static void main(String[] arguments) {
        openStandardError();
        int code = run(writer(System.out), writer(System.err), arguments);
        System.out.flush();
        System.err.flush();
        System.exit(code);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    /**
     * Runs the command.
     *
     * @return the exit code
     */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        SluiceCommand root = new SluiceCommand();
        ErrorReport report = new ErrorReport(root);
        CommandLine command = new CommandLine(root)
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(report)
                .setExecutionExceptionHandler(report);
        try {
            return command.execute(arguments);
        } catch (Error e) {
            // Out of memory, or a library that does not link: no reason to show less care.
            return report.report(e, err);
        } finally {
            out.flush();
            err.flush();
        }
    }

    /**
     * The launcher gives the real standard error under another number, since it passes what the JVM itself prints there
     * through a filter.
     */
    private static void openStandardError() {
        String place = System.getProperty("sluice.stderr", "");
        if (place.isEmpty()) {
            return;
        }
        try {
            Charset encoding = Charset.forName(System.getProperty("stderr.encoding", "UTF-8"));
            System.setErr(new PrintStream(new FileOutputStream(place, true), true, encoding));
        } catch (FileNotFoundException e) {
            // Not every kind of file can be opened again; then messages take the way through the filter.
            System.getLogger(Main.class.getName()).log(System.Logger.Level.DEBUG, "cannot open " + place, e);
        }
    }
}
