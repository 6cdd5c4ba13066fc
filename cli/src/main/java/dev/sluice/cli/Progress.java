package dev.sluice.cli;

import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;

/**
 * Says what a long command is doing, and for how long already, on one line of the terminal, which is cleared at the end.
 * Silent where standard error is no terminal, and while the work is quick.
 */
final class Progress implements AutoCloseable {
    private static final long PERIOD_MILLISECONDS = 1000;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final Timer timer = new Timer("progress", true);
    private final long start = System.nanoTime();
    private String step = "";
    private boolean shown;
    private boolean finished;

    private Progress(PrintWriter err) {
        this.err = err;
    }

    /** Starts reporting; only the launcher can tell whether standard error is a terminal. */
    static Progress on(PrintWriter err) {
        Progress progress = new Progress(err);
        if (Boolean.getBoolean("sluice.terminal")) {
            progress.timer.schedule(progress.new Tick(), PERIOD_MILLISECONDS, PERIOD_MILLISECONDS);
        }
        return progress;
    }

    /** Says what is done from now on. */
    synchronized void step(String description) {
        step = description;
    }

    private synchronized void show() {
        if (finished) {
            return;
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        err.print(CLEAR_LINE + step + " … " + seconds + " s");
        err.flush();
        shown = true;
    }

    /** Clears the line and says nothing more. */
    synchronized void finish() {
        finished = true;
        timer.cancel();
        if (shown) {
            err.print(CLEAR_LINE);
            err.flush();
            shown = false;
        }
    }

    @Override
    public void close() {
        finish();
    }

    private final class Tick extends TimerTask {
        @Override
        public void run() {
            show();
        }
    }
}
