//! Findings about text that compiles, or nearly: a file per check. (A check has several
//! codes where its findings exclude each other.)
//!
//! A check reads the typed form (some also the tree) and pushes diagnostics; it
//! changes nothing and knows no other check. Errors found here are those that
//! no later stage needs to know (a false symmetry compiles, but silently loses
//! matches). `image` holds what several checks need: diagrams and code under the
//! eight transformations.

mod argument_kind;
mod barrier_class;
mod break_through;
mod class_letters;
mod class_stones;
mod comparison;
mod condition;
mod contradiction;
mod contradictory_values;
mod cover;
mod decided;
mod duplicate_corner;
mod duplicate_pattern;
mod empty_database;
mod facts;
mod final_newline;
mod forbidden_move;
mod idea;
mod idle_element;
mod idle_margin;
mod idle_pass;
mod idle_value;
mod illegal_move;
mod image;
mod impossible_position;
mod label_case;
mod label_diagram;
mod label_edges;
mod labels;
mod missing_value;
mod name;
mod no_effect;
mod obsolete_helper;
mod perhaps_empty;
mod range;
mod repeated_argument;
mod repeated_term;
mod repeated_value;
mod several_anchors;
mod shadowed_pattern;
mod skipped_move;
mod stone_colors;
mod symmetry;
mod unreachable;
mod untidy_code;
mod untidy_line;

use crate::diag::Diagnostics;
use crate::language::ir::{Database, Pattern};
use crate::language::syntax::ast::{File, Item, PatternNode};
use crate::source::{Sources, Span};
pub(crate) use class_letters::letters as stage_letters;

/// What a check may look at besides the pattern.
struct Context<'a> {
    sources: &'a Sources,
    db: &'a Database,
    out: &'a mut Diagnostics,
}

impl Context<'_> {
    /// The whole lines that a span touches, and blank lines below them.
    fn lines_of(&self, span: Span) -> Span {
        let text = self.sources.file(span.file).text.as_str();
        let start = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let line_end = |from: usize| text[from..].find('\n').map_or(text.len(), |at| from + at + 1);
        let mut end = line_end(span.end as usize);
        while end < text.len() && text[end..line_end(end)].trim().is_empty() {
            end = line_end(end);
        }
        Span::new(span.file, start, end)
    }

    /// The whole line in which a span begins, its end included.
    fn line_of(&self, span: Span) -> Span {
        let text = self.sources.file(span.file).text.as_str();
        let at = span.start as usize;
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
        Span::new(span.file, start, end)
    }
}

type PatternCheck = fn(&mut Context<'_>, &Pattern);
type NodeCheck = fn(&mut Context<'_>, &File, &PatternNode);

/// Checks of single patterns.
const PATTERN_CHECKS: &[PatternCheck] = &[
    argument_kind::check,
    barrier_class::check,
    break_through::check,
    class_letters::check,
    class_stones::check,
    comparison::check,
    condition::check,
    contradiction::check,
    contradictory_values::check,
    decided::check,
    idea::check,
    idle_element::check,
    idle_margin::check,
    idle_pass::check,
    idle_value::check,
    illegal_move::check,
    impossible_position::check,
    label_case::check,
    label_diagram::check,
    label_edges::check,
    labels::check,
    missing_value::check,
    no_effect::check,
    obsolete_helper::check,
    perhaps_empty::check,
    repeated_argument::check,
    repeated_term::check,
    repeated_value::check,
    several_anchors::check,
    skipped_move::check,
    stone_colors::check,
    symmetry::check,
    unreachable::check,
];

/// Checks of the text of single patterns.
const NODE_CHECKS: &[NodeCheck] = &[name::check, untidy_code::check];

/// Checks one lowered database and the trees it was made from.
pub fn check(sources: &Sources, trees: &[File], db: &Database, diags: &mut Diagnostics) {
    let mut cx = Context { sources, db, out: diags };
    for pattern in &db.patterns {
        for check in PATTERN_CHECKS {
            check(&mut cx, pattern);
        }
    }
    for file in trees {
        for item in &file.items {
            if let Item::Pattern(node) = item {
                for check in NODE_CHECKS {
                    check(&mut cx, file, node);
                }
            }
        }
        untidy_line::check(&mut cx, file);
        final_newline::check(&mut cx, file);
    }
    empty_database::check(&mut cx, trees);
    duplicate_corner::check(&mut cx);
    duplicate_pattern::check(&mut cx, trees);
    forbidden_move::check(&mut cx);
    shadowed_pattern::check(&mut cx);
}
