//! KP0650: more than one explicit anchor; the last one counts (docs/pattern-language.md, "Move
//! and anchor").

use mkpat_rt::helper::Stage;

use super::{Context, image};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;

pub(super) fn check(cx: &mut Context<'_>, p: &Pattern) {
    let marks: Vec<usize> = image::marked_anchors(p).collect();
    let [first, .., last] = marks[..] else { return };
    // Intrusions have exactly one `Q`: KP0618.
    if cx.db.spec.stage == Stage::Influence {
        return;
    }
    cx.out.push(
        Diagnostic::hint(
            codes::SEVERAL_ANCHORS,
            p.diagram.spans[first],
            format!("pattern {} has more than one anchor", p.name),
        )
        .also(p.diagram.spans[last], "this one counts")
        .note("draw the others as `O` and `X`"),
    );
}
