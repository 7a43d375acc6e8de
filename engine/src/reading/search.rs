//! The two functions that call each other: attack and defend.

use super::ko::Komaster;
use super::{Code, Reader, Reading, moves};
use mkpat_rt::geom::{Color, Point};

/// splitmix64's finisher.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A move that was played: what to restore.
pub(super) struct Tried {
    /// The move took a ko that it was not yet allowed to take.
    pub(super) conditional: bool,
    komaster: Komaster,
}

impl Reading {
    /// Takes `other` if it is better.
    pub(super) fn improve(&mut self, code: Code, point: Point) {
        if code > self.code {
            *self = Reading { code, point };
        }
    }
}

/// What a move that was answered with `reply` achieves for its player.
pub(super) fn outcome(tried: &Tried, reply: Code) -> Code {
    if !tried.conditional {
        reply.reverse()
    } else if reply == Code::Win {
        Code::Lose
    } else {
        Code::KoB
    }
}

impl Reader<'_> {
    /// Number of moves from the position that reading started from.
    pub(super) fn ply(&self) -> usize {
        self.board.depth().saturating_sub(self.base)
    }

    /// Plays a move if the rules and the komaster scheme allow it.
    pub(super) fn attempt(&mut self, color: Color, p: Point) -> Option<Tried> {
        let before = self.komaster;
        let conditional = self.board.ko() == Some((p, color));
        if let Some(taken) = self.board.takes_ko(color, p) {
            if conditional && self.ply() > self.limits.ko_depth {
                return None;
            }
            let after = before.after_capture(self.board, color, p, taken)?;
            if !self.board.try_play_ko(color, p) {
                return None;
            }
            self.komaster = after;
        } else {
            if !self.board.try_play(color, p) {
                return None;
            }
            self.komaster = before.after_other(self.board);
        }
        self.stats.nodes += 1;
        self.spent += 1;
        Some(Tried { conditional, komaster: before })
    }

    /// Takes back what [`Reader::attempt`] played.
    pub(super) fn retract(&mut self, tried: Tried) {
        self.board.undo();
        self.komaster = tried.komaster;
    }

    fn exhausted(&self) -> bool {
        self.spent >= self.limits.nodes || self.ply() >= self.limits.max_ply
    }

    fn key(&self, s: Point, question: u64) -> u64 {
        let n = self.board.origin(s).0 as u64
            | (self.ply() as u64) << 16
            | question << 28
            | self.komaster.number() << 32;
        self.board.hash_for(Color::Black) ^ mix(n.wrapping_add(self.salt))
    }

    /// Can the opponent, to move, capture the string at `s`?
    pub(super) fn do_attack(&mut self, s: Point) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::won(Point::PASS) };
        let ply = self.ply();
        let n = self.board.liberty_count(s);
        if n > self.limits.liberties(ply) {
            return Reading::LOST;
        }
        if self.exhausted() {
            self.cut = true;
            return Reading::LOST;
        }
        let key = self.key(s, 1);
        if let Some(known) = self.memo.get(key) {
            self.stats.hits += 1;
            return known;
        }
        let cut_before = std::mem::replace(&mut self.cut, false);
        let reading = if n == 1 {
            self.attack_atari(s, color)
        } else {
            let list = moves::attacks(self.board, &self.limits, s, ply);
            let mut best = Reading::LOST;
            for &(_, p) in list.as_slice() {
                self.try_attack(s, color, p, &mut best);
                if best.code == Code::Win {
                    break;
                }
            }
            best
        };
        if !self.cut || reading.code == Code::Win {
            self.memo.put(key, reading);
        }
        self.cut |= cut_before;
        reading
    }

    fn try_attack(&mut self, s: Point, color: Color, p: Point, best: &mut Reading) {
        if let Some(tried) = self.attempt(color.other(), p) {
            let reply = self.do_defend(s, color).code;
            let code = outcome(&tried, reply);
            self.retract(tried);
            best.improve(code, p);
        }
    }

    /// The string has one liberty: take it, or if that is a ko prepare to.
    fn attack_atari(&mut self, s: Point, color: Color) -> Reading {
        let mut best = Reading::LOST;
        let Some(p) = self.board.liberties(s).first() else { return best };
        self.try_attack(s, color, p, &mut best);
        if best.code == Code::Win || self.ply() > self.limits.ko_depth {
            return best;
        }
        // A ko or a snapback: first another stone next to the liberty, or one
        // that saves the stones around.
        let attacker = color.other();
        for q in self.board.neighbours(p).collect::<crate::board::PointSet>() {
            if self.board.is_empty(q) && !self.board.is_self_atari(attacker, q) {
                self.try_attack(s, color, q, &mut best);
            }
        }
        let list = moves::attacks(self.board, &self.limits, s, self.ply());
        for &(_, q) in list.as_slice() {
            if best.code == Code::Win {
                break;
            }
            self.try_attack(s, color, q, &mut best);
        }
        best
    }

    /// Can the owner (`color`), to move, save the string at `s`? If it has just
    /// been captured, perhaps by retaking the ko, or by a snapback (a capture
    /// that costs more than it takes does not count).
    pub(super) fn do_defend(&mut self, s: Point, color: Color) -> Reading {
        let ply = self.ply();
        if self.board.color_at(s) != Some(color) {
            let mut best = Reading::LOST;
            if self.board.ko() == Some((s, color)) {
                self.try_defend(s, color, s, &mut best);
            } else if let Some(p) = self.snapback(color) {
                best.improve(Code::Win, p);
            }
            return best;
        }
        let n = self.board.liberty_count(s);
        // The attacker would give up even after a pass here.
        if n > self.limits.liberties(ply + 1) && ply > 0 {
            return Reading::won(Point::PASS);
        }
        if self.exhausted() {
            self.cut = true;
            return Reading::won(Point::PASS);
        }
        let key = self.key(s, 2);
        if let Some(known) = self.memo.get(key) {
            self.stats.hits += 1;
            return known;
        }
        let cut_before = std::mem::replace(&mut self.cut, false);
        let list = moves::defences(self.board, &self.limits, s, ply);
        let mut best = Reading::LOST;
        for &(_, p) in list.as_slice() {
            self.try_defend(s, color, p, &mut best);
            if best.code == Code::Win {
                break;
            }
        }
        // Any move may hurt where none is needed.
        let may_pass = n > 1 || (ply <= self.limits.ko_depth && moves::in_ko(self.board, s));
        if best.code != Code::Win && may_pass && ply > 0 && self.board.ko().is_none() {
            self.board.pass(color);
            let code = self.do_attack(s).code.reverse();
            self.board.undo();
            best.improve(code, Point::PASS);
        }
        if !self.cut {
            self.memo.put(key, best);
        }
        self.cut |= cut_before;
        best
    }

    /// Where `color` retakes more than was just captured.
    fn snapback(&self, color: Color) -> Option<Point> {
        let (_, last) = self.board.last_move()?;
        if self.board.liberty_count(last) != 1
            || self.board.string_size(last) < 2
            || self.board.last_captures() != 1
        {
            return None;
        }
        let p = self.board.liberties(last).first()?;
        self.board.is_legal(color, p).then_some(p)
    }

    fn try_defend(&mut self, s: Point, color: Color, p: Point, best: &mut Reading) {
        if let Some(tried) = self.attempt(color, p) {
            let reply = self.do_attack(s).code;
            let code = outcome(&tried, reply);
            self.retract(tried);
            best.improve(code, p);
        }
    }
}
