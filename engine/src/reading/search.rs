//! The two functions that call each other: attack and defend.

use super::ko::Komaster;
use super::list::MoveList;
use super::memo::mix;
use super::moves;
use super::questions::Search;
use super::target::Target;
use super::{Code, Note, Reading, Reason, TIRING, order};
use mkpat_rt::geom::{Color, Point};
use std::ops::Range;

/// By how many plies limits step back after a pass: so that no string is saved
/// just because a pass, too, is a ply.
const PASS_CREDIT: isize = 1;

/// From this ply on a pass is not tried any more after so many indirect defences.
const LAST_PASS: (usize, usize) = (5, 2);

/// Late moves of the attacker are read less deeply by so many plies.
const LATE_PLIES: isize = 2;
/// By so many more against four liberties.
const LATE_PLIES_AT_FOUR: isize = 3;
/// From this number in the list on also moves on four liberties are late: of fewer it
/// matters which one is tried.
const LATE_DIRECT_FROM: usize = 3;
/// They are read less deeply by so many plies.
const LATE_DIRECT_PLIES: isize = 1;

/// A ko that is taken too early costs a threat and its answer, which are plies, too.
const THREAT_PLIES: isize = 2;

/// So many plies less deeply is read whether friends of the string can be captured.
const FRIEND_PLIES: isize = 6;

/// And a move anywhere against a capture by so many.
const ANYTHING_PLIES: isize = 1;

/// Friends with so many liberties are asked about.
const WEAK_FRIEND: usize = 2;

/// Numbers of the questions in keys of the table.
const ATTACK: u64 = 1;
const DEFENCE: u64 = 2;

/// After how many nodes a deadline is thought of: some microseconds each.
const LOOK_AT_CLOCK: u64 = 64;

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

/// Which answers make a difference: all up to `floor` are as good as failure, and all from
/// `goal` on as good as success (alpha and beta). Only kos have anything in between.
#[derive(Clone, Copy)]
pub(super) struct Window {
    floor: Code,
    goal: Code,
}

impl Window {
    /// All answers are different.
    const FULL: Window = Window { floor: Code::Lose, goal: Code::Win };
    /// Nothing but [`Code::Win`] is of use.
    const ALL_OR_NOTHING: Window = Window { floor: Code::KoA, goal: Code::Win };

    /// What matters of the reply to a move of who has achieved `best` by others.
    fn reply(self, best: Code) -> Window {
        Window { floor: self.goal.reverse(), goal: self.floor.max(best).reverse() }
    }

    /// Why an answer that is neither known nor decided at a glance is one.
    fn reason(self, code: Code) -> Reason {
        match code {
            Code::Win => Reason::Works,
            _ if code >= self.goal => Reason::Enough,
            _ => Reason::Tried,
        }
    }

    /// Different windows have different numbers, below 64.
    fn number(self) -> u64 {
        (self.floor as u64) << 3 | self.goal as u64
    }
}

/// How many plies a ko threat takes, if there has to be one.
fn threat(conditional: bool) -> isize {
    if conditional { THREAT_PLIES } else { 0 }
}

/// What a move that was answered with `reply` achieves for its player.
fn outcome(tried: &Tried, reply: Code) -> Code {
    if !tried.conditional {
        reply.reverse()
    } else if reply == Code::Win {
        Code::Lose
    } else {
        Code::KoB
    }
}

