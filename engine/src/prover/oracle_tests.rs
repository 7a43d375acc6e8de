//! All positions of tiny boards, by exhaustion: an oracle that shares no code with the
//! search. It knows simple rules only, and who wins by kos and by repetitions.

use super::arena::{Arena, PASS};
use super::position::Position;
use super::search::{Kos, Search, Settings, Stop};
use super::task::{Aim, Task};
use crate::board::{Board, PointSet};
use crate::search::proof_numbers::Effort;
use crate::search::proof_table::Table;
use mkpat_rt::geom::{Color, Point};
use std::collections::HashMap;

/// A position: stones row by row (0 empty, 1 black, 2 white; 3 and 4 as these, but never
/// taken), who is to move, and the vertex where he may not retake a ko.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub(super) cells: Vec<u8>,
    pub(super) to_move: u8,
    pub(super) ban: Option<usize>,
}

/// A board of so many rows and columns.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) rows: usize,
    pub(super) cols: usize,
}

impl Shape {
    pub(super) fn near(self, p: usize) -> Vec<usize> {
        let (r, c) = (p / self.cols, p % self.cols);
        let mut out = Vec::new();
        if r > 0 {
            out.push(p - self.cols);
        }
        if r + 1 < self.rows {
            out.push(p + self.cols);
        }
        if c > 0 {
            out.push(p - 1);
        }
        if c + 1 < self.cols {
            out.push(p + 1);
        }
        out
    }

    /// The string at `p` and the number of its liberties.
    fn string(self, cells: &[u8], p: usize) -> (Vec<usize>, usize) {
        let (mut stones, mut air) = (vec![p], Vec::new());
        let mut i = 0;
        while i < stones.len() {
            for q in self.near(stones[i]) {
                if (cells[q] == 0 || cells[q] == cells[p] + 2) && !air.contains(&q) {
                    air.push(q);
                } else if cells[q] == cells[p] && !stones.contains(&q) {
                    stones.push(q);
                }
            }
            i += 1;
        }
        (stones, air.len())
    }

    /// The stones after a move, and where the opponent may not retake a ko.
    pub(super) fn play(
        self,
        cells: &[u8],
        color: u8,
        p: usize,
    ) -> Option<(Vec<u8>, Option<usize>)> {
        let mut cells = cells.to_vec();
        if cells[p] != 0 {
            return None;
        }
        cells[p] = color;
        let mut taken = Vec::new();
        for q in self.near(p) {
            if cells[q] == 3 - color {
                let (stones, air) = self.string(&cells, q);
                if air == 0 {
                    for s in stones {
                        cells[s] = 0;
                        taken.push(s);
                    }
                }
            }
        }
        let (own, air) = self.string(&cells, p);
        if air == 0 {
            return None;
        }
        let ko = taken.len() == 1 && own.len() == 1 && air == 1;
        Some((cells, ko.then(|| taken[0])))
    }
}

/// Whether a colour has to respect a ko, by colour, and who wins by a repetition.
pub(super) struct Rules {
    pub(super) respects: [bool; 3],
    pub(super) repeats_for: u8,
}

pub(super) fn rules(kos: Kos, maker: u8) -> Rules {
    let mut respects = [true; 3];
    let breaker = 3 - maker;
    let repeats_for = match kos {
        Kos::Against => breaker,
        Kos::For => maker,
        Kos::Neutral(c) => 3 - (c.index() as u8 + 1),
    };
    match kos {
        Kos::Against => respects[breaker as usize] = false,
        Kos::For => respects[maker as usize] = false,
        Kos::Neutral(_) => {}
    }
    Rules { respects, repeats_for }
}

/// All positions that can come of some, and who wins each.
struct Oracle {
    index: HashMap<State, usize>,
    made: Vec<bool>,
}

