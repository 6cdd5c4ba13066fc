package dev.sluice.runtime.einsum;

/**
 * The subscript of one operand or of the output: letters, with an ellipsis for any number of axes somewhere among them.
 *
 * @param before the letters before the ellipsis; all letters when there is none
 * @param ellipsis whether there is one
 * @param after the letters after the ellipsis
 */
record Subscript(String before, boolean ellipsis, String after) {
    /** The number of axes that letters name. */
    int letters() {
        return before.length() + after.length();
    }

    @Override
    public String toString() {
        return ellipsis ? before + "..." + after : before;
    }
}
