//! Several moves for a question: all that capture a string, save it, or threaten to
//! capture it.
//!
//! Candidates are what the search proposes in the present position, and the liberties
//! of the string; each is read by itself. So the lists hold every move that the search
//! would try, not every move there is.

use super::move_list::MoveList;
use super::question_keys::QuestionKind;
use super::reader::Reader;
use super::settle::Mover;
use super::target::Target;
use super::{Code, Limits, Reading, attack_moves, defence_moves};
use crate::board::Board;
use mkpat_rt::geom::{Color, Point};

impl Reader<'_> {
    /// What the opponent of the string at `s`, of `color`, achieves by a move at `p`.
    pub(super) fn attack_at(&mut self, p: Point, s: Point, color: Color) -> Code {
        self.remember(QuestionKind::DoesAttack, [p, s], |r| {
            let reply = |r: &mut Self| {
                let quick = r.do_defend(s, color);
                r.settle(s, Mover::Answering, quick).code
            };
            Reading::by(p, r.after(color.other(), p, reply))
        })
        .code
    }

    /// What the owner of the string at `s` achieves by a move at `p`.
    pub(super) fn defend_at(&mut self, p: Point, s: Point, color: Color) -> Code {
        self.remember(QuestionKind::DoesDefend, [p, s], |r| {
            let reply = |r: &mut Self| {
                let quick = r.do_attack(s);
                r.settle(s, Mover::Attacker, quick).code
            };
            Reading::by(p, r.after(color, p, reply))
        })
        .code
    }

    /// Moves that capture the string at `s`, at most `max`: the best codes first, among
    /// equal ones the move of [`Reader::attack`], then in board order. Empty if there
    /// are none or there is no stone.
    pub fn attack_points(&mut self, s: Point, max: usize) -> Vec<Reading> {
        let Some(color) = self.board.color_at(s) else { return Vec::new() };
        let first = self.attack(s);
        if !first.is_success() {
            return Vec::new();
        }
        let moves = self.proposals(s, color, true);
        let all = self.all_of(first, &moves, |r, p| r.attack_at(p, s, color));
        best_first(all, true, max)
    }

    /// Moves that save the string at `s`, in order as [`Reader::attack_points`] and at
    /// most `max`. Empty if there are none, if none is needed, or if there is no stone.
    pub fn defense_points(&mut self, s: Point, max: usize) -> Vec<Reading> {
        let Some(color) = self.board.color_at(s) else { return Vec::new() };
        let first = self.defend(s);
        if !first.is_success() || first.point.is_pass() {
            return Vec::new();
        }
        let moves = self.proposals(s, color, false);
        let all = self.all_of(first, &moves, |r, p| r.defend_at(p, s, color));
        best_first(all, true, max)
    }

    /// Moves that threaten to capture the string at `s`: if its owner plays elsewhere,
    /// it can be captured. The codes are those of that capture. Best first, then in
    /// board order, at most `max`; empty if the string can be captured at once.
    pub fn attack_threats(&mut self, s: Point, max: usize) -> Vec<Reading> {
        let Some(color) = self.board.color_at(s) else { return Vec::new() };
        if self.attack(s).is_success() {
            return Vec::new();
        }
        let moves = self.proposals(s, color, true);
        let all = self.all_of(Reading::LOST, &moves, |r, p| {
            let capture = |r: &mut Self| {
                r.board.pass(color);
                let code = r.do_attack(s).code;
                r.board.undo();
                // What is achieved is the capture, not that it is answered.
                code.reverse()
            };
            let question = QuestionKind::Threatens;
            r.remember(question, [p, s], |r| Reading::by(p, r.after(color.other(), p, capture)))
                .code
        });
        best_first(all, false, max)
    }

    /// The moves that work: `first`, if it does, before those of `moves`.
    fn all_of(
        &mut self,
        first: Reading,
        moves: &[Point],
        code: impl Fn(&mut Self, Point) -> Code,
    ) -> Vec<Reading> {
        let mut found = vec![first];
        for &point in moves {
            if point != first.point {
                found.push(Reading { code: code(self, point), point });
            }
        }
        found.retain(Reading::is_success);
        found
    }

    /// What the search would try, and the liberties, in board order.
    fn proposals(&self, s: Point, color: Color, attacking: bool) -> Vec<Point> {
        let mut target = Target::new(self.board, s, color, 0);
        let list = proposed_moves(self.board, &self.limits, &mut target, attacking);
        let mut found = self.board.liberties(s);
        found.union_with(&list.points().collect());
        found.iter().collect()
    }
}

/// The best answers, at most `max`; of equal ones the first, if it is to be kept in
/// front, then in board order.
fn best_first(mut all: Vec<Reading>, keep_first: bool, max: usize) -> Vec<Reading> {
    let first = all.first().filter(|_| keep_first).map(|r| r.point);
    all.sort_by_key(|r| (std::cmp::Reverse(r.code), Some(r.point) != first, r.point));
    all.truncate(max);
    all
}

/// Everything that the attacker or the owner of the string may try.
pub(super) fn proposed_moves(
    board: &Board,
    limits: &Limits,
    t: &mut Target,
    attacking: bool,
) -> MoveList {
    let mut list = MoveList::new();
    if attacking {
        attack_moves::attack_direct(board, t, &mut list);
        attack_moves::attack_others(board, limits, t, &mut list);
    } else {
        defence_moves::escape(board, t, usize::MAX);
        defence_moves::defence_direct(board, t, &mut list);
        defence_moves::defence_others(board, limits, t, &mut list);
    }
    list
}
