//! Combinations: forcing moves, each a threat to capture something, until two
//! strings hang at once ("atari-atari").
//!
//! Candidates come from the databases of the combination stage. After each the
//! opponent answers the threat in every way that reading or the liberties of
//! the string suggest; the combination works if some string can be captured
//! whatever he does.

use super::{Proposals, Reason};
use crate::patterns::{Host, Shapes};
use crate::reading::Code;
use mkpat_rt::db::Database;
use mkpat_rt::geom::{Color, Point};

/// Forcing moves in a row.
const DEPTH: usize = 3;
/// Positions looked at per move.
const LIMIT: u32 = 60;

/// Looks for a combination of `color` that begins with a pattern of `db`.
pub(super) fn propose(
    shapes: &mut Shapes,
    db: &Database,
    host: &mut Host<'_, '_>,
    color: Color,
    out: &mut Proposals,
) {
    let mut left = LIMIT;
    if let Some((p, target)) = search(shapes, db, host, color, DEPTH, &mut left) {
        out.add(p, Reason::Combination(target));
    }
}

/// A forcing move and the string that falls in the end.
fn search(
    shapes: &mut Shapes,
    db: &Database,
    host: &mut Host<'_, '_>,
    color: Color,
    depth: usize,
    left: &mut u32,
) -> Option<(Point, Point)> {
    if depth == 0 || *left == 0 {
        return None;
    }
    for m in shapes.run(db, host, color, |_| true) {
        let class = db.data.pattern(m.pattern).class;
        let mv = m.site.mv;
        for &target in &m.enemy {
            // What can be captured at once needs no combination.
            let lost = host.tables().worms.get(target).is_some_and(|w| w.attack.is_success());
            if lost || *left == 0 {
                continue;
            }
            *left -= 1;
            if !class.has('s') && !host.reader().safe_move(mv, color).is_success() {
                continue;
            }
            if !host.reader().play(color, mv) {
                continue;
            }
            let works = host.reader().attack(target).code == Code::Win
                && refutes_all(shapes, db, host, color, target, depth, left);
            host.reader().undo();
            if works {
                return Some((mv, target));
            }
        }
    }
    None
}

/// Whether every answer to the threat against `target` loses something.
fn refutes_all(
    shapes: &mut Shapes,
    db: &Database,
    host: &mut Host<'_, '_>,
    color: Color,
    target: Point,
    depth: usize,
    left: &mut u32,
) -> bool {
    let mut answers: Vec<Point> = Vec::new();
    let board = host.reader().board();
    answers.extend(board.liberties(target));
    for enemy in board.adjacent_enemies_with(target, 2) {
        answers.extend(board.liberties(enemy));
    }
    answers.sort_unstable();
    answers.dedup();
    for answer in answers {
        if !host.reader().play(color.other(), answer) {
            continue;
        }
        let falls = host.reader().attack(target).code == Code::Win
            || another_falls(host, color, target)
            || search(shapes, db, host, color, depth - 1, left).is_some();
        host.reader().undo();
        if !falls {
            return false;
        }
    }
    true
}

/// Whether a string that was safe at the root can be captured now.
fn another_falls(host: &mut Host<'_, '_>, color: Color, target: Point) -> bool {
    let worms = host.tables().worms.list();
    worms.iter().filter(|w| w.color != color && w.origin != target && !w.attack.is_success()).any(
        |w| {
            let reader = host.reader();
            reader.board().color_at(w.origin) == Some(w.color)
                && reader.board().liberty_count(w.origin) <= 2
                && reader.attack(w.origin).code == Code::Win
        },
    )
}
