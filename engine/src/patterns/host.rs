//! The host: what it knows, and how move sequences are played out.

use super::Effect;
use crate::analysis::Tables;
use crate::board::{Board, PointSet};
use crate::reading::{Code, Reader};
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::helper::{Helper, HostBase, Site};

/// What patterns may ask of the game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GameInfo {
    /// Points added to White's score.
    pub komi: f32,
    /// Free handicap stones in all.
    pub total_handicap: i32,
    /// Free handicap stones still to be placed.
    pub remaining_handicap: i32,
    /// The final position is being settled.
    pub scoring: bool,
}

/// Answers constraints and collects actions. See the module head of
/// [`crate::patterns`].
///
/// Board and reader are given back as they were: every move is taken back
/// before a helper returns.
pub struct Host<'a, 'r> {
    pub(super) reader: &'a mut Reader<'r>,
    pub(super) tables: &'a Tables,
    pub(super) info: GameInfo,
    /// By colour of the cutter: the marks of class-B patterns, as they grow.
    pub(super) cuts: [PointSet; 2],
    /// The `value` of the pattern that is being judged.
    pub(super) value: f32,
    pub(super) effects: Vec<Effect>,
    pub(super) unsupported: Option<Helper>,
}

impl<'a, 'r> Host<'a, 'r> {
    /// A host at the position that the reader stands in and the tables tell of.
    pub fn new(reader: &'a mut Reader<'r>, tables: &'a Tables, info: GameInfo) -> Host<'a, 'r> {
        Host {
            reader,
            tables,
            info,
            cuts: tables.cuts,
            value: 0.0,
            effects: Vec::new(),
            unsupported: None,
        }
    }

    /// The reader.
    pub fn reader(&mut self) -> &mut Reader<'r> {
        self.reader
    }

    /// The tables.
    pub fn tables(&self) -> &'a Tables {
        self.tables
    }

    /// Takes the effects of the actions run so far, in their order.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The first helper that was called though it is not supported. Always
    /// `None` for a set that [`super::check_set`] has accepted.
    pub fn unsupported(&self) -> Option<Helper> {
        self.unsupported
    }

    pub(super) fn board(&self) -> &Board {
        self.reader.board()
    }

    /// Whether `p` holds a stone of `color`.
    pub(super) fn has(&self, p: Point, color: Color) -> bool {
        self.board().color_at(p) == Some(color)
    }

    /// Plays a sequence (autohelper spec §2.1): colours alternate from `first`,
    /// `None` is a tenuki, an illegal move is skipped; asks; takes all back.
    pub(super) fn after<T>(
        &mut self,
        first: Color,
        moves: &[Option<Point>],
        ask: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut color = first;
        let mut played = 0;
        for m in moves {
            if let Some(p) = *m
                && !p.is_pass()
                && self.reader.play(color, p)
            {
                played += 1;
            }
            color = color.other();
        }
        let answer = ask(self);
        for _ in 0..played {
            self.reader.undo();
        }
        answer
    }

    /// After a move, if it is legal.
    pub(super) fn after_move<T>(
        &mut self,
        color: Color,
        p: Point,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if p.is_pass() || !self.reader.play(color, p) {
            return None;
        }
        let answer = ask(self);
        self.reader.undo();
        Some(answer)
    }

    /// Attack code, as after a sequence: an empty vertex counts as captured.
    pub(super) fn attack_code(&mut self, p: Point) -> Code {
        if self.board().at(p).is_stone() { self.reader.attack(p).code } else { Code::Win }
    }

    /// Defence code, as after a sequence: WIN without an attack, 0 if empty.
    pub(super) fn defend_code(&mut self, p: Point) -> Code {
        if self.board().at(p).is_stone() { self.reader.defend(p).code } else { Code::Lose }
    }

    /// Whether the string at `p` can be captured by the tables of the root.
    pub(super) fn root_attack(&self, p: Point) -> Code {
        self.tables.worms.get(p).map_or(Code::Lose, |w| w.attack.code)
    }

    /// Whether the string at `p` can be saved by the tables of the root.
    pub(super) fn root_defend(&self, p: Point) -> Code {
        self.tables.worms.get(p).map_or(Code::Lose, |w| w.defend.code)
    }

    /// Effective size of the string at `p`; 0 without one.
    pub(super) fn effective_worm_size(&self, p: Point) -> f32 {
        self.tables.worms.get(p).map_or(0.0, |w| w.effective_size)
    }

    /// Whether the vertex is empty and lies on the board.
    pub(super) fn is_empty(&self, p: Point) -> bool {
        self.board().at(p) == Cell::Empty
    }
}

impl HostBase for Host<'_, '_> {
    fn fallback(&mut self, helper: Helper, _: &Site, _: &[Option<Point>]) -> f64 {
        self.unsupported.get_or_insert(helper);
        0.0
    }
}

/// As [`mkpat_rt::at_stage!`], at the stages whose databases the engine takes.
macro_rules! at_engine_stage {
    ($stage:expr, $host:ident, $value:expr $(,)?) => {
        mkpat_rt::at_stage!(
            $stage,
            $host,
            [
                Worms: mkpat_rt::helper::WormsHost,
                Dragons: mkpat_rt::helper::DragonsHost,
                Combination: mkpat_rt::helper::CombinationHost,
                Movegen: mkpat_rt::helper::MovegenHost,
            ],
            $value
        )
    };
}
pub(super) use at_engine_stage;
