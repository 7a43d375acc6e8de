//! Positions: the stones after some nodes of a record.
//!
//! [`Stones`] knows placing, capture and the ko point, nothing else: what a
//! reader of records needs. [`position_at`] follows the main line as the GTP
//! command `loadsgf` of GNU Go does, with one difference: `AE` is honoured.
//!
//! What happens to odd records: a move off the board is a pass; a suicide is
//! played, its stones vanish; a move on a stone ends the replay there, with a
//! warning, because the rest of the record can no longer be trusted; a setup
//! stone on a stone is ignored with a warning.

use std::fmt;

use crate::read::point_list;
use crate::tree::{NodeId, Property, Sgf, Span, Warning};
use crate::value::{Color, MAX_SIZE, Point};

/// Stones on a square board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stones {
    size: usize,
    cells: Vec<Option<Color>>,
}

/// What a move did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// The enemy stones taken off, row by row.
    pub captured: Vec<Point>,
    /// The own stones taken off, the one played included: the move was suicide.
    pub suicide: Vec<Point>,
    /// The vertex where simple ko forbids to recapture at once.
    pub ko: Option<Point>,
}

/// Why a stone cannot be put down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// There is a stone already.
    Occupied(Point),
    /// The vertex is not on the board.
    OffBoard(Point),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Occupied(p) => write!(f, "there is a stone at `{}` already", p.to_sgf()),
            ReplayError::OffBoard(p) => write!(f, "`{}` is not on the board", p.to_sgf()),
        }
    }
}

impl std::error::Error for ReplayError {}

impl Stones {
    /// An empty board; `size` is brought into 1…25.
    pub fn new(size: usize) -> Stones {
        let size = size.clamp(1, MAX_SIZE);
        Stones { size, cells: vec![None; size * size] }
    }

    /// Vertices per side.
    pub fn size(&self) -> usize {
        self.size
    }

    fn index(&self, p: Point) -> Option<usize> {
        let (row, col) = (usize::from(p.row), usize::from(p.col));
        (row < self.size && col < self.size).then_some(row * self.size + col)
    }

    fn point(&self, index: usize) -> Point {
        Point::new((index / self.size) as u8, (index % self.size) as u8)
    }

    /// The stone at a vertex; `None` off the board too.
    pub fn at(&self, p: Point) -> Option<Color> {
        self.index(p).and_then(|i| self.cells[i])
    }

    /// All stones, row by row from the top left.
    pub fn iter(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.cells.iter().enumerate().filter_map(|(i, c)| c.map(|c| (self.point(i), c)))
    }

    /// Puts or removes a stone without capture, as setup properties do. Off the
    /// board nothing happens.
    pub fn set(&mut self, p: Point, stone: Option<Color>) {
        if let Some(i) = self.index(p) {
            self.cells[i] = stone;
        }
    }

    /// Plays a stone: captures, and removes the own string if that is suicide.
    /// Ko is reported, not enforced.
    pub fn play(&mut self, color: Color, p: Point) -> Result<Played, ReplayError> {
        let at = self.index(p).ok_or(ReplayError::OffBoard(p))?;
        if self.cells[at].is_some() {
            return Err(ReplayError::Occupied(p));
        }
        self.cells[at] = Some(color);
        let mut taken = Vec::new();
        for n in self.neighbours(at) {
            if self.cells[n] == Some(color.other()) {
                taken.extend(self.remove_if_dead(n));
            }
        }
        taken.sort_unstable();
        let mut played = Played::default();
        if taken.is_empty() {
            let mut own = self.remove_if_dead(at);
            own.sort_unstable();
            played.suicide = own.into_iter().map(|i| self.point(i)).collect();
        }
        if let [one] = taken[..] {
            let mut liberties = 0;
            let string = self.string(at, |_| {
                liberties += 1;
                true
            });
            // The vertex of the prisoner is the one liberty.
            if string.len() == 1 && liberties == 1 {
                played.ko = Some(self.point(one));
            }
        }
        played.captured = taken.into_iter().map(|i| self.point(i)).collect();
        Ok(played)
    }

    fn neighbours(&self, i: usize) -> impl Iterator<Item = usize> + use<> {
        let (size, col) = (self.size, i % self.size);
        let total = size * size;
        [
            i.checked_sub(size),
            (col > 0).then(|| i - 1),
            (col + 1 < size).then_some(i + 1),
            (i + size < total).then_some(i + size),
        ]
        .into_iter()
        .flatten()
    }

