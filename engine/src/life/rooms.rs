//! What can be made inside rooms: a seki in a corner that looks like territory, or what keeps it territory.
//!
//! A *room* is a small part of the board without stones of its *owner*, between strings of his that could be
//! taken. For each vertex in it the race between those strings and the *guest*'s stones inside is analysed
//! ([`super::semeai`]) after a move of the guest there: if the owner, who moves then, cannot take them, he loses the
//! room, and if he cannot save his strings, those, too. His own moves are measured by what they leave of that.
//! It knows no patterns and asks no reading.

use super::semeai::{self, Race, Semeai};
use crate::board::{Board, PointSet};
use crate::prover::Table;
use crate::reading::{Code, Reader};
use mkpat_rt::geom::{Color, Point};

/// Vertices of a room.
const SIZES: std::ops::RangeInclusive<usize> = 4..=14;
/// Empty vertices of a room at most.
const EMPTY: usize = 11;
/// Liberties of its walls outside of it at most: with more the guest has no time to take them.
const OUTSIDE: usize = 4;
/// Rooms that are looked at for one move at most.
const ROOMS: usize = 4;
/// Memory of the searches, in bytes.
const MEMORY: usize = 1 << 20;
/// Own moves that are tried in a room at most.
const TRIED: usize = 8;
/// Positions that are looked at for each question.
const NODES: u64 = 2_000;
/// Positions that are looked at for one move, in all rooms together, until no further question is asked.
const ALL_NODES: u64 = 40_000;
/// Questions about a room that may end open before it is left: others about it are mostly as hard.
const OPEN: usize = 2;
/// Less than this is no reason, in points.
const LEAST: f32 = 3.0;

/// A move in a room.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RoomMove {
    /// Where.
    pub(crate) point: Point,
    /// A stone of the owner's walls.
    pub(crate) wall: Point,
    /// What it gains, in points.
    pub(crate) gain: f32,
}

/// A room with its walls.
struct Room {
    owner: Color,
    points: PointSet,
    /// Stones of the strings around it.
    walls: PointSet,
}

/// Moves of `color` inside rooms that gain something.
pub(crate) fn moves(reader: &mut Reader<'_>, color: Color) -> Vec<RoomMove> {
    let safe = semeai::around(reader.board());
    let mut table = Table::with_bytes(MEMORY);
    let mut out = Vec::new();
    let mut left = ALL_NODES;
    for room in rooms(reader.board(), &safe).iter().take(ROOMS) {
        let mut ask = Asker { room, safe, table: &mut table, left, open: 0 };
        if room.owner == color {
            ask.defences(reader, &mut out);
        } else {
            ask.attacks(reader, &mut out);
        }
        left = ask.left;
    }
    out
}

/// The rooms of both colours in which something may happen, the largest first.
fn rooms(board: &Board, safe: &PointSet) -> Vec<Room> {
    let all: PointSet = Point::all(board.size()).collect();
    let mut out = Vec::new();
    for owner in Color::BOTH {
        let mut left = all.minus(&board.stones_of(owner));
        while let Some(first) = left.first() {
            let points = [first].into_iter().collect::<PointSet>().flooded(&left);
            left = left.minus(&points);
            let empty = points.iter().filter(|&p| board.is_empty(p)).count();
            if !SIZES.contains(&points.len()) || !(1..=EMPTY).contains(&empty) {
                continue;
            }
            let beside = points.beside().and(&board.stones_of(owner));
            let walls: PointSet = beside.iter().flat_map(|p| board.stones(p)).collect();
            let liberties = walls.beside().and(&all).iter().filter(|&p| board.is_empty(p));
            let outside = liberties.filter(|&p| !points.contains(p)).count();
            if outside <= OUTSIDE && !walls.is_subset(safe) {
                out.push(Room { owner, points, walls });
            }
        }
    }
    out.sort_by_key(|r| (std::cmp::Reverse(r.points.len()), r.points.first()));
    out
}

