//! Ladders alone: the attacker gives atari at every move, the defender extends
//! or takes stones that give atari (the GTP command `ladder_attack`).
//!
//! It uses the moves, the ko rules and the codes of the search, and nothing of
//! its move generation and limits but the node limit: a ladder may be as long as
//! the board.

use super::reader::Reader;
use super::{Code, Reading, StopReason};
use mkpat_rt::geom::{Color, Point};

impl Reader<'_> {
    /// Can the opponent of the string at `s`, to move, capture it by nothing but
    /// ataris? The string must have two liberties; with any other number the
    /// answer is [`Reading::LOST`].
    pub fn ladder_attack(&mut self, s: Point) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::LOST };
        if self.board.liberty_count(s) != 2 {
            return Reading::LOST;
        }
        let waiting = self.begin();
        let reading = self.ladder_attacker(s, color);
        self.end(waiting);
        reading
    }

    fn ladder_attacker(&mut self, s: Point, color: Color) -> Reading {
        let liberties = self.board.liberties(s);
        let mut best = Reading::LOST;
        let mut reason = StopReason::Tried;
        if liberties.len() > 2 {
            reason = StopReason::Liberties(liberties.len());
        } else if self.exhausted() {
            self.question.cut_short = true;
            reason = StopReason::Limit;
        } else {
            for p in liberties.iter() {
                let reply = |r: &mut Self| r.ladder_defender(s, color).code;
                if let Some(code) = self.after(color.other(), p, reply) {
                    best.improve(code, p);
                }
                if best.code == Code::Win {
                    reason = StopReason::Works;
                    break;
                }
            }
        }
        self.note(true, s, best, reason);
        best
    }

    fn ladder_defender(&mut self, s: Point, color: Color) -> Reading {
        if self.board.color_at(s) != Some(color) {
            // It has been taken: perhaps by a ko or into a snapback.
            return self.do_defend(s, color);
        }
        let mut best = Reading::LOST;
        let mut reason = StopReason::Tried;
        match self.board.liberties(s).first() {
            Some(liberty) if self.board.liberty_count(s) == 1 => {
                // Taking stones that surround it, then running.
                let mut moves = crate::board::PointSet::EMPTY;
                for e in self.board.adjacent_enemies_with(s, 1).iter() {
                    moves.union_with(&self.board.liberties(e));
                }
                moves.remove(liberty);
                for p in moves.iter().chain([liberty]) {
                    let reply = |r: &mut Self| r.ladder_attacker(s, color).code;
                    if let Some(code) = self.after(color, p, reply) {
                        best.improve(code, p);
                    }
                    if best.code == Code::Win {
                        reason = StopReason::Works;
                        break;
                    }
                }
            }
            _ => {
                best = Reading::won(Point::PASS);
                reason = StopReason::Liberties(self.board.liberty_count(s));
            }
        }
        self.note(false, s, best, reason);
        best
    }
}
