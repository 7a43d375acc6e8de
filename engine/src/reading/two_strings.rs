//! Questions about two or three strings.

use super::all_moves::proposed_moves;
use super::move_list::MoveList;
use super::reader::Reader;
use super::target::Target;
use super::{Code, Reading};
use crate::board::PointSet;
use crate::search::parameters::TWO_STRINGS_WIDTH;
use mkpat_rt::geom::{Color, Point};

impl Reader<'_> {
    /// Moves for or against either string, the best of `a` and `b` in turn.
    fn pair_moves(&self, a: Point, b: Point, attacking: bool) -> Vec<Point> {
        let ply = self.ply().max(2);
        let propose = |s: Point| {
            let Some(color) = self.board.color_at(s) else { return MoveList::new() };
            if self.board.liberty_count(s) > 4 {
                return MoveList::new();
            }
            let mut target = Target::new(self.board, s, color, ply);
            proposed_moves(self.board, &self.limits, &mut target, attacking)
        };
        let (la, lb) = (propose(a), propose(b));
        let (la, lb): (Vec<Point>, Vec<Point>) = (la.points().collect(), lb.points().collect());
        let mut seen = PointSet::EMPTY;
        let mut out = Vec::new();
        // What both propose comes first.
        let shared = la.iter().filter(|p| lb.contains(p));
        let both = (0..TWO_STRINGS_WIDTH).flat_map(|i| [la.get(i), lb.get(i)]).flatten();
        for &p in shared.chain(both) {
            if seen.insert(p) && out.len() < TWO_STRINGS_WIDTH {
                out.push(p);
            }
        }
        out
    }

    /// Can the opponent of the strings at `a` and `b` (of one colour), to move,
    /// capture one of them? Won if either is gone already.
    pub fn attack_either(&mut self, a: Point, b: Point) -> Reading {
        let (Some(color), Some(_)) = (self.board.color_at(a), self.board.color_at(b)) else {
            return Reading::won(Point::PASS);
        };
        let mut best = self.attack(a);
        if best.code == Code::Win || self.board.same_string(a, b) {
            return best;
        }
        let second = self.attack(b);
        best.improve(second.code, second.point);
        if best.code == Code::Win {
            return best;
        }
        let waiting = self.begin();
        let threat = self.threaten_both(a, b, color);
        self.end(waiting);
        best.improve(threat.code, threat.point);
        best
    }

    /// A move after which the owner cannot keep both.
    fn threaten_both(&mut self, a: Point, b: Point, color: Color) -> Reading {
        let mut best = Reading::LOST;
        for p in self.pair_moves(a, b, true) {
            let reply = |r: &mut Self| r.keep_both(a, b, color).code;
            let Some(code) = self.after(color.other(), p, reply) else { continue };
            best.improve(code, p);
            if best.code == Code::Win {
                break;
            }
        }
        best
    }

    /// As [`Reader::attack_either`], inside a question.
    fn do_attack_either(&mut self, a: Point, b: Point, color: Color) -> Code {
        let code = self.do_attack(a).code.max(self.do_attack(b).code);
        if code == Code::Win { code } else { code.max(self.threaten_both(a, b, color).code) }
    }

    /// Can the owner of the strings at `a` and `b`, to move, keep both? Lost if
    /// either is gone already; won without a move if there is no way to take
    /// one of them.
    pub fn defend_both(&mut self, a: Point, b: Point) -> Reading {
        let Some(color) = self.board.color_at(a) else { return Reading::LOST };
        if self.board.color_at(b) != Some(color) {
            return Reading::LOST;
        }
        if !self.attack_either(a, b).is_success() {
            return Reading::won(Point::PASS);
        }
        let waiting = self.begin();
        let mut best = Reading::LOST;
        for attacking in [false, true] {
            for p in self.pair_moves(a, b, attacking) {
                let reply = |r: &mut Self| r.do_attack_either(a, b, color);
                let Some(code) = self.after(color, p, reply) else { continue };
                best.improve(code, p);
                if best.code == Code::Win {
                    self.end(waiting);
                    return best;
                }
            }
        }
        self.end(waiting);
        best
    }

    /// The owner's answer to a double threat: a move after which neither can be
    /// captured by itself.
    fn keep_both(&mut self, a: Point, b: Point, color: Color) -> Reading {
        if self.board.color_at(a) != Some(color) || self.board.color_at(b) != Some(color) {
            return Reading::LOST;
        }
        let either = self.do_attack(a).code.max(self.do_attack(b).code);
        if either == Code::Lose {
            return Reading::won(Point::PASS);
        }
        let mut best = Reading::LOST;
        for p in self.pair_moves(a, b, false) {
            let reply = |r: &mut Self| r.do_attack(a).code.max(r.do_attack(b).code);
            let Some(code) = self.after(color, p, reply) else { continue };
            best.improve(code, p);
            if best.code == Code::Win {
                break;
            }
        }
        best
    }

    /// Can the owner of a stone in the mouth of `x`, `y`, `z` break through
    /// (docs/pattern-language.md, "Break-through")? The three are stones of one colour around it:
    /// `x` and `z` on opposite sides, `y` between. [`Code::Win`] if one of them
    /// can be captured or is gone, [`Code::KoA`] if the way through is only a
    /// cut, else [`Code::Lose`].
    pub fn break_through(&mut self, x: Point, y: Point, z: Point) -> Code {
        let Some(color) = self.board.color_at(x) else { return Code::Win };
        let same = |p: Point| self.board.color_at(p) == Some(color);
        if !same(y) || !same(z) {
            return Code::Win;
        }
        let mut best = Code::Lose;
        for s in [x, y, z] {
            best = best.max(self.attack(s).code);
        }
        for (a, b) in [(x, y), (y, z)] {
            if best != Code::Win {
                best = best.max(self.attack_either(a, b).code);
            }
        }
        if best != Code::Lose {
            return best;
        }
        // The empty corner that x or z shares with y.
        let shared = |a: Point, b: Point| {
            self.board
                .neighbours(a)
                .find(|&p| self.board.is_empty(p) && self.board.neighbours(b).any(|q| q == p))
        };
        for corner in [shared(x, y), shared(y, z)].into_iter().flatten() {
            if self.safe_move(corner, color.other()) == Code::Win {
                return Code::KoA;
            }
        }
        Code::Lose
    }
}