impl Oracle {
    /// `done` says whether the maker, or the breaker, has won a position.
    fn new(
        shape: Shape,
        roots: Vec<State>,
        kos: Kos,
        maker: u8,
        mut done: impl FnMut(&[u8]) -> Option<bool>,
    ) -> Oracle {
        let rules = rules(kos, maker);
        let mut index = HashMap::new();
        let mut states: Vec<State> = Vec::new();
        let mut add = |s: State, states: &mut Vec<State>| {
            *index.entry(s.clone()).or_insert_with(|| {
                states.push(s);
                states.len() - 1
            })
        };
        for s in roots {
            let ban = s.ban.filter(|_| rules.respects[s.to_move as usize]);
            add(State { ban, ..s }, &mut states);
        }
        let mut next: Vec<Vec<usize>> = Vec::new();
        let mut passes: Vec<Option<usize>> = Vec::new();
        let mut won: Vec<Option<bool>> = Vec::new();
        while next.len() < states.len() {
            let s = states[next.len()].clone();
            let end = done(&s.cells);
            won.push(end);
            let mut moves = Vec::new();
            let mut pass = None;
            if end.is_none() {
                for p in (0..s.cells.len()).filter(|&p| s.ban != Some(p)) {
                    if let Some((cells, ko)) = shape.play(&s.cells, s.to_move, p) {
                        let to_move = 3 - s.to_move;
                        let ban = ko.filter(|_| rules.respects[to_move as usize]);
                        moves.push(add(State { cells, to_move, ban }, &mut states));
                    }
                }
                if s.to_move != maker {
                    let to_move = maker;
                    pass = Some(add(State { cells: s.cells, to_move, ban: None }, &mut states));
                    moves.extend(pass);
                }
            }
            next.push(moves);
            passes.push(pass);
        }
        // Who does not win by repetition wins where he can force the end; the breaker, too, where he can
        // force that he passes again and again.
        let forces = 3 - rules.repeats_for;
        let end = |i: usize| won[i] == Some(forces == maker);
        let mut forced = vec![forces != maker; states.len()];
        loop {
            let again = |i: usize| {
                forces != maker && won[i].is_none() && passes[i].is_some_and(|j| forced[j])
            };
            let mut more: Vec<bool> = (0..states.len()).map(|i| end(i) || again(i)).collect();
            loop {
                let mut changed = false;
                for i in (0..states.len()).filter(|&i| won[i].is_none()) {
                    let good = |&j: &usize| more[j];
                    let wins = if states[i].to_move == forces {
                        next[i].iter().any(good)
                    } else {
                        next[i].iter().all(good)
                    };
                    changed |= wins && !more[i];
                    more[i] |= wins;
                }
                if !changed {
                    break;
                }
            }
            let same = more == forced;
            forced = more;
            if same || forces == maker {
                break;
            }
        }
        let made = (0..states.len())
            .map(|i| won[i].unwrap_or(if forced[i] { forces == maker } else { forces != maker }))
            .collect();
        Oracle { index, made }
    }

    fn made(&self, s: &State) -> bool {
        self.made[self.index[s]]
    }
}

/// What lies below and to the right of a tiny board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rim {
    /// The edge.
    None,
    /// Stones of this colour below, and to the right, that are never taken.
    Below(Color),
    Both(Color),
}

/// A tiny board in the corner of a larger one.
pub(super) struct Tiny {
    pub(super) shape: Shape,
    rim: Rim,
    board: Board,
    open: PointSet,
}

impl Tiny {
    /// So many rows and columns and a rim.
    pub(super) fn new(rows: usize, cols: usize, rim: Rim) -> Tiny {
        let open = (0..rows).flat_map(|r| (0..cols).map(move |c| Point::new(r, c))).collect();
        let (rows, cols) = match rim {
            Rim::None => (rows, cols),
            Rim::Below(_) => (rows + 1, cols),
            Rim::Both(_) => (rows + 1, cols + 1),
        };
        let board = Board::new(rows.max(cols)).expect("a size");
        Tiny { shape: Shape { rows, cols }, rim, board, open }
    }

    fn outside(&self) -> Color {
        match self.rim {
            Rim::None => Color::Black,
            Rim::Below(color) | Rim::Both(color) => color,
        }
    }

