//! The search from the attacker's side: can the string be captured?
//!
//! [`Reader::do_attack`] and [`Reader::do_defend`] (see [`super::defence`]) call each other.

use super::move_list::MoveList;
use super::question_keys::ATTACK;
use super::reader::Reader;
use super::target::Target;
use super::window::Window;
use super::{Note, Reading, StopReason, attack_moves, moves, order};
use crate::board::Board;
use crate::search::parameters::*;
use mkpat_rt::geom::{Color, Point};
use std::ops::Range;

impl Reader<'_> {
    /// Can the opponent, to move, capture the string at `s`?
    pub(super) fn do_attack(&mut self, s: Point) -> Reading {
        self.attack_within(s, Window::FULL)
    }

    /// As [`Reader::do_attack`], within a window of answers that make a difference.
    pub(super) fn attack_within(&mut self, s: Point, window: Window) -> Reading {
        self.question.touched.insert(s);
        let (reading, reason) = self.search_attack(s, window);
        self.note(true, s, reading, reason);
        reading
    }

    fn search_attack(&mut self, s: Point, window: Window) -> (Reading, StopReason) {
        let Some(color) = self.board.color_at(s) else {
            return (Reading::won(Point::PASS), StopReason::Gone);
        };
        let ply = self.ply();
        let n = self.board.liberty_count(s);
        if n > self.limits.liberties(ply) {
            return (Reading::LOST, StopReason::Liberties(n));
        }
        let key = self.key(s, ATTACK, window);
        self.memory.table.fetch(key);
        if let Some(p) = capture_at_once(self.board, s, color) {
            return (Reading::won(p), StopReason::Atari);
        }
        if self.exhausted() {
            self.question.cut_short = true;
            return (Reading::LOST, StopReason::Limit);
        }
        // Before the table is asked, as its entry is still being fetched from memory.
        let mut target = Target::new(self.board, s, color, ply);
        if let Some(known) = self.recall(key) {
            return (known, StopReason::Known);
        }
        let spent_before = self.question.spent;
        let cut_before = std::mem::replace(&mut self.question.cut_short, false);
        let reading = if n == 1 {
            self.attack_atari(s, color, window)
        } else {
            let mut best = Reading::LOST;
            let mut list = MoveList::new();
            attack_moves::attack_direct(self.board, &mut target, &mut list);
            let (direct, sure) = (list.len(), list.reaching(order::first_attacks(&target)));
            self.try_attacks(&target, &list, 0..sure, window, &mut best);
            if best.code < window.goal {
                if target.outruns(self.limits.liberties(ply + 2)) {
                    attack_moves::attack_captures(self.board, &self.limits, &target, &mut list);
                } else {
                    attack_moves::attack_others(self.board, &self.limits, &target, &mut list);
                }
                order::sort_attacks(&target, &mut list, sure, direct);
                self.try_attacks(&target, &list, sure..list.len(), window, &mut best);
                if ply < self.limits.subsidiary_plies && !self.question.reductions.is_subsidiary {
                    self.try_friends(&target, &list, window, &mut best);
                }
            }
            best
        };
        if !self.question.cut_short {
            self.memory.table.put(key, reading, self.question.spent - spent_before);
        }
        self.question.cut_short |= cut_before;
        (reading, window.reason(reading.code))
    }

    /// An attack on another string than the one in question; it does not ask
    /// about further ones.
    pub(super) fn attack_subsidiary(&mut self, s: Point) -> Reading {
        self.question.reductions.is_subsidiary = true;
        let reading = self.do_attack(s);
        self.question.reductions.is_subsidiary = false;
        reading
    }

    /// As [`Reader::attack_subsidiary`], for a defence.
    pub(super) fn defend_subsidiary(&mut self, s: Point, color: Color) -> Reading {
        self.question.reductions.is_subsidiary = true;
        let reading = self.do_defend(s, color);
        self.question.reductions.is_subsidiary = false;
        reading
    }

    /// Tries the moves with these numbers, until one works.
    fn try_attacks(
        &mut self,
        t: &Target,
        list: &MoveList,
        numbers: Range<usize>,
        window: Window,
        best: &mut Reading,
    ) {
        let enough = self.limits.liberties(t.ply + 2);
        for i in numbers {
            let p = list.get(i).point;
            let near = t.liberties.contains(&p);
            if t.runs_away(self.board, p, near, enough) {
                self.decided(t, p, Reading::won(Point::PASS), StopReason::Escapes);
                continue;
            }
            if near && t.is_trapped(self.board, p) {
                self.decided(t, p, Reading::LOST, StopReason::Trapped);
                *best = Reading::won(p);
                break;
            }
            let reduction = match (near, t.n) {
                (false, 4) if list.get(i).reduced => {
                    LATE_MOVE_REDUCTION + LATE_MOVE_REDUCTION_AT_FOUR
                }
                (false, _) if list.get(i).reduced => LATE_MOVE_REDUCTION,
                (true, 4) if i >= LATE_DIRECT_FROM => LATE_DIRECT_REDUCTION,
                _ => 0,
            };
            // An atari wins a ply back: what has one answer is read to its end.
            let paid = near && t.n == 2 && self.question.reductions.debt;
            let before = self.question.reductions;
            self.question.reductions.ply_offset += reduction - isize::from(paid);
            self.question.reductions.debt = reduction > 0 || (before.debt && !paid);
            self.try_attack(t.s, t.color, p, window, best);
            self.question.reductions.restore(before);
            if best.code >= window.goal {
                break;
            }
        }
    }

    /// Counts a move of the attacker whose answer is known without playing it.
    fn decided(&mut self, t: &Target, p: Point, reply: Reading, reason: StopReason) {
        self.count_node();
        self.question.touched.insert(p);
        if let Some(trace) = &mut self.trace {
            trace.enter(t.color.other(), p);
            trace.note(Note { attack: false, string: t.s, reading: reply, reason });
            trace.leave();
        }
    }

    /// Tries what captures weak friends of the string, as reduced moves.
    fn try_friends(&mut self, t: &Target, list: &MoveList, window: Window, best: &mut Reading) {
        for f in moves::friends(self.board, t) {
            if best.code >= window.goal || self.board.liberty_count(f) > WEAK_FRIEND {
                continue;
            }
            self.question.reductions.ply_offset += FRIEND_REDUCTION;
            let p = self.attack_subsidiary(f).point;
            self.question.reductions.ply_offset -= FRIEND_REDUCTION;
            if !p.is_pass() && !list.points().any(|q| q == p) {
                let before = self.question.reductions;
                self.question.reductions.ply_offset += LATE_MOVE_REDUCTION;
                self.question.reductions.debt = true;
                self.try_attack(t.s, t.color, p, window, best);
                self.question.reductions.restore(before);
            }
        }
    }

    fn try_attack(&mut self, s: Point, color: Color, p: Point, window: Window, best: &mut Reading) {
        let reply = |r: &mut Self, window| r.defend_within(s, color, window).code;
        if let Some(code) = self.after_within(color.other(), p, (window, best.code), reply) {
            best.improve(code, p);
        }
    }

    /// The string has one liberty: take it, or if that is a ko prepare to.
    fn attack_atari(&mut self, s: Point, color: Color, window: Window) -> Reading {
        let mut best = Reading::LOST;
        let Some(p) = self.board.atari_liberty(s) else { return best };
        self.try_attack(s, color, p, window, &mut best);
        if best.code >= window.goal || self.ply() > self.limits.ko_depth {
            return best;
        }
        // A ko or a snapback: first what the owner would gain by connecting, or what
        // saves the stones around.
        let attacker = color.other();
        for q in self.board.accurate_liberties(color, p) {
            let open = self.board.is_empty(q) && !self.board.is_self_atari(attacker, q);
            if open && best.code < window.goal {
                self.try_attack(s, color, q, window, &mut best);
            }
        }
        for q in attack_moves::rescues_by_taking(self.board, s) {
            if best.code < window.goal {
                self.try_attack(s, color, q, window, &mut best);
            }
        }
        best
    }
}

/// Where the string in atari can simply be taken: no ko, and no snapback.
pub(super) fn capture_at_once(board: &Board, s: Point, color: Color) -> Option<Point> {
    let p = board.atari_liberty(s)?;
    let attacker = color.other();
    let plain = if board.string_size(s) > 1 {
        board.ko() != Some((p, attacker))
    } else {
        board.takes_ko(attacker, p).is_none() && board.liberties_after(attacker, p, 2) > 1
    };
    plain.then_some(p)
}
