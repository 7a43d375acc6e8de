//! How likely a move is, by what it looks like and by what speaks for it: what random games start from at the root.
//!
//! The score of a move is a weighted sum of its look ([`crate::playouts::features`]) and of the numbers that
//! [`numbers`] makes of a candidate: its place in the order of values, its value, the parts of that, the kinds of its reasons,
//! or why it was dismissed. Moves are expected in proportion to the exponential of their scores. The weights
//! (`prior_weights`) are learned from games by `prior_tests`.

use super::prior_weights::WEIGHTS;
use super::{Candidate, Considered, Dismissal, MoveReason};
use mkpat_rt::geom::Point;

/// How many numbers there are; the first is the look.
pub(super) const NUMBERS: usize = PARTS + 4;

/// The first of the numbers that tell the place in the order, for places below these ones.
const PLACE: usize = 1;
const PLACES: [usize; 7] = [1, 2, 3, 5, 8, 13, usize::MAX];
/// Part of the best value; logarithm of the value.
const VALUE: usize = PLACE + PLACES.len();
/// Forbidden, replaced, unsafe; then: valued, but not worth a move.
const DISMISSED: usize = VALUE + 2;
/// One for each kind of reason.
const REASONS: usize = DISMISSED + 4;
const KINDS: usize = 19;
/// Logarithms of the parts: territory, strategy, threats, safety.
const PARTS: usize = REASONS + KINDS;
const _: () = assert!(WEIGHTS.len() == NUMBERS, "each number has a weight");

fn kind(reason: &MoveReason) -> Option<usize> {
    Some(match reason {
        MoveReason::Attack(..) => 0,
        MoveReason::Defend(..) => 1,
        MoveReason::AttackThreat(_) => 2,
        MoveReason::AttackEither(..) => 3,
        MoveReason::DefendBoth(..) => 4,
        MoveReason::Connect(..) => 5,
        MoveReason::Cut(..) => 6,
        MoveReason::Kill(..) => 7,
        MoveReason::Live(..) => 8,
        MoveReason::StrategicAttack(_) => 9,
        MoveReason::StrategicDefend(_) => 10,
        MoveReason::Territory => 11,
        MoveReason::Moyo => 12,
        MoveReason::Combination(..) => 13,
        MoveReason::PreventCombination(..) => 14,
        MoveReason::Room(_) => 15,
        MoveReason::Fuseki => 16,
        MoveReason::Pattern(..) => 17,
        MoveReason::Dame => 18,
        MoveReason::Games { .. } => return None,
    })
}

/// The numbers of a move, but for its look.
pub(super) fn numbers(considered: &Considered, p: Point) -> [f32; NUMBERS] {
    let mut out = [0.0; NUMBERS];
    let best = considered.candidates.first().map_or(0.0, |c| c.value).max(1e-3);
    if let Some(place) = considered.candidates.iter().position(|c| c.point == p) {
        let c = &considered.candidates[place];
        let bucket = PLACES.iter().position(|&least| place < least).unwrap_or(0);
        out[PLACE + bucket] = 1.0;
        out[VALUE] = (c.value / best).clamp(0.0, 1.0);
        out[VALUE + 1] = c.value.max(0.0).ln_1p();
        tell(c, &mut out);
    } else if let Some(c) = considered.others.iter().find(|c| c.point == p) {
        out[DISMISSED + 3] = 1.0;
        tell(c, &mut out);
    }
    match considered.dismissed.iter().find(|d| d.0 == p).map(|d| d.1) {
        Some(Dismissal::Forbidden) => out[DISMISSED] = 1.0,
        Some(Dismissal::Replaced(_)) => out[DISMISSED + 1] = 1.0,
        Some(Dismissal::Unsafe) => out[DISMISSED + 2] = 1.0,
        _ => {}
    }
    out
}

fn tell(c: &Candidate, out: &mut [f32; NUMBERS]) {
    for kind in c.reasons.iter().filter_map(kind) {
        out[REASONS + kind] = 1.0;
    }
    let d = &c.decision;
    for (to, part) in out[PARTS..].iter_mut().zip([d.territory, d.strategy, d.threats, d.safety]) {
        *to = part.signum() * part.abs().ln_1p();
    }
}

/// What is added to the look of a move, times [`LOOK`], for what speaks for it.
pub(super) fn score(considered: &Considered, p: Point) -> f32 {
    let numbers = numbers(considered, p);
    numbers.iter().zip(WEIGHTS).map(|(n, w)| n * w).sum()
}

/// By what the look of a move is multiplied before [`score`] is added.
pub(super) const LOOK: f32 = WEIGHTS[0];
