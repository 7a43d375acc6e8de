//! What hosts of all stages share, and how move sequences are played out.

use crate::board::{Board, PointSet};
use crate::reading::{Code, Reader};
use crate::search::Trace;
use mkpat_rt::colon_line::ClassSet;
use mkpat_rt::db::Database;
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::helper::{Helper, HostBase, PatternId, Site, Status};

/// What patterns may ask of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameInfo {
    /// Which colour on the board is the game's White: who gets the komi.
    pub white: Color,
    /// Points added to White's score.
    pub komi: f32,
    /// Free handicap stones in all.
    pub total_handicap: i32,
    /// Free handicap stones still to be placed.
    pub remaining_handicap: i32,
    /// The final position is being settled.
    pub scoring: bool,
}

impl Default for GameInfo {
    fn default() -> GameInfo {
        GameInfo {
            white: Color::White,
            komi: 0.0,
            total_handicap: 0,
            remaining_handicap: 0,
            scoring: false,
        }
    }
}

/// The data of a stage, about its root.
pub(crate) trait StageData {
    /// What reading said at the root of an attack on the string at `p`; [`Code::Lose`]
    /// without a stone.
    fn attack(&self, p: Point) -> Code;

    /// What reading said at the root of a defence of the string at `p`; [`Code::Lose`] also if
    /// there is no attack.
    fn defend(&self, p: Point) -> Code;
}

/// Why the class of a pattern, or its move, does not admit a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The class letter excludes the dragon of the string for its status.
    Status {
        /// The letter: `O`, `o`, `X` or `x`.
        letter: char,
        /// A stone of the string.
        string: Point,
        /// The status of its dragon.
        status: Status,
    },
    /// The move is illegal.
    Illegal,
    /// The stone played can be captured, and the class has no `s`.
    Unsafe,
    /// Class letter `n`: a stone of X played there could be captured.
    UnsafeForX,
    /// Class letter `O`: this string can be captured, and the move does not save it.
    StaysCritical(Point),
    /// Class letter `D`, `B`, `E` or `A`: this string has to live, and does not.
    Lifeless {
        /// The letter.
        letter: char,
        /// A stone of the string.
        string: Point,
    },
}

impl Refusal {
    /// By the letters `O o X x`, which speak of the status of the dragons whose strings are `own`
    /// and `enemy`.
    pub(crate) fn by_status(
        class: ClassSet,
        [own, enemy]: [&PointSet; 2],
        status: impl Fn(Point) -> Status,
    ) -> Option<Refusal> {
        let find = |strings: &PointSet, excluded: &[(char, &[Status])]| {
            strings.iter().find_map(|string| {
                let status = status(string);
                let letter = excluded.iter().find(|(c, s)| class.has(*c) && s.contains(&status));
                letter.map(|&(letter, _)| Refusal::Status { letter, string, status })
            })
        };
        find(own, &[('O', &[Status::Dead, Status::Critical]), ('o', &[Status::Alive])])
            .or_else(|| find(enemy, &[('X', &[Status::Dead]), ('x', &[Status::Alive])]))
    }

    /// The same refusal with `place` for the vertex that it names.
    pub(crate) fn mapped(self, place: impl Fn(Point) -> Point) -> Refusal {
        match self {
            Refusal::Status { letter, string, status } => {
                Refusal::Status { letter, string: place(string), status }
            }
            Refusal::StaysCritical(p) => Refusal::StaysCritical(place(p)),
            Refusal::Lifeless { letter, string } => {
                Refusal::Lifeless { letter, string: place(string) }
            }
            Refusal::Illegal | Refusal::Unsafe | Refusal::UnsafeForX => self,
        }
    }
}

/// A host that the runner can ask.
pub(crate) trait PatternHost {
    /// What actions of this stage ask for.
    type Effect;

    /// The position.
    fn board(&self) -> &Board;

    /// What class letters, legality and safety of the move have against a match with these
    /// strings of O and of X, by their origins; `None` admits it.
    fn refusal(
        &mut self,
        class: ClassSet,
        site: &Site,
        own: &PointSet,
        enemy: &PointSet,
    ) -> Option<Refusal> {
        let _ = (class, site, own, enemy);
        None
    }

    /// The constraint and action of a match will be run next; its pattern has this `value`.
    fn begin(&mut self, value: f32) {
        let _ = value;
    }

    /// Runs the action of a pattern if `act`, else its constraint, as the host of the
    /// database's stage.
    fn run(&mut self, db: &Database, id: PatternId, site: &Site, act: bool) -> i64;

    /// Calls a helper by its number; 0 for one that the stage does not have.
    fn call_helper(&mut self, helper: Helper, site: &Site, args: &[Option<Point>]) -> f64;

    /// As [`PatternHost::call_helper`], and records at most so many of the variations that reading
    /// tries for it. Slower: what reading remembers is not used.
    fn call_recorded(
        &mut self,
        helper: Helper,
        site: &Site,
        args: &[Option<Point>],
        variations: usize,
    ) -> (f64, Option<Trace>);

    /// Runs the hand-written helper with this name: whether it accepts the match. A name
    /// that the stage does not know accepts.
    fn help(&mut self, name: &str, site: &Site) -> bool {
        let _ = (name, site);
        true
    }

    /// Takes what was asked for since [`PatternHost::begin`].
    fn take_effects(&mut self) -> Vec<Self::Effect>;
}

/// Search state and the data of a stage: answers constraints and collects what actions ask
/// for.
///
/// The board is given back as it was: every move is taken back before a helper returns.
pub(crate) struct Host<'h, 'r, S> {
    pub(crate) reader: &'h mut Reader<'r>,
    pub(crate) stage: S,
    pub(crate) game: GameInfo,
    /// Depth of the board's stack at the root.
    root: usize,
    /// A helper has played moves, and reading is less deep.
    reduced: bool,
    /// The first helper that was called though it is not supported. None ever is for a set
    /// that [`crate::requirements::check_set`] has accepted.
    #[cfg(test)]
    pub(crate) unsupported: Option<Helper>,
}

