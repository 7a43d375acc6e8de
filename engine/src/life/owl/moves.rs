//! Moves worth a try in a position of the search, and what each promises: from 0 to 100.
//!
//! Both sides look at the vital points of the eyes, at the borders of the eye spaces, at what can be
//! taken, at joints, and at what the patterns of the stage `owl` propose (`stage`), ways out among that.
//! What is worth most comes first; no move is worth more than its best reason.

use super::Goal;
use super::sight::{Sight, on_board, stones};
use super::stage::Proposed;
use crate::board::{Board, PointSet};
use crate::search::parameters::{OWL_DOUBTED_ROOM, OWL_SHORT};
use mkpat_rt::geom::{Color, Point};

/// A move, and what it promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) point: Point,
    /// 0 to 100.
    pub(super) value: u8,
    /// A pattern proposes it, whose host has judged whether it is legal and safe.
    pub(super) judged: bool,
}

/// Moves and what they promise.
#[derive(Clone, Debug, Default)]
struct Promising {
    list: Vec<Move>,
}

/// Moves of the attacker where two eyes seem certain: those of patterns, and liberties of strings around
/// the eyes that have few. Such a string can be put into atari, and then the eye may have to be filled.
pub(super) fn against_eyes(
    board: &Board,
    owner: Color,
    sight: &Sight,
    by_patterns: &[Proposed],
) -> Vec<Move> {
    let mut out = Promising::default();
    out.add_proposed(by_patterns);
    let spaces = sight.eyes.points();
    let mut wall = sight.dragon.and(&spaces.beside());
    let mut strings = Vec::new();
    while let Some(p) = wall.first() {
        strings.push(p);
        wall = wall.minus(&board.string_stones(p));
    }
    if strings.len() > 1 {
        for p in strings {
            let liberties = board.liberties(p);
            if liberties.len() <= OWL_SHORT {
                out.add_all(liberties, SHORTAGE);
            }
        }
    }
    let attacker = owner.other();
    out.sorted(|p| board.is_legal(attacker, p))
}

/// Adds the moves of the attacker inside and beside eye spaces of which the eye analysis says that they are certain.
/// It looks at each space as it stands, and a stone there may take away what it took for granted: a link of the
/// wall, or a vertex that makes another space false.
pub(super) fn doubts(board: &Board, owner: Color, sight: &Sight, moves: &mut Vec<Move>) {
    let small = sight.eyes.list().iter().filter(|e| e.points.len() <= OWL_DOUBTED_ROOM);
    let inside = small.fold(PointSet::EMPTY, |all, e| all.or(&e.points));
    for point in inside.or(&inside.beside()).and(&on_board(board)) {
        if board.is_legal(owner.other(), point) && moves.iter().all(|m| m.point != point) {
            moves.push(Move { point, value: DOUBT, judged: true });
        }
    }
}

impl Promising {
    /// Proposes a move, for the best of the reasons that are given.
    fn add(&mut self, point: Point, value: u8) {
        match self.list.iter_mut().find(|m| m.point == point) {
            Some(known) => known.value = known.value.max(value),
            None => self.list.push(Move { point, value, judged: false }),
        }
    }

    /// Takes up what patterns propose.
    fn add_proposed(&mut self, proposed: &[Proposed]) {
        for m in proposed {
            self.add(m.point, m.value);
            self.list
                .iter_mut()
                .filter(|known| known.point == m.point)
                .for_each(|m| m.judged = true);
        }
    }

    fn add_all(&mut self, points: impl IntoIterator<Item = Point>, value: u8) {
        points.into_iter().for_each(|p| self.add(p, value));
    }

    /// The moves that hold, the best first; of equal ones the first in board order.
    fn sorted(mut self, holds: impl Fn(Point) -> bool) -> Vec<Move> {
        self.list.retain(|m| m.judged || holds(m.point));
        self.list.sort_unstable_by_key(|m| (std::cmp::Reverse(m.value), m.point));
        self.list
    }
}

