//! KP0643: a move that no board on which the pattern matches allows: suicide by the
//! diagram alone.

use mkpat_rt::helper::Stage;

use super::Context;
use super::facts::{self, EMPTY, O, X};
use crate::diag::{Diagnostic, codes};
use crate::ir::Pattern;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    // Here `*` is a mark, or a move of X.
    if matches!(cx.db.spec.stage, Stage::Dragons | Stage::Influence) {
        return;
    }
    let Some(mv) = p.mv else { return };
    let (strings, string_of) = facts::strings(&p.diagram);
    let (inside, outside) = facts::neighbours(&p.diagram, mv);
    let breathes = inside.iter().any(|&cell| {
        let there = facts::contents(&p.diagram, cell);
        match string_of[cell].map(|at| &strings[at]) {
            Some(string) if string.color == O => string.goes_on || !string.only_liberty_is(mv),
            // Captured, if this is its last liberty.
            Some(string) => string.only_known_liberty_is(mv),
            None => there & (EMPTY | O) != 0 || there & X == 0,
        }
    });
    if outside > 0 || breathes {
        return;
    }
    cx.out.push(
        Diagnostic::warning(
            codes::ILLEGAL_MOVE,
            p.diagram.spans[mv],
            format!("the move of pattern {} is suicide wherever the pattern matches", p.name),
        )
        .note("every neighbour of `*` is a stone of X that has another liberty, or the edge")
        .note("a move that captures shows the captured string with no liberty but `*`"),
    );
}
