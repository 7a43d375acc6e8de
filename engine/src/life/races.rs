//! Races between neighbouring dragons that owl calls dead or in danger (the manual's `new_semeai`).
//!
//! Owl takes the stones around a dragon as they are; two dragons of which each dies if the other lives
//! are told apart here. Each pair is analysed twice, with either owner moving first; what is certain
//! makes a dead dragon alive, or critical with the moves that decide. What owl calls critical stays as it
//! is: a race does not see who runs, nor who else attacks.

use super::semeai::{self, Race, Semeai};
use crate::board::Board;
use crate::facts::{Dragon, Facts};
use crate::prover::Table;
use crate::reading::{Code, Reading};
use mkpat_rt::geom::Point;
use mkpat_rt::helper::Status;

/// Memory of the searches, in bytes.
const MEMORY: usize = 1 << 20;

/// Pairs that are looked at for one move at most.
const PAIRS: usize = 6;

/// Analyses the races; whether a status has changed.
pub(super) fn settle(board: &Board, facts: &mut Facts) -> bool {
    let pairs = pairs(facts);
    if pairs.is_empty() {
        return false;
    }
    let safe = semeai::around(board);
    let mut table = Table::with_bytes(MEMORY);
    let mut changed = false;
    for (a, b) in pairs {
        let (Some(one), Some(other)) = (facts.dragons.get(a), facts.dragons.get(b)) else {
            continue;
        };
        let stones = [one.stones(board), other.stones(board)];
        let mut first = |own, theirs| {
            let race = Race { own, theirs, safe };
            semeai::analyze(board, &race, semeai::NODES, &mut table).filter(Semeai::is_certain)
        };
        let (Some(mine), Some(his)) = (first(stones[0], stones[1]), first(stones[1], stones[0]))
        else {
            continue;
        };
        changed |= apply(facts, a, &mine, &his);
        changed |= apply(facts, b, &his, &mine);
    }
    changed
}

/// Neighbours of opposite colours that are both dead or in danger, one of them at least not lost by
/// tactics alone; those with most stones.
fn pairs(facts: &Facts) -> Vec<(Point, Point)> {
    let doubtful = |d: &Dragon| matches!(d.status, Status::Dead | Status::Critical);
    let lost = |d: &Dragon| d.strings.iter().all(|&s| facts.worms.is_lost(s));
    let mut out = Vec::new();
    for d in facts.dragons.list().iter().filter(|d| doubtful(d)) {
        for other in d.around.neighbours.iter().filter_map(|&n| facts.dragons.get(n)) {
            let once = other.color != d.color && d.origin < other.origin;
            if once && doubtful(other) && !(lost(d) && lost(other)) {
                out.push((std::cmp::Reverse(d.size + other.size), d.origin, other.origin));
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out.truncate(PAIRS);
    out.into_iter().map(|(_, a, b)| (a, b)).collect()
}

/// Writes down what a race says about the dragon at `p`: `mine` with its owner moving first, `his` with
/// the opponent.
fn apply(facts: &mut Facts, p: Point, mine: &Semeai, his: &Semeai) -> bool {
    if facts.dragons.status(p) != Some(Status::Dead) {
        return false;
    }
    let (status, moves) = match (his.attacks, mine.defends) {
        (Code::Lose, _) => (Status::Alive, None),
        (_, Code::Lose) => return false,
        (attack, defend) => {
            let reading = |code, point| Reading { code, point };
            (Status::Critical, Some([reading(attack, his.played), reading(defend, mine.played)]))
        }
    };
    facts.dragons.revise(p, status, moves);
    true
}
