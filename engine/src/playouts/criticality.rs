//! How much it decides who owns a vertex at the end: how much more often than by chance the winner of a random game
//! owns it (R. Coulom, "Criticality: a Monte-Carlo heuristic for Go programs", 2009).
//!
//! Ends of games come in one by one ([`Criticality::take_up`]); every few games what follows is worked out anew, and the tree asks for
//! it ([`Criticality::at`]). It is one number for a vertex, in whatever position of the tree a game branched off: so it
//! is known long before there are enough games below a position. Knows vertices and who owns them, nothing else.

use super::field::Field;
use mkpat_rt::geom::{AREA, Color, Point};

/// Games after which the numbers are worked out anew.
const EVERY: u32 = 32;
/// Games below which nothing is critical.
const LEAST: u32 = 64;

/// The vertices that each colour owns at the end of a game.
#[derive(Clone)]
pub(super) struct Owners(Vec<i8>);

impl Owners {
    pub(super) fn nobody() -> Owners {
        Owners(vec![0; AREA])
    }

    /// Looks at the end of a game, all stones taken for alive ([`Field::owner`]). Returns how many more vertices Black owns than White.
    pub(super) fn look(&mut self, field: &Field) -> i32 {
        let mut balance = 0;
        for p in Point::all(field.size()) {
            let owner = field.owner(p);
            self.0[p.idx()] = owner;
            balance += i32::from(owner);
        }
        balance
    }
}

/// What of a vertex was counted.
#[derive(Clone, Copy, Default)]
struct Count {
    /// Games at whose end Black owned it, and White.
    owned: [u32; 2],
    /// Games at whose end the winner owned it.
    by_winner: u32,
}

/// See the module head.
#[derive(Clone)]
pub(super) struct Criticality {
    games: u32,
    /// Games that each colour won.
    won: [u32; 2],
    counts: Vec<Count>,
    values: Vec<f32>,
}

impl Criticality {
    pub(super) fn new() -> Criticality {
        let (counts, values) = (vec![Count::default(); AREA], vec![0.0; AREA]);
        Criticality { games: 0, won: [0; 2], counts, values }
    }

    /// Counts a game on a board of this size.
    pub(super) fn take_up(&mut self, size: usize, owners: &Owners, winner: Color) {
        self.games += 1;
        self.won[winner.index()] += 1;
        for p in Point::all(size) {
            let color = match owners.0[p.idx()] {
                0 => continue,
                1.. => Color::Black,
                _ => Color::White,
            };
            let count = &mut self.counts[p.idx()];
            count.owned[color.index()] += 1;
            count.by_winner += u32::from(color == winner);
        }
        if self.games >= LEAST && self.games.is_multiple_of(EVERY) {
            for p in Point::all(size) {
                self.values[p.idx()] = self.value(self.counts[p.idx()]);
            }
        }
    }

    /// The part of the games by which the winner owns a vertex more often than if that had nothing to do with winning, less the
    /// standard error that it has at most: what so few games may show by accident counts nothing.
    fn value(&self, count: Count) -> f32 {
        let games = self.games as f32;
        let part = |n: u32| n as f32 / games;
        let chance: f32 = (0..2).map(|i| part(count.owned[i]) * part(self.won[i])).sum();
        part(count.by_winner) - chance - 0.5 / games.sqrt()
    }

    /// How critical a vertex is, 0 to 0.5: 0 for a pass, and where the loser owns it more often than by chance.
    pub(super) fn at(&self, p: Point) -> f32 {
        if p.is_pass() { 0.0 } else { self.values[p.idx()].max(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;

    #[test]
    fn owners_are_looked_up_and_counted() {
        let board = diagram::parse(". X . O\nX X . O\n. . . .\n. . . .").expect("a diagram");
        let mut owners = Owners::nobody();
        assert_eq!(owners.look(&Field::new(&board)), 6 - 3);
        let at = |row, col| owners.0[Point::new(row, col).idx()];
        assert_eq!([at(0, 0), at(2, 3), at(0, 2), at(3, 0)], [1, -1, 0, 0]);
    }

    /// Whoever owns A wins; B is Black's always; C is owned by turns, whoever wins.
    #[test]
    fn a_vertex_is_critical_if_who_owns_it_wins() {
        let [a, b, c] = [0, 1, 2].map(|col| Point::new(0, col));
        let mut found = Criticality::new();
        let mut owners = Owners::nobody();
        for game in 0..LEAST {
            let winner = Color::BOTH[usize::from(game % 4 == 0)];
            owners.0[a.idx()] = if winner == Color::Black { 1 } else { -1 };
            owners.0[b.idx()] = 1;
            owners.0[c.idx()] = if game / 4 % 2 == 0 { 1 } else { -1 };
            assert_eq!(found.at(a), 0.0);
            found.take_up(3, &owners, winner);
        }
        // One game in four is White's: the winner would own A by chance in 10 games of 16. The error is 1 in 16.
        assert!((found.at(a) - (0.375 - 0.0625)).abs() < 1e-6, "{}", found.at(a));
        assert_eq!([b, c, Point::PASS].map(|p| found.at(p)), [0.0; 3]);
    }
}
