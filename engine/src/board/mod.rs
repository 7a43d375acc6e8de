//! A position: stones, strings, liberties, simple ko.
//!
//! # Terms
//! A *string* is a maximal set of solidly connected stones of one colour. Its
//! *origin* is its first stone in board order (row by row from the top left),
//! so it depends on the position only, never on the order of moves.
//!
//! # Representation
//! Cells lie in the mailbox of [`mkpat_rt::geom`]. Every string has a record
//! with its size, origin and the *set* of its liberties ([`PointSet`]); stones
//! of a string form a circular list through `next`, and `head` names the
//! record of the string of a stone. Playing merges the smaller strings into the
//! largest one. Most of a move is taken back by doing the opposite; only the record
//! of a string that others are merged into is put on an undo log first. Its
//! buffers are reused, so reading does not allocate once they have grown.
//!
//! Two other designs were considered: liberty lists of bounded length, counted
//! again when they overflow (more code, and a count that is not always true),
//! and copying the board for each move (some 106 kB each). A set of 88 bytes makes
//! merging a dozen `or`s and keeps every count exact.
//!
//! # What is not here
//! Whose turn it is, superko, and whether suicide is allowed: see
//! [`crate::game`]. `Board` plays any alternation of colours.

mod atari;
mod check;
mod liberty_orders;
mod move_preview;
mod neighbour_mask;
mod orientation;
mod play;
mod point_list;
mod point_set;
mod query;
mod superstring;
mod zobrist;

#[cfg(test)]
mod tests;

pub use move_preview::MovePreview;
pub use neighbour_mask::Neighbours;
pub use orientation::{EqualOrientations, Orientation, Orientations};
pub use point_list::PointList;
pub(crate) use point_set::WORDS;
pub use point_set::{Iter, PointSet};
pub use query::Stones;
pub use superstring::Superstring;

use atari::InAtari;
use mkpat_rt::geom::{AREA, BoardView, Cell, Color, MAX_BOARD, Point, STRIDE, empty_cells};
use std::fmt;

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// The point does not lie on the board.
    OffBoard,
    /// A stone stands there already.
    Occupied,
    /// The ko may not be retaken at once.
    Ko,
    /// The move repeats an earlier position of the game.
    Superko,
    /// The stone would be captured by being played.
    Suicide,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::OffBoard => "the point is off the board",
            Illegal::Occupied => "the point is occupied",
            Illegal::Ko => "the ko may not be retaken yet",
            Illegal::Superko => "the move repeats an earlier position (superko)",
            Illegal::Suicide => "the move is suicide",
        })
    }
}

impl std::error::Error for Illegal {}

/// Why a board cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupError {
    /// The size is not in 1…[`MAX_BOARD`].
    Size(usize),
    /// The string with this stone has no liberty.
    NoLiberty(Point),
    /// The point does not lie on the board.
    OffBoard(Point),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Size(n) => write!(f, "board size {n} is not in 1..={MAX_BOARD}"),
            SetupError::NoLiberty(p) => {
                write!(f, "stone in row {}, column {} has no liberty", p.row() + 1, p.col() + 1)
            }
            SetupError::OffBoard(_) => f.write_str("the point is off the board"),
        }
    }
}

impl std::error::Error for SetupError {}

/// Length of the arrays that are read most: a power of two, so that the check of an index is
/// a mask instead of a branch.
const SLOTS: usize = AREA.next_power_of_two();

/// What is known about a string. It lies in the slot of one of its stones.
#[derive(Clone, Copy)]
struct Record {
    liberties: PointSet,
    size: u16,
    origin: Point,
}

impl Record {
    const NONE: Record = Record { liberties: PointSet::EMPTY, size: 0, origin: Point::PASS };

    /// No liberty lies in a slot before this one, which is above the first stone.
    #[inline]
    fn first_slot(&self) -> usize {
        self.origin.idx().saturating_sub(STRIDE)
    }
}

