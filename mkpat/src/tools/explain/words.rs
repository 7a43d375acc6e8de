//! What letters and names mean (docs/pattern-language.md, "Elements", "Symmetry", "Class
//! letters", "Values").

use mkpat_rt::colon_line::{AttrKind, Symmetry};
use mkpat_rt::helper::Stage;

use crate::language::check;
use crate::language::manifest::Kind;
use crate::language::syntax::ast::DirectiveKind;

/// The elements of diagrams.
pub const ELEMENTS: &str = ".OXox?*,!QY";

/// What a directive says.
pub const fn directive(kind: DirectiveKind) -> &'static str {
    match kind {
        DirectiveKind::AttributeMap => {
            "Which values colon lines may give: general, value_only, owl_attack, owl_defense or none. Stands before the first pattern."
        }
        DirectiveKind::GoalElements => {
            "Which elements (`. X O x o`, or none) can decide whether a pattern touches the dragon that is read. A hint: all elements are kept."
        }
        DirectiveKind::CallbackData => {
            "Which elements (`. X O x o , !`, or none) the receiver of a match looks at. A hint: all elements are kept."
        }
    }
}

/// What a constant is.
pub fn constant(name: &str) -> &'static str {
    match name {
        "WIN" => "Code of reading functions: works without condition.",
        "KO_A" => {
            "Code of reading functions: works by ko; the opponent must find the first threat."
        }
        "KO_B" => {
            "Code of reading functions: works by ko; the side to move must find the first threat."
        }
        "ALIVE" => "Status of a dragon: lives whoever moves first.",
        "DEAD" => "Status of a dragon: dies whoever moves first.",
        "CRITICAL" => "Status of a dragon: lives or dies by who moves first.",
        _ => "Status of a dragon: not decided.",
    }
}

/// What databases of a kind consist of.
pub const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::General => {
            "Patterns with exactly one `*`, the move that they propose. Any stones and edges; a match starts from a stone of the diagram, its anchor."
        }
        Kind::Connections => {
            "Patterns about strings that belong together (stage dragons: class `C` joins the strings of O, `B` cuts them) and about influence (stage influence: `,` and `!` are marks). As the kind general, but `*` may be missing."
        }
        Kind::Corner => {
            "Patterns that show a corner and everything in it: two edges that meet, and no elements but `.`, `O`, `X` and `*`. For joseki; the largest pattern that matches a corner counts."
        }
        Kind::Dfa => {
            "Patterns as in the kind general. The name is that of the automaton for which GNU Go compiles them."
        }
        Kind::FullBoard => {
            "Patterns that show a whole board: four edges, and no elements but `.`, `O`, `X` and `*`. For fuseki on boards of one size."
        }
        Kind::Eyes => {
            "Eye shapes with their values, in a language of their own: a number, a drawing, and four digits."
        }
        Kind::MonteCarlo => {
            "Weights of the moves of random games, in a language of their own: drawings of three by three vertices without names, with lines of weights below them."
        }
    }
}

/// When databases of a stage are matched.
pub fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Worms => "While worms are evaluated, at the root: attack and defense databases.",
        Stage::Dragons => "While dragons are formed: the connection database.",
        Stage::Influence => "In every influence computation: influence and barrier databases.",
        Stage::Combination => "Inside the combination search.",
        Stage::Owl => "Inside owl reading: attack, defence and vital-point databases.",
        Stage::Movegen => {
            "In move generation, everything about the root known: general, fuseki, joseki and endgame databases."
        }
        Stage::Handicap => "Before the game, when free handicap stones are placed.",
    }
}

/// The class letters that some database of a stage looks at.
pub fn stage_letters(stage: Stage) -> String {
    let mut out = String::new();
    for kind in [Kind::General, Kind::Connections] {
        let new = check::stage_letters(stage, kind).chars().filter(|&ch| !out.contains(ch));
        let new: String = new.collect();
        out.push_str(&new);
    }
    out
}

/// What an element of a diagram demands.
pub fn element(ch: char) -> Option<&'static str> {
    Some(match ch {
        '.' => "An empty vertex.",
        'O' => "A stone of the side the pattern is written for.",
        'X' => "A stone of the opponent.",
        'o' => "Empty or an O stone.",
        'x' => "Empty or an X stone.",
        '?' => "Anything on the board.",
        '*' => "The move of the pattern: an empty vertex.",
        ',' => "An empty vertex; in barrier patterns influence cannot pass it.",
        '!' => {
            "An empty vertex with a mark: connection is inhibited, influence is weakened, or the opponent answers here."
        }
        'Q' => "An O stone and the anchor of the pattern.",
        'Y' => "An X stone and the anchor of the pattern.",
        _ => return None,
    })
}