    /// The stones of the string at `start`, and its liberties as far as `liberty` wants
    /// to know of them: it is told each once, and says whether to go on.
    fn string(&self, start: usize, mut liberty: impl FnMut(usize) -> bool) -> Vec<usize> {
        let mut seen = [false; MAX_SIZE * MAX_SIZE];
        seen[start] = true;
        let mut stones = vec![start];
        let mut next = 0;
        while next < stones.len() {
            for n in self.neighbours(stones[next]) {
                if !std::mem::replace(&mut seen[n], true) {
                    if self.cells[n].is_none() {
                        if !liberty(n) {
                            return stones;
                        }
                    } else if self.cells[n] == self.cells[start] {
                        stones.push(n);
                    }
                }
            }
            next += 1;
        }
        stones
    }

    fn remove_if_dead(&mut self, start: usize) -> Vec<usize> {
        let alive = self.neighbours(start).any(|n| self.cells[n].is_none());
        if alive {
            return Vec::new();
        }
        let mut dead = true;
        let stones = self.string(start, |_| {
            dead = false;
            false
        });
        if !dead {
            return Vec::new();
        }
        for &i in &stones {
            self.cells[i] = None;
        }
        stones
    }
}

impl fmt::Display for Stones {
    /// Rows of `.`, `X` (Black) and `O` (White), one line each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.size) {
            let line: String = row
                .iter()
                .map(|c| match c {
                    None => '.',
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                })
                .collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// Where to stop on the main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// Just before the move with this number, counted from 1, passes included.
    Move(usize),
    /// Just before the first move at this vertex.
    Vertex(Point),
}

impl Until {
    /// Reads the second argument of `loadsgf`: a number or a GTP vertex on a
    /// board of `size`.
    pub fn parse(text: &str, size: usize) -> Option<Until> {
        match text.parse() {
            Ok(number) => Some(Until::Move(number)),
            Err(_) => Point::from_gtp(text, size).map(Until::Vertex),
        }
    }
}

/// A move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Who moved.
    pub color: Color,
    /// Where; `None` is a pass.
    pub point: Option<Point>,
    /// The node of the move.
    pub node: NodeId,
}

/// A position reached by replay.
#[derive(Clone, Debug)]
pub struct Position {
    /// The stones.
    pub stones: Stones,
    /// The stones before the first of `moves`: setup only, or the position
    /// after a setup in the middle of the game.
    pub base: Stones,
    /// The moves played since `base`.
    pub moves: Vec<Move>,
    /// How many moves were played since the start of the game.
    pub move_number: usize,
    /// Who is to move: the colour of the move the replay stopped at; at the end
    /// of the line the `PL` after the last move, the opponent of who moved last,
    /// or who starts (White in a handicap game, else Black).
    pub to_move: Color,
    /// The vertex forbidden by simple ko.
    pub ko: Option<Point>,
    /// The `KM` of the root.
    pub komi: Option<f64>,
    /// The `HA` of the root, 0 without one. No stones are placed for it.
    pub handicap: u32,
    /// What was odd on the way, in the order of the line.
    pub warnings: Vec<Warning>,
    /// The first move that is no vertex, no pass, or cannot be played: what comes after it is not
    /// the game that was played.
    pub broken: Option<Warning>,
    /// Whether the replay stopped where it was to stop, before the end of the line.
    pub stopped: bool,
}

impl Position {
    /// The board size.
    pub fn size(&self) -> usize {
        self.stones.size()
    }

    /// The last move, if the position was not set up since.
    pub fn last_move(&self) -> Option<Move> {
        self.moves.last().copied()
    }
}

/// The nodes of the main line of the first game tree: always the first
/// variation. Empty for an empty collection.
pub fn main_line(sgf: &Sgf) -> Vec<NodeId> {
    let mut line = Vec::new();
    let mut next = sgf.roots().first();
    while let Some(&id) = next {
        line.push(id);
        next = sgf.node(id).children().first();
    }
    line
}

/// The position on the main line of the first game tree, `until` somewhere or
/// else at its end. `until` that is never reached means the end.
///
/// # Errors
/// If `SZ` is no square size 1…25; the warning tells where.
pub fn position_at(sgf: &Sgf, until: Option<Until>) -> Result<Position, Warning> {
    replay(sgf, &main_line(sgf), until)
}