/// Asks about one room.
struct Asker<'a> {
    room: &'a Room,
    safe: PointSet,
    table: &'a mut Table,
    /// Positions that may still be looked at.
    left: u64,
    /// Questions that ended open.
    open: usize,
}

/// What a move of the guest gains.
#[derive(Clone, Copy)]
struct Gain {
    point: Point,
    /// In points; double if the owner has to answer.
    points: f32,
}

/// The part of his walls that the owner loses if he saves them with this code.
fn lost(code: Code) -> f32 {
    match code {
        Code::Win => 0.0,
        Code::KoA => 0.4,
        Code::KoB => 0.6,
        Code::Lose => 1.0,
    }
}

/// The part of the room that he loses if he takes the stones in it with this code. He will hardly fight a ko
/// for it, in which his walls are at stake.
fn given_up(code: Code) -> f32 {
    match code {
        Code::Win => 0.0,
        Code::KoA => 0.6,
        Code::KoB => 0.9,
        Code::Lose => 1.0,
    }
}

impl Asker<'_> {
    /// What becomes of a race, if that is certain; nothing once too much was spent, or too much stayed open.
    fn analyze(&mut self, board: &Board, race: &Race) -> Option<Semeai> {
        if self.left == 0 || self.open >= OPEN {
            return None;
        }
        let found = semeai::analyze(board, race, NODES, self.table)?;
        self.left = self.left.saturating_sub(found.nodes);
        if !found.is_certain() {
            self.open += 1;
            return None;
        }
        Some(found)
    }

    /// Points that the owner loses if he moves next in the position on the board; `None` if that is not certain.
    fn loss(&mut self, board: &Board) -> Option<f32> {
        let Room { owner, points, walls } = self.room;
        let theirs = points.and(&board.stones_of(owner.other()));
        if theirs.first().is_none() {
            return Some(0.0);
        }
        let own = walls.or(&points.and(&board.stones_of(*owner)));
        let race = Race { own, theirs, safe: self.safe };
        let found = self.analyze(board, &race)?;
        let room = points.len() as f32;
        let inside = theirs.iter().count() as f32;
        let stones = 2.0 * walls.iter().count() as f32 + room;
        Some(given_up(found.attacks) * (room + inside) + lost(found.defends) * stones)
    }

    /// Whether the guest takes the walls if he moves next in the position on the board.
    fn threatens(&mut self, board: &Board) -> bool {
        let Room { owner, points, walls } = self.room;
        let race = Race {
            own: points.and(&board.stones_of(owner.other())),
            theirs: *walls,
            safe: self.safe,
        };
        self.analyze(board, &race).is_some_and(|found| found.attacks == Code::Win)
    }

    /// The empty vertices of the room.
    fn empty(&self, board: &Board) -> Vec<Point> {
        self.room.points.iter().filter(|&p| board.is_empty(p)).collect()
    }

    /// What the guest gains by each of his moves, `first` before others; only those moves that gain, and if not
    /// `all`, one of them.
    fn gains(&mut self, reader: &mut Reader<'_>, first: &[Point], all: bool) -> Vec<Gain> {
        let guest = self.room.owner.other();
        let Some(base) = self.loss(reader.board()) else { return Vec::new() };
        let mut points = first.to_vec();
        points.extend(self.empty(reader.board()).into_iter().filter(|p| !first.contains(p)));
        let mut out = Vec::new();
        for point in points {
            if !reader.board().is_legal(guest, point) || !reader.play(guest, point) {
                continue;
            }
            let gain = self.loss(reader.board()).map_or(0.0, |loss| loss - base);
            let gains = gain >= LEAST;
            let sente = gains && all && self.threatens(reader.board());
            reader.undo();
            if gains {
                out.push(Gain { point, points: if sente { 2.0 * gain } else { gain } });
                if !all {
                    break;
                }
            }
        }
        out
    }

    fn wall(&self) -> Point {
        self.room.walls.first().unwrap_or_default()
    }

    fn attacks(&mut self, reader: &mut Reader<'_>, out: &mut Vec<RoomMove>) {
        let wall = self.wall();
        for Gain { point, points } in self.gains(reader, &[], true) {
            out.push(RoomMove { point, wall, gain: points });
        }
    }

    fn defences(&mut self, reader: &mut Reader<'_>, out: &mut Vec<RoomMove>) {
        let (owner, wall) = (self.room.owner, self.wall());
        let threats = self.gains(reader, &[], true);
        let Some(gain) = threats.iter().map(|t| t.points).reduce(f32::max) else { return };
        let first: Vec<Point> = threats.iter().map(|t| t.point).collect();
        let mut points = first.clone();
        points.extend(self.empty(reader.board()).into_iter().filter(|p| !first.contains(p)));
        for point in points.into_iter().take(TRIED) {
            if !reader.board().is_legal(owner, point) || !reader.play(owner, point) {
                continue;
            }
            let held = self.loss(reader.board()) == Some(0.0);
            let holds = held && self.gains(reader, &first, false).is_empty();
            reader.undo();
            if holds {
                out.push(RoomMove { point, wall, gain });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use crate::reading::Limits;
    use crate::search::Memory;

    /// Names of the moves that gain most, and what they gain.
    fn best(text: &str, color: Color) -> (Vec<String>, f32) {
        let mut board = diagram::parse(text).expect("a diagram");
        let mut memory = Memory::default();
        let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
        let found = moves(&mut reader, color);
        let most = found.iter().map(|m| m.gain).fold(0.0, f32::max);
        let names = found.iter().filter(|m| m.gain == most).map(|m| m.point.name(9));
        (names.collect(), most)
    }

    /// Two by four vertices in the corner, closed in: White makes a seki, Black prevents it.
    const EIGHT: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        O O O O O O . . .
        X X X X X O . . .
        . . . . X O . . .
        . . . . X O . . .";

    #[test]
    fn eight_in_the_corner_are_no_territory_yet() {
        let (moves, gain) = best(EIGHT, Color::White);
        assert!(moves.contains(&"C2".to_string()), "{moves:?}");
        assert!(gain > 6.0, "{gain}");
        let (moves, gain) = best(EIGHT, Color::Black);
        assert!(moves.contains(&"C2".to_string()), "{moves:?}");
        assert!(gain > 6.0, "{gain}");
    }

    /// No question is asked once too many ended open, or too many positions were looked at.
    #[test]
    fn what_rooms_may_cost_is_bounded() {
        let mut board = diagram::parse(EIGHT).expect("a diagram");
        let safe = semeai::around(&board);
        let rooms = rooms(&board, &safe);
        let room = rooms.first().expect("a room");
        let mut memory = Memory::default();
        let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
        let mut found = |left, open| {
            let mut table = Table::with_bytes(MEMORY);
            let mut ask = Asker { room, safe, table: &mut table, left, open };
            let mut out = Vec::new();
            ask.attacks(&mut reader, &mut out);
            (out.len(), ask.left)
        };
        let (moves, left) = found(ALL_NODES, 0);
        assert!(moves > 0 && left < ALL_NODES, "{moves} {left}");
        assert_eq!(found(0, 0), (0, 0));
        assert_eq!(found(ALL_NODES, OPEN), (0, ALL_NODES));
    }

    /// With liberties outside there is no time for a seki, and two eyes end it.
    #[test]
    fn what_cannot_be_taken_is_territory() {
        let open = EIGHT.replace("O O O O O O", ". . . . . .");
        assert_eq!(best(&open, Color::White).0, Vec::<String>::new());
        let parted = EIGHT.replace("        . . . . X O . . .", "        . . X . X O . . .");
        assert_eq!(best(&parted, Color::White).0, Vec::<String>::new());
    }
}