/// What a class letter says. The meaning of most depends on the database.
pub fn class(ch: char) -> &'static str {
    match ch {
        'O' => "No stone of O in the pattern belongs to a dragon that is DEAD or CRITICAL.",
        'o' => "No stone of O in the pattern belongs to a dragon that is ALIVE.",
        'X' => "No stone of X in the pattern belongs to a dragon that is DEAD.",
        'x' => "No stone of X in the pattern belongs to a dragon that is ALIVE.",
        's' => "Sacrifice: the move need not be safe.",
        'n' => "A move by X at `*` must be safe, too.",
        'C' => {
            "Connects all O dragons of the pattern. Connection database: amalgamates. Owl: cuts X off the goal."
        }
        'c' => {
            "Weak connection. Owl and combination databases: works only together with another pattern."
        }
        'B' => {
            "Cuts the X dragons of the pattern. Connection database: cutting point. Barriers: intrusion. Owl: the move is not connected to the goal."
        }
        'b' => "Blocks. Owl: perhaps not connected to the goal.",
        'e' => "Makes or secures territory.",
        'E' => "Expands influence. Influence: extra source. Owl: escape move.",
        'a' => "Attacks all X dragons of the pattern. Owl: connects all O stones to the goal.",
        'd' => "Defends all O dragons of the pattern.",
        'A' => {
            "Attack database: tries the move against each X string. Barriers: stops influence of O."
        }
        'D' => {
            "Defense database: tries the move for each O string. Barriers: stops influence of X."
        }
        'I' => "Invasion. Influence: source for the side to move.",
        'J' => "Standard joseki move.",
        'j' => "Less urgent joseki move.",
        't' => {
            "Minor joseki move, tenuki is allowed. Barriers: points where one side gets no territory."
        }
        'T' => "Trick joseki move.",
        'U' => "Urgent joseki move.",
        'W' => "Worthwhile threat.",
        'F' => "Fuseki pattern; goes with `j` or `t`.",
        'N' => "Antisuji: the move must never be played.",
        'Y' => "Experimental; influence: for territory only.",
        _ => "Unknown.",
    }
}

/// What a symmetry code declares.
pub fn symmetry(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::None => "No symmetry: all eight orientations are tried.",
        Symmetry::Vertical => {
            "Equal to its mirror image left to right: four orientations are tried."
        }
        Symmetry::Horizontal => {
            "Equal to its mirror image top to bottom: four orientations are tried."
        }
        Symmetry::Diagonal => {
            "Equal to its mirror image in the `\\` diagonal: four orientations are tried."
        }
        Symmetry::AntiDiagonal => {
            "Equal to its mirror image in the `/` diagonal: four orientations are tried."
        }
        Symmetry::Plus => "Equal to both mirror images: two orientations are tried.",
        Symmetry::Cross => "Equal to both diagonal mirror images: two orientations are tried.",
        Symmetry::Rotation => "Equal to itself turned by 180 degrees: four orientations are tried.",
    }
}

/// What a value says.
pub fn value(kind: AttrKind) -> &'static str {
    match kind {
        AttrKind::Value => {
            "The value of the pattern itself. Owl databases: moves are tried in the order of their values; 99 forces the move, 100 wins the search at once. Influence: strength of the source. Barriers, class `B`: strength of the intrusion. Handicap: N more is 2^N times as likely. Whole boards and oracle: the weight of the move."
        }
        AttrKind::MinValue => "The final value of the move is at least this many points.",
        AttrKind::MaxValue => "The final value of the move is at most this many points.",
        AttrKind::MinTerri => "The territorial value of the move is at least this many points.",
        AttrKind::MaxTerri => "The territorial value of the move is at most this many points.",
        AttrKind::Shape => "Added to the shape value of the move; may be negative.",
        AttrKind::Followup => "Added to the follow-up value of the move.",
        AttrKind::ReverseFollowup => "Added to the reverse follow-up value of the move.",
        AttrKind::ThreatensToCapture => "The move threatens to capture the string at this label.",
        AttrKind::ThreatensEye => "The move threatens the eye at this label.",
        AttrKind::ReverseSente => "The move prevents the opponent's sente move at this label.",
    }
}
