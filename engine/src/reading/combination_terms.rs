//! What a combination is asked about and found to be: threats, victims, what is wanted, what has
//! been gained.

use super::Code;
use super::Reading;
use super::reader::Reader;
use crate::board::PointSet;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::mix;

/// A move that threatens something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forcing {
    /// The move.
    pub point: Point,
    /// The strings that it may threaten, by one stone each.
    pub targets: Vec<Point>,
    /// Its stone may be put in atari. (Whether it can be captured does not matter, as long as that does not
    /// save what it threatens.)
    pub sacrifice: bool,
}

/// Who knows forcing moves that liberties alone do not suggest.
pub trait ForcingMoves {
    /// Tells this source of moves from others: answers are remembered by it.
    fn source(&self) -> u64;

    /// Forcing moves of `color` in the present position that have to do with vertices of `reach`, in the
    /// order in which they are to be tried. The board is given back as it was.
    fn forcing_moves(
        &mut self,
        reader: &mut Reader<'_>,
        color: Color,
        reach: &PointSet,
    ) -> Vec<Forcing>;
}

/// What is known of the opponent's strings at the root of a combination.
#[derive(Clone, Debug, Default)]
pub struct Victims {
    /// Strings that cannot be captured at once, by one stone each: a combination is to
    /// capture one of them.
    pub safe: Vec<Point>,
    /// All stones that are lost without any combination: capturing them gains nothing.
    pub capturable: PointSet,
}

impl Victims {
    /// Differs for different strings.
    pub(super) fn hash(&self) -> u64 {
        let capturable = self.capturable.iter().fold(1, |h, p| mix(h ^ u64::from(p.0)));
        self.safe.iter().fold(mix(capturable), |h, p| mix(h ^ u64::from(p.0)))
    }
}

/// Which combinations are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// How well it has to work, at least.
    pub code: Code,
    /// How many stones it has to gain, at least 1.
    pub size: usize,
    /// Its first move has to be among these vertices or near them; anywhere if there are none.
    pub around: PointSet,
    /// Its first move is this one, if there is one here.
    pub first: Option<Point>,
    /// Any will do: neither is the largest looked for, nor a first move that is needed.
    pub any: bool,
}

impl Wanted {
    /// The best combination that works without ko.
    pub const BEST: Wanted =
        Wanted { code: Code::Win, size: 1, around: PointSet::EMPTY, first: None, any: false };

    pub(super) fn hash(&self) -> u64 {
        let first = u64::from(self.first.map_or(0, |p| p.0));
        let around = self.around.iter().fold(first, |h, p| mix(h ^ u64::from(p.0)));
        mix(around ^ mix(self.code as u64 | u64::from(self.any) << 4 | (self.size as u64) << 8))
    }
}

/// A combination that works, if only by ko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combination {
    /// How well it works, and its first move.
    pub reading: Reading,
    /// The string that the first move threatens.
    pub target: Point,
    /// How many stones are gained at least, whatever the opponent does.
    pub size: usize,
}

/// How well something is captured, and how much of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gain {
    pub(super) code: Code,
    pub(super) size: usize,
}

/// What a combination is looked for with.
pub(super) struct Attempt<'a> {
    pub(super) moves: &'a mut dyn ForcingMoves,
    pub(super) color: Color,
    /// The strings that are to be captured, by one stone each, with their sizes at the root.
    pub(super) victims: Vec<(Point, usize)>,
    pub(super) wanted: Wanted,
    /// What the attacker may not play.
    pub(super) forbidden: PointSet,
    /// Forcing moves in a row that are allowed now.
    pub(super) depth: usize,
    /// The next move of the attacker, if only one is asked about.
    pub(super) first: Option<Point>,
    /// [`Victims::hash`], [`ForcingMoves::source`] and the position at the root, for the keys of what
    /// is remembered.
    pub(super) salt: u64,
    /// Forcing moves that may still be tried.
    pub(super) left: u64,
    /// Prisoners that the opponent had at the root.
    pub(super) prisoners: u32,
}

impl Attempt<'_> {
    /// The victims in the string at `s`: their stones at the root.
    pub(super) fn worth(&self, reader: &Reader<'_>, s: Point) -> usize {
        let board = reader.board();
        let owner = self.color.other();
        let part = |&&(p, _): &&(Point, usize)| {
            board.color_at(p) == Some(owner) && board.same_string(p, s)
        };
        self.victims.iter().filter(part).map(|v| v.1).sum()
    }

    /// What is gained by capturing `size` stones, less what has been lost; `None` if that is not
    /// what is wanted.
    pub(super) fn gain(&self, reader: &Reader<'_>, code: Code, size: usize) -> Option<Gain> {
        let lost = reader.board().captures(self.color.other()) - self.prisoners;
        // A stone given up for the purpose costs less than a stone that was captured wins.
        let pays = size > lost.saturating_sub(1) as usize;
        (pays && size >= self.wanted.size && code >= self.wanted.code)
            .then_some(Gain { code, size })
    }

    /// Tells attempts apart in the keys of what is remembered.
    pub(super) fn key(&self) -> u64 {
        let forbidden = self.forbidden.iter().fold(3, |h, p| mix(h ^ u64::from(p.0)));
        mix(self.salt ^ mix(forbidden ^ self.wanted.hash()))
    }
}