/// A change of structure, to be reversed by [`Board::undo`].
#[derive(Clone, Copy)]
enum UndoStep {
    /// The list of `child` was spliced into that of `root`, whose old record is saved.
    Merge { root: u16, child: u16 },
    /// The string with this record was taken off.
    Removed { id: u16, color: Color },
}

/// What became of the stone of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Own {
    /// There was none.
    Pass,
    /// It is a string of its own. If the record was in use (by a string that was
    /// taken off or merged), it is saved.
    Alone { used: bool },
    /// It extends one string, which had this origin and gained these liberties.
    Extends { origin: Point, new: Neighbours },
    /// It connects several strings.
    Merges,
}

/// What a move on the stack needs to be taken back.
#[derive(Clone, Copy)]
struct Frame {
    point: Point,
    color: Color,
    ko: KoBan,
    hash: u64,
    captures: [u32; 2],
    atari: [InAtari; 2],
    /// Length of [`UndoLog::changes`] before the move.
    changes: u32,
    /// Length of [`UndoLog::captured`] before the move.
    captured: u32,
    old_head: u16,
    old_next: u16,
    own: Own,
}

/// What tells one position from others: see [`Board::identity`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    hash: u64,
    ko: KoBan,
    captures: [u32; 2],
}

/// Where a ko may not be retaken at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct KoBan {
    /// The empty vertex of the ko; [`Point::PASS`] if there is no such ko.
    at: Point,
    /// Who may not play there.
    banned: Color,
}

impl KoBan {
    const NONE: KoBan = KoBan { at: Point::PASS, banned: Color::Black };
}

/// Everything needed to take moves back. The buffers are reused.
#[derive(Clone)]
struct UndoLog {
    /// One per move.
    frames: Vec<Frame>,
    changes: Vec<UndoStep>,
    /// Slots of records, with the record and its number of liberties from before a move.
    saved: Vec<(u16, Record, u16)>,
    /// Stones that were taken, in the order of moves.
    captured: Vec<Point>,
}

impl UndoLog {
    fn new() -> UndoLog {
        UndoLog {
            frames: Vec::with_capacity(512),
            changes: Vec::with_capacity(1024),
            saved: Vec::with_capacity(1024),
            captured: Vec::with_capacity(512),
        }
    }

    fn clear(&mut self) {
        self.frames.clear();
        self.changes.clear();
        self.saved.clear();
        self.captured.clear();
    }
}

/// A position with everything needed to read from it. See the module head.
#[derive(Clone)]
pub struct Board {
    size: usize,
    cells: [Cell; AREA],
    /// The vertices without a stone, and those with one by its colour: what `cells` says, as sets.
    empty: PointSet,
    stones: [PointSet; 2],
    /// What stands around each slot.
    near: neighbour_mask::NeighbourMasks,
    head: [u16; SLOTS],
    next: [u16; SLOTS],
    records: Box<[Record; SLOTS]>,
    /// Number of liberties, by the slots of records. Not in the records: nothing is read more
    /// often, and an array of its own fits in the L1 data cache.
    counts: [u16; SLOTS],
    /// Strings in atari, of either colour.
    atari: [InAtari; 2],
    hash: u64,
    ko: KoBan,
    /// Prisoners, by the colour of who took them.
    captures: [u32; 2],
    log: UndoLog,
}

impl Board {
    /// An empty board.
    ///
    /// # Errors
    /// If `size` is not in 1…[`MAX_BOARD`].
    pub fn new(size: usize) -> Result<Board, SetupError> {
        if size == 0 || size > MAX_BOARD {
            return Err(SetupError::Size(size));
        }
        let cells = empty_cells(size);
        Ok(Board {
            size,
            near: neighbour_mask::of_cells(&cells),
            empty: PointSet::within(size, 0),
            stones: [PointSet::EMPTY; 2],
            cells,
            head: [0; SLOTS],
            next: [0; SLOTS],
            records: Box::new([Record::NONE; SLOTS]),
            counts: [0; SLOTS],
            atari: [InAtari::NONE; 2],
            hash: 0,
            ko: KoBan::NONE,
            captures: [0; 2],
            log: UndoLog::new(),
        })
    }

