package dev.sluice.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Reports an error in one line, with the stack trace only on request. */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final SluiceCommand root;

    ErrorReport(SluiceCommand root) {
        this.root = root;
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        print(
                e,
                oneLine(e.getMessage()) + "; see '" + command.getCommandSpec().qualifiedName() + " --help'",
                command.getErr());
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof ParameterException mistake) {
            return handleParseException(mistake, new String[0]);
        }
        return report(e, command.getErr());
    }

    int report(Throwable e, PrintWriter err) {
        String message = e.getMessage();
        // The message of an error of the JDK often means nothing without the name of its class.
        boolean ours = e.getClass().getName().startsWith("dev.sluice.");
        String line = message == null
                ? e.getClass().getName()
                : ours ? message : e.getClass().getSimpleName() + ": " + message;
        print(e, oneLine(line), err);
        return ExitCode.of(e);
    }

    private void print(Throwable e, String line, PrintWriter err) {
        err.println("sluice: " + line);
        if (root.stacktrace()) {
            e.printStackTrace(err);
        }
        err.flush();
    }

    private static String oneLine(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