impl<'h, 'r, S> Host<'h, 'r, S> {
    /// A host whose root is the position that the reader stands in.
    pub(crate) fn new(reader: &'h mut Reader<'r>, game: GameInfo, stage: S) -> Host<'h, 'r, S> {
        let root = reader.board().depth();
        Host::with_root(reader, game, stage, root)
    }

    /// A host whose root is the position at this depth of the board's stack.
    pub(crate) fn with_root(
        reader: &'h mut Reader<'r>,
        game: GameInfo,
        stage: S,
        root: usize,
    ) -> Host<'h, 'r, S> {
        Host {
            reader,
            stage,
            game,
            root,
            reduced: false,
            #[cfg(test)]
            unsupported: None,
        }
    }

    /// The data of the stage.
    pub(crate) fn into_stage(self) -> S {
        self.stage
    }

    /// The position.
    pub(crate) fn board(&self) -> &Board {
        self.reader.board()
    }

    /// Whether no moves stand on the board that were not there at the root.
    pub(crate) fn at_root(&self) -> bool {
        self.board().depth() == self.root
    }

    /// Whether `p` holds a stone of `color`.
    pub(crate) fn has(&self, p: Point, color: Color) -> bool {
        self.board().color_at(p) == Some(color)
    }

    /// Whether the vertex is empty and lies on the board.
    pub(crate) fn is_empty(&self, p: Point) -> bool {
        self.board().at(p) == Cell::Empty
    }

    /// Plays a sequence: colours alternate from `first`, `None` is a tenuki, an illegal
    /// move is skipped; asks; takes all back.
    pub(crate) fn after<T>(
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
        let answer = self.ask_after_moves(ask);
        for _ in 0..played {
            self.reader.undo();
        }
        answer
    }

    /// After a move, if it is legal.
    pub(crate) fn after_move<T>(
        &mut self,
        color: Color,
        p: Point,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if p.is_pass() || !self.reader.play(color, p) {
            return None;
        }
        let answer = self.ask_after_moves(ask);
        self.reader.undo();
        Some(answer)
    }

    /// Asks, after the first moves of a helper less deeply than at the root.
    fn ask_after_moves<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        if self.reduced {
            return ask(self);
        }
        self.reduced = true;
        let limits = self.reader.limits();
        self.reader.set_limits(limits.shallower(limits.helper_reduction));
        let answer = ask(self);
        self.reader.set_limits(limits);
        self.reduced = false;
        answer
    }

    /// Attack code, as after a sequence: an empty vertex counts as captured.
    pub(crate) fn attack_code(&mut self, p: Point) -> Code {
        if self.board().at(p).is_stone() { self.reader.attack(p).code } else { Code::Win }
    }

    /// Defence code, as after a sequence: WIN without an attack, 0 if empty.
    pub(crate) fn defend_code(&mut self, p: Point) -> Code {
        if self.board().at(p).is_stone() { self.reader.defend(p).code } else { Code::Lose }
    }
}

impl<S: StageData> Host<'_, '_, S> {
    /// Whether the string at `p` can be captured: what is stored at the root, a fresh
    /// search after moves.
    pub(crate) fn stored_attack(&mut self, p: Point) -> Code {
        if self.at_root() {
            self.stage.attack(p)
        } else if self.board().at(p).is_stone() {
            self.reader.attack(p).code
        } else {
            Code::Lose
        }
    }

    /// Whether the string at `p` can be attacked and saved, found in the same way.
    pub(crate) fn stored_defend(&mut self, p: Point) -> Code {
        if self.at_root() {
            self.stage.defend(p)
        } else if self.board().at(p).is_stone() && self.reader.attack(p).is_success() {
            self.reader.defend(p).code
        } else {
            Code::Lose
        }
    }
}

impl<S> HostBase for Host<'_, '_, S> {
    fn fallback(&mut self, _helper: Helper, _: &Site, _: &[Option<Point>]) -> f64 {
        #[cfg(test)]
        self.unsupported.get_or_insert(_helper);
        0.0
    }
}

/// The two methods of [`PatternHost`] that name the host trait of a stage.
macro_rules! run_as {
    ($Host:path) => {
        fn board(&self) -> &crate::board::Board {
            self.reader.board()
        }

        fn run(
            &mut self,
            db: &mkpat_rt::db::Database,
            id: mkpat_rt::helper::PatternId,
            site: &mkpat_rt::helper::Site,
            act: bool,
        ) -> i64 {
            let host: &mut dyn $Host = self;
            db.run(host, id, site, act)
        }

        fn call_helper(
            &mut self,
            helper: mkpat_rt::helper::Helper,
            site: &mkpat_rt::helper::Site,
            args: &[Option<mkpat_rt::geom::Point>],
        ) -> f64 {
            let host: &mut dyn $Host = self;
            mkpat_rt::helper::Caller::call(host, helper, site, args).unwrap_or(0.0)
        }

        fn call_recorded(
            &mut self,
            helper: mkpat_rt::helper::Helper,
            site: &mkpat_rt::helper::Site,
            args: &[Option<mkpat_rt::geom::Point>],
            variations: usize,
        ) -> (f64, Option<crate::search::Trace>) {
            self.reader.set_trace(Some(crate::search::Trace::new(variations)));
            let answer = self.call_helper(helper, site, args);
            (answer, self.reader.take_trace())
        }
    };
}
pub(crate) use run_as;
