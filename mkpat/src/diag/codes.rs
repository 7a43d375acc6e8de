//! The registry of diagnostic codes: one constant and one table row per code.
//!
//! A code is stable: it is never given another meaning, and a retired one is
//! not used again. The first two digits tell the area: 00 files and lines,
//! 01 diagrams, 02 colon lines, 03 labels, 04 expressions, 05 databases,
//! 06 findings about text that compiles, 07 whole boards, eye shapes, playouts,
//! 08 comments that suppress findings.
//! Stages name the constants; the command and the reference page read [`CODES`].

use super::{Applicability, Severity};

/// One row of the registry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeInfo {
    /// `KP` and four digits.
    pub code: &'static str,
    /// Readable name: lower case, words joined with `-`.
    pub name: &'static str,
    /// How bad a finding with this code is.
    pub severity: Severity,
    /// One line, no full stop.
    pub summary: &'static str,
}

/// The row of a code (`KP0401`, any case) or of a readable name.
pub fn find(code: &str) -> Option<&'static CodeInfo> {
    find_in(CODES, code)
}

/// The same in the table of another tool.
pub fn find_in(codes: &'static [CodeInfo], code: &str) -> Option<&'static CodeInfo> {
    codes.iter().find(|c| c.code.eq_ignore_ascii_case(code) || c.name.eq_ignore_ascii_case(code))
}

/// Codes whose findings have fixes, or some of them, and whether these are safe.
const FIXES: &[(&str, Applicability)] = &[
    (MALFORMED_LINE, Applicability::Unsafe),
    (MISPLACED_DIAGRAM, Applicability::Unsafe),
    (MISPLACED_COLON_LINE, Applicability::Unsafe),
    (BAD_PATTERN_LINE, Applicability::Unsafe),
    (CONSTRAINT_WITHOUT_DIAGRAM, Applicability::Unsafe),
    (BAD_DIRECTIVE, Applicability::Unsafe),
    (INCONSISTENT_EDGES, Applicability::Unsafe),
    (EDGE_WIDTH, Applicability::Unsafe),
    (ILLEGAL_ELEMENT, Applicability::Unsafe),
    (FALSE_SYMMETRY, Applicability::Unsafe),
    (BAD_COLON_LINE, Applicability::Unsafe),
    (UNKNOWN_SYMMETRY, Applicability::Unsafe),
    (UNKNOWN_CLASS, Applicability::Unsafe),
    (UNKNOWN_VALUE, Applicability::Unsafe),
    (UNCLOSED_VALUE, Applicability::Unsafe),
    (BAD_VALUE_ARGUMENT, Applicability::Unsafe),
    (UNKNOWN_PATTERN_HELPER, Applicability::Unsafe),
    (LABEL_DIAGRAM_SIZE, Applicability::Unsafe),
    (LABEL_DIAGRAM_STONES, Applicability::Unsafe),
    (UNDEFINED_LABEL, Applicability::Unsafe),
    (UNKNOWN_AUTOHELPER, Applicability::Unsafe),
    (BAD_CALL, Applicability::Safe),
    (BAD_ARGUMENT, Applicability::Unsafe),
    (SYNTAX, Applicability::Unsafe),
    (DUPLICATE_NAME, Applicability::Unsafe),
    (UNUSED_LABEL_DIAGRAM, Applicability::Safe),
    (UNUSED_LABEL, Applicability::Safe),
    (LABEL_CASE, Applicability::Safe),
    (LABEL_DIAGRAM_DIFFERS, Applicability::Unsafe),
    (LABEL_DIAGRAM_EDGES, Applicability::Safe),
    (STRONGER_SYMMETRY, Applicability::Unsafe),
    (ASYMMETRIC_CODE, Applicability::Unsafe),
    (CONSTANT_COMPARISON, Applicability::Unsafe),
    (UNTIDY_CODE, Applicability::Safe),
    (DUPLICATE_PATTERN, Applicability::Unsafe),
    (UNUSUAL_NAME, Applicability::Unsafe),
    (MEANINGLESS_CLASS, Applicability::Unsafe),
    (IDLE_MARGIN, Applicability::Unsafe),
    (ARGUMENT_KIND, Applicability::Unsafe),
    (UNTIDY_LINE, Applicability::Safe),
    (REPEATED_VALUE, Applicability::Unsafe),
    (VALUE_WITHOUT_EFFECT, Applicability::Unsafe),
    (MISSING_FINAL_NEWLINE, Applicability::Safe),
    (TEXT_AFTER_NAME, Applicability::Safe),
    (REPEATED_TERM, Applicability::Unsafe),
    (UNREACHABLE_STATEMENT, Applicability::Unsafe),
    (IDLE_ELEMENT, Applicability::Unsafe),
    (CLASS_WITHOUT_STONES, Applicability::Unsafe),
    (IDLE_PASS, Applicability::Unsafe),
    (PASS_AS_MOVE, Applicability::Unsafe),
    (SHORTENED_VALUE, Applicability::Safe),
    (BAD_SUPPRESSION, Applicability::Unsafe),
    (UNKNOWN_SUPPRESSED_CODE, Applicability::Unsafe),
    (UNUSED_SUPPRESSION, Applicability::Safe),
];

/// Whether findings with this code have fixes, or some of them, and of which sort.
pub fn fixes(code: &str) -> Option<Applicability> {
    FIXES.iter().find(|(of, _)| *of == code).map(|(_, sort)| *sort)
}

macro_rules! codes {
    ($( $CONST:ident = $code:literal, $name:literal, $severity:ident, $summary:literal; )*) => {
        $( #[doc = concat!($code, ": ", $summary, ".")] pub const $CONST: &str = $code; )*

        /// Every code, in order.
        pub static CODES: &[CodeInfo] = &[ $( CodeInfo {
            code: $code, name: $name, severity: Severity::$severity, summary: $summary,
        }, )* ];
    };
}

codes! {
    // Files and lines.
    UNREADABLE_SOURCE = "KP0001", "unreadable-source", Error, "a line is too long, or the file contains a NUL byte";
    MALFORMED_LINE = "KP0002", "malformed-line", Error, "a line is none of the kinds that a database has";
    MISPLACED_DIAGRAM = "KP0003", "misplaced-diagram", Error, "a diagram row stands where no diagram may be";
    MISSING_COLON_LINE = "KP0004", "missing-colon-line", Error, "a pattern has no colon line";
    MISPLACED_COLON_LINE = "KP0005", "misplaced-colon-line", Warning, "a colon line is repeated or stands before the diagram";
    EMPTY_PATTERN = "KP0006", "empty-pattern", Error, "a pattern has no diagram";
    BAD_PATTERN_LINE = "KP0007", "bad-pattern-line", Error, "a `Pattern` line is misspelt, has no name, or no blank before it";
    CONSTRAINT_WITHOUT_DIAGRAM = "KP0008", "constraint-without-diagram", Warning, "a constraint has no constraint diagram above it";
    CONSTRAINT_AFTER_ACTION = "KP0009", "constraint-after-action", Warning, "a constraint line stands after an action line";
    MISPLACED_CODE_LINE = "KP0010", "misplaced-code-line", Warning, "a constraint or action line stands outside a pattern or before its colon line";
    BAD_DIRECTIVE = "KP0011", "bad-directive", Error, "a directive is misspelt, has no argument, or one that is not known";
    NOT_UTF8 = "KP0012", "not-utf8", Warning, "the bytes of a file are not UTF-8";
    CONFLICT_MARKER = "KP0013", "conflict-marker", Error, "a version control has left a conflict in the file";

    // Main diagrams.
    UNEVEN_ROWS = "KP0101", "uneven-rows", Error, "the rows of a diagram have different widths";
    INCONSISTENT_EDGES = "KP0102", "inconsistent-edges", Error, "the edges of a diagram contradict each other";
    EDGE_WIDTH = "KP0103", "edge-width", Error, "a top or bottom edge is not as wide as the diagram";
    ILLEGAL_ELEMENT = "KP0104", "illegal-element", Error, "a character may not stand in a main diagram of this kind of database";
    DIAGRAM_TOO_LARGE = "KP0105", "diagram-too-large", Warning, "a diagram is larger than 19 by 19";
    NO_MOVE = "KP0106", "no-move", Error, "a pattern has no `*`";
    SEVERAL_MOVES = "KP0107", "several-moves", Error, "a pattern has more than one `*`";
    NO_ANCHOR = "KP0108", "no-anchor", Error, "a pattern has no stone that can be its anchor";
    NOT_A_CORNER = "KP0109", "not-a-corner", Error, "a corner pattern does not have exactly two adjacent edges";
    WRONG_ANCHOR_COLOR = "KP0110", "wrong-anchor-color", Warning, "`Q` or `Y` where that colour cannot be an anchor";
    FALSE_SYMMETRY = "KP0111", "false-symmetry", Warning, "the diagram does not have the symmetry that the pattern declares";

    // Colon lines.
    BAD_COLON_LINE = "KP0201", "bad-colon-line", Error, "a colon line lacks the symmetry or the class";
    UNKNOWN_SYMMETRY = "KP0202", "unknown-symmetry", Warning, "a symmetry code is not known";
    UNKNOWN_CLASS = "KP0203", "unknown-class", Error, "a class letter is not known";
    UNKNOWN_VALUE = "KP0204", "unknown-value", Error, "a value name is not known under the attribute map of the database";
    UNCLOSED_VALUE = "KP0205", "unclosed-value", Error, "a value has no `)`";
    BAD_VALUE_ARGUMENT = "KP0206", "bad-value-argument", Error, "the argument of a value is not a number or label as its name requires";
    TEXT_AFTER_HELPER = "KP0207", "text-after-helper", Warning, "text follows the helper field";
    UNKNOWN_PATTERN_HELPER = "KP0208", "unknown-pattern-helper", Warning, "a pattern needs a helper that the engine does not have, and is left out";

    // Labels and constraint diagrams.
    LABEL_DIAGRAM_SIZE = "KP0301", "label-diagram-size", Error, "a constraint diagram does not have the size of the main diagram";
    LABEL_DIAGRAM_STONES = "KP0302", "label-diagram-stones", Error, "a constraint diagram shows other stones than the main diagram";
    UNDEFINED_LABEL = "KP0303", "undefined-label", Error, "a label is not in the constraint diagram";
    ILLEGAL_LABEL = "KP0304", "illegal-label", Error, "a character cannot be a label";

    // Expressions.
    UNKNOWN_AUTOHELPER = "KP0401", "unknown-autohelper", Error, "an expression names no autohelper and no constant";
    BAD_CALL = "KP0402", "bad-call", Warning, "a call has white space, or is split over two lines";
    BAD_ARGUMENT = "KP0403", "bad-argument", Error, "an argument is not one label, `*` or `?`";
    TOO_FEW_ARGUMENTS = "KP0404", "too-few-arguments", Error, "a call has too few arguments";
    TOO_MANY_ARGUMENTS = "KP0405", "too-many-arguments", Error, "a call has too many arguments";
    MISPLACED_TENUKI = "KP0406", "misplaced-tenuki", Error, "`?` is the first argument, a target, or given to a function that plays no moves";
    SYNTAX = "KP0407", "syntax", Error, "an expression or a statement is not well formed";
    EFFECT_IN_CONSTRAINT = "KP0408", "effect-in-constraint", Error, "a helper with side effects stands in a constraint";
    NO_MOVE_POINT = "KP0409", "no-move-point", Error, "`*` or a helper that needs the move is used in a pattern without a move";
    NESTED_TOO_DEEPLY = "KP0410", "nested-too-deeply", Error, "an expression or a statement is nested too deeply";
    NOT_A_STATEMENT = "KP0411", "not-a-statement", Error, "a statement is an expression without effect";
    BAD_NUMBER = "KP0412", "bad-number", Error, "a number is out of range";
    NOT_A_VALUE = "KP0413", "not-a-value", Error, "the result of an action is used as a value";
    HELPER_NOT_IN_STAGE = "KP0414", "helper-not-in-stage", Error, "an autohelper has no meaning when this database is matched";

    // Databases.
    LATE_ATTRIBUTE_MAP = "KP0501", "late-attribute-map", Error, "the attribute map changes after the first pattern";
    DUPLICATE_NAME = "KP0502", "duplicate-name", Warning, "two patterns of one database have the same name";
    DUPLICATE_CORNER = "KP0503", "duplicate-corner", Warning, "a corner pattern has the stones and the move of an earlier one";
    LIMIT_EXCEEDED = "KP0504", "limit-exceeded", Error, "a database or a pattern is larger than its compiled form can hold";
    EMPTY_DATABASE = "KP0505", "empty-database", Warning, "a database has no patterns";
    BAD_MANIFEST = "KP0507", "bad-manifest", Error, "the manifest cannot be used";
    ORIENTATION_LIST = "KP0508", "orientation-list", Warning, "the `.dtr` file beside a database names a pattern that it does not have, or no orientation";
    MISSING_ORIENTATION = "KP0509", "missing-orientation", Hint, "patterns are not in the `.dtr` file beside their database";

    // Findings about text that compiles.
    UNUSED_LABEL_DIAGRAM = "KP0601", "unused-label-diagram", Warning, "nothing uses the constraint diagram";
    UNUSED_LABEL = "KP0602", "unused-label", Warning, "a label is never used";
    SCATTERED_LABEL = "KP0603", "scattered-label", Warning, "a label stands on vertices that are not one connected group";
    LABEL_CASE = "KP0604", "label-case", Hint, "the case of a label does not tell the colour of its stone";
    LABEL_DIAGRAM_DIFFERS = "KP0605", "label-diagram-differs", Warning, "the constraint diagram differs from the main diagram where no stone is";
    LABEL_DIAGRAM_EDGES = "KP0606", "label-diagram-edges", Hint, "the constraint diagram does not draw the edges of the main diagram";
    PARTIAL_SYMMETRY = "KP0607", "partial-symmetry", Warning, "the diagram has more symmetry than is declared, and the constraint tells the images apart";
    STRONGER_SYMMETRY = "KP0608", "stronger-symmetry", Warning, "the pattern is more symmetric than it declares";
    ASYMMETRIC_CODE = "KP0609", "asymmetric-code", Warning, "a symmetric pattern has an asymmetric constraint or action";
    CONSTANT_COMPARISON = "KP0610", "constant-comparison", Warning, "a comparison always or never holds";
    UNTIDY_CODE = "KP0611", "untidy-code", Hint, "a stray `;`, a missing `;` or needless parentheses";
    UNUSUAL_NAME = "KP0612", "unusual-name", Hint, "a pattern name is not letters, digits and a suffix";
    DUPLICATE_PATTERN = "KP0613", "duplicate-pattern", Warning, "a pattern repeats an earlier one";
    SHADOWED_PATTERN = "KP0614", "shadowed-pattern", Warning, "a more general pattern says all that this one says";
    MEANINGLESS_CLASS = "KP0615", "meaningless-class", Warning, "class letters contradict each other or mean nothing in this database";
    FUSEKI_CLASS = "KP0616", "fuseki-class", Warning, "`F` without `j` or `t`, or `N` together with reasons to move";
    MISSING_VALUE = "KP0617", "missing-value", Warning, "a value is missing where the database needs one, or means nothing";
    BARRIER_CLASS = "KP0618", "barrier-class", Warning, "a barrier pattern lacks the elements that its class needs";
    IDLE_MARGIN = "KP0619", "idle-margin", Hint, "an outer row or column of `?` changes nothing";
    ARGUMENT_KIND = "KP0621", "argument-kind", Warning, "a label is not the stone or empty vertex that the helper takes";
    OBSOLETE_HELPER = "KP0622", "obsolete-helper", Warning, "an autohelper is obsolete";
    UNTIDY_LINE = "KP0625", "untidy-line", Hint, "trailing white space, a tab, or no line end at the end of the file";
    REPEATED_VALUE = "KP0626", "repeated-value", Warning, "a value is given twice";
    CONTRADICTORY_VALUES = "KP0627", "contradictory-values", Warning, "values contradict each other";
    VALUE_WITHOUT_EFFECT = "KP0628", "value-without-effect", Warning, "a value has no effect";
    MISSING_IDEA = "KP0629", "missing-idea", Hint, "no comment tells the idea of the pattern";
    MISSING_FINAL_NEWLINE = "KP0630", "missing-final-newline", Hint, "the last line has no line end";
    TEXT_AFTER_NAME = "KP0631", "text-after-name", Warning, "text after the name of a pattern is ignored";
    CONSTANT_CONDITION = "KP0632", "constant-condition", Warning, "a constraint or condition is always or never true";
    REPEATED_TERM = "KP0633", "repeated-term", Warning, "a condition repeats or contradicts one of its terms";
    MIXED_COMPARISON = "KP0634", "mixed-comparison", Warning, "a comparison of two different kinds of things";
    REPEATED_ARGUMENT = "KP0635", "repeated-argument", Warning, "a call gets the same vertex twice";
    IMPOSSIBLE_POSITION = "KP0636", "impossible-position", Warning, "a string of the diagram has no liberty";
    UNREACHABLE_STATEMENT = "KP0637", "unreachable-statement", Warning, "a statement is never reached";
    IDLE_ELEMENT = "KP0638", "idle-element", Warning, "an element means no more than `.` in this kind of database";
    DECIDED_TERM = "KP0639", "decided-term", Warning, "the diagram or the class has decided a term of a condition";
    CONTRADICTORY_TERMS = "KP0640", "contradictory-terms", Warning, "terms of a condition cannot be true together";
    NEEDLESS_TERM = "KP0641", "needless-term", Warning, "a term of a condition adds nothing to another one";
    CLASS_WITHOUT_STONES = "KP0642", "class-without-stones", Warning, "a class letter speaks of stones that the pattern does not have";
    ILLEGAL_MOVE = "KP0643", "illegal-move", Warning, "the move is suicide by the diagram alone";
    SKIPPED_MOVE = "KP0644", "skipped-move", Warning, "a move of a sequence is on a vertex that is occupied then";
    FORBIDDEN_MOVE = "KP0645", "forbidden-move", Warning, "a pattern gives reasons for a move that is always forbidden";
    STONE_COLORS = "KP0646", "stone-colors", Warning, "a helper gets stones of the wrong side, or of both";
    NO_WEDGE = "KP0647", "no-wedge", Warning, "the last three vertices of a break-through do not surround a stone";
    IDLE_PASS = "KP0648", "idle-pass", Warning, "a side passes behind the last move of a sequence";
    NO_EFFECT = "KP0649", "no-effect", Warning, "a pattern does nothing where it matches";
    SEVERAL_ANCHORS = "KP0650", "several-anchors", Hint, "a diagram has more than one explicit anchor";
    PERHAPS_EMPTY = "KP0651", "perhaps-empty", Warning, "a helper that takes a stone gets a vertex that may be empty";
    PASS_AS_MOVE = "KP0652", "pass-as-move", Hint, "a side passes by a move on its own stone";
    SHORTENED_VALUE = "KP0653", "shortened-value", Warning, "the name of a value is shortened";

    // Whole boards, eye shapes, playouts.
    NOT_A_FULL_BOARD = "KP0701", "not-a-full-board", Error, "a full-board pattern is not a square with four edges";
    EYE_SYMBOL = "KP0711", "unknown-eye-symbol", Error, "a character may not stand in an eye shape";
    EYE_VALUE = "KP0712", "bad-eye-value", Error, "the colon line of an eye shape is not four digits from 0 to 2 that do not decrease";
    MISSING_VITAL_POINT = "KP0713", "missing-vital-point", Warning, "an eye shape in which the first move matters has no attack or no defence point";
    NEEDLESS_VITAL_POINT = "KP0714", "needless-vital-point", Warning, "an eye shape in which no move matters has a vital point";
    EYE_NUMBER = "KP0715", "bad-eye-number", Error, "the number of an eye shape is no number";
    EYE_TOO_LARGE = "KP0716", "eye-too-large", Error, "an eye shape has more than 20 vertices, rows or columns";
    EYE_EDGES = "KP0717", "impossible-eye-edges", Error, "a vertex of an eye shape has more than two board edges beside it";
    DISCONNECTED_EYE = "KP0718", "disconnected-eye", Warning, "the vertices of an eye shape are not connected";
    SHADOWED_EYE = "KP0719", "shadowed-eye", Warning, "an earlier eye shape matches all that this one matches";
    PLAYOUT_DIAGRAM = "KP0721", "bad-playout-diagram", Error, "a diagram of a playout database is not three by three with `*` in the centre";
    PLAYOUT_SYMBOL = "KP0722", "unknown-playout-symbol", Error, "a character may not stand in a diagram of a playout database";
    BAD_WEIGHT = "KP0723", "bad-weight", Error, "a weight is not a whole number, or too large";
    UNKNOWN_PROPERTY = "KP0724", "unknown-property", Error, "a property of a playout weight is not known";
    IMPOSSIBLE_NEIGHBOURHOOD = "KP0725", "impossible-neighbourhood", Warning, "no board has the edges of a diagram of a playout database";
    LARGE_WEIGHT = "KP0726", "large-weight", Warning, "a weight is so large that sums of weights can overflow";
    UNREACHED_WEIGHT = "KP0727", "unreached-weight", Warning, "a colon line never gives the weight of a move";
    EYE_ORDER = "KP0728", "eye-order", Warning, "the number of an eye shape is not larger than the one before it";

    // Comments that suppress findings.
    BAD_SUPPRESSION = "KP0801", "bad-suppression", Warning, "a `# mkpat:` comment is not one that suppresses findings";
    UNKNOWN_SUPPRESSED_CODE = "KP0802", "unknown-suppressed-code", Warning, "a comment suppresses a code that does not exist";
    SUPPRESSION_WITHOUT_REASON = "KP0803", "suppression-without-reason", Warning, "a comment suppresses findings and gives no reason";
    UNUSED_SUPPRESSION = "KP0804", "unused-suppression", Warning, "a comment suppresses nothing";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order_and_unique() {
        for pair in CODES.windows(2) {
            assert!(pair[0].code < pair[1].code, "{} {}", pair[0].code, pair[1].code);
        }
        for (i, info) in CODES.iter().enumerate() {
            assert!(!info.summary.ends_with('.'), "{}", info.code);
            assert!(CODES[..i].iter().all(|other| other.name != info.name), "{}", info.name);
            assert_eq!(info.code.len(), 6);
        }
    }

    #[test]
    fn codes_are_found_by_number_and_by_name() {
        assert_eq!(find("kp0401").map(|c| c.name), Some("unknown-autohelper"));
        assert_eq!(find("unused-label").map(|c| c.code), Some(UNUSED_LABEL));
        assert_eq!(find("KP9999"), None);
    }
}
