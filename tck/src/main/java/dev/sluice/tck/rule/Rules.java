package dev.sluice.tck.rule;

import dev.sluice.tck.Chapter;
import dev.sluice.tck.Check;
import dev.sluice.tck.Feature;
import dev.sluice.tck.Rule;
import dev.sluice.tck.RuleCase;
import java.util.ArrayList;
import java.util.List;

/** Writes a chapter down: each rule, followed by the checks that hold a backend to it. */
final class Rules {
    private record Written(String title, List<RuleCase> cases) implements Chapter {}

    private final String title;
    private final List<RuleCase> cases = new ArrayList<>();
    private Rule rule;

    private Rules(String title, Rule first) {
        this.title = title;
        this.rule = first;
    }

    /** A chapter that begins with a rule. */
    static Rules of(String title, String id, String text, Feature... requires) {
        return new Rules(title, rule(id, text, requires));
    }

    /** The next rule. */
    Rules next(String id, String text, Feature... requires) {
        rule = rule(id, text, requires);
        return this;
    }

    private static Rule rule(String id, String text, Feature... requires) {
        List<Feature> features = new ArrayList<>(List.of(requires));
        features.add(Feature.DEVICE);
        return new Rule(id, text, java.util.Set.copyOf(features));
    }

    /** A check of the present rule, described by what it shows. */
    Rules check(String shows, Check check) {
        cases.add(new RuleCase(rule, shows, check));
        return this;
    }

    Chapter chapter() {
        return new Written(title, List.copyOf(cases));
    }
}
