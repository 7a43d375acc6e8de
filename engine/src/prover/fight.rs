//! Capturing races between two groups, each asked about in both directions in one arena: what
//! does the owner of one of them achieve if he moves first, and what if he passes?
//!
//! The open vertices are both groups, their liberties, small rooms of empty vertices next to them,
//! and strings around with no liberty elsewhere, or few ([`Weak`]). What lies outside counts as
//! safe: stones as stones of their colour, empty vertices as the opponent's of the nearer group, but
//! as its owner's where these are his on the open board ([`region::domain`]).
//!
//! Vertices without empty neighbours that touch the same strings of one colour are equal here: of them only the
//! first is looked at ([`Task::race`](super::task::Task)), so that many outside liberties cost little.

use super::arena::{Arena, PASS};
use super::estimate::{COUNTED, Estimate};
use super::position::Position;
use super::prove::{Known, Run, Stage};
use super::search::Kos;
use super::task::{Aim, Task};
use super::{Limits, Status, region, tree};
use crate::board::{Board, PointSet};
use crate::search::proof_numbers::Effort;
use crate::search::proof_table::Table;
use mkpat_rt::geom::{Color, Point};

/// A fight between two groups.
#[derive(Clone, Copy, Debug)]
pub struct Fight {
    /// The group of the player who moves first.
    pub own: PointSet,
    /// The group of his opponent.
    pub theirs: PointSet,
    /// Whether strings around with so many liberties may be taken: 2 or more.
    pub weak: usize,
    /// Whether empty vertices next to liberties are open, too.
    pub wide: bool,
    /// Stones that live whatever happens; they are never taken for weak.
    pub safe: PointSet,
}

/// What was found about one direction.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// For the player who moves first.
    pub status: Status,
    /// Whether it looks good for him, if it is unknown.
    pub leans: bool,
    /// The move, or [`Point::PASS`].
    pub played: Point,
    /// Best play of both.
    pub line: Vec<(Color, Point)>,
}

/// A fight in an arena.
pub struct Ring<'a> {
    stage: Stage,
    root: Position,
    own: Color,
    fight: Fight,
    /// Liberties outside of the arena: of `own`, of `theirs`, of both; `None` if it holds all.
    away: Option<[i32; 3]>,
    limits: &'a Limits<'a>,
    table: &'a mut Table,
    /// Positions looked at so far.
    pub nodes: u64,
}

/// How many times as many positions are looked at where it is known what a move achieves, and asked whether a
/// pass does, too.
const AFTER_PASS: u64 = 4;

/// Empty vertices of a room that is open as a whole, at most.
const ROOM: usize = 12;

