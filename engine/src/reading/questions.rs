//! The questions about one string.

use super::question_keys::QuestionKind;
use super::reader::Reader;
use super::settle::Mover;
use super::window::Window;
use super::{Code, Reading};
use mkpat_rt::geom::{Color, Point};

impl Reader<'_> {
    /// Can the opponent of the string at `s`, to move, capture it?
    pub fn attack(&mut self, s: Point) -> Reading {
        let origin = self.board.origin(s);
        let asked = self.begin_known(QuestionKind::Attack, [origin, Point::PASS]);
        let reading = match asked.known() {
            Some(known) => known.reading,
            None => {
                let quick = self.attack_within(s, Window::FULL);
                self.settle(s, Mover::Attacker, quick)
            }
        };
        self.end_known(asked, reading);
        reading
    }

    /// Can the owner of the string at `s`, to move, save it? If there is no
    /// attack, this is won without a move.
    pub fn defend(&mut self, s: Point) -> Reading {
        if self.board.color_at(s).is_none() {
            return Reading::LOST;
        }
        if !self.attack(s).is_success() { Reading::won(Point::PASS) } else { self.save(s) }
    }

    /// As [`Reader::defend`], but without asking whether there is an attack: a
    /// move is looked for unless the string has more liberties than are attacked.
    /// So in a seki, where no move saves and none is needed, this is lost.
    pub fn defend_only(&mut self, s: Point) -> Reading {
        if self.board.color_at(s).is_none() {
            return Reading::LOST;
        }
        let enough = self.board.liberty_count(s) > self.limits.liberties(0);
        if enough { Reading::won(Point::PASS) } else { self.save(s) }
    }

    /// The move that saves the string at `s`.
    fn save(&mut self, s: Point) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::LOST };
        let origin = self.board.origin(s);
        self.remember(QuestionKind::Defend, [origin, Point::PASS], |r| {
            let quick = r.do_defend(s, color);
            r.settle(s, Mover::Owner, quick)
        })
    }

    /// [`Reader::attack`] and, if it works, [`Reader::defend`].
    pub fn attack_and_defend(&mut self, s: Point) -> (Reading, Reading) {
        let attack = self.attack(s);
        let defend = if attack.is_success() { self.defend(s) } else { Reading::won(Point::PASS) };
        (attack, defend)
    }

    /// After the opponent of the string at `s` plays `p`, can it no longer be
    /// saved? [`Code::Lose`] if the move is illegal, or if the string cannot be
    /// saved even without it (as the helper `does_attack`, docs/autohelpers.md).
    pub fn does_attack(&mut self, p: Point, s: Point) -> Code {
        let Some(color) = self.board.color_at(s) else { return Code::Lose };
        let before = match self.attack(s).code {
            Code::Lose => Code::Win,
            _ => self.defend(s).code,
        };
        if before == Code::Lose {
            return Code::Lose;
        }
        let code = self.attack_at(p, s, color);
        // Better than what the opponent has without the move.
        if code > before.reverse() { code } else { Code::Lose }
    }

    /// Can the string at `s` be captured if its owner passes, but not after its
    /// owner has played `p`? [`Code::Lose`] if the move is illegal.
    pub fn does_defend(&mut self, p: Point, s: Point) -> Code {
        let Some(color) = self.board.color_at(s) else { return Code::Lose };
        let attack = self.attack(s).code;
        if attack == Code::Lose {
            return Code::Lose;
        }
        let code = self.defend_at(p, s, color);
        if code > attack.reverse() { code } else { Code::Lose }
    }

    /// Can `color` play at `p` (legally) without the stone being captured at
    /// once? Neither [`Code::Lose`] nor [`Code::Win`]: it depends on ko.
    pub fn safe_move(&mut self, p: Point, color: Color) -> Code {
        if !self.board.is_legal(color, p) || p.is_pass() {
            return Code::Lose;
        }
        self.remember(QuestionKind::Safe(color), [p, Point::PASS], |r| {
            Reading::by(p, r.after(color, p, |r| r.do_attack(p).code))
        })
        .code
    }
}
