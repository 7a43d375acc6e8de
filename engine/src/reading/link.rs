//! Connections, read to the end: whether a string can be kept from another one, or from an
//! area, by the search of [`super::proof`].
//!
//! The owner wants the string to reach its goal, the attacker to keep it off or to take it
//! (or the string that it wants to reach). Both try the vertices on the ways
//! ([`super::ways`]), and fight over the strings there that have few liberties. A string that
//! has reached its goal may still be taken; with [`LINKED`] liberties it is not.
//!
//! At first all moves are gone into; if that does not come to an end, only those that promise
//! most ([`LINK_CUT_MOVES`], [`LINK_OWNER_MOVES`]): each is played once and looked at.

use super::proof::{Goal, Proof};
use super::ways::Ways;
use crate::board::PointSet;
use crate::search::parameters::*;
use crate::search::played_proof::Proposal;
use crate::search::proof_numbers::Effort;
use mkpat_rt::geom::{Color, Point};

/// What can be seen of a position without a move.
#[derive(Clone, Copy)]
struct Seen {
    effort: Effort,
    /// How narrow the ways are ([`Ways::resistance`]).
    resistance: u32,
}

/// What a move promises whoever makes it; less is more.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Promise {
    /// His effort after it, beside the opponent's.
    effort: u64,
    /// How narrow the ways are after it; how wide, if he wants to cut.
    resistance: u32,
    /// Liberties that the string of the new stone lacks.
    shortage: usize,
}

