//! Where either colour can have eyes: domains, and the eye spaces in them (GNU Go 3.8 manual,
//! "Eye spaces", "Functions in optics.c", "False margins").
//!
//! Only *lively* strings count: those that are not lost, and not inessential. Influence of a
//! colour, here, spreads from its lively stones to the vertices next to them and on over
//! vertices of which two adjoining neighbours have it, but not past stones of the enemy that
//! hold a knight's move, a large knight's move or a jump of two. Where the manual leaves it open which of the two may lie on the
//! first line, whether a stone itself passes the enemy, and which contested vertices belong to an eye space, this does
//! what GNU Go's `eye_data` shows.

use super::Worms;
use crate::board::{Board, PointSet, WORDS};
use mkpat_rt::geom::{Color, Point, STRIDE};

/// The vertices where one colour can have eyes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Domain {
    /// Vertices of its eye spaces that only this colour has influence on.
    pub proper: PointSet,
    /// Vertices at its border that both colours have influence on: the enemy can take them away.
    pub marginal: PointSet,
}

impl Domain {
    /// The eye spaces: what is connected, but not through two marginal vertices in a row.
    pub(super) fn spaces(&self, board: &Board) -> Vec<PointSet> {
        self.spaces_at(board, &self.proper.or(&self.marginal))
    }

    /// The eye spaces with at least one of these vertices.
    pub(super) fn spaces_at(&self, board: &Board, seeds: &PointSet) -> Vec<PointSet> {
        let mut left = self.proper.or(&self.marginal);
        let mut out = Vec::new();
        let mut stack = Vec::new();
        while let Some(start) = left.and(seeds).first() {
            left.remove(start);
            stack.push(start);
            let mut space = PointSet::EMPTY;
            while let Some(p) = stack.pop() {
                space.insert(p);
                let margin = self.marginal.contains(p);
                let joins = |q: &Point| !(margin && self.marginal.contains(*q));
                stack.extend(board.neighbours(p).filter(joins).filter(|&q| left.remove(q)));
            }
            out.push(space);
        }
        out
    }
}

/// Steps in slots to the four neighbours.
const SIDES: [isize; 4] = [-(STRIDE as isize), STRIDE as isize, -1, 1];
/// Steps to the vertices diagonal to one, each by the places in [`SIDES`] of the two sides that it lies between.
const DIAGONALS: [[usize; 2]; 4] = [[0, 2], [0, 3], [1, 2], [1, 3]];

/// The opposite side, by places in [`SIDES`].
fn opposite(side: usize) -> usize {
    side ^ 1
}

/// The place in [`DIAGONALS`] of the diagonal between two sides, a vertical and a horizontal one in either order.
fn diagonal(side: usize, along: usize) -> usize {
    let [vertical, horizontal] = [side.min(along), side.max(along)];
    2 * vertical + horizontal - 2
}

/// The lively stones of each colour.
pub(super) fn lively(board: &Board, worms: &Worms) -> [PointSet; 2] {
    let mut out = [PointSet::EMPTY; 2];
    for w in worms.list() {
        if !worms.is_lost(w.origin) && !w.setting.inessential {
            out[w.color.index()].union_with(&board.string_stones(w.origin));
        }
    }
    out
}

/// The domains of both colours, by index. `open` holds by colour the vertices where connection
/// patterns say that its enemy can push in: they are marginal.
pub(super) fn domains(board: &Board, lively: &[PointSet; 2], open: &[PointSet; 2]) -> [Domain; 2] {
    let influence = influence(board, lively);
    let mut out = Color::BOTH.map(|color| domain(board, lively, color, &influence));
    for (domain, open) in out.iter_mut().zip(open) {
        let open = domain.proper.and(open);
        domain.proper = domain.proper.minus(&open);
        domain.marginal.union_with(&open);
    }
    out
}

/// The domain of one colour, connection patterns aside.
pub(super) fn domain_of(board: &Board, lively: &[PointSet; 2], color: Color) -> Domain {
    domain(board, lively, color, &influence(board, lively))
}

/// The vertices without a lively stone on which each colour has influence.
fn influence(board: &Board, lively: &[PointSet; 2]) -> [PointSet; 2] {
    let standing = lively[0].or(&lively[1]);
    Color::BOTH.map(|color| spread(board, lively, color).minus(&standing))
}

fn domain(
    board: &Board,
    lively: &[PointSet; 2],
    color: Color,
    influence: &[PointSet; 2],
) -> Domain {
    let [own, other] = [color, color.other()].map(|c| &influence[c.index()]);
    // A stone of one's own that is lost is no place for an eye.
    let free = own.minus(&board.stones_of(color));
    let contested = free.and(other);
    let proper = free.minus(other);
    let enemy = &lively[color.other().index()];
    // What is contested belongs to an eye space only where it borders one, or one's own stones.
    let border = proper.or(&lively[color.index()]).beside();
    let mut marginal = contested.and(&border);
    // A false margin: the enemy has a stone there beside, and cannot take the vertex away.
    let suspects = marginal.and(&proper.beside()).and(&enemy.beside()).and(&board.empty_points());
    for p in suspects {
        if board.accurate_liberties(color.other(), p).len() <= 1 {
            marginal.remove(p);
        }
    }
    Domain { proper, marginal }
}

