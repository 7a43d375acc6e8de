//! What the prover says of a dragon, all that lies outside of its region taken for stones of the
//! attacker.
//!
//! That the dragon lives holds then whatever is outside; that it dies, where what lies around the region is the
//! attacker's indeed.

use super::Goal;
use super::sight::{Sight, on_board};
use crate::board::{Board, PointSet};
use crate::prover::{self, Limits, Question, Status, Table};
use crate::reading::Reading;
use crate::search::{Code, Deadline};
use mkpat_rt::geom::{Color, Point};

/// What the prover says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Closed {
    /// For who moves first, if it is settled.
    pub(super) settled: Option<Reading>,
    /// The best move as far as it is known.
    pub(super) likely: Option<Point>,
    /// His first move later in the line, if that begins with a pass for a threat elsewhere.
    pub(super) later: Option<Point>,
    /// Where moves were looked for.
    pub(super) zone: PointSet,
    /// Positions that were looked at.
    pub(super) nodes: u64,
    /// Whether it comes from the first region, the smallest.
    narrow: bool,
    /// Whether it was asked about no other stones than those of the dragon.
    exact: bool,
    /// Whether it was asked about all stones of the dragon.
    all: bool,
}

/// Asks about the dragon in the position on the board.
pub(super) fn closed(
    board: &Board,
    goal: &Goal,
    first: Color,
    nodes: u64,
    deadline: Deadline,
    table: &mut Table,
) -> Option<Closed> {
    let stone = goal.stones.iter().find(|&p| board.color_at(p) == Some(goal.owner))?;
    let question = Question { goal: prover::Goal::Kill(stone), first };
    let limits = Limits { deadline, ..Limits::nodes(nodes) };
    let found = prover::prove(board, &question, &limits, table).ok()?;
    // The prover takes for one what lies close together, cut or not.
    let group = prover::group(board, &[stone].into_iter().collect());
    let exact = group.is_subset(&goal.stones);
    let all = goal.stones.and(&board.stones_of(goal.owner)).is_subset(&group);
    let likely = found.line.first().map(|&(_, p)| p).filter(|p| !p.is_pass());
    let mut own = found.line.iter().filter(|&&(c, p)| c == first && !p.is_pass());
    let later = own.next().map(|&(_, p)| p).filter(|_| likely.is_none());
    let settled = match found.status {
        Status::Settled(code) => {
            let point = if code == Code::Lose { None } else { likely };
            Some(Reading { code, point: point.unwrap_or(Point::PASS) })
        }
        _ => None,
    };
    let (zone, nodes, narrow) = (found.zone, found.nodes, found.stage == 0);
    Some(Closed { settled, likely, later, zone, nodes, narrow, exact, all })
}

impl Closed {
    /// Whether the owner has his way, if that is certain and no ko decides.
    pub(super) fn owner_wins(
        &self,
        board: &Board,
        goal: &Goal,
        sight: &Sight,
        first: Color,
    ) -> Option<bool> {
        if self.lives(goal, first) {
            return Some(true);
        }
        let code = if first == goal.owner { Code::Lose } else { Code::Win };
        let dies = self.all && self.settled.is_some_and(|reading| reading.code == code);
        (dies && self.is_walled(board, goal, sight)).then_some(false)
    }

    /// Whether this is what it says of the stones of the dragon, all of them and no others.
    pub(super) fn says(&self, code: Code) -> bool {
        self.all && self.exact && self.settled.is_some_and(|reading| reading.code == code)
    }

    /// Whether it comes from the smallest region, and that has empty vertices around.
    pub(super) fn is_narrow(&self, board: &Board) -> bool {
        self.narrow && self.around(board).iter().any(|p| board.is_empty(p))
    }

    /// What lies next to the region.
    fn around(&self, board: &Board) -> PointSet {
        self.zone.beside().and(&on_board(board)).minus(&self.zone)
    }

    /// Whether what lies around the region is the attacker's: stones that are not lost, and what is
    /// worth nothing to the dragon as an aim.
    pub(super) fn is_walled(&self, board: &Board, goal: &Goal, sight: &Sight) -> bool {
        !sight.linked
            && self.around(board).iter().all(|p| match board.color_at(p) {
                Some(c) if c == goal.owner => goal.lost.contains(p),
                Some(c) => sight.lively[c.index()].contains(p),
                None => goal.worth(p) == 0,
            })
    }

    /// Whether the owner loses it, if not without a ko; not if a ko decides about another group.
    pub(super) fn dies(&self, goal: &Goal, first: Color) -> bool {
        let [kept, lost] = match first == goal.owner {
            true => [Code::Win, Code::Lose],
            false => [Code::Lose, Code::Win],
        };
        self.all
            && self
                .settled
                .is_some_and(|Reading { code, .. }| code == lost || self.exact && code != kept)
    }

    /// Whether the owner lives without a ko, who moves first being `first`; not if another group
    /// may be meant.
    pub(super) fn lives(&self, goal: &Goal, first: Color) -> bool {
        let code = if first == goal.owner { Code::Win } else { Code::Lose };
        self.exact && self.settled.is_some_and(|reading| reading.code == code)
    }
}