// What the reasons promise: first values, ordered by thought.
/// A vital point of an eye space, where two eyes depend on it, and where they do not.
const DECISIVE: u8 = 90;
const VITAL: u8 = 72;
/// Taking strings of the dragon, or saving them.
const TAKE: u8 = 80;
/// Taking strings around the dragon, or saving them; and for each of their stones.
const LUNCH: u8 = 58;
const LUNCH_STONE: u8 = 4;
/// The border of an eye space.
pub(super) const BORDER: u8 = 56;
/// Strings that do not touch the dragon.
const APART: u8 = 42;
/// Inside of a small eye space.
const INSIDE: u8 = 30;
const SMALL: usize = 10;
/// Where liberties of two of its strings meet.
const JOINT: u8 = 48;
/// From so much on a move is worth a try though it changes nothing that can be seen at a glance.
pub(super) const FORCING: u8 = 58;
/// A liberty of a string at the eyes that has few.
const SHORTAGE: u8 = 60;
/// A vertex at eyes that seem certain.
pub(super) const DOUBT: u8 = 20;
/// A link with a friend that lives.
const LINK: u8 = 66;

/// What may be played by `color`, to whom patterns propose these moves.
pub(super) fn promising(
    board: &Board,
    goal: &Goal,
    sight: &Sight,
    color: Color,
    by_patterns: &[Proposed],
) -> Vec<Move> {
    let mut out = Promising::default();
    out.add_proposed(by_patterns);
    let defends = color == goal.owner;
    eyes(board, sight, defends, &mut out);
    strings(board, goal, sight, defends, &mut out);
    if defends {
        links(board, goal, sight, &mut out);
    }
    let inside = sight.eyes.points();
    let vital: PointSet =
        sight.eyes.list().iter().flat_map(|e| e.attacks.iter().copied()).collect();
    out.sorted(|p| {
        let sound = board.liberties_after(color, p, 2) > 1 || board.captures_something(color, p);
        let sacrifice = !defends && (inside.contains(p) || vital.contains(p));
        board.is_empty(p) && (sound || sacrifice)
    })
}

/// Vital points, borders and the inside of eye spaces.
fn eyes(board: &Board, sight: &Sight, defends: bool, out: &mut Promising) {
    let turns = sight.total(true) != sight.total(false);
    for e in sight.eyes.list() {
        let vital = if defends { &e.defenses } else { &e.attacks };
        let value = if turns && e.value.depends_on_first_move() { DECISIVE } else { VITAL };
        out.add_all(vital.iter().copied(), value);
        for (_, half) in e.half_eyes.iter().filter(|(_, h)| h.is_half()) {
            let moves = if defends { &half.defenses } else { &half.attacks };
            out.add_all(moves.iter().copied(), VITAL);
        }
        out.add_all(e.marginal.iter().filter(|&p| board.is_empty(p)), BORDER);
        if e.points.len() <= SMALL {
            out.add_all(e.points, INSIDE);
        }
    }
}

/// Strings that can be taken or saved, and joints.
fn strings(board: &Board, goal: &Goal, sight: &Sight, defends: bool, out: &mut Promising) {
    let near = sight.dragon.beside();
    for (origin, stones, [attack, save]) in sight.strings.all() {
        if !attack.is_success() {
            continue;
        }
        let is_own = board.color_at(origin) == Some(goal.owner);
        let reading = if is_own == defends { save } else { attack };
        if !reading.is_success() || reading.point.is_pass() {
            continue;
        }
        let size = u8::try_from(stones.len()).unwrap_or(u8::MAX).min(6);
        let value = match (is_own, stones.intersects(&sight.dragon), stones.intersects(&near)) {
            (true, true, _) => TAKE,
            (true, false, _) => APART,
            (false, _, true) => LUNCH + LUNCH_STONE * size,
            (false, _, false) => APART,
        };
        out.add(reading.point, value);
    }
    let mut once = PointSet::EMPTY;
    let mut left = sight.dragon;
    while let Some(p) = left.first() {
        left = left.minus(&board.string_stones(p));
        let liberties = board.liberties(p);
        out.add_all(once.and(&liberties), JOINT);
        once.union_with(&liberties);
    }
}

/// Moves between the dragon and friends that live.
fn links(board: &Board, goal: &Goal, sight: &Sight, out: &mut Promising) {
    let own = stones(board, goal.owner);
    let friends = goal.friends.and(&own);
    let (near, far) = (sight.dragon.beside(), friends.beside());
    out.add_all(near.and(&far).iter().filter(|&p| board.is_empty(p)), LINK);
    let empty = |set: PointSet| set.iter().filter(|&p| board.is_empty(p)).collect::<PointSet>();
    let (near, far) = (empty(near), empty(far));
    out.add_all(near.and(&far.beside()), BORDER);
    out.add_all(far.and(&near.beside()), BORDER);
}
