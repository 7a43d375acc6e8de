//! A string in question and what is known of it without playing: its liberties, and the
//! rules by which moves of the attacker are decided at once.

use crate::board::{Board, PointList};
use mkpat_rt::geom::{Color, Point};

/// A string and what its moves are made of.
pub(super) struct Target {
    pub(super) s: Point,
    pub(super) color: Color,
    pub(super) ply: usize,
    pub(super) liberties: PointList<4>,
    /// As many as there are, not only those listed.
    pub(super) n: usize,
    /// What a move on each of `liberties` would give. In a defence only what the owner's move
    /// there gives is filled in.
    pub(super) liberty_info: [LibertyInfo; 4],
}

/// What is known of a liberty of a string.
#[derive(Clone, Copy, Default)]
pub(super) struct LibertyInfo {
    /// Liberties that the owner has after playing there, counted up to [`crate::search::parameters::MANY`].
    pub(super) gain: u8,
    /// Liberties that the attacker has after playing there, counted up to [`crate::search::parameters::FEW`].
    pub(super) own: u8,
    /// Whether who is to move captures something there.
    pub(super) captures: bool,
    /// What such a move of the owner is worth ([`crate::search::parameters`]).
    pub(super) worth: i16,
}

impl Target {
    pub(super) fn new(board: &Board, s: Point, color: Color, ply: usize) -> Target {
        let n = board.liberty_count(s);
        Target {
            s,
            color,
            ply,
            liberties: board.liberty_list(s),
            n,
            liberty_info: Default::default(),
        }
    }

    /// Whether the owner answers a move of the attacker at `p`, a liberty or not, which
    /// takes nothing, by an extension to more than `enough` liberties.
    pub(super) fn runs_away(
        &self,
        board: &Board,
        p: Point,
        is_liberty: bool,
        enough: usize,
    ) -> bool {
        // Without branches, which would often be mispredicted.
        if self.liberty_info.iter().fold(true, |no, info| no & (usize::from(info.gain) <= enough)) {
            return false;
        }
        for (&y, info) in self.liberties.iter().zip(&self.liberty_info) {
            let gain = usize::from(info.gain);
            if y == p || gain <= enough {
                continue;
            }
            if gain > enough + 1 || !(is_liberty || board.preview(y).reaches(self.color, p)) {
                return !board.captures_something(self.color.other(), p);
            }
        }
        false
    }

    /// Whether the owner has an extension to at least `enough + 2` liberties: too many for a move
    /// elsewhere that captures nothing to stop it.
    pub(super) fn outruns(&self, enough: usize) -> bool {
        self.liberty_info.iter().any(|info| usize::from(info.gain) > enough + 1)
    }

    /// If the string has two liberties, the only one of them by which it [`Target::outruns`] the
    /// attacker, if he can play there and is in atari then.
    pub(super) fn only_way_out(&self, enough: usize) -> Option<Point> {
        let ways = self.liberties.iter().zip(&self.liberty_info);
        let mut ways = ways.filter(|(_, info)| usize::from(info.gain) > enough + 1);
        let (&x, info) = ways.next()?;
        (self.n == 2 && info.own == 1 && ways.next().is_none()).then_some(x)
    }

    /// Whether a move of the attacker on the liberty `x`, if it is one of two, leaves the
    /// string in atari without a way out: no extension, no capture, no ko.
    pub(super) fn is_trapped(&self, board: &Board, x: Point) -> bool {
        if self.n != 2 {
            return false;
        }
        let attacker = self.color.other();
        let i = usize::from(self.liberties[0] == x);
        let y = self.liberties[i];
        self.liberty_info[i].gain <= 2
            && self.liberty_info[1 - i].own > 1
            && !self.liberty_info[1 - i].captures
            && (board.string_size(self.s) > 1 || board.liberties_after(attacker, y, 4) > 3)
            && board.adjacent_list::<1>(self.s, 1).is_empty()
    }
}
