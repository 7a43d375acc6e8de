//! Proofs: can a string be captured, a group be killed, two strings be connected, a race be
//! won, whatever the opponent does? Slower than reading, and it gains from effort.
//!
//! # How data flows
//! A [`Question`] is about a [`Board`]. [`prove`] takes a *region* around its strings
//! (`region`), smaller ones first, and makes an arena of it (`arena`): the vertices as
//! bits, where what lies outside counts as stones of one colour that nobody can take. In the
//! arena the question is a task for a *maker*, who wants something to happen, against a
//! *breaker* (`task`; what can be seen without a move: `eyes`, `life`). Depth-first
//! proof-number search (`search`, with the memory of `search::proof_table`) settles the task twice, with all
//! kos against the maker and with all of them for him. From that comes the [`Answer`].
//!
//! # What an answer means
//! Within the region all legal moves of the side that is proved to lose are looked at, and a
//! pass of the breaker. What an answer takes for granted about the rest of the board is
//! listed in [`Assumptions`]; it is *proved* ([`Answer::is_proved`]) only if that is nothing:
//! where the region is the whole board, or where what lies outside counts as the stones of
//! the side that loses, so that the real board can only be worse for it. Life is what cannot
//! be taken: seki is life.
//!
//! # What it may use
//! [`crate::board`], and of [`crate::search`] the deadline and what proof-number searches share; nothing of
//! reading or analysis. No global state:
//! memory is a [`Table`], handed in. Equal questions with equal tables have equal answers.

mod arena;
mod bits;
mod estimate;
mod eyes;
mod fight;
mod ground;
mod hints;
#[cfg(test)]
pub(crate) mod learn_tests;
mod life;
#[cfg(test)]
mod oracle_tests;
mod position;
mod prove;
mod region;
mod search;
mod shape;
mod simulate;
mod small_eye;
#[cfg(test)]
mod soak_tests;
mod task;
#[cfg(test)]
mod tests;
mod tree;
mod zone;

pub use crate::search::proof_table::Table;
pub use fight::{Fight, Outcome, Ring};
pub use prove::{first_moves, prove};
pub use region::{domain, group};
pub use search::Settings;
pub use tree::{Branch, Tree};

use crate::board::{Board, PointSet};
use crate::search::Deadline;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::reading_code::Code;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// What may be asked; each has one side that wants it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The opponent takes the string with this stone. To get out of the region saves it.
    Capture(Point),
    /// The opponent takes every stone of the group with this stone ([`group`]), and its owner
    /// lives with nothing there. To get out of the region is no life.
    Kill(Point),
    /// The owner connects these two stones to one string.
    Connect(Point, Point),
    /// The owner of the second stone takes the string of the first before he loses his.
    Race(Point, Point),
}

/// A goal and who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is asked.
    pub goal: Goal,
    /// Who moves first.
    pub first: Color,
}

/// Why a question cannot be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadQuestion {
    /// There is no stone at this vertex.
    NoStone(Point),
    /// These stones are not of one colour, as they have to be.
    TwoColors(Point, Point),
    /// These stones are of one colour, as they must not be.
    OneColor(Point, Point),
    /// What has to be looked at does not fit into 128 vertices of a rectangle.
    TooLarge,
}

impl fmt::Display for BadQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadQuestion::NoStone(_) => "there is no stone at the vertex",
            BadQuestion::TwoColors(..) => "the stones are not of one color",
            BadQuestion::OneColor(..) => "the stones are of one color",
            BadQuestion::TooLarge => "the strings lie too far apart to be looked at together",
        })
    }
}

impl std::error::Error for BadQuestion {}

impl Goal {
    /// The stones that it names.
    fn stones(self) -> PointSet {
        match self {
            Goal::Capture(p) | Goal::Kill(p) => [p].into_iter().collect(),
            Goal::Connect(p, q) | Goal::Race(p, q) => [p, q].into_iter().collect(),
        }
    }
}

