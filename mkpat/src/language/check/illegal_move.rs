//! KP0643: a move that no board on which the pattern matches allows: suicide by the
//! diagram alone.

use mkpat_rt::helper::Stage;

use super::Context;
use super::facts::{self, O, X};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    // Here `*` is a mark, or a move of X.
    if matches!(cx.db.spec.stage, Stage::Dragons | Stage::Influence) {
        return;
    }
    let Some(mv) = p.mv else { return };
    let (inside, outside) = facts::neighbours(&p.diagram, mv);
    let contents = |cell: usize| facts::contents(&p.diagram, cell);
    if outside > 0 || inside.clone().any(|cell| !matches!(contents(cell), O | X)) {
        return;
    }
    let (strings, string_of) = facts::strings(&p.diagram);
    let mut around = inside.filter_map(|cell| Some(&strings[string_of[cell]?]));
    let breathes = around.any(|string| match string.color {
        O => string.goes_on || !string.only_liberty_is(mv),
        // Captured, if this is its last liberty.
        _ => string.only_known_liberty_is(mv),
    });
    if breathes {
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