    pub(super) fn arena(&self) -> Arena {
        let mut arena =
            Arena::new(&self.board, &self.open, self.outside(), &PointSet::EMPTY).expect("it fits");
        // Nothing else is outside.
        let Shape { rows, cols } = self.shape;
        let all: PointSet =
            (0..rows).flat_map(|r| (0..cols).map(move |c| Point::new(r, c))).collect();
        for i in super::arena::each(arena.cells) {
            if !all.contains(arena.point(i)) {
                arena.cells &= !(1 << i);
            }
        }
        for solid in &mut arena.solid {
            *solid &= arena.cells;
        }
        for i in super::arena::each(arena.cells) {
            arena.near[i as usize] = arena.spread(1 << i);
        }
        arena
    }

    /// The vertices where there may be stones.
    fn inner(&self) -> Vec<usize> {
        let cols = self.shape.cols;
        self.open.iter().map(|p| p.row() * cols + p.col()).collect()
    }

    pub(super) fn position(&self, arena: &Arena, s: &State) -> Position {
        let mut position = Position::new(arena, &self.board, Color::Black);
        for p in self.inner() {
            let cell = s.cells[p];
            if cell != 0 {
                let color = Color::BOTH[cell as usize - 1];
                let bit = self.bit(arena, p);
                position.stones[color.index()] |= 1 << bit;
                position.hash ^= arena.key(color, bit);
            }
        }
        position.ban = s.ban.map_or(PASS, |p| self.bit(arena, p));
        position
    }

    pub(super) fn bit(&self, arena: &Arena, p: usize) -> u8 {
        arena.bit(Point::new(p / self.shape.cols, p % self.shape.cols)).expect("open")
    }

    /// The position with this number, if every string has a liberty.
    fn cells(&self, mut n: usize) -> Option<Vec<u8>> {
        let solid = if self.outside() == Color::Black { 3 } else { 4 };
        let mut cells = vec![solid; self.shape.rows * self.shape.cols];
        for p in self.inner() {
            cells[p] = (n % 3) as u8;
            n /= 3;
        }
        let alive = |p: usize| matches!(cells[p], 0 | 3 | 4) || self.shape.string(&cells, p).1 > 0;
        (0..cells.len()).all(alive).then_some(cells)
    }

    /// All positions in which every string has a liberty, with each player to move.
    fn all(&self) -> Vec<State> {
        (0..3usize.pow(self.open.len() as u32))
            .filter_map(|n| self.cells(n))
            .flat_map(|cells| {
                [1, 2].map(|to_move| State { cells: cells.clone(), to_move, ban: None })
            })
            .collect()
    }
}

/// Whether a player who alone moves can bring about `done`, by position.
pub(super) struct Alone {
    pub(super) shape: Shape,
    pub(super) color: u8,
    pub(super) known: HashMap<Vec<u8>, bool>,
}

impl Alone {
    pub(super) fn can(&mut self, cells: &[u8], done: &dyn Fn(&[u8]) -> bool) -> bool {
        if done(cells) {
            return true;
        }
        if let Some(&known) = self.known.get(cells) {
            return known;
        }
        // A move adds a stone, and nobody takes one: this ends.
        let good = (0..cells.len()).any(|p| {
            self.shape.play(cells, self.color, p).is_some_and(|(next, _)| self.can(&next, done))
        });
        self.known.insert(cells.to_vec(), good);
        good
    }
}

/// What White wants; vertices by number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asked<'a> {
    Take(&'a [usize]),
    Join(usize, usize),
    /// To take the first before he loses the second.
    Race(&'a [usize], &'a [usize]),
}

