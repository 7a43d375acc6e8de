//! What decides between two moves: `katachi compare` and `katachi-compare`.
//!
//! The engine tells the number that decides about each move, in parts, or why it does not consider
//! the move; this module puts them side by side. It computes nothing.

use std::fmt::Write as _;

use engine::movegen::{Candidate, Considered};
use mkpat_rt::geom::{Color, Point};

use crate::session::Session;
use crate::why::words::{dismissal, points};

/// A move with what decides about it.
enum Standing {
    /// Its place among the candidates, from 1.
    Candidate(usize, Candidate),
    /// Why it is none.
    Refused(String),
}

/// Compares two moves of `color` as text.
///
/// # Errors
/// If a vertex is not empty, or both are the same.
pub fn compare(session: &mut Session, color: Color, moves: [Point; 2]) -> Result<String, String> {
    let size = session.game().size();
    let [a, b] = moves;
    for p in moves {
        if !session.game().board().is_empty(p) {
            return Err(format!("{} is not empty", p.name(size)));
        }
    }
    if a == b {
        return Err(format!("{} is compared with itself", a.name(size)));
    }
    let considered = session.considered(color);
    let standings = moves.map(|p| standing(&considered, session, color, p));
    let mut out = String::new();
    for (p, standing) in moves.iter().zip(&standings) {
        let _ = writeln!(out, "{}", line(session, *p, standing));
    }
    match &standings {
        [Standing::Candidate(i, x), Standing::Candidate(j, y)] => {
            out.push_str(&table(x, y, i < j, size));
        }
        [Standing::Candidate(..), Standing::Refused(_)] => {
            let _ =
                writeln!(out, "{} is preferred: {} is not considered.", a.name(size), b.name(size));
        }
        [Standing::Refused(_), Standing::Candidate(..)] => {
            let _ =
                writeln!(out, "{} is preferred: {} is not considered.", b.name(size), a.name(size));
        }
        _ => out.push_str("Neither is considered.\n"),
    }
    Ok(out)
}

fn standing(considered: &Considered, session: &mut Session, color: Color, p: Point) -> Standing {
    let size = session.game().size();
    if let Some((i, c)) = considered.valued().enumerate().find(|(_, c)| c.point == p) {
        return Standing::Candidate(i + 1, c.clone());
    }
    if session.game_mut().legality(color, p).is_err() {
        return Standing::Refused("it is illegal".to_string());
    }
    let why = considered.dismissed.iter().find(|d| d.0 == p);
    Standing::Refused(match why {
        Some((_, why)) => dismissal(*why, size),
        None => "nothing speaks for it: it lies in own territory".to_string(),
    })
}

/// A move with its place, its number and its reasons.
fn line(session: &Session, p: Point, standing: &Standing) -> String {
    let name = p.name(session.game().size());
    match standing {
        Standing::Candidate(place, c) => {
            let reasons: Vec<String> = c.reasons.iter().map(|r| session.describe(r)).collect();
            let (_, total) = c.decision.hundredths(c.value);
            let reasons = match reasons.join("; ") {
                none if none.is_empty() => String::new(),
                some => format!(": {some}"),
            };
            format!("{name}  {}  (number {place}){reasons}", points(total))
        }
        Standing::Refused(why) => format!("{name}  not considered: {why}"),
    }
}

/// The parts side by side, and which of them decide; `x_wins` tells which move is chosen first.
fn table(x: &Candidate, y: &Candidate, x_wins: bool, size: usize) -> String {
    let (px, tx) = x.decision.hundredths(x.value);
    let (py, ty) = y.decision.hundredths(y.value);
    let part =
        |parts: &[(&str, i64)], name: &str| parts.iter().find(|p| p.0 == name).map_or(0, |p| p.1);
    let (nx, ny) = (x.point.name(size), y.point.name(size));
    let mut out = format!("\n{:14}{nx:>9}{ny:>9}{:>12}\n", "", "difference");
    let mut differences: Vec<(&str, i64)> = Vec::new();
    for (name, _) in x.decision.parts() {
        let (a, b) = (part(&px, name), part(&py, name));
        if a != 0 || b != 0 {
            let _ = writeln!(out, "{name:14}{:>9}{:>9}{:>12}", points(a), points(b), points(a - b));
            differences.push((name, a - b));
        }
    }
    let _ = writeln!(out, "{:14}{:>9}{:>9}{:>12}", "sum", points(tx), points(ty), points(tx - ty));
    let (better, worse) = if x_wins { (&nx, &ny) } else { (&ny, &nx) };
    let sign = if x_wins { 1 } else { -1 };
    differences.sort_by_key(|d| std::cmp::Reverse(d.1 * sign));
    let best = differences.first().filter(|d| d.1 * sign > 0);
    let decides = best
        .map_or(String::new(), |(name, by)| format!(": {name} decides, by {}", points(by * sign)));
    let _ = writeln!(out, "\n{better} is preferred to {worse}{decides}.");
    out
}
