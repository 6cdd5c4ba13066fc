package dev.sluice.tck;

/**
 * One test of one rule.
 *
 * @param rule the rule
 * @param variant what distinguishes this test from the others of its rule; empty when it is the only one
 * @param check the test
 */
public record RuleCase(Rule rule, String variant, Check check) {
    /** The only test of a rule. */
    public static RuleCase of(Rule rule, Check check) {
        return new RuleCase(rule, "", check);
    }

    /** The rule id and the variant. */
    public String name() {
        return variant.isEmpty() ? rule.id() : rule.id() + " " + variant;
    }
}
