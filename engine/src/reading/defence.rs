//! The search from the owner's side: can the string be saved?

use super::move_list::MoveList;
use super::question_keys::DEFENCE;
use super::reader::Reader;
use super::target::Target;
use super::window::Window;
use super::{Code, Reading, StopReason, defence_moves, moves, order};
use crate::board::Board;
use crate::search::parameters::*;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::mix;
use std::ops::Range;

impl Reader<'_> {
    /// Can the owner (`color`), to move, save the string at `s`? If it has just
    /// been captured, perhaps by retaking the ko, or by a snapback (a capture
    /// that costs more than it takes does not count).
    pub(super) fn do_defend(&mut self, s: Point, color: Color) -> Reading {
        self.defend_within(s, color, Window::FULL)
    }

    /// As [`Reader::do_defend`], within a window of answers that make a difference.
    pub(super) fn defend_within(&mut self, s: Point, color: Color, window: Window) -> Reading {
        self.question.touched.insert(s);
        let (reading, reason) = self.search_defence(s, color, window);
        self.note(false, s, reading, reason);
        reading
    }

    fn search_defence(&mut self, s: Point, color: Color, window: Window) -> (Reading, StopReason) {
        let ply = self.ply();
        if self.board.color_at(s) != Some(color) {
            let mut best = Reading::LOST;
            if self.board.ko() == Some((s, color)) {
                self.try_defend(s, color, s, window, &mut best);
            } else if let Some(p) = snapback(self.board, color) {
                best.improve(Code::Win, p);
            }
            return (best, StopReason::Gone);
        }
        let n = self.board.liberty_count(s);
        // The attacker would give up even after a pass here.
        let enough = self.limits.liberties(ply + 1);
        if n > enough && ply > 0 {
            return (Reading::won(Point::PASS), StopReason::Liberties(n));
        }
        let passed = &self.question.passed;
        if !passed.is_empty() && passed.contains(&self.pass_key(s, color)) {
            return (Reading::won(Point::PASS), StopReason::Repeated);
        }
        if self.exhausted() {
            self.question.cut_short = true;
            return (Reading::won(Point::PASS), StopReason::Limit);
        }
        let key = self.key(s, DEFENCE, window);
        self.memory.table.fetch(key);
        let mut target = Target::new(self.board, s, color, ply);
        if let Some(known) = self.recall(key) {
            return (known, StopReason::Known);
        }
        if let Some(p) = defence_moves::escape(self.board, &mut target, enough) {
            return (Reading::won(p), StopReason::Escapes);
        }
        let spent_before = self.question.spent;
        let cut_before = std::mem::replace(&mut self.question.cut_short, false);
        let mut best = Reading::LOST;
        let mut list = MoveList::new();
        defence_moves::defence_direct(self.board, &target, &mut list);
        let direct = list.len();
        let sure = list.reaching(order::first_defences(&target));
        self.try_defences(s, color, &list, 0..sure, window, &mut best);
        if best.code < window.goal {
            defence_moves::defence_others(self.board, &self.limits, &target, &mut list);
            order::sort_defences(&target, &mut list, sure, direct);
            self.try_defences(s, color, &list, sure..list.len(), window, &mut best);
        }
        if best.code < window.goal
            && ply < self.limits.subsidiary_plies
            && !self.question.reductions.is_subsidiary
        {
            self.try_subsidiaries(&target, &list, window, &mut best);
        }
        // A string in atari is only saved by an extension or a capture, but for kos. Elsewhere
        // any move may save it, a pass (as in a seki) among them.
        let may_pass = n > 1 || (ply <= self.limits.ko_depth && moves::in_ko(self.board, s));
        if best.code < window.goal
            && may_pass
            && self.moves() == 1
            && !self.question.reductions.is_subsidiary
        {
            self.try_anything(&target, &list, &mut best);
        }
        let may_pass = may_pass && (ply < PASS_PLY || list.len() < direct + PASS_DEFENCES);
        if best.code < window.goal
            && may_pass
            && ply > 0
            && self.board.ko().is_none()
            && self.is_unsafe_to_approach(&target)
        {
            self.try_pass(s, color, &mut best);
        }
        if !self.question.cut_short {
            self.memory.table.put(key, best, self.question.spent - spent_before);
        }
        self.question.cut_short |= cut_before;
        (best, window.reason(best.code))
    }

    /// Tells a position in which the owner of the string at `s` passes apart from others. If it comes again, the
    /// attacker's stones have all been taken, and nothing is gained by going on like this.
    fn pass_key(&self, s: Point, color: Color) -> u64 {
        self.board.hash_for(color) ^ mix(u64::from(self.board.origin(s).0))
    }

    /// Tries a pass, which saves the string only if it is saved for good.
    fn try_pass(&mut self, s: Point, color: Color, best: &mut Reading) {
        let key = self.pass_key(s, color);
        self.question.passed.push(key);
        self.board.pass(color);
        let before = self.question.reductions;
        self.question.reductions.ply_offset -= PASS_CREDIT;
        self.question.reductions.debt = false;
        if let Some(trace) = &mut self.trace {
            trace.enter(color, Point::PASS);
        }
        // Any success refutes it.
        let asked = Window { floor: Code::Lose, goal: Code::KoB };
        let code = self.attack_within(s, asked).code.reverse();
        self.board.undo();
        self.question.passed.pop();
        self.question.reductions.restore(before);
        if let Some(trace) = &mut self.trace {
            trace.leave();
        }
        if code == Code::Win {
            best.improve(code, Point::PASS);
        }
    }

    /// Whether the attacker can play on no liberty without being in atari himself: only
    /// then may it be best for the owner to play elsewhere.
    fn is_unsafe_to_approach(&self, t: &Target) -> bool {
        t.liberties.iter().all(|&x| self.board.liberties_after(t.color.other(), x, 2) <= 1)
    }

    /// Tries the moves with these numbers, until one works.
    fn try_defences(
        &mut self,
        s: Point,
        color: Color,
        list: &MoveList,
        numbers: Range<usize>,
        window: Window,
        best: &mut Reading,
    ) {
        for i in numbers {
            self.try_defend(s, color, list.get(i).point, window, best);
            if best.code >= window.goal {
                break;
            }
        }
    }

    /// Tries what is found by asking about strings: where those around can be captured,
    /// where this one would be attacked, and where friends in trouble are saved.
    fn try_subsidiaries(
        &mut self,
        t: &Target,
        list: &MoveList,
        window: Window,
        best: &mut Reading,
    ) {
        for s in self.board.adjacent_list::<16>(t.s, 4).into_iter().chain([t.s]) {
            if best.code < window.goal {
                let attack = self.attack_subsidiary(s);
                self.try_answer(t, list, attack, window, best);
            }
        }
        for f in moves::friends(self.board, t) {
            if best.code < window.goal
                && self.board.liberty_count(f) <= WEAK_FRIEND
                && self.attack_subsidiary(f).is_success()
            {
                let saved = self.defend_subsidiary(f, t.color);
                self.try_answer(t, list, saved, window, best);
            }
        }
    }

    /// Tries the move that answers another question, unless it is in the list.
    fn try_answer(
        &mut self,
        t: &Target,
        list: &MoveList,
        answer: Reading,
        window: Window,
        best: &mut Reading,
    ) {
        let p = answer.point;
        if answer.is_success() && !p.is_pass() && !list.points().any(|q| q == p) {
            self.try_defend(t.s, t.color, p, window, best);
        }
    }

    /// Tries every move near the string against a capture that would else be claimed. As after
    /// a pass, only what saves the string for good counts.
    fn try_anything(&mut self, t: &Target, list: &MoveList, best: &mut Reading) {
        let mut zone = moves::zone(self.board, t);
        for p in list.points() {
            zone.remove(p);
        }
        for p in zone {
            let mut saved = Reading::LOST;
            self.question.reductions.ply_offset += ANYTHING_REDUCTION;
            self.try_defend(t.s, t.color, p, Window::ALL_OR_NOTHING, &mut saved);
            self.question.reductions.ply_offset -= ANYTHING_REDUCTION;
            if saved.code == Code::Win {
                *best = saved;
                break;
            }
        }
    }

    fn try_defend(&mut self, s: Point, color: Color, p: Point, window: Window, best: &mut Reading) {
        let reply = |r: &mut Self, window| r.attack_within(s, window).code;
        if let Some(code) = self.after_within(color, p, (window, best.code), reply) {
            best.improve(code, p);
        }
    }
}

/// Where `color` retakes more than was just captured.
pub(super) fn snapback(board: &Board, color: Color) -> Option<Point> {
    let (_, last) = board.last_move()?;
    if board.liberty_count(last) != 1 || board.string_size(last) < 2 || board.last_captures() != 1 {
        return None;
    }
    let p = board.liberties(last).first()?;
    board.is_legal(color, p).then_some(p)
}
