package dev.sluice.runtime.task;

import java.util.Arrays;

/** The activations of a deterministic scheduler in their order, and the choices that led to them. */
public final class ActivationTrace {
    private int[] tasks = new int[64];
    private int[] choices = new int[64];
    private int activations;
    private int chosen;

    ActivationTrace() {}

    void chose(int position) {
        if (chosen == choices.length) {
            choices = Arrays.copyOf(choices, 2 * chosen);
        }
        choices[chosen++] = position;
    }

    void activated(int task) {
        if (activations == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * activations);
        }
        tasks[activations++] = task;
    }

    /** The numbers of the activated tasks; a task is numbered when it is first seen, from 1. */
    public int[] tasks() {
        return Arrays.copyOf(tasks, activations);
    }

    /** The choices, for {@link ActivationOrder#replay}. */
    public int[] choices() {
        return Arrays.copyOf(choices, chosen);
    }
}
