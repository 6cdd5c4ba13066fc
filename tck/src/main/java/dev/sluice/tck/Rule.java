package dev.sluice.tck;

import java.util.List;
import java.util.Set;

/**
 * A promise that a backend is held to.
 *
 * @param id a stable id, such as {@code BUF-2}
 * @param text the promise, as one or two sentences
 * @param requires the features a backend must claim for the rule to apply to it
 */
public record Rule(String id, String text, Set<Feature> requires) {
    /** Checks the form of the id. */
    public Rule {
        if (!id.matches("[A-Z]+-[A-Z0-9]+(-[A-Z0-9]+)*")) {
            throw new IllegalArgumentException("rule id '" + id + "' is not of the form CHAPTER-NUMBER");
        }
        requires = Set.copyOf(requires);
    }

    /** A rule that applies to backends with the given features; to every backend when there are none. */
    public static Rule of(String id, String text, Feature... requires) {
        return new Rule(id, text, Set.copyOf(List.of(requires)));
    }
}
