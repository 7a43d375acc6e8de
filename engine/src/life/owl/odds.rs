//! How likely a dragon is to live, by what a position of the search looks like.
//!
//! From a [`Sight`] come some forty numbers ([`numbers`]): eyes, certain and possible, the room for them and its borders, liberties,
//! strings that can be taken, how far each step of the dragon leads, who it meets there, and whose the surroundings are. A small
//! network makes odds of them ([`odds`]). The search ends a line where these are clear, either way, so that what counts as a
//! way out or as too little room is not a constant for each, but what all of them came to in other positions.
//!
//! The weights (`odds_weights`) are learned by `odds_tests` from what GNU Go 3.8 answers about positions that come up in
//! searches of this module. Odds are no proof, and no move is played here. All numbers are small, whole, and turned into
//! parts of powers of two, and sums are made in one order, so that the odds are the same on every machine.

use super::Goal;
use super::odds_weights::{BIAS, UNITS};
use super::sight::{Sight, grown, on_board, stones};
use crate::board::{Board, PointSet};
use crate::facts::HalfEye;
use mkpat_rt::geom::Point;

/// How many numbers there are.
pub(super) const INPUTS: usize = 45;

/// What a position looks like.
pub(super) type Numbers = [u16; INPUTS];

/// The natural logarithm of the odds that the dragon lives: 0 if that is as likely as not.
pub(super) fn odds(numbers: &Numbers) -> f32 {
    let x = numbers.map(logarithm);
    let mut sum = BIAS;
    for &(ref inputs, bias, output) in UNITS {
        let parts = inputs.iter().zip(&x).map(|(weight, x)| weight * x);
        let hidden = parts.fold(bias, |sum, part| sum + part);
        sum += hidden.max(0.0) * output;
    }
    sum
}

/// About the logarithm of n + 1 to base 2: exact for powers of two, straight lines between them.
pub(super) fn logarithm(n: u16) -> f32 {
    let n = u32::from(n) + 1;
    let whole = n.ilog2();
    let power = (1u32 << whole) as f32;
    whole as f32 + (n as f32 - power) / power
}

/// Collects numbers.
struct List {
    numbers: Numbers,
    len: usize,
}

impl List {
    fn add(&mut self, n: usize) {
        self.numbers[self.len] = u16::try_from(n).unwrap_or(u16::MAX);
        self.len += 1;
    }
}

/// What a position looks like in which the dragon is not lost; `in_danger` if reading takes it, `defends` if its owner
/// moves next.
pub(super) fn numbers(
    board: &Board,
    goal: &Goal,
    sight: &Sight,
    in_danger: bool,
    defends: bool,
) -> Numbers {
    let mut list = List { numbers: [0; INPUTS], len: 0 };
    for n in [defends.into(), sight.escape, sight.linked.into(), in_danger.into()] {
        list.add(n);
    }
    let inside = sight.eyes.points();
    eyes(sight, &mut list);
    strings(board, goal, sight, &inside, &mut list);
    ways(goal, sight, &inside, &mut list);
    surroundings(board, goal, sight, &inside, &mut list);
    debug_assert_eq!(list.len, INPUTS);
    list.numbers
}

/// What eyes there are, and room for them.
fn eyes(sight: &Sight, list: &mut List) {
    let spaces = sight.eyes.list();
    list.add(sight.total(false).into());
    list.add(sight.total(true).into());
    list.add(sight.sure());
    let mut sizes: Vec<usize> = spaces.iter().map(|e| e.points.minus(&e.marginal).len()).collect();
    sizes.sort_unstable_by_key(|&n| std::cmp::Reverse(n));
    list.add(sizes.iter().sum());
    list.add(sizes.first().copied().unwrap_or(0));
    list.add(sizes.get(1).copied().unwrap_or(0));
    list.add(sizes.len());
    list.add(spaces.iter().map(|e| e.marginal.len()).sum());
    list.add(spaces.iter().map(|e| usize::from(e.value.attacker_first)).sum());
    list.add(spaces.iter().map(|e| usize::from(e.value.defender_first)).sum());
    let count = |holds: fn(&HalfEye) -> bool| {
        spaces.iter().flat_map(|e| &e.half_eyes).filter(|(_, half)| holds(half)).count()
    };
    list.add(count(HalfEye::is_half));
    list.add(count(HalfEye::is_false));
    list.add(spaces.iter().filter(|e| !e.open().is_empty()).count());
}