impl Search<'_> {
    /// Number of moves from the position that reading started from, more or less
    /// `extra`: what limits go by.
    pub(super) fn ply(&self) -> usize {
        self.moves().saturating_add_signed(self.extra) + self.tired
    }

    /// Number of moves from the question that is being answered.
    fn moves(&self) -> usize {
        self.board.depth() - self.start
    }

    /// Plays a move if the rules and the komaster scheme allow it.
    pub(super) fn attempt(&mut self, color: Color, p: Point) -> Option<Tried> {
        self.shadow.insert(p);
        let before = self.komaster;
        let conditional = self.board.ko() == Some((p, color));
        if let Some(taken) = self.board.takes_ko(color, p) {
            if conditional && self.ply() > self.limits.ko_depth {
                return None;
            }
            let after = before.after_capture(self.limits.scheme, self.board, color, p, taken)?;
            if !self.board.try_play_ko(color, p) {
                return None;
            }
            self.komaster = after;
        } else {
            if before.forbids(self.limits.scheme, color, p) || !self.board.try_play(color, p) {
                return None;
            }
            self.komaster = before.after_other(self.limits.scheme, self.board);
        }
        self.extra += threat(conditional);
        self.count_node();
        if let Some(trace) = &mut self.trace {
            trace.enter(color, p);
        }
        Some(Tried { conditional, komaster: before })
    }

    /// Counts a move; with many of them reading gets tired.
    #[inline]
    fn count_node(&mut self) {
        self.count_untiring();
        if self.spent >= self.awake {
            // What comes of this question now is no answer to the same question elsewhere.
            self.cut = true;
            self.tired += TIRING;
            self.awake = self.awake.saturating_mul(2);
        }
    }

    /// Counts a node, and now and then looks at the clock, if there is a deadline.
    #[inline]
    pub(super) fn count_untiring(&mut self) {
        self.stats.nodes += 1;
        self.spent += 1;
        if self.stats.nodes.is_multiple_of(LOOK_AT_CLOCK) {
            self.late |= self.deadline.passed();
        }
    }

    /// Takes back what [`Search::attempt`] played.
    fn retract(&mut self, tried: &Tried) {
        self.board.undo();
        self.komaster = tried.komaster;
        self.extra -= threat(tried.conditional);
        if let Some(trace) = &mut self.trace {
            trace.leave();
        }
    }

    /// What `color` achieves by a move at `p` that the opponent answers with `reply`;
    /// `None` if it may not be played.
    #[inline]
    pub(super) fn after(
        &mut self,
        color: Color,
        p: Point,
        reply: impl FnOnce(&mut Self) -> Code,
    ) -> Option<Code> {
        let tried = self.attempt(color, p)?;
        let reply = reply(self);
        self.retract(&tried);
        Some(outcome(&tried, reply))
    }

    /// As [`Search::after`], as far as it makes a difference to who has achieved `best` by
    /// other moves. `None` also if it makes none.
    #[inline]
    fn after_within(
        &mut self,
        color: Color,
        p: Point,
        (window, best): (Window, Code),
        reply: impl FnOnce(&mut Self, Window) -> Code,
    ) -> Option<Code> {
        let conditional = self.board.ko() == Some((p, color));
        if conditional && window.floor.max(best) >= Code::KoB {
            self.shadow.insert(p);
            return None;
        }
        let asked = if conditional { Window::ALL_OR_NOTHING } else { window.reply(best) };
        self.after(color, p, |r| reply(r, asked))
    }

    pub(super) fn exhausted(&self) -> bool {
        self.late
            || self.spent >= self.limits.nodes
            || self.board.depth() >= self.start + self.limits.max_ply
    }

    fn key(&self, s: Point, question: u64, window: Window) -> u64 {
        let ply = self.ply();
        // A ply won back only matters where it leads to other limits.
        let owed = self.owed && ply <= self.uniform;
        // The first reply is special ([`Search::try_anything`]), so what leads to it is.
        let first = self.moves() == usize::from(question == DEFENCE);
        let n = self.board.origin(s).0 as u64
            | (ply.min(self.uniform) as u64) << 16
            | question << 28
            | u64::from(self.aside && (first || ply == 0)) << 30
            | u64::from(first) << 31
            | u64::from(owed) << 33
            | self.komaster.number() << 34
            | window.number() << 58;
        self.board.hash_for(Color::Black) ^ mix(n.wrapping_add(self.salt))
    }

    /// The answer in the table, if there is one and reading it would not meet the
    /// node limit, nor tire. It counts as if it were read: so limits are met at
    /// the same place with any table.
    fn recall(&mut self, key: u64) -> Option<Reading> {
        let (known, cost, shadow) = self.memo.get(key)?;
        if self.spent + cost >= self.limits.nodes.min(self.awake) {
            return None;
        }
        if let Some(shadow) = shadow {
            self.shadow.union_with(shadow);
        }
        self.spent += cost;
        self.stats.hits += 1;
        Some(known)
    }

    /// Can the opponent, to move, capture the string at `s`?
    pub(super) fn do_attack(&mut self, s: Point) -> Reading {
        self.attack_within(s, Window::FULL)
    }

    /// As [`Search::do_attack`], as far as it makes a difference.
    fn attack_within(&mut self, s: Point, window: Window) -> Reading {
        self.shadow.insert(s);
        let (reading, reason) = self.search_attack(s, window);
        self.note(true, s, reading, reason);
        reading
    }

    pub(super) fn note(&mut self, attack: bool, string: Point, reading: Reading, reason: Reason) {
        if let Some(trace) = &mut self.trace {
            trace.note(Note { attack, string, reading, reason });
        }
    }

    fn search_attack(&mut self, s: Point, window: Window) -> (Reading, Reason) {
        let Some(color) = self.board.color_at(s) else {
            return (Reading::won(Point::PASS), Reason::Gone);
        };
        let ply = self.ply();
        let n = self.board.liberty_count(s);
        if n > self.limits.liberties(ply) {
            return (Reading::LOST, Reason::Liberties(n));
        }
        let key = self.key(s, ATTACK, window);
        self.memo.fetch(key);
        if let Some(p) = self.capture_at_once(s, color) {
            return (Reading::won(p), Reason::Atari);
        }
        if self.exhausted() {
            self.cut = true;
            return (Reading::LOST, Reason::Limit);
        }
        // Before the table is asked: the answer is on its way.
        let mut target = Target::new(self.board, s, color, ply);
        if let Some(known) = self.recall(key) {
            return (known, Reason::Known);
        }
        let spent_before = self.spent;
        let cut_before = std::mem::replace(&mut self.cut, false);
        let reading = if n == 1 {
            self.attack_atari(s, color, window)
        } else {
            let mut best = Reading::LOST;
            let mut list = MoveList::new();
            moves::attack_direct(self.board, &mut target, &mut list);
            let (direct, sure) = (list.len(), list.reaching(order::first_attacks(&target)));
            self.try_attacks(&target, &list, 0..sure, window, &mut best);
            if best.code < window.goal {
                if target.outruns(self.limits.liberties(ply + 2)) {
                    moves::attack_captures(self.board, &self.limits, &target, &mut list);
                } else {
                    moves::attack_others(self.board, &self.limits, &target, &mut list);
                }
                order::sort_attacks(&target, &mut list, sure, direct);
                self.try_attacks(&target, &list, sure..list.len(), window, &mut best);
                if ply == 0 && !self.aside {
                    self.try_friends(&target, &list, window, &mut best);
                }
            }
            best
        };
        if !self.cut {
            self.memo.put(key, reading, self.spent - spent_before);
        }
        self.cut |= cut_before;
        (reading, window.reason(reading.code))
    }

    /// An attack on another string than the one in question; it does not ask
    /// about further ones.
    fn attack_aside(&mut self, s: Point) -> Reading {
        self.aside = true;
        let reading = self.do_attack(s);
        self.aside = false;
        reading
    }

    /// As [`Search::attack_aside`], for a defence.
    fn defend_aside(&mut self, s: Point, color: Color) -> Reading {
        self.aside = true;
        let reading = self.do_defend(s, color);
        self.aside = false;
        reading
    }

    /// Where the string in atari can simply be taken: no ko, and no snapback.
    fn capture_at_once(&self, s: Point, color: Color) -> Option<Point> {
        let p = self.board.atari_liberty(s)?;
        let attacker = color.other();
        let plain = if self.board.string_size(s) > 1 {
            self.board.ko() != Some((p, attacker))
        } else {
            self.board.takes_ko(attacker, p).is_none()
                && self.board.liberties_after(attacker, p, 2) > 1
        };
        plain.then_some(p)
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
                self.decided(t, p, Reading::won(Point::PASS), Reason::Escapes);
                continue;
            }
            if near && t.is_trapped(self.board, p) {
                self.decided(t, p, Reading::LOST, Reason::Trapped);
                *best = Reading::won(p);
                break;
            }
            let late = match (near, t.n) {
                (false, 4) if list.get(i).late => LATE_PLIES + LATE_PLIES_AT_FOUR,
                (false, _) if list.get(i).late => LATE_PLIES,
                (true, 4) if i >= LATE_DIRECT_FROM => LATE_DIRECT_PLIES,
                _ => 0,
            };
            // An atari wins a ply back: what has one answer is read to its end.
            let paid = near && t.n == 2 && self.owed;
            let (extra, owed) = (self.extra, self.owed);
            self.extra += late - isize::from(paid);
            self.owed = late > 0 || (owed && !paid);
            self.try_attack(t.s, t.color, p, window, best);
            (self.extra, self.owed) = (extra, owed);
            if best.code >= window.goal {
                break;
            }
        }
    }

    /// Counts a move of the attacker whose answer is known without playing it.
    fn decided(&mut self, t: &Target, p: Point, reply: Reading, reason: Reason) {
        self.count_node();
        self.shadow.insert(p);
        if let Some(trace) = &mut self.trace {
            trace.enter(t.color.other(), p);
            trace.note(Note { attack: false, string: t.s, reading: reply, reason });
            trace.leave();
        }
    }

    /// Tries what captures weak friends of the string, as late moves.
    fn try_friends(&mut self, t: &Target, list: &MoveList, window: Window, best: &mut Reading) {
        for f in moves::friends(self.board, t) {
            if best.code >= window.goal || self.board.liberty_count(f) > WEAK_FRIEND {
                continue;
            }
            self.extra += FRIEND_PLIES;
            let p = self.attack_aside(f).point;
            self.extra -= FRIEND_PLIES;
            if !p.is_pass() && !list.points().any(|q| q == p) {
                let (extra, owed) = (self.extra, self.owed);
                self.extra += LATE_PLIES;
                self.owed = true;
                self.try_attack(t.s, t.color, p, window, best);
                (self.extra, self.owed) = (extra, owed);
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
        for q in moves::rescues_by_taking(self.board, s) {
            if best.code < window.goal {
                self.try_attack(s, color, q, window, &mut best);
            }
        }
        best
    }

    /// Can the owner (`color`), to move, save the string at `s`? If it has just
    /// been captured, perhaps by retaking the ko, or by a snapback (a capture
    /// that costs more than it takes does not count).
    pub(super) fn do_defend(&mut self, s: Point, color: Color) -> Reading {
        self.defend_within(s, color, Window::FULL)
    }

    /// As [`Search::do_defend`], as far as it makes a difference.
    fn defend_within(&mut self, s: Point, color: Color, window: Window) -> Reading {
        self.shadow.insert(s);
        let (reading, reason) = self.search_defence(s, color, window);
        self.note(false, s, reading, reason);
        reading
    }

    fn search_defence(&mut self, s: Point, color: Color, window: Window) -> (Reading, Reason) {
        let ply = self.ply();
        if self.board.color_at(s) != Some(color) {
            let mut best = Reading::LOST;
            if self.board.ko() == Some((s, color)) {
                self.try_defend(s, color, s, window, &mut best);
            } else if let Some(p) = self.snapback(color) {
                best.improve(Code::Win, p);
            }
            return (best, Reason::Gone);
        }
        let n = self.board.liberty_count(s);
        // The attacker would give up even after a pass here.
        let enough = self.limits.liberties(ply + 1);
        if n > enough && ply > 0 {
            return (Reading::won(Point::PASS), Reason::Liberties(n));
        }
        if self.exhausted() {
            self.cut = true;
            return (Reading::won(Point::PASS), Reason::Limit);
        }
        let key = self.key(s, DEFENCE, window);
        self.memo.fetch(key);
        let mut target = Target::new(self.board, s, color, ply);
        if let Some(known) = self.recall(key) {
            return (known, Reason::Known);
        }
        if let Some(p) = moves::escape(self.board, &mut target, enough) {
            return (Reading::won(p), Reason::Escapes);
        }
        let spent_before = self.spent;
        let cut_before = std::mem::replace(&mut self.cut, false);
        let mut best = Reading::LOST;
        let mut list = MoveList::new();
        moves::defence_direct(self.board, &target, &mut list);
        let direct = list.len();
        let sure = list.reaching(order::first_defences(&target));
        self.try_defences(s, color, &list, 0..sure, window, &mut best);
        if best.code < window.goal {
            moves::defence_others(self.board, &self.limits, &target, &mut list);
            order::sort_defences(&target, &mut list, sure, direct);
            self.try_defences(s, color, &list, sure..list.len(), window, &mut best);
        }
        if best.code < window.goal && ply == 0 && !self.aside {
            self.try_asides(&target, &list, window, &mut best);
        }
        // Any move may hurt where none is needed.
        let may_pass = n > 1 || (ply <= self.limits.ko_depth && moves::in_ko(self.board, s));
        if best.code < window.goal && may_pass && self.moves() == 1 && !self.aside {
            self.try_anything(&target, &list, &mut best);
        }
        let may_pass = may_pass && (ply < LAST_PASS.0 || list.len() < direct + LAST_PASS.1);
        if best.code < window.goal
            && may_pass
            && ply > 0
            && self.board.ko().is_none()
            && self.is_unsafe_to_approach(&target)
        {
            self.board.pass(color);
            let (extra, owed) = (self.extra, self.owed);
            self.extra -= PASS_CREDIT;
            self.owed = false;
            if let Some(trace) = &mut self.trace {
                trace.enter(color, Point::PASS);
            }
            // Any success refutes it.
            let asked = Window { floor: Code::Lose, goal: Code::KoB };
            let code = self.attack_within(s, asked).code.reverse();
            self.board.undo();
            (self.extra, self.owed) = (extra, owed);
            if let Some(trace) = &mut self.trace {
                trace.leave();
            }
            if code == Code::Win {
                best.improve(code, Point::PASS);
            }
        }
        if !self.cut {
            self.memo.put(key, best, self.spent - spent_before);
        }
        self.cut |= cut_before;
        (best, window.reason(best.code))
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
    fn try_asides(&mut self, t: &Target, list: &MoveList, window: Window, best: &mut Reading) {
        for s in self.board.adjacent_list::<16>(t.s, 4).into_iter().chain([t.s]) {
            if best.code < window.goal {
                let attack = self.attack_aside(s);
                self.try_answer(t, list, attack, window, best);
            }
        }
        for f in moves::friends(self.board, t) {
            if best.code < window.goal
                && self.board.liberty_count(f) <= WEAK_FRIEND
                && self.attack_aside(f).is_success()
            {
                let saved = self.defend_aside(f, t.color);
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

    /// Tries all that is near by against a capture that would else be claimed. As after
    /// a pass, only what saves the string for good counts.
    fn try_anything(&mut self, t: &Target, list: &MoveList, best: &mut Reading) {
        let mut zone = moves::zone(self.board, t);
        for p in list.points() {
            zone.remove(p);
        }
        for p in zone {
            let mut saved = Reading::LOST;
            self.extra += ANYTHING_PLIES;
            self.try_defend(t.s, t.color, p, Window::ALL_OR_NOTHING, &mut saved);
            self.extra -= ANYTHING_PLIES;
            if saved.code == Code::Win {
                *best = saved;
                break;
            }
        }
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

    fn try_defend(&mut self, s: Point, color: Color, p: Point, window: Window, best: &mut Reading) {
        let reply = |r: &mut Self, window| r.attack_within(s, window).code;
        if let Some(code) = self.after_within(color, p, (window, best.code), reply) {
            best.improve(code, p);
        }
    }
}