impl<'a> Ring<'a> {
    /// The arena of a fight, or of a part of it; `None` if one of the groups has no stones.
    pub fn new(
        board: &Board,
        fight: Fight,
        limits: &'a Limits<'a>,
        table: &'a mut Table,
    ) -> Option<Ring<'a>> {
        let own = board.color_at(fight.own.first()?)?;
        let theirs = board.color_at(fight.theirs.first()?)?;
        if own == theirs {
            return None;
        }
        let open = open(board, &fight);
        let fits = |open: &PointSet| {
            let ours = colored(board, &fight, open, own);
            Arena::new(board, open, own.other(), &ours)
        };
        let (arena, away) = match fits(&open) {
            Some(arena) => (arena, None),
            None => {
                let part = cropped(board, &open);
                (fits(&part)?, Some(away(board, &fight, &part)))
            }
        };
        let root = Position::new(&arena, board, own);
        table.next_generation();
        let task = Task { maker: own, aim: Aim::Take(0), plain: false, race: true };
        let stage = Stage::alone(arena, task, root, own);
        Some(Ring { stage, root, own, fight, away, limits, table, nodes: 0 })
    }

    /// Whether the arena holds all of the fight, so that something can be proved.
    pub fn is_whole(&self) -> bool {
        self.away.is_none()
    }

    /// The vertices where moves are looked at.
    pub fn zone(&self) -> PointSet {
        self.stage.arena.points(self.stage.arena.open)
    }

    /// What it looks like by counting and a search of so many plies, 1 to 6: whether the player who moves
    /// first lives, whether he takes the other group, and his move.
    pub fn estimate(&mut self, depth: usize) -> (bool, bool, Point) {
        let arena = &self.stage.arena;
        let (own, theirs) = (arena.bits(&self.fight.own), arena.bits(&self.fight.theirs));
        let away = self.away.unwrap_or_default();
        let mut estimate = Estimate { arena, me: self.own, own, theirs, away, nodes: 0 };
        let (value, bit, passed) = estimate.best(&self.root, self.own, depth.clamp(1, 6));
        self.nodes += estimate.nodes;
        // Who is ahead by the count makes sure of it; all else may become worse.
        let seki = |v: i32| v.abs() < COUNTED;
        let waits = value <= -COUNTED || seki(value) && seki(passed);
        let bit = if waits { PASS } else { bit };
        (value > -COUNTED, value >= COUNTED, arena.point(bit))
    }

    /// What counts as safe stones of a colour, as far as it lies near.
    pub fn solid(&self, color: Color) -> PointSet {
        self.stage.arena.points(self.stage.arena.solid[color.index()])
    }

    /// Whether the player takes the other group and lives, after a pass of his if `late`.
    pub fn kills(&mut self, late: bool) -> Outcome {
        self.ask(true, late)
    }

    /// Whether the player saves his group, or his opponent cannot take it and live; after a pass of
    /// his if `late`.
    pub fn lives(&mut self, late: bool) -> Outcome {
        self.ask(false, late)
    }

    fn ask(&mut self, kill: bool, late: bool) -> Outcome {
        let Fight { own, theirs, .. } = self.fight;
        let (maker, target, keep) = match kill {
            true => (self.own, theirs, own),
            false => (self.own.other(), own, theirs),
        };
        let first = if late { self.own.other() } else { self.own };
        let stage = &mut self.stage;
        stage.root = if late { self.root.passed() } else { self.root };
        stage.first = first;
        stage.task.maker = maker;
        stage.task.aim = Aim::Outlive(stage.arena.bits(&target), stage.arena.bits(&keep));
        let stage = &self.stage;
        let times = if late { AFTER_PASS } else { 1 };
        let limits = Limits { nodes: self.limits.nodes * times, ..*self.limits };
        let mut run = Run::new(&limits, self.table);
        let known = run.stage(stage, Known::default(), limits.nodes);
        let mut search = run.search(stage, stage.telling(known));
        let line = tree::line(&mut search, &stage.root, stage.first);
        let kos = if kill { Kos::Against } else { Kos::For };
        let search = run.search(stage, kos);
        let effort = search.effort(&stage.root, stage.first);
        let leans = effort.is_some_and(|Effort { mine, theirs }| (mine <= theirs) != late);
        self.nodes += run.spent;
        let status = stage.status(known);
        let status = if late { status.for_other() } else { status };
        let played = if late { Point::PASS } else { line.first().map_or(Point::PASS, |m| m.1) };
        Outcome { status, leans, played, line }
    }
}

/// The open vertices of a fight.
fn open(board: &Board, fight: &Fight) -> PointSet {
    let groups = fight.own.or(&fight.theirs);
    let mut open = groups;
    let mut rooms = PointSet::EMPTY;
    let mut tried = PointSet::EMPTY;
    let empty = board.empty_points();
    for s in &groups {
        open.union_with(&board.liberties(s));
    }
    if fight.wide {
        open.union_with(&open.and(&empty).beside().and(&empty));
    }
    loop {
        let before = open;
        // Small rooms as a whole.
        for p in open.and(&empty).minus(&rooms).minus(&tried).iter() {
            if rooms.contains(p) || tried.contains(p) {
                continue;
            }
            let room = room(board, p, &empty);
            if room.len() <= ROOM {
                rooms.union_with(&room);
                open.union_with(&room);
            } else {
                tried.union_with(&room);
            }
        }
        for s in board.strings() {
            let stones = board.string_stones(s);
            if stones.is_subset(&open) || stones.intersects(&fight.safe) {
                continue;
            }
            let liberties = board.liberties(s);
            let touches = stones.beside().intersects(&open);
            let weak = liberties.len() <= fight.weak || liberties.is_subset(&open);
            if touches && weak {
                open.union_with(&stones);
                open.union_with(&liberties);
            }
        }
        if open == before {
            return open;
        }
    }
}