/// The stones of the dragon, its liberties, and what reading says of strings.
fn strings(board: &Board, goal: &Goal, sight: &Sight, inside: &PointSet, list: &mut List) {
    let dragon = &sight.dragon;
    list.add(dragon.len());
    list.add(goal.stones.and(&stones(board, goal.owner)).len());
    let empty = |p: &Point| board.is_empty(*p);
    let liberties: PointSet = dragon.beside().and(&on_board(board)).iter().filter(empty).collect();
    list.add(liberties.len());
    list.add(liberties.minus(inside).len());
    list.add(dragon.iter().map(|p| board.origin(p)).collect::<PointSet>().len());
    // Stones of the dragon that can be taken and saved, and that are lost; strings beside it that it can take, if they
    // can be saved, with their stones, and stones of those that cannot.
    let [mut weak, mut lost, mut prey, mut game, mut food] = [0; 5];
    for (origin, stones, [attack, save]) in sight.strings.all() {
        let is_own = board.color_at(origin) == Some(goal.owner);
        let counts =
            if is_own { stones.intersects(dragon) } else { stones.intersects(&dragon.beside()) };
        if !counts || !attack.is_success() {
            continue;
        }
        match (is_own, save.is_success()) {
            (true, true) => weak += stones.len(),
            (true, false) => lost += stones.len(),
            (false, true) => {
                prey += 1;
                game += stones.len();
            }
            (false, false) => food += stones.len(),
        }
    }
    for n in [weak, lost, prey, game, food] {
        list.add(n);
    }
}

/// How many vertices each step leads to, the fifth left out, and who is met on the way.
fn ways(goal: &Goal, sight: &Sight, inside: &PointSet, list: &mut List) {
    let [near @ .., _, last] = &sight.ways.fronts;
    for front in near {
        list.add(front.len());
    }
    let outside = sight.ways.out().minus(inside);
    list.add(outside.len());
    list.add(outside.iter().map(|p| goal.worth(p)).sum());
    let friends = sight.ways.met.and(&goal.friends).len();
    list.add(friends);
    list.add(sight.ways.met.len() - friends);
    list.add(last.len());
}

/// Whose the empty vertices and the stones near the dragon are, enemies beside it that are short of liberties, and how
/// much of it lies low.
fn surroundings(board: &Board, goal: &Goal, sight: &Sight, inside: &PointSet, list: &mut List) {
    const NEAR: usize = 3;
    const SHORT: usize = 3;
    let dragon = &sight.dragon;
    let near = grown(board, dragon, NEAR);
    let own = stones(board, goal.owner);
    let enemies = sight.lively[goal.owner.other().index()];
    let mut by_worth = [0; 4];
    for p in near.minus(inside).iter().filter(|&p| board.is_empty(p)) {
        by_worth[goal.worth(p).min(3)] += 1;
    }
    for n in by_worth {
        list.add(n);
    }
    list.add(near.and(&enemies).len());
    list.add(near.and(&own).minus(dragon).minus(&goal.lost).len());
    let beside = dragon.beside().and(&enemies);
    let strings: PointSet = beside.iter().map(|p| board.origin(p)).collect();
    list.add(strings.iter().filter(|&p| board.liberty_count(p) <= SHORT).count());
    for lines in 1..=2 {
        list.add(dragon.minus(&PointSet::within(board.size(), lines)).len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_grow_evenly_between_powers_of_two() {
        let of = |n: &[u16]| n.iter().map(|&n| logarithm(n)).collect::<Vec<_>>();
        assert_eq!(of(&[0, 1, 2, 3, 5, 7, 1023]), [0.0, 1.0, 1.5, 2.0, 2.5, 3.0, 10.0]);
        assert_eq!(logarithm(u16::MAX), 16.0);
    }
}
