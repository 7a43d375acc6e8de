//! Who may take which ko while reading: the komaster schemes of the GNU Go 3.8
//! manual ("Ko Handling", "Alternate Komaster Schemes").
//!
//! A *conditional* ko capture takes a ko that may not be taken yet, as if a
//! threat had been played elsewhere and answered. A player who does so becomes
//! *komaster* of that ko; from then on captures of kos are restricted so that
//! reading ends.

use crate::board::Board;
use mkpat_rt::geom::{Color, Point};

/// A set of rules about ko captures. The manual calls them "scheme 5", "Essentially the 2.7.232
/// scheme" and "Revised 2.7.232 version".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scheme {
    /// Scheme 5, the usual one.
    #[default]
    Five,
    /// The scheme of GNU Go 2.7.232: somebody is komaster or nobody, and nothing else.
    Early,
    /// The early one revised: the komaster may take another ko if this settles his own.
    Revised,
}

/// The komaster and, where there is one, the vertex of the stone last taken in
/// the ko (`kom_pos`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Komaster {
    /// Nobody (`EMPTY`).
    #[default]
    Nobody,
    /// This colour has taken a ko conditionally.
    Master(Color, Point),
    /// This colour was komaster, and then the other has taken a ko (`GRAY_…`);
    /// no more ko captures.
    Gray(Color, Point),
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
    pub(crate) fn number(self) -> u64 {
        let (kind, p) = match self {
            Komaster::Nobody => (0, Point::PASS),
            Komaster::Master(c, p) => (c as u64, p),
            Komaster::Gray(c, p) => (2 + c as u64, p),
            Komaster::Weak(p) => (5, p),
        };
        kind << 16 | p.0 as u64
    }

    /// What becomes of the komaster if `color` takes a ko at `p`, capturing the
    /// stone at `taken`; `None` if the scheme forbids it. `board` is the
    /// position before the capture, and is given back so.
    pub(crate) fn after_capture(
        self,
        scheme: Scheme,
        board: &mut Board,
        color: Color,
        p: Point,
        taken: Point,
    ) -> Option<Komaster> {
        let old = board.ko();
        let conditional = old.is_some_and(|(q, banned)| q == p && banned == color);
        if scheme != Scheme::Five {
            return self.after_capture_early(scheme, board, color, p, taken, conditional);
        }
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
            Komaster::Master(c, at) => (p != at).then_some(Komaster::Gray(c, taken)),
            // 4.
            Komaster::Gray(..) => None,
            // 5b, 5c.
            Komaster::Weak(_) if conditional => Some(Komaster::Master(color, taken)),
            Komaster::Weak(at) => {
                nested(taken, at).then_some(Komaster::Weak(old.map_or(taken, |(q, _)| q)))
            }
        }
    }

    /// The two alternate schemes, which know neither gray nor weak kos.
    fn after_capture_early(
        self,
        scheme: Scheme,
        board: &mut Board,
        color: Color,
        p: Point,
        taken: Point,
        conditional: bool,
    ) -> Option<Komaster> {
        match self {
            Komaster::Master(c, at) if c == color => {
                if scheme == Scheme::Early {
                    return (!conditional).then_some(self);
                }
                // The ko at `at` must be settled by this capture.
                if !board.try_play_ko(color, p) {
                    return None;
                }
                let open = board.takes_ko(color.other(), at).is_some();
                board.undo();
                (!open).then_some(Komaster::Master(color, taken))
            }
            Komaster::Master(_, at) => (!conditional && p != at).then_some(self),
            _ if conditional => Some(Komaster::Master(color, taken)),
            _ => Some(Komaster::Nobody),
        }
    }

    /// Whether the scheme forbids `color` a move at `p` that takes no ko: where the
    /// other is komaster, a play at `kom_pos` (3), ko or not.
    pub(crate) fn forbids(self, scheme: Scheme, color: Color, p: Point) -> bool {
        scheme == Scheme::Five && matches!(self, Komaster::Master(c, at) if c != color && at == p)
    }

    /// What becomes of the komaster after any other move; `board` is the position
    /// after it. A komaster's ko ends his state when it is filled (2b), or when it is
    /// no ko any more and his opponent may not play there ("Another Ko Example"); a
    /// gray one when it is filled (4).
    pub(crate) fn after_other(self, scheme: Scheme, board: &Board) -> Komaster {
        match self {
            Komaster::Master(color, at) if scheme == Scheme::Five => {
                let enemy = color.other();
                let settled = !board.is_empty(at)
                    || board.takes_ko(enemy, at).is_none() && board.is_suicide(enemy, at);
                if settled { Komaster::Nobody } else { self }
            }
            Komaster::Gray(_, at) if !board.is_empty(at) => Komaster::Nobody,
            Komaster::Weak(_) => Komaster::Nobody,
            same => same,
        }
    }
}