/// A set as words, with an empty one before and after: many steps are looked at word by word, without a set for each.
struct Padded([u64; WORDS + 2]);

impl Padded {
    fn new(set: &PointSet) -> Padded {
        let mut words = [0; WORDS + 2];
        words[1..=WORDS].copy_from_slice(set.words());
        Padded(words)
    }

    /// The part at word `i` of the slots from which a step of so many slots, fewer than 64, leads into the set.
    #[inline(always)]
    fn stepping_into(&self, i: usize, slots: isize) -> u64 {
        let part = slots.unsigned_abs() as u32;
        if slots > 0 {
            self.0[i] >> part | self.0[i + 1] << (64 - part)
        } else {
            self.0[i] << part | self.0[i - 1] >> (64 - part)
        }
    }

    fn set(&self) -> PointSet {
        PointSet::from_words(std::array::from_fn(|i| self.0[i + 1]))
    }
}

/// The step to the vertex between two sides.
const fn diagonal_step(sides: [usize; 2]) -> isize {
    SIDES[sides[0]] + SIDES[sides[1]]
}

/// The vertices with influence of a colour.
fn spread(board: &Board, lively: &[PointSet; 2], color: Color) -> PointSet {
    let size = board.size();
    let [all, inner] = [0, 1].map(|steps| PointSet::within(size, steps));
    let corners = [(0, 0), (0, size - 1), (size - 1, 0), (size - 1, size - 1)]
        .map(|(row, col)| Point::new(row, col));
    let (own, enemy) = (&lively[color.index()], &lively[color.other().index()]);
    let free = all.minus(enemy);
    let around: PointSet = corners
        .into_iter()
        .filter(|&p| board.neighbours(p).chain(board.diagonals(p)).all(|q| !enemy.contains(q)))
        .collect();
    let start = own.or(&own.beside().and(&free));
    let [own, enemy, free, inner, around] = [own, enemy, &free, &inner, &around].map(Padded::new);
    let used = Point::new(size - 1, size - 1).idx() / 64 + 1;
    // Where stones of the enemy do not keep influence out, by diagonal and by which of its two sides the way leads over.
    let mut open = [[0; 8]; WORDS + 2];
    for (i, open) in open.iter_mut().enumerate().take(used + 1).skip(1) {
        let enemy_beside = SIDES.map(|step| enemy.stepping_into(i, step));
        let enemy_diagonal = DIAGONALS.map(|sides| enemy.stepping_into(i, diagonal_step(sides)));
        for (k, sides) in DIAGONALS.into_iter().enumerate() {
            let own_diagonal = own.stepping_into(i, diagonal_step(sides));
            for (j, [side, along]) in [sides, [sides[1], sides[0]]].into_iter().enumerate() {
                let far = enemy.stepping_into(i, SIDES[side] + 2 * SIDES[along]);
                let near = enemy_diagonal[diagonal(side, opposite(along))];
                // A stone of one's own on the diagonal gets through next to a stone of the enemy.
                let passed = enemy_beside[along] & !own_diagonal;
                // Nor does influence get between a stone beyond that side and one beside or diagonally behind.
                let beyond = enemy.stepping_into(i, 2 * SIDES[side]);
                let below = enemy_beside[along] | enemy_diagonal[diagonal(opposite(side), along)];
                open[2 * k + j] = free.0[i] & !(passed | far & near | beyond & below);
            }
        }
    }
    let mut out = Padded::new(&start);
    // The diagonal one has to lie off the edge: a pair on the first line would carry influence through under a stone on the
    // third line.
    let mut off_edge = Padded(std::array::from_fn(|i| out.0[i] & inner.0[i]));
    // A word changes only after it or one beside it has.
    let all = ((1u64 << used) - 1) << 1;
    let mut due = all;
    while due != 0 {
        for (i, open) in open.iter().enumerate().take(used + 1).skip(1) {
            if due >> i & 1 == 0 {
                continue;
            }
            due &= !(1 << i);
            let beside = SIDES.map(|step| out.stepping_into(i, step));
            let any = beside.into_iter().fold(0, |all, side| all | side);
            let mut more = out.0[i] | around.0[i] & any & free.0[i];
            for (k, sides) in DIAGONALS.into_iter().enumerate() {
                let diagonal = off_edge.stepping_into(i, diagonal_step(sides));
                for (j, side) in sides.into_iter().enumerate() {
                    more |= beside[side] & diagonal & open[2 * k + j];
                }
            }
            if more != out.0[i] {
                (out.0[i], off_edge.0[i]) = (more, more & inner.0[i]);
                due |= 7 << (i - 1) & all;
            }
        }
    }
    out.set()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_from_word_to_word() {
        let all: Vec<u16> = (200..260).chain([70, 130, 500]).collect();
        let some = Padded::new(&all.iter().map(|&p| Point(p)).collect());
        for step in [1, -1, 26, -26, 53, -53_isize] {
            let from = |&p: &u16| u16::try_from(p as isize - step).ok();
            let mut expected: Vec<u16> = all.iter().filter_map(from).collect();
            expected.sort_unstable();
            let mut found = Padded::new(&PointSet::EMPTY);
            (1..=WORDS).for_each(|i| found.0[i] = some.stepping_into(i, step));
            let found: Vec<u16> = found.set().iter().map(|p| p.0).collect();
            assert_eq!(found, expected, "{step}");
        }
    }
}