impl Asked<'_> {
    /// Whether it is decided, and how.
    pub(super) fn ended(self, shape: Shape, cells: &[u8]) -> Option<bool> {
        let gone = |set: &[usize], color: u8| set.iter().all(|&p| cells[p] != color);
        match self {
            Asked::Take(target) => gone(target, 1).then_some(true),
            Asked::Race(_, own) if gone(own, 2) => Some(false),
            Asked::Race(target, _) => gone(target, 1).then_some(true),
            Asked::Join(a, b) if cells[a] != 2 || cells[b] != 2 => Some(false),
            Asked::Join(a, b) => {
                let mut seen = vec![a];
                let mut i = 0;
                while i < seen.len() {
                    for q in shape.near(seen[i]) {
                        if matches!(cells[q], 2 | 4) && !seen.contains(&q) {
                            seen.push(q);
                        }
                    }
                    i += 1;
                }
                seen.contains(&b).then_some(true)
            }
        }
    }

    pub(super) fn aim(self, tiny: &Tiny, arena: &Arena) -> Aim {
        let bits = |set: &[usize]| set.iter().fold(0, |all, &p| all | 1 << tiny.bit(arena, p));
        match self {
            Asked::Take(target) => Aim::Take(bits(target)),
            Asked::Race(target, own) => Aim::Race(bits(target), bits(own)),
            Asked::Join(a, b) => Aim::Join(tiny.bit(arena, a), tiny.bit(arena, b)),
        }
    }
}

/// Compares the search with the oracle for all positions with a stone of the breaker on the
/// target, or some of them; how many there were of each result: broken, made, open.
fn compare(
    tiny: &Tiny,
    kos: Kos,
    asked: Asked<'_>,
    each: usize,
    bytes: usize,
    settings: Settings,
) -> [usize; 3] {
    compare_from(tiny, tiny.all(), kos, asked, each, bytes, settings)
}

fn compare_from(
    tiny: &Tiny,
    roots: Vec<State>,
    kos: Kos,
    asked: Asked<'_>,
    each: usize,
    bytes: usize,
    settings: Settings,
) -> [usize; 3] {
    let maker = Color::White;
    let made = |cells: &[u8]| asked.ended(tiny.shape, cells) == Some(true);
    let mut alone = Alone { shape: tiny.shape, color: 2, known: HashMap::new() };
    let done = |cells: &[u8]| {
        let end = asked.ended(tiny.shape, cells);
        if end.is_some() {
            return end;
        }
        // Who can pass for ever cannot be made to lose by repetition.
        let lives = kos != Kos::Against && !alone.can(cells, &made);
        lives.then_some(false)
    };
    let oracle = Oracle::new(tiny.shape, roots, kos, 2, done);
    let arena = tiny.arena();
    let aim = asked.aim(tiny, &arena);
    let task = Task { maker, aim, plain: false, race: false };
    let mut table = Table::with_bytes(bytes);
    let mut found = [0; 3];
    let mut states: Vec<&State> = oracle.index.keys().collect();
    states.sort_by_key(|s| (s.cells.clone(), s.to_move, s.ban));
    for s in states.into_iter().step_by(each) {
        if asked.ended(tiny.shape, &s.cells).is_some() {
            continue;
        }
        let position = tiny.position(&arena, s);
        let to_move = Color::BOTH[s.to_move as usize - 1];
        let mut search = Search::new(&arena, task, kos, &mut table, Stop::default());
        search.settings = settings;
        let effort = search.run(&position, to_move, 200_000);
        let made = match (effort, to_move == maker) {
            (Effort { mine: 0, .. }, maker) => Some(maker),
            (Effort { theirs: 0, .. }, maker) => Some(!maker),
            _ => None,
        };
        match made {
            None => found[2] += 1,
            Some(made) => {
                assert_eq!(made, oracle.made(s), "{s:?} {kos:?} {asked:?} {:?}", tiny.rim);
                found[usize::from(made)] += 1;
            }
        }
    }
    found
}

pub(super) const KOS: [Kos; 4] =
    [Kos::Against, Kos::For, Kos::Neutral(Color::Black), Kos::Neutral(Color::White)];

const CLOSED: Rim = Rim::Both(Color::White);

