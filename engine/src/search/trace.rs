//! A record of every variation that a question looked at.
//!
//! The tree has a node per move tried; its notes say what was asked there, what
//! the answer was and why reading stopped ([`StopReason`]). Recording costs time and
//! memory; a search does it only when asked to.

use super::{Code, Reading};
use mkpat_rt::geom::{Color, Point};
use std::fmt;

/// Why a question was answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// There is no string (any more).
    Gone,
    /// The string has so many liberties that it is not attacked at this ply.
    Liberties(usize),
    /// The string can be taken at once.
    Atari,
    /// The strings are connected.
    Connected,
    /// A move gains so many liberties that the attacker would give up.
    Escapes,
    /// The string is in atari and has no way out.
    Trapped,
    /// Its owner has passed in this position before, and all that came since was taken back.
    Repeated,
    /// The answer is known from the table.
    Known,
    /// The node limit or the last ply is reached.
    Limit,
    /// One of the moves tried works.
    Works,
    /// A better answer than this one would change nothing: there is a ko, and elsewhere as
    /// good a one.
    Enough,
    /// All moves were tried.
    Tried,
    /// Read to the end, the answer is another one than that of the quick search.
    Corrected,
    /// The move was said to work, and a proof takes too long.
    Unproved,
    /// Read to the end, the answer is that of the quick search.
    Confirmed,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Gone => f.write_str("captured"),
            StopReason::Liberties(n) => write!(f, "{n} liberties are enough"),
            StopReason::Atari => f.write_str("can be taken at once"),
            StopReason::Connected => f.write_str("connected"),
            StopReason::Escapes => f.write_str("gains enough liberties"),
            StopReason::Trapped => f.write_str("in atari without a way out"),
            StopReason::Repeated => f.write_str("as before the pass"),
            StopReason::Known => f.write_str("known from the table"),
            StopReason::Limit => f.write_str("limit of nodes or depth"),
            StopReason::Works => f.write_str("a move works"),
            StopReason::Enough => f.write_str("good enough here"),
            StopReason::Tried => f.write_str("best of all moves tried"),
            StopReason::Corrected => f.write_str("read to the end, corrected"),
            StopReason::Unproved => f.write_str("not proved within the limit"),
            StopReason::Confirmed => f.write_str("read to the end, confirmed"),
        }
    }
}

/// A question and its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// Whether it asked about an attack, or else about a defence.
    pub attack: bool,
    /// A stone of the string.
    pub string: Point,
    /// The answer.
    pub reading: Reading,
    /// Why the question was answered so.
    pub reason: StopReason,
}

/// A move that was tried, or the position where reading started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// Number of the variation: moves tried before it.
    pub number: u64,
    /// The move; none at the root.
    pub mv: Option<(Color, Point)>,
    /// What was asked in the position after it.
    pub notes: Vec<Note>,
    /// Moves tried there, as indices into [`Trace::variations`].
    pub children: Vec<usize>,
}

/// All variations. See the module head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The root comes first.
    variations: Vec<Variation>,
    /// From the root to where reading is.
    path: Vec<usize>,
    limit: usize,
    left_out: u64,
}

impl Trace {
    /// A record of at most `limit` variations; further ones are only counted.
    pub fn new(limit: usize) -> Trace {
        Trace { variations: vec![Variation::default()], path: vec![0], limit, left_out: 0 }
    }

    /// The variations; the first one is the root.
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// Variations that are not recorded.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The same record of a position in another orientation: `point` and `color` say
    /// where each vertex lies there, and which colour stands for which.
    pub fn transformed(
        mut self,
        point: impl Fn(Point) -> Point,
        color: impl Fn(Color) -> Color,
    ) -> Trace {
        for v in &mut self.variations {
            for note in &mut v.notes {
                note.string = point(note.string);
                note.reading.point = point(note.reading.point);
            }
            v.mv = v.mv.map(|(c, p)| (color(c), point(p)));
        }
        self
    }

    /// Whether further variations are only counted.
    pub(crate) fn is_full(&self) -> bool {
        self.variations.len() > self.limit
    }

    pub(crate) fn enter(&mut self, color: Color, point: Point) {
        let full = self.is_full();
        let number = self.variations.len() as u64;
        let here = match self.path.last() {
            Some(&at) if !full && at != usize::MAX => at,
            _ => {
                self.left_out += 1;
                self.path.push(usize::MAX);
                return;
            }
        };
        self.variations.push(Variation {
            number,
            mv: Some((color, point)),
            ..Variation::default()
        });
        let index = self.variations.len() - 1;
        self.variations[here].children.push(index);
        self.path.push(index);
    }

    pub(crate) fn leave(&mut self) {
        if self.path.len() > 1 {
            self.path.pop();
        }
    }

    pub(crate) fn note(&mut self, note: Note) {
        if let Some(v) = self.path.last().and_then(|&i| self.variations.get_mut(i)) {
            v.notes.push(note);
        }
    }
}

impl Note {
    /// In words, for a board of this size.
    pub fn text(&self, size: usize) -> String {
        let question = if self.attack { "attack" } else { "defend" };
        let code = match self.reading.code {
            Code::Lose => "0",
            Code::Win => "WIN",
            Code::KoA => "KO_A",
            Code::KoB => "KO_B",
        };
        let answer = match self.reading.code {
            Code::Lose => code.to_string(),
            _ => format!("{code} {}", self.reading.point.name(size)),
        };
        format!("{question} {}: {answer} ({})", self.string.name(size), self.reason)
    }
}