/// As [`position_at`], along the given nodes (a path from a root, such as
/// [`Sgf::path`] answers).
///
/// # Errors
/// As [`position_at`].
pub fn replay(sgf: &Sgf, line: &[NodeId], until: Option<Until>) -> Result<Position, Warning> {
    let root = line.first().map(|&id| sgf.node(id));
    let size = match root.and_then(|r| r.value("SZ")) {
        None => 19,
        Some(text) => crate::value::board_size(&text.raw).ok_or_else(|| Warning {
            message: format!("`{}` is no board size of 1 to 25", text.raw),
            span: text.span.clone(),
        })?,
    };
    let root_value = |name| root.and_then(|r| r.value(name));
    let handicap = root_value("HA").and_then(|t| t.number()).unwrap_or(0).clamp(0, 625) as u32;
    let mut player = Player {
        sgf,
        until,
        position: Position {
            stones: Stones::new(size),
            base: Stones::new(size),
            moves: Vec::new(),
            move_number: 0,
            to_move: if handicap >= 2 { Color::White } else { Color::Black },
            ko: None,
            komi: root_value("KM").and_then(|t| t.real()),
            handicap,
            warnings: Vec::new(),
            broken: None,
            stopped: false,
        },
    };
    for &node in line {
        if player.node(node).is_break() {
            break;
        }
    }
    Ok(player.position)
}

/// `Break` ends the replay.
type Flow = std::ops::ControlFlow<()>;

struct Player<'a> {
    sgf: &'a Sgf,
    until: Option<Until>,
    position: Position,
}

impl Player<'_> {
    fn warn(&mut self, span: &Span, message: String) {
        self.position.warnings.push(Warning { message, span: span.clone() });
    }

    fn broken(&mut self, span: &Span, message: String) {
        let span = span.clone();
        self.position.broken.get_or_insert(Warning { message, span });
    }

    fn node(&mut self, id: NodeId) -> Flow {
        let sgf = self.sgf;
        for property in &sgf.node(id).properties {
            match &*property.name {
                "B" => self.play(Color::Black, id, property)?,
                "W" => self.play(Color::White, id, property)?,
                "AB" => self.setup(Some(Color::Black), property),
                "AW" => self.setup(Some(Color::White), property),
                "AE" => self.setup(None, property),
                "PL" => match Color::from_sgf(&property.first().raw) {
                    Some(color) => self.position.to_move = color,
                    None => self.warn(&property.span, "`PL` is neither B nor W".to_string()),
                },
                _ => {}
            }
        }
        Flow::Continue(())
    }

    fn play(&mut self, color: Color, node: NodeId, property: &Property) -> Flow {
        let raw = &property.first().raw;
        let size = self.position.size();
        let point = Point::from_sgf_move(raw, size);
        let stop = match self.until {
            Some(Until::Move(n)) => self.position.move_number + 1 >= n,
            Some(Until::Vertex(v)) => point == Some(v),
            None => false,
        };
        if stop {
            self.position.to_move = color;
            self.position.stopped = true;
            return Flow::Break(());
        }
        if point.is_none() && !Point::is_sgf_pass(raw, size) {
            let message = format!("move `{raw}` is not on the board");
            self.broken(&property.span, message.clone());
            self.warn(&property.span, message + ", taken as a pass");
        }
        let mut ko = None;
        if let Some(p) = point {
            match self.position.stones.play(color, p) {
                Ok(played) => ko = played.ko,
                Err(error) => {
                    self.broken(&property.span, error.to_string());
                    self.warn(&property.span, format!("{error}; the game ends before this move"));
                    self.position.to_move = color;
                    return Flow::Break(());
                }
            }
        }
        let position = &mut self.position;
        position.moves.push(Move { color, point, node });
        position.move_number += 1;
        position.ko = ko;
        position.to_move = color.other();
        Flow::Continue(())
    }

    fn setup(&mut self, stone: Option<Color>, property: &Property) {
        let mut bad = Vec::new();
        let points = point_list(property, self.position.size(), |text| bad.push(text.clone()));
        for text in bad {
            self.warn(&text.span, format!("`{}` is no vertex of the board", text.raw));
        }
        for p in points {
            let there = self.position.stones.at(p);
            if stone.is_some() && there.is_some() {
                if stone != there {
                    let message = format!("{}; setup ignored", ReplayError::Occupied(p));
                    self.warn(&property.span, message);
                }
            } else {
                self.position.stones.set(p, stone);
            }
        }
        self.position.base = self.position.stones.clone();
        self.position.moves.clear();
        self.position.ko = None;
    }
}
