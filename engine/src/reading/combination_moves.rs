//! What is tried in a combination: threats by taking liberties, and answers to them.
//!
//! A threat is looked for against every string that is to be captured and has few liberties,
//! after the first move only where the combination is. An answer is what tactical reading says saves
//! the string, and what captures stones of the attacker near by.

use super::Code;
use super::combination_terms::{Attempt, Forcing};
use super::reader::Reader;
use crate::board::{Board, PointSet};
use crate::search::parameters::{
    COMBINATION_ANSWERS, COMBINATION_LIBERTIES, COMBINATION_REACH, LATER_LIBERTIES,
};
use mkpat_rt::geom::{Color, Point};

/// The vertices that are near those of `near`; all if there are none.
pub(super) fn reach_of(near: &PointSet, size: usize) -> PointSet {
    if near.is_empty() {
        return Point::all(size).collect();
    }
    let mut reach = *near;
    for _ in 0..COMBINATION_REACH {
        reach = reach.or(&reach.beside());
    }
    reach
}

/// Whether a stone or a liberty of the string at `s` is in `reach`.
pub(super) fn is_near(board: &Board, s: Point, reach: &PointSet) -> bool {
    board.liberties(s).intersects(reach) || board.string_stones(s).intersects(reach)
}

impl Reader<'_> {
    /// Forcing moves in the order in which they are tried: threats to strings with fewer
    /// liberties first, of these to larger ones; then those of patterns. `depth` more of them may be
    /// played, against strings that have to do with vertices of `reach`.
    pub(super) fn forcing_moves(
        &mut self,
        attempt: &Attempt<'_>,
        by_patterns: Vec<Forcing>,
        depth: usize,
        reach: &PointSet,
    ) -> Vec<Forcing> {
        let board = &*self.board;
        let owner = attempt.color.other();
        let is_first = depth == attempt.depth;
        let most = if is_first { COMBINATION_LIBERTIES } else { LATER_LIBERTIES };
        let mut seen = PointSet::EMPTY;
        let mut strings: Vec<(usize, usize, Point)> = Vec::new();
        for &(s, _) in &attempt.victims {
            if board.color_at(s) == Some(owner)
                && board.liberty_count(s) <= most
                && seen.insert(board.origin(s))
                && is_near(board, s, reach)
            {
                strings.push((board.liberty_count(s), attempt.worth(self, s), s));
            }
        }
        strings.sort_by_key(|&(liberties, worth, s)| (liberties, std::cmp::Reverse(worth), s));
        let mut out: Vec<Forcing> = Vec::new();
        for &(_, _, s) in &strings {
            let liberties = || self.board.liberties(s).iter().collect();
            for point in if is_first { self.threats(s) } else { liberties() } {
                add(&mut out, Forcing { point, targets: vec![s], sacrifice: false });
            }
        }
        for Forcing { point, mut targets, sacrifice } in by_patterns {
            targets.retain(|&t| attempt.worth(self, t) > 0 && is_near(self.board, t, reach));
            if !targets.is_empty() {
                add(&mut out, Forcing { point, targets, sacrifice });
            }
        }
        out
    }

    /// Moves of `color` that threaten two of these strings of its opponent at once, which he cannot both
    /// save (the double-threat finder), with the strings; in board order.
    pub fn double_threats(&mut self, color: Color, strings: &[Point]) -> Vec<(Point, [Point; 2])> {
        let mut out = Vec::new();
        let weak: Vec<Point> = strings
            .iter()
            .copied()
            .filter(|&s| self.board.color_at(s) == Some(color.other()))
            .filter(|&s| self.board.liberty_count(s) <= COMBINATION_LIBERTIES)
            .collect();
        for (i, &a) in weak.iter().enumerate() {
            for &b in &weak[i + 1..] {
                if self.board.same_string(a, b) {
                    continue;
                }
                let shared = self.board.liberties(a).and(&self.board.liberties(b));
                for p in shared {
                    if self.safe_move(p, color) == Code::Win && self.hangs_both(color, p, [a, b]) {
                        out.push((p, [a, b]));
                    }
                }
            }
        }
        out.sort_unstable();
        out
    }

    /// Whether two strings can each be captured after a move, and not both be saved.
    fn hangs_both(&mut self, color: Color, p: Point, [a, b]: [Point; 2]) -> bool {
        if !self.play(color, p) {
            return false;
        }
        let hangs = self.attack(a).code == Code::Win
            && self.attack(b).code == Code::Win
            && !self.defend_both(a, b).is_success();
        self.undo();
        hangs
    }

    /// Where the string at `s`, which is not attacked yet, is threatened: not only on its liberties.
    fn threats(&mut self, s: Point) -> Vec<Point> {
        let mut out: Vec<Point> = self.board.liberties(s).iter().collect();
        if self.limits.combination_threats > 0 {
            let threats = self.attack_threats(s, self.limits.combination_threats);
            out.extend(
                threats.into_iter().map(|r| r.point).filter(|&p| !self.board.is_liberty_of(p, s)),
            );
        }
        out
    }

    /// The moves that save the string at `s`, which is threatened, and those that capture stones
    /// of the attacker where the combination is; the ones that reading finds best first.
    pub(super) fn saving_moves(&mut self, s: Point, near: &PointSet) -> Vec<Point> {
        let Some(owner) = self.board.color_at(s) else { return Vec::new() };
        let saves = self.defense_points(s, COMBINATION_ANSWERS);
        let mut out: Vec<Point> = saves.into_iter().map(|r| r.point).collect();
        let mut further = PointSet::EMPTY;
        for enemy in self.board.adjacent_enemies_with(s, 2) {
            further.union_with(&self.board.liberties(enemy));
        }
        for p in further {
            if !out.contains(&p) && self.does_defend(p, s).is_success() {
                out.push(p);
            }
        }
        let counter = self.captures(owner, near);
        out.extend(counter.iter().filter(|p| !out.contains(p)).copied().collect::<Vec<_>>());
        out
    }

    /// Where `color` captures two stones or more at once, near these vertices.
    fn captures(&self, color: Color, near: &PointSet) -> Vec<Point> {
        let board = &*self.board;
        let reach = reach_of(near, board.size());
        let weak = board.strings().filter(|&e| {
            board.color_at(e) == Some(color.other())
                && board.string_size(e) > 1
                && is_near(board, e, &reach)
        });
        weak.filter_map(|e| board.atari_liberty(e)).collect()
    }
}

/// Adds a forcing move, to one at the same vertex if there is one.
fn add(out: &mut Vec<Forcing>, forcing: Forcing) {
    match out.iter_mut().find(|f| f.point == forcing.point) {
        Some(known) => {
            known.sacrifice |= forcing.sacrifice;
            for t in forcing.targets {
                if !known.targets.contains(&t) {
                    known.targets.push(t);
                }
            }
        }
        None => out.push(forcing),
    }
}