/// The connected empty vertices around one.
fn room(board: &Board, p: Point, empty: &PointSet) -> PointSet {
    let mut room: PointSet = [p].into_iter().collect();
    loop {
        let more = room.or(&room.beside().and(empty));
        if more == room || room.len() > 2 * board.size() {
            return more;
        }
        room = more;
    }
}

/// The vertices outside that count as stones of `own`.
fn colored(board: &Board, fight: &Fight, open: &PointSet, own: Color) -> PointSet {
    let all = PointSet::within(board.size(), 0);
    let near = |group: &PointSet| {
        let mut rings = vec![*group];
        for _ in 0..2 * board.size() {
            let last = rings[rings.len() - 1];
            let more = last.or(&last.beside().and(&all));
            if more == last {
                break;
            }
            rings.push(more);
        }
        rings
    };
    let (ours, theirs) = (near(&fight.own), near(&fight.theirs));
    let distance = |rings: &[PointSet], p| rings.iter().position(|r| r.contains(p));
    let (domain, other) = (region::domain(board, own), region::domain(board, own.other()));
    all.minus(open)
        .iter()
        .filter(|&p| match board.color_at(p) {
            // What is cut off of a group has no liberty here.
            Some(color) if fight.own.contains(p) || fight.theirs.contains(p) => color != own,
            Some(color) => color == own,
            None if domain.contains(p) => true,
            None if other.contains(p) => false,
            // Outside of a group its opponent stands.
            None => distance(&theirs, p) <= distance(&ours, p),
        })
        .collect()
}

/// The part of a region that fits into an arena: lines at the border with few empty vertices
/// are left out until it does.
fn cropped(board: &Board, open: &PointSet) -> PointSet {
    let mut part = *open;
    loop {
        let lines = |of: fn(Point) -> usize| {
            let first = part.iter().map(of).min().unwrap_or(0);
            let last = part.iter().map(of).max().unwrap_or(0);
            (first, last)
        };
        let (rows, cols) = (lines(Point::row), lines(Point::col));
        let margin =
            |(first, last): (usize, usize)| (last + 2).min(board.size()) - first.saturating_sub(1);
        let (height, width) = (margin(rows), margin(cols));
        if (width.min(height) + 1) * width.max(height) <= super::arena::WIDTH {
            return part;
        }
        // A line: whether it is a row, and its number.
        let sides = [(true, rows.0), (true, rows.1), (false, cols.0), (false, cols.1)];
        let on = |(is_row, line): (bool, usize), p: Point| {
            line == if is_row { p.row() } else { p.col() }
        };
        let worth = |&side: &(bool, usize)| {
            part.iter().filter(|&p| on(side, p) && board.is_empty(p)).count()
        };
        let Some(side) = sides.into_iter().min_by_key(worth) else { return part };
        part = part.iter().filter(|&p| !on(side, p)).collect();
    }
}

/// Liberties of the groups outside of a part: of one alone, of the other alone, of both.
fn away(board: &Board, fight: &Fight, part: &PointSet) -> [i32; 3] {
    let liberties = |group: &PointSet| {
        let all = group.iter().fold(PointSet::EMPTY, |all, p| all.or(&board.liberties(p)));
        all.minus(part)
    };
    let (own, theirs) = (liberties(&fight.own), liberties(&fight.theirs));
    let both = own.and(&theirs);
    [own.minus(&both), theirs.minus(&both), both].map(|set| set.len() as i32)
}