type Case = (usize, usize, Rim, &'static [usize], usize);

/// Boards, targets (by number of the vertex, rows with their rim), and one of how many
/// positions is looked at.
const LONG: [Case; 7] = [
    (3, 4, CLOSED, &[0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13], 7),
    (3, 4, CLOSED, &[1], 7),
    (2, 5, CLOSED, &[0, 1, 2, 6, 7], 1),
    (2, 5, CLOSED, &[2], 1),
    (2, 5, Rim::Below(Color::White), &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 1),
    (3, 3, Rim::Below(Color::White), &[0, 1, 2, 3, 4, 5, 6, 7, 8], 1),
    (2, 5, Rim::Below(Color::White), &[2, 7], 1),
];

const CASES: [Case; 10] = [
    (2, 2, Rim::None, &[0], 1),
    (2, 3, Rim::None, &[0], 1),
    (2, 3, Rim::None, &[1, 4], 1),
    (3, 3, Rim::None, &[0], 37),
    (3, 3, Rim::None, &[4], 37),
    (2, 4, CLOSED, &[1, 2, 6], 7),
    (3, 3, CLOSED, &[5], 37),
    (3, 3, CLOSED, &[0, 1, 5], 37),
    (2, 4, Rim::Below(Color::White), &[0, 1, 2, 3], 7),
    (2, 4, Rim::Both(Color::Black), &[1], 7),
];

/// As it is, and without each of what saves work.
fn settings() -> [Settings; 3] {
    let all = Settings::default();
    [all, Settings { simulate: false, ..all }, Settings { trust: 0, ..all }]
}

#[test]
fn captures_on_tiny_boards_are_what_exhaustion_finds() {
    let long = std::env::var_os("KATACHI_SOAK").is_some();
    let mut all = [0; 2];
    let more: &[_] = if long { &LONG } else { &[] };
    for &(rows, cols, rim, target, each) in CASES.iter().chain(more) {
        for kos in KOS {
            let each = if long && rows * cols < 12 { 1 } else { each };
            // Without what saves work only where that does not take long.
            let ways = if long || rows * cols <= 6 { 3 } else { 1 };
            for settings in settings().into_iter().take(ways) {
                let tiny = Tiny::new(rows, cols, rim);
                let found = compare(&tiny, kos, Asked::Take(target), each, 1 << 16, settings);
                println!("{rows}x{cols} {rim:?} {kos:?} {target:?}: {found:?}");
                assert_eq!(found[2], 0, "not settled");
                all = [all[0] + found[0], all[1] + found[1]];
            }
        }
    }
    assert!(all[0] > 100 && all[1] > 100, "{all:?}");
}

#[test]
fn connections_and_races_on_tiny_boards_are_what_exhaustion_finds() {
    let long = std::env::var_os("KATACHI_SOAK").is_some();
    let (black, white) = (Rim::Both(Color::Black), Rim::Below(Color::White));
    let cases: [(usize, usize, Rim, Asked<'_>, usize); 10] = [
        (2, 3, Rim::None, Asked::Join(0, 2), 1),
        (2, 3, black, Asked::Join(0, 2), 1),
        (3, 3, Rim::None, Asked::Join(0, 8), 37),
        (2, 4, white, Asked::Join(0, 3), 7),
        (2, 4, black, Asked::Join(0, 3), 7),
        (2, 3, Rim::None, Asked::Race(&[0], &[2]), 1),
        (2, 3, black, Asked::Race(&[0, 1], &[2]), 1),
        (3, 3, Rim::None, Asked::Race(&[0], &[8]), 37),
        (2, 4, white, Asked::Race(&[0, 1], &[6, 7]), 7),
        (2, 4, black, Asked::Race(&[0, 1], &[2, 3]), 7),
    ];
    for (rows, cols, rim, asked, each) in cases {
        for kos in KOS {
            let each = if long { 1 } else { each };
            let tiny = Tiny::new(rows, cols, rim);
            let found = compare(&tiny, kos, asked, each, 1 << 16, Settings::default());
            println!("{rows}x{cols} {rim:?} {kos:?} {asked:?}: {found:?}");
            assert_eq!(found[2], 0, "not settled");
            assert!(found[0] + found[1] > 20, "{found:?}");
        }
    }
}
