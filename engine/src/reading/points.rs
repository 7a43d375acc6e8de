//! Several moves for a question: all that capture a string, save it, or threaten to
//! capture it.
//!
//! Candidates are what the search proposes in the present position, and the liberties
//! of the string; each is read by itself. So the lists hold every move that the search
//! would try, not every move there is.

use super::list::MoveList;
use super::moves::{self, Target};
use super::{Code, Question, Reader, Reading, search};
use mkpat_rt::geom::{Color, Point};

impl Reader<'_> {
    /// What the opponent of the string at `s`, of `color`, achieves by a move at `p`.
    pub(super) fn attack_at(&mut self, p: Point, s: Point, color: Color) -> Code {
        let read = |r: &mut Self| {
            let Some(tried) = r.attempt(color.other(), p) else { return Reading::LOST };
            let reply = r.do_defend(s, color).code;
            let code = search::outcome(&tried, reply);
            r.retract(tried);
            Reading { code, point: p }
        };
        self.ask(Question::DoesAttack, p, s, read).code
    }

    /// What the owner of the string at `s` achieves by a move at `p`.
    pub(super) fn defend_at(&mut self, p: Point, s: Point, color: Color) -> Code {
        let read = |r: &mut Self| {
            let Some(tried) = r.attempt(color, p) else { return Reading::LOST };
            let reply = r.do_attack(s).code;
            let code = search::outcome(&tried, reply);
            r.retract(tried);
            Reading { code, point: p }
        };
        self.ask(Question::DoesDefend, p, s, read).code
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
        self.best_of(first, &moves, max, |r, p| r.attack_at(p, s, color))
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
        self.best_of(first, &moves, max, |r, p| r.defend_at(p, s, color))
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
        self.best_of(Reading::LOST, &moves, max, |r, p| {
            let read = |r: &mut Self| {
                let Some(tried) = r.attempt(color.other(), p) else { return Reading::LOST };
                r.board.pass(color);
                let code = r.do_attack(s).code;
                r.board.undo();
                r.retract(tried);
                Reading { code, point: p }
            };
            r.ask(Question::Threatens, p, s, read).code
        })
    }

    /// The moves that work: `first`, if it does, and those of `moves`.
    fn best_of(
        &mut self,
        first: Reading,
        moves: &[Point],
        max: usize,
        code: impl Fn(&mut Self, Point) -> Code,
    ) -> Vec<Reading> {
        let mut found: Vec<Reading> = Some(first).into_iter().filter(|r| r.is_success()).collect();
        for &point in moves {
            if point != first.point {
                found.push(Reading { code: code(self, point), point });
            }
        }
        found.retain(Reading::is_success);
        // Stable: `first` stays before its equals.
        found.sort_by_key(|r| std::cmp::Reverse(r.code));
        found.truncate(max);
        found
    }

    /// What the search would try, and the liberties, in board order.
    fn proposals(&self, s: Point, color: Color, attacking: bool) -> Vec<Point> {
        let mut target = Target::new(self.board, s, color, self.ply());
        let mut list = MoveList::new();
        if attacking {
            moves::attack_direct(self.board, &mut target, &mut list);
            moves::attack_others(self.board, &self.limits, &target, &mut list);
        } else {
            moves::defence_direct(self.board, &target, usize::MAX, &mut list);
            moves::defence_others(self.board, &self.limits, &target, &mut list);
        }
        let mut found = self.board.liberties(s);
        found.union_with(&list.points().collect());
        found.iter().collect()
    }
}
