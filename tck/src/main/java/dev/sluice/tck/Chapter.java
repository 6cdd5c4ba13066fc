package dev.sluice.tck;

import java.util.List;

/** A group of rules about one subject. */
public interface Chapter {
    /** The heading. */
    String title();

    /** The tests, in reading order. Cheap: nothing runs and no file is read but an index. */
    List<RuleCase> cases();
}