impl Proof<'_> {
    /// Where the string wants to go; `None` if the string that it wants to reach is gone.
    fn destination(&self) -> Option<PointSet> {
        match self.goal() {
            Goal::Capture => None,
            Goal::Cut(other) if self.board.color_at(other) != Some(self.owner) => None,
            Goal::Cut(other) => Some(self.board.string_stones(other)),
            Goal::KeepOut(area) => Some(area),
        }
    }

    /// Moves between the string and its goal; `None` if there is no way.
    pub(super) fn distance(&self) -> Option<usize> {
        let goal = self.destination()?;
        Ways::shortest(self.board, self.s, self.owner, &goal, usize::MAX).shortest
    }

    /// The moves that a way may take; if the attacker moves, one less.
    fn reach(&self, to_move: Color) -> usize {
        self.farthest.saturating_sub(usize::from(to_move != self.owner))
    }

    /// What can be seen of the position on the board without a move, if the goal is a
    /// connection.
    pub(super) fn look_at_link(&self, to_move: Color) -> Effort {
        self.look_closer(to_move).effort
    }

    fn look_closer(&self, to_move: Color) -> Seen {
        let board = &*self.board;
        let defends = to_move == self.owner;
        let (owner_has, attacker_has) = match defends {
            true => (Effort::DONE, Effort::FAILED),
            false => (Effort::FAILED, Effort::DONE),
        };
        let [owner_has, attacker_has] =
            [owner_has, attacker_has].map(|effort| Seen { effort, resistance: 0 });
        if board.color_at(self.s) != Some(self.owner) {
            return attacker_has;
        }
        let Some(goal) = self.destination() else { return attacker_has };
        let here = board.liberty_count(self.s);
        let linked = board.string_stones(self.s).intersects(&goal);
        if linked && here >= LINKED - usize::from(defends) {
            return owner_has;
        }
        if !defends && here == 1 && board.takes_ko_of(self.s).is_none() {
            return attacker_has;
        }
        if linked {
            return Seen { effort: Effort { mine: 2, theirs: 2 }, resistance: 0 };
        }
        if let Goal::Cut(other) = self.goal()
            && !defends
            && board.liberty_count(other) == 1
            && board.takes_ko_of(other).is_none()
        {
            return attacker_has;
        }
        let ways = Ways::shortest(board, self.s, self.owner, &goal, self.reach(to_move));
        let Some(shortest) = ways.shortest else {
            return attacker_has;
        };
        let joints: PointSet = ways.best.iter().filter(|&p| board.is_empty(p)).collect();
        if shortest == 1 && self.is_sure(defends, &joints) {
            return owner_has;
        }
        let joints = joints.len().max(1) as u32;
        let far = shortest as u32;
        // To cut: more difficult with every way there is; to connect: with every move it takes.
        let cut = match far {
            0 | 1 => LINK_WAYS.pow(joints.min(6)),
            2 => LINK_WAYS,
            _ => 1,
        };
        let connect = LINK_MOVES.pow(far.min(8)) / joints.min(4);
        if defends {
            let effort = Effort { mine: (connect / LINK_MOVES).max(1), theirs: cut * LINK_WAYS };
            Seen { effort, resistance: ways.resistance }
        } else {
            let effort = Effort { mine: cut, theirs: connect.max(1) };
            Seen { effort, resistance: ways.resistance }
        }
    }

    /// Whether a string that is a move off its goal gets there for sure and is safe then: by a
    /// move at one of the joints, if it is the owner's turn, else because there are two.
    fn is_sure(&self, defends: bool, joints: &PointSet) -> bool {
        let board = &*self.board;
        if defends {
            return joints.iter().any(|p| board.liberties_after(self.owner, p, LINKED) >= LINKED);
        }
        self.sure(joints, 0).is_some()
    }

    /// If the two joints of a string that is a move off its goal keep it linked to it after
    /// `more` moves of the attacker elsewhere, where these would matter after all.
    fn sure(&self, joints: &PointSet, more: usize) -> Option<PointSet> {
        let board = &*self.board;
        let enemy = self.owner.other();
        if joints.len() < 2 || joints.iter().any(|p| board.captures_something(enemy, p)) {
            return None;
        }
        let mut liberties = board.liberties(self.s);
        let mut zone = *joints;
        let mut enough = |n: usize, at_least: usize, liberties: &PointSet| {
            if n < at_least + more {
                zone.union_with(liberties);
            }
            n >= at_least
        };
        if !enough(board.liberty_count(self.s), LINKED, &liberties) {
            return None;
        }
        if let Goal::Cut(other) = self.goal() {
            let there = board.liberties(other);
            if !enough(board.liberty_count(other), LINKED, &there) {
                return None;
            }
            liberties.union_with(&there);
        }
        let all = liberties.minus(joints).len() + joints.len();
        if !enough(all, LINKED + 2, &liberties) {
            return None;
        }
        for p in joints.iter() {
            for friend in board.neighbour_strings(p, self.owner) {
                if board.liberty_count(friend) <= 2 {
                    zone.union_with(&board.liberties(friend));
                }
            }
        }
        Some(zone)
    }

    /// The only moves of the attacker that can keep the owner from linking the string by one
    /// or two moves; `None` if he does not threaten to.
    fn must_play(&mut self, ways: &Ways) -> Option<PointSet> {
        let joints: PointSet = ways.best.iter().filter(|&p| self.board.is_empty(p)).collect();
        let mut zone: Option<PointSet> = None;
        let mut restrict = |to: PointSet| {
            zone = Some(zone.map_or(to, |z| z.and(&to)));
        };
        match ways.shortest {
            Some(1) => {
                for p in joints {
                    let board = &*self.board;
                    let after = board.accurate_liberties(self.owner, p);
                    if after.len() < LINKED {
                        continue;
                    }
                    let mut to = self.around(p);
                    if after.len() == LINKED {
                        to.union_with(&after);
                    }
                    restrict(to);
                }
            }
            Some(2) => {
                for p in joints {
                    let mut to = self.around(p);
                    if !self.board.try_play(self.owner, p) {
                        continue;
                    }
                    if let Some(goal) = self.destination() {
                        let ways = Ways::shortest(self.board, self.s, self.owner, &goal, 1);
                        let joints = ways.best.iter().filter(|&p| self.board.is_empty(p)).collect();
                        let sure = self.sure(&joints, 1).filter(|_| ways.shortest == Some(1));
                        if let Some(sure) = sure {
                            to.union_with(&sure);
                            restrict(to);
                        }
                    }
                    self.board.undo();
                }
            }
            _ => {}
        }
        zone
    }

    /// A vertex where the owner wants to play, and where stones next to it can be taken.
    fn around(&self, p: Point) -> PointSet {
        let board = &*self.board;
        let mut out: PointSet = [p].into_iter().collect();
        for friend in board.neighbour_strings(p, self.owner) {
            if board.liberty_count(friend) == 1 {
                out.union_with(&board.liberties(friend));
            }
        }
        out
    }

    /// Of these moves those that seem to do most, with what can be seen after them; one alone if
    /// it decides.
    pub(super) fn most_promising(&mut self, color: Color, moves: &PointSet) -> Vec<Proposal> {
        let widths = if color == self.owner { LINK_OWNER_MOVES } else { LINK_CUT_MOVES };
        let most = widths[(self.moves_made()).min(widths.len() - 1)];
        let mut tried: Vec<(Promise, Proposal)> = Vec::new();
        for p in moves.iter() {
            // Whether a ko may be taken here the search knows.
            if self.board.takes_ko(color, p).is_some() {
                tried.push((Promise::default(), (p, Effort { mine: 1, theirs: 1 })));
                continue;
            }
            if !self.board.try_play(color, p) {
                continue;
            }
            let Seen { effort, resistance } = self.look_closer(color.other());
            let liberties = self.board.liberty_count(p).min(5);
            self.board.undo();
            self.count_node();
            if effort.theirs == 0 {
                return vec![(p, effort)];
            }
            let promise = Promise {
                effort: (u64::from(effort.theirs) << 16) / u64::from(effort.mine.max(1)),
                resistance: if color == self.owner { resistance } else { u32::MAX - resistance },
                shortage: 5 - liberties,
            };
            tried.push((promise, (p, effort)));
        }
        // Stable: of equal moves the first in board order.
        tried.sort_by_key(|&(promise, _)| promise);
        tried.truncate(most);
        tried.into_iter().map(|(_, proposal)| proposal).collect()
    }

    /// Where both look for moves, if the goal is a connection.
    pub(super) fn moves_of_link(&mut self, color: Color) -> PointSet {
        let Some(goal) = self.destination() else { return PointSet::EMPTY };
        if self.board.string_stones(self.s).intersects(&goal) {
            return if color == self.owner { self.defences().0 } else { self.attacks() };
        }
        let ways = Ways::new(self.board, self.s, self.owner, &goal, self.reach(color));
        if color != self.owner
            && let Some(zone) = self.must_play(&ways)
        {
            return zone.iter().filter(|&p| self.board.is_empty(p)).collect();
        }
        let board = &*self.board;
        let mut moves = PointSet::EMPTY;
        let mut near = PointSet::EMPTY;
        let mut strings: PointSet = [board.origin(self.s)].into_iter().collect();
        if let Goal::Cut(other) = self.goal() {
            strings.insert(board.origin(other));
        }
        for p in ways.near {
            match board.color_at(p) {
                None => {
                    moves.insert(p);
                }
                Some(_) => {
                    strings.insert(board.origin(p));
                }
            }
        }
        for p in moves.beside() {
            if board.color_at(p).is_some() {
                strings.insert(board.origin(p));
            }
        }
        // The choice depends on more than where moves are tried: on the ways and on liberties.
        let mut read = ways.near.or(&strings);
        for s in strings {
            read.union_with(&board.liberties(s));
            if board.liberty_count(s) <= LINK_WEAK {
                near.union_with(&board.liberties(s));
            }
            for enemy in board.adjacent_enemies_with(s, LINK_WEAK - 1) {
                near.union_with(&board.liberties(enemy));
            }
        }
        let sensible = |&p: &Point| {
            board.liberties_after(color, p, 2) > 1 || board.captures_something(color, p)
        };
        let near: PointSet = near.or(&moves).iter().filter(sensible).collect();
        let best: PointSet = ways.best.iter().filter(|&p| board.is_empty(p)).collect();
        self.depends_on(&read);
        near.or(&best)
    }
}
