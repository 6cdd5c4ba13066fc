package dev.sluice.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of Sluice and of what it runs on. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {
            "sluice " + sluice(),
            "JDK " + Runtime.version() + " (" + System.getProperty("java.vendor") + "), "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }

    /** The version in the manifest of the jar; there is none when classes are run from a folder. */
    static String sluice() {
        return Objects.requireNonNullElse(Main.class.getPackage().getImplementationVersion(), "(not packaged)");
    }
}