    /// A board with these stones and nothing to take back. No ko, no prisoners.
    ///
    /// # Errors
    /// If the size is out of range, a point is off the board, or a string would
    /// have no liberty. Later entries for the same point win.
    pub fn with_stones(
        size: usize,
        stones: impl IntoIterator<Item = (Color, Point)>,
    ) -> Result<Board, SetupError> {
        let mut board = Board::new(size)?;
        for (color, p) in stones {
            if p.idx() >= AREA || board.cells[p.idx()] == Cell::Off {
                return Err(SetupError::OffBoard(p));
            }
            board.cells[p.idx()] = color.cell();
        }
        board.rebuild();
        for p in Point::all(size) {
            if board.cells[p.idx()].is_stone() && board.liberty_count(p) == 0 {
                return Err(SetupError::NoLiberty(p));
            }
        }
        Ok(board)
    }

    /// Finds everything else anew from the cells.
    fn rebuild(&mut self) {
        self.near = neighbour_mask::of_cells(&self.cells);
        self.empty = PointSet::of_cells(&self.cells, Cell::Empty);
        self.stones = Color::BOTH.map(|c| PointSet::of_cells(&self.cells, c.cell()));
        for p in Point::all(self.size) {
            self.records[p.idx() % SLOTS].size = 0;
        }
        self.atari = [InAtari::NONE; 2];
        self.hash = 0;
        let mut seen = PointSet::EMPTY;
        let mut stack = Vec::new();
        for start in Point::all(self.size) {
            let Some(color) = self.cells[start.idx()].color() else { continue };
            self.hash ^= zobrist::stone(color, start);
            if !seen.insert(start) {
                continue;
            }
            let mut rec = Record { origin: start, ..Record::NONE };
            let mut last = start;
            self.next[start.idx()] = start.0;
            stack.push(start);
            while let Some(p) = stack.pop() {
                rec.size += 1;
                self.head[p.idx()] = start.0;
                if p != start {
                    self.next[p.idx()] = self.next[last.idx()];
                    self.next[last.idx()] = p.0;
                    last = p;
                }
                let near = self.near[p.idx()];
                for q in near.empty(p) {
                    rec.liberties.insert(q);
                }
                for q in near.stones(color, p) {
                    if seen.insert(q) {
                        stack.push(q);
                    }
                }
            }
            self.counts[start.idx()] = rec.liberties.len() as u16;
            if rec.liberties.len() == 1 {
                self.atari[color.index()].add(start.0);
            }
            self.records[start.idx() % SLOTS] = rec;
        }
    }

