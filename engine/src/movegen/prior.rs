//! How likely a move is, by what it looks like and by what speaks for it: what random games start from at the root, and
//! what the values of moves are mixed with ([`weigh`]): good moves look alike, and values leave out much of why.
//!
//! The score of a move is a weighted sum of its look ([`crate::playouts::features`]) and of the numbers that
//! [`Standing::numbers`] makes of a candidate: its place in the order of values, its value, the parts of that, the kinds of its reasons,
//! or why it was dismissed. Moves are expected in proportion to the exponential of their scores. The weights
//! (`prior_weights`) are learned from games by `prior_tests`.

use super::prior_weights::WEIGHTS;
use super::{Candidate, Considered, Dismissal, MoveReason, ValuedMove, WORTHLESS};
use crate::board::Board;
use crate::playouts;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::montecarlo::PlayoutDb;

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
        // The weights were learned when no move had this reason.
        MoveReason::Invade => return None,
        MoveReason::Games { .. } => return None,
    })
}

/// What speaks for the moves of a position, by their values without what likelihood makes of them.
pub(super) struct Standing<'c> {
    considered: &'c Considered,
    /// The moves that are worth playing by those values, the best first, and the others.
    order: Vec<&'c Candidate>,
    others: Vec<&'c Candidate>,
    best: f32,
}

impl<'c> Standing<'c> {
    pub(super) fn new(considered: &'c Considered) -> Standing<'c> {
        let is_worth = |c: &&Candidate| c.value_by_reasons() > WORTHLESS;
        let (mut order, others): (Vec<&Candidate>, Vec<_>) =
            considered.valued().partition(is_worth);
        order.sort_by(|a, b| {
            b.value_by_reasons().total_cmp(&a.value_by_reasons()).then(a.point.cmp(&b.point))
        });
        let best = order.first().map_or(0.0, |c| c.value_by_reasons()).max(1e-3);
        Standing { considered, order, others, best }
    }

    /// The numbers of a move, but for its look.
    pub(super) fn numbers(&self, p: Point) -> [f32; NUMBERS] {
        let mut out = [0.0; NUMBERS];
        if let Some(place) = self.order.iter().position(|c| c.point == p) {
            let c = self.order[place];
            let bucket = PLACES.iter().position(|&least| place < least).unwrap_or(0);
            out[PLACE + bucket] = 1.0;
            out[VALUE] = (c.value_by_reasons() / self.best).clamp(0.0, 1.0);
            out[VALUE + 1] = c.value_by_reasons().max(0.0).ln_1p();
            tell(c, &mut out);
        } else if let Some(c) = self.others.iter().find(|c| c.point == p) {
            out[DISMISSED + 3] = 1.0;
            tell(c, &mut out);
        }
        match self.considered.dismissed.iter().find(|d| d.0 == p).map(|d| d.1) {
            Some(Dismissal::Forbidden) => out[DISMISSED] = 1.0,
            Some(Dismissal::Replaced(_)) => out[DISMISSED + 1] = 1.0,
            Some(Dismissal::Unsafe) => out[DISMISSED + 2] = 1.0,
            _ => {}
        }
        out
    }

    /// What is added to the look of a move, times [`LOOK`], for what speaks for it.
    pub(super) fn score(&self, p: Point) -> f32 {
        self.numbers(p).iter().zip(WEIGHTS).map(|(n, w)| n * w).sum()
    }
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

/// By what the look of a move is multiplied before [`Standing::score`] is added.
pub(super) const LOOK: f32 = WEIGHTS[0];

/// Makes of the values of the moves worth playing a mean of value and odds: the move with the best one keeps its value, another
/// is worth the part of it that comes of multiplying its part of that value, to the power 1 − `part`, and its part of those odds,
/// to the power `part`. What the analysis of a room demands stays; what patterns demand is weighed with the rest.
pub(super) fn weigh(
    board: &Board,
    db: &PlayoutDb,
    color: Color,
    part: f32,
    moves: &mut [ValuedMove],
) {
    let candidate = |m: &ValuedMove| Candidate {
        point: m.proposal.point,
        value: m.order,
        decision: m.decision,
        reasons: m.proposal.reasons.clone(),
    };
    let candidates = moves.iter().map(candidate).collect();
    let considered = Considered { candidates, ..Considered::default() };
    let standing = Standing::new(&considered);
    let looks = playouts::expectations(board, db, color);
    // What random games would never play looks like the unlikeliest move.
    let least = looks.iter().map(|l| l.1).fold(0.0, f32::min);
    let look = |p: Point| looks.iter().find(|l| l.0 == p).map_or(least, |l| l.1);
    let odds = |p: Point| LOOK * look(p) + standing.score(p);
    let worth = moves.iter_mut().filter(|m| m.order > WORTHLESS);
    let worth: Vec<(f32, &mut ValuedMove)> = worth.map(|m| (odds(m.proposal.point), m)).collect();
    let mean = |m: &ValuedMove, odds: f32| (1.0 - part) * m.order.ln() + part * odds;
    let means: Vec<f32> = worth.iter().map(|(odds, m)| mean(m, *odds)).collect();
    let Some(first) = (0..means.len()).max_by(|&i, &j| means[i].total_cmp(&means[j])) else {
        return;
    };
    let best = worth[first].1.order;
    for ((_, m), found) in worth.into_iter().zip(&means) {
        let mut value = best * (found - means[first]).exp();
        // What comes of a room is read to its end, not guessed.
        if m.proposal.reasons.iter().any(MoveReason::is_proved) {
            value = value.max(m.proposal.bounds().0);
        }
        m.decision.likelihood = value - m.order;
        m.order = value;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::proposal;
    use super::super::{Decision, Proposal};
    use super::*;

    /// What becomes of these values of Black's moves on an empty board: a first-line move in the corner, for `reason`, and one
    /// on the third line for territory.
    fn weighed(values: [f32; 2], reason: MoveReason) -> [f32; 2] {
        let board = Board::new(9).expect("a size");
        let set = patterns::pattern_set().expect("databases");
        let db = set.playouts.first().expect("weights of playouts");
        let moved = |mut proposal: Proposal, order: f32| {
            proposal.at_least(order);
            ValuedMove { order, decision: Decision::default(), proposal }
        };
        let mut moves = [
            moved(proposal((0, 0), reason), values[0]),
            moved(proposal((2, 2), MoveReason::Territory), values[1]),
        ];
        weigh(&board, db, Color::Black, 0.5, &mut moves);
        moves.map(|m| m.order)
    }

    #[test]
    fn the_best_mean_keeps_its_value_and_an_unlikely_move_loses() {
        let [corner, side] = weighed([9.0, 8.0], MoveReason::Territory);
        assert_eq!(side, 8.0);
        assert!(corner < 4.0, "{corner}");
        let [corner, side] = weighed([9.0, 0.2], MoveReason::Territory);
        assert_eq!((corner, side), (9.0, 0.2));
    }

    #[test]
    fn what_a_room_demands_stays() {
        let room = MoveReason::Room(Point::new(0, 1));
        assert_eq!(weighed([9.0, 8.0], room), [9.0, 8.0]);
    }
}
