//! Who may take which ko while reading: komaster scheme 5 of the reading
//! document ("Ko Handling").
//!
//! A *conditional* ko capture takes a ko that may not be taken yet, as if a
//! threat had been played elsewhere and answered. A player who does so becomes
//! *komaster* of that ko; from then on captures of kos are restricted so that
//! reading ends.

use crate::board::Board;
use mkpat_rt::geom::{Color, Point};

/// The komaster and, where there is one, the vertex of the stone last taken in
/// the ko (`kom_pos`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Komaster {
    /// Nobody (`EMPTY`).
    #[default]
    Nobody,
    /// This colour has taken a ko conditionally.
    Master(Color, Point),
    /// Both have taken a ko (`GRAY_…`); no more ko captures.
    Gray(Point),
    /// Two kos were taken in a row (`WEAK_KO`).
    Weak(Point),
}

/// A ko capture of the stone `taken` next (diagonally) to `at`: one ko nested
/// in another.
fn nested(taken: Point, at: Point) -> bool {
    taken.row().abs_diff(at.row()) == 1 && taken.col().abs_diff(at.col()) == 1
}

impl Komaster {
    /// A number for hashing: different for different values.
    pub(super) fn number(self) -> u64 {
        let (kind, p) = match self {
            Komaster::Nobody => (0, Point::PASS),
            Komaster::Master(Color::Black, p) => (1, p),
            Komaster::Master(Color::White, p) => (2, p),
            Komaster::Gray(p) => (3, p),
            Komaster::Weak(p) => (4, p),
        };
        kind << 16 | p.0 as u64
    }

    /// What becomes of the komaster if `color` takes a ko at `p`, capturing the
    /// stone at `taken`; `None` if the scheme forbids it. `board` is the
    /// position before the capture.
    pub(super) fn after_capture(
        self,
        board: &Board,
        color: Color,
        p: Point,
        taken: Point,
    ) -> Option<Komaster> {
        let old = board.ko();
        let conditional = old.is_some_and(|(q, banned)| q == p && banned == color);
        match self {
            // 1a, 1b.
            Komaster::Nobody if conditional => Some(Komaster::Master(color, taken)),
            Komaster::Nobody => Some(match old {
                Some((q, _)) => Komaster::Weak(q),
                None => Komaster::Nobody,
            }),
            // 2a.
            Komaster::Master(c, at) if c == color => {
                nested(taken, at).then_some(Komaster::Master(color, taken))
            }
            // 3.
            Komaster::Master(_, at) => (p != at).then_some(Komaster::Gray(taken)),
            // 4.
            Komaster::Gray(_) => None,
            // 5b, 5c.
            Komaster::Weak(_) if conditional => Some(Komaster::Master(color, taken)),
            Komaster::Weak(at) => {
                nested(taken, at).then_some(Komaster::Weak(old.map_or(taken, |(q, _)| q)))
            }
        }
    }

    /// What becomes of the komaster after any other move; `board` is the
    /// position after it. 2b and 4 are applied also if the ko is dissolved
    /// without being filled (see "Another Ko Example").
    pub(super) fn after_other(self, board: &Board) -> Komaster {
        match self {
            Komaster::Master(color, at) if board.takes_ko(color.other(), at).is_none() => {
                Komaster::Nobody
            }
            Komaster::Gray(at) if !board.is_ko_point(at) => Komaster::Nobody,
            Komaster::Weak(_) => Komaster::Nobody,
            same => same,
        }
    }
}
