//! The codes of findings about records: one constant and one row of [`CODES`] each.
//!
//! A code is stable, as mkpat's are: it is never given another meaning. Findings
//! about the patterns that a record gives have mkpat's own codes, with places in
//! the record.

use mkpat::diag::Severity;
use mkpat::diag::codes::CodeInfo;

macro_rules! codes {
    ($($constant:ident = $code:literal, $name:literal, $severity:ident, $summary:literal;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $summary, ".")]
            pub const $constant: &str = $code;
        )*

        /// All codes in ascending order.
        pub const CODES: &[CodeInfo] = &[
            $(CodeInfo {
                code: $code,
                name: $name,
                severity: Severity::$severity,
                summary: $summary,
            },)*
        ];
    };
}

codes! {
    SIZE = "KJ0001", "board-size", Error, "the board size (SZ) is missing or no size";
    DAMAGE = "KJ0002", "damaged-record", Warning, "the text of the record is damaged, or is no record at all";
    MOVE = "KJ0003", "impossible-move", Error, "a move is on a stone, or suicide";
    MARK = "KJ0004", "mark-off-board", Error, "the mark is not on the board";
    OUTSIDE = "KJ0005", "move-outside-mark", Error, "the move is outside of the rectangle that the mark spans";
    LABEL = "KJ0006", "bad-label", Error, "a label is not one letter, cannot be a label, or is outside of the mark";
    MARKS = "KJ0007", "several-marks", Warning, "a node has more than one mark";
    UNMARKED = "KJ0008", "lost-code", Warning, "a constraint, action or value stands in a node that gives no pattern";
    NOTHING = "KJ0009", "no-pattern", Warning, "no node of the record gives a pattern";
    GIVE_UP = "KJ0010", "too-many-findings", Error, "so many findings that the rest of the record is not looked at";
    TRANSPOSITION = "KJ0011", "transposition", Warning, "two orders of moves lead to one position, which is called good and bad";
    TWO_CLASSES = "KJ0012", "two-classes", Warning, "one move in one position has two classes";
    REPEATED = "KJ0013", "repeated-pattern", Warning, "one move in one position gives two patterns";
    CUT_STRING = "KJ0014", "cut-string", Warning, "the mark cuts a string in two";
    STONE_OUTSIDE = "KJ0015", "stone-outside", Hint, "a stone of the line is outside of the marked rectangle";
    NO_IDEA = "KJ0016", "no-idea", Warning, "a marked node has no word about its idea";
    REPLAY = "KJ0017", "not-proposed", Error, "the matcher does not propose the move on a board";
    NO_JOSEKI = "KJ0018", "no-joseki", Warning, "a pattern of a database that no record can give";
}