impl Question {
    /// Who wants the goal.
    ///
    /// # Errors
    /// If there are no stones, or not of the colours that the goal needs.
    pub fn maker(&self, board: &Board) -> Result<Color, BadQuestion> {
        let color = |p: Point| board.color_at(p).ok_or(BadQuestion::NoStone(p));
        Ok(match self.goal {
            Goal::Capture(p) | Goal::Kill(p) => color(p)?.other(),
            Goal::Connect(p, q) if color(p)? != color(q)? => {
                return Err(BadQuestion::TwoColors(p, q));
            }
            Goal::Connect(p, _) => color(p)?,
            Goal::Race(p, q) if color(p)? == color(q)? => return Err(BadQuestion::OneColor(p, q)),
            Goal::Race(_, q) => color(q)?,
        })
    }
}

/// How far a proof has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions looked at so far.
    pub nodes: u64,
    /// Which region, from 0.
    pub stage: usize,
    /// What is known by now.
    pub status: Status,
}

/// What a proof may cost.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Positions that may be looked at.
    pub nodes: u64,
    /// When to stop; looked at about every millisecond.
    pub deadline: Deadline,
    /// Stops as soon as this is set.
    pub cancel: Option<&'a AtomicBool>,
    /// Is told now and then.
    pub progress: Option<&'a dyn Fn(Progress)>,
    /// How the search goes about it.
    pub settings: Settings,
    /// Moves of the proof that are drawn ([`Answer::tree`]) at most; 0 for none.
    pub tree: usize,
    /// Positions of a proof that are looked at once more for its zone; if it has more, or for 0,
    /// the zone is all of the region.
    pub zone: usize,
}

impl Limits<'_> {
    /// So many positions, and no other limit.
    pub fn nodes(nodes: u64) -> Limits<'static> {
        let settings = Settings::default();
        let (deadline, cancel, progress) = (Deadline::NONE, None, None);
        Limits { nodes, deadline, cancel, progress, settings, tree: 0, zone: 0 }
    }
}

/// What was found, for the player who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// This is what he achieves.
    Settled(Code),
    /// A ko decides; who needs the first threat was not found.
    Ko,
    /// He achieves it, if not without a ko.
    AtLeastKo,
    /// He does not achieve it without a ko.
    AtMostKo,
    /// Not found within the limits.
    Unknown,
}

impl Status {
    /// The same for the player who does not move first.
    pub fn for_other(self) -> Status {
        match self {
            Status::Settled(code) => Status::Settled(code.reverse()),
            Status::AtLeastKo => Status::AtMostKo,
            Status::AtMostKo => Status::AtLeastKo,
            Status::Ko | Status::Unknown => self,
        }
    }
}

/// What an answer assumes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Assumptions {
    /// All that lies outside of the zone counts as safe stones of this colour.
    pub outside: Option<Color>,
    /// Strings of the maker that reach out of the zone are not taken.
    pub walls: bool,
}

impl Assumptions {
    /// Whether there are none.
    pub fn is_none(&self) -> bool {
        *self == Assumptions::default()
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was found.
    pub status: Status,
    /// What it assumes.
    pub assumes: Assumptions,
    /// What the answer rests on: whatever stands elsewhere in the region, a proof stands.
    /// Where nothing is settled without a ko, or the proof is too large ([`Limits::zone`]), all
    /// of the region, where moves were looked for.
    pub zone: PointSet,
    /// The best play of both, as far as it is known. The first move is the answer's; a pass
    /// is [`Point::PASS`].
    pub line: Vec<(Color, Point)>,
    /// Where it is open, in the largest region that was looked at for long, whether the player who moves first
    /// has his way without a ko: the move that looks most like it.
    pub hope: Option<Point>,
    /// Positions that were looked at.
    pub nodes: u64,
    /// Which region the answer is from.
    pub stage: usize,
    /// Whether time or a cancellation ended it.
    pub stopped: bool,
    /// The proof, if asked for ([`prove_with_tree`]) and settled.
    pub tree: Option<Tree>,
}

impl Answer {
    /// Whether it is settled and assumes nothing.
    pub fn is_proved(&self) -> bool {
        matches!(self.status, Status::Settled(_)) && self.assumes.is_none()
    }
}
