//! Can two strings be connected, can they be separated, can a string come into an area or be kept
//! out of it?
//!
//! Questions with codes, as `attack` and `defend` have them. All are read to the end by one
//! search ([`super::link`]); what it leaves open is answered as it seems then;
//! [`Reader::disconnect_for_sure`] has to be clearer about it ([`Surety`]).

use super::proof::{Goal, ProofQuestion, prove};
use super::question_keys::QuestionKind;
use super::reader::Reader;
use super::{Code, Note, Reading, StopReason};
use crate::board::PointSet;
use crate::search::parameters::{LINK_CLEAR, LINK_SURE};
use crate::search::played_proof::Found;
use mkpat_rt::geom::{Color, Point};

/// What it takes for an answer about a connection where the search does not come to an end.
struct Surety {
    /// What the positions that a question may spend are multiplied with.
    nodes: u64,
    /// How many times less effort has to be left until the mover has his way than until he is kept from it.
    clear: u32,
}

/// As it seems.
const AS_IT_SEEMS: Surety = Surety { nodes: 1, clear: 1 };
/// Not by a narrow margin.
const FOR_SURE: Surety = Surety { nodes: LINK_SURE, clear: LINK_CLEAR };

impl Reader<'_> {
    /// Can the owner of the strings at `a` and `b`, to move, connect them? Lost if one of
    /// them is not there or they are of different colours; won without a move if they are
    /// one string.
    pub fn connect(&mut self, a: Point, b: Point) -> Reading {
        let Some((color, origins)) = self.pair(a, b) else { return Reading::LOST };
        if self.board.same_string(a, b) {
            return Reading::won(Point::PASS);
        }
        let goal = Goal::Cut(origins[1]);
        self.remember(QuestionKind::Connect, origins, |r| {
            r.link(origins[0], goal, color, AS_IT_SEEMS)
        })
    }

    /// Can the opponent of the strings at `a` and `b`, to move, separate them or capture
    /// one? Won if one of them is not there or they are of different colours.
    pub fn disconnect(&mut self, a: Point, b: Point) -> Reading {
        self.cut(QuestionKind::Disconnect, a, b, AS_IT_SEEMS)
    }

    /// As [`Reader::disconnect`], but a search that its limits end says that they hold together unless it
    /// was clear by then that they do not. Strings that belong together in an open position are seldom
    /// read to the end, and what is open seems mostly to be a cut.
    pub fn disconnect_for_sure(&mut self, a: Point, b: Point) -> Reading {
        self.cut(QuestionKind::DisconnectForSure, a, b, FOR_SURE)
    }

    fn cut(&mut self, kind: QuestionKind, a: Point, b: Point, surety: Surety) -> Reading {
        let Some((color, origins)) = self.pair(a, b) else { return Reading::won(Point::PASS) };
        let goal = Goal::Cut(origins[1]);
        self.remember(kind, origins, |r| r.link(origins[0], goal, color.other(), surety))
    }

    /// Can the owner of the string at `s`, to move, connect it to one of the vertices of
    /// `area`? Lost without a stone there; won without a move if it is there.
    pub fn break_in(&mut self, s: Point, area: &PointSet) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::LOST };
        if self.board.string_stones(s).intersects(area) {
            return Reading::won(Point::PASS);
        }
        self.link(s, Goal::KeepOut(*area), color, AS_IT_SEEMS)
    }

    /// Can the opponent of the string at `s`, to move, keep it from being connected to any
    /// vertex of `area`? Won without a stone there.
    pub fn block_off(&mut self, s: Point, area: &PointSet) -> Reading {
        let Some(color) = self.board.color_at(s) else { return Reading::won(Point::PASS) };
        self.link(s, Goal::KeepOut(*area), color.other(), AS_IT_SEEMS)
    }

    /// The colour of two strings, and the first stone of each in board order: which is asked
    /// about first does not matter.
    fn pair(&self, a: Point, b: Point) -> Option<(Color, [Point; 2])> {
        let color = self.board.color_at(a).filter(|&c| self.board.color_at(b) == Some(c))?;
        let mut origins = [a, b].map(|p| self.board.origin(p));
        origins.sort_unstable();
        Some((color, origins))
    }

    /// Whether who moves first has his way about the string at `s` and its goal.
    fn link(&mut self, s: Point, goal: Goal, first: Color, surety: Surety) -> Reading {
        let waiting = self.begin();
        let question = ProofQuestion {
            s,
            goal,
            first,
            claim: None,
            komaster: self.question.komaster,
            scheme: self.limits.scheme,
            nodes: [self.limits.effort, surety.nodes]
                .into_iter()
                .fold(self.limits.connection_nodes, u64::saturating_mul),
            clear: surety.clear,
            deadline: self.clock.deadline,
        };
        let cuts = self.board.color_at(s) != Some(first);
        let mut reading = Reading::LOST;
        let trace = self.trace.as_mut();
        if let Some((found, cost)) = prove(self.board, question, &mut self.memory.proofs, trace) {
            self.count_link(cost.nodes, cost.timed_out);
            self.question.touched.union_with(&cost.touched);
            let reason = match found {
                Found::Settled(Code::Win, _) => StopReason::Works,
                Found::Settled(..) => StopReason::Tried,
                Found::Open(_) => StopReason::Limit,
            };
            reading = match found {
                Found::Settled(code, point) => Reading { code, point },
                Found::Open(seems) => seems.map_or(Reading::LOST, Reading::won),
            };
            self.question.cut_short |= reason == StopReason::Limit;
            if let Some(trace) = &mut self.trace {
                trace.note(Note { attack: cuts, string: s, reading, reason });
            }
        }
        self.end(waiting);
        reading
    }
}
