package dev.sluice.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command: options that every command has. */
@Command(
        name = "sluice",
        description = "Asynchronous tensors on the JVM.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the computation failed",
            "2:wrong arguments, or operands that do not fit them",
            "3:an input file is missing, unreadable or malformed",
            "4:no backend or device serves the request",
            "5:the output cannot be written"
        },
        subcommands = {
            EinsumCommand.class,
            SvdCommand.class,
            DevicesCommand.class,
            DoctorCommand.class,
            TckCommand.class
        })
final class SluiceCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--stacktrace", scope = ScopeType.INHERIT, description = "Show the stack trace of an error.")
    private boolean stacktrace;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Log what is done, to standard error.")
    void verbose(boolean verbose) {
        Logging.verbose(verbose);
    }

    boolean stacktrace() {
        return stacktrace;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