    /// Vertices per side.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// What the matchers look at.
    #[inline]
    pub fn view(&self) -> BoardView<'_> {
        BoardView { size: self.size, cells: &self.cells }
    }

    /// Content of a slot; [`Cell::Off`] for anything not on the board.
    #[inline]
    pub fn at(&self, p: Point) -> Cell {
        self.cells.get(p.idx()).copied().unwrap_or(Cell::Off)
    }

    /// Colour of the stone at `p`, if there is one.
    #[inline]
    pub fn color_at(&self, p: Point) -> Option<Color> {
        self.at(p).color()
    }

    /// Whether `p` is an empty vertex.
    #[inline]
    pub fn is_empty(&self, p: Point) -> bool {
        self.at(p) == Cell::Empty
    }

    /// Hash of the stones alone: what positional superko compares.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Hash of stones, ko and the player to move.
    #[inline]
    pub fn hash_for(&self, to_move: Color) -> u64 {
        self.hash ^ zobrist::ko(self.ko.at) ^ zobrist::side(to_move)
    }

    /// The vertex where a ko may not be retaken, and by whom.
    #[inline]
    pub fn ko(&self) -> Option<(Point, Color)> {
        if self.ko.at.is_pass() { None } else { Some((self.ko.at, self.ko.banned)) }
    }

    /// Number of stones that `color` has captured (suicides of the opponent
    /// included).
    #[inline]
    pub fn captures(&self, color: Color) -> u32 {
        self.captures[color.index()]
    }

    /// Number of moves that [`Board::undo`] can take back.
    #[inline]
    pub fn depth(&self) -> usize {
        self.log.frames.len()
    }

    /// The last move played on this board and who played it, if it can still be
    /// taken back. A pass is [`Point::PASS`].
    pub fn last_move(&self) -> Option<(Color, Point)> {
        self.log.frames.last().map(|f| (f.color, f.point))
    }

    /// The move before the last; [`Point::PASS`] for a pass, and none if there are not two.
    pub fn move_before_last(&self) -> Option<Point> {
        self.log.frames.iter().nth_back(1).map(|f| f.point)
    }

    /// What the move on the stack with this number (0 is the first that can be taken
    /// back) changed: its vertex and those of the stones that it took, with what stands
    /// there after it. A vertex may come twice if a move is suicide; the later one holds.
    /// Empty for a pass.
    ///
    /// # Panics
    /// If there is no such move: `number` must be below [`Board::depth`].
    pub fn changes(&self, number: usize) -> impl Iterator<Item = (Point, Cell)> + '_ {
        let frames = &self.log.frames;
        let frame = &frames[number];
        let end = frames.get(number + 1).map_or(self.log.captured.len(), |f| f.captured as usize);
        let stone = (!frame.point.is_pass()).then_some((frame.point, frame.color.cell()));
        let taken = &self.log.captured[frame.captured as usize..end];
        stone.into_iter().chain(taken.iter().map(|&p| (p, Cell::Empty)))
    }

    /// Hash of the stones as [`Board::hash`] gave it after the first `moves` moves on
    /// the stack.
    ///
    /// # Panics
    /// If `moves` is above [`Board::depth`].
    pub fn hash_after(&self, moves: usize) -> u64 {
        assert!(moves <= self.depth(), "a move on the stack");
        self.log.frames.get(moves).map_or(self.hash, |f| f.hash)
    }

    /// What told the position from others ([`Board::identity`]) after the first `moves` moves
    /// on the stack.
    ///
    /// # Panics
    /// If `moves` is above [`Board::depth`].
    pub fn identity_after(&self, moves: usize) -> Identity {
        assert!(moves <= self.depth(), "a move on the stack");
        match self.log.frames.get(moves) {
            Some(f) => Identity { hash: f.hash, ko: f.ko, captures: f.captures },
            None => self.identity(),
        }
    }

    /// What tells this position from others: the stones, by their hash, the ko and the
    /// prisoners.
    pub fn identity(&self) -> Identity {
        Identity { hash: self.hash, ko: self.ko, captures: self.captures }
    }

    /// The move on the stack with this number, from 0.
    ///
    /// # Panics
    /// If there is no such move: `number` must be below [`Board::depth`].
    pub fn move_on_stack(&self, number: usize) -> (Color, Point) {
        let frame = &self.log.frames[number];
        (frame.color, frame.point)
    }

    /// Number of stones that the last move captured, if it can be taken back.
    pub fn last_captures(&self) -> u32 {
        self.log.frames.last().map_or(0, |f| {
            let i = f.color.index();
            self.captures[i] - f.captures[i]
        })
    }

    /// The move played `back` moves ago: 0 is [`Board::last_move`].
    pub fn move_back(&self, back: usize) -> Option<(Color, Point)> {
        let i = self.log.frames.len().checked_sub(back + 1)?;
        Some((self.log.frames[i].color, self.log.frames[i].point))
    }
}
