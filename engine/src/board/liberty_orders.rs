//! Liberties of higher order (GNU Go 3.8 manual, "Worms and Dragons").

use super::{Board, PointSet};
use mkpat_rt::geom::{Cell, NEIGHBOURS, Point};

impl Board {
    /// Number of liberties of order `n` (1 to 4) of the string at `s`: empty
    /// vertices that `n` stones, but no fewer, connect to it. The way may lead
    /// through friendly strings; stones at a distance above 1 may not touch the
    /// enemy, and the way may not lead through a liberty between two enemy stones, or an
    /// enemy stone and the edge of the board, nor through a ko.
    pub fn liberties_of_order(&self, s: Point, n: usize) -> usize {
        let board = self;
        let Some(color) = board.color_at(s) else { return 0 };
        let enemy = color.other().cell();
        let mut seen = PointSet::EMPTY;
        let mut front: Vec<Point> = Vec::new();
        // Adds the empty neighbours of a string, and those of friends met there.
        let visit = |from: Point, seen: &mut PointSet, out: &mut Vec<Point>, order: usize| {
            let mut strings = vec![from];
            while let Some(string) = strings.pop() {
                for q in board.liberties(string) {
                    let touches = board.count_neighbours(q, enemy) > 0;
                    if (order == 1 || !touches) && seen.insert(q) {
                        out.push(q);
                    }
                }
                if string == from {
                    seen.insert(board.origin(from));
                }
            }
        };
        visit(s, &mut seen, &mut front, 1);
        for order in 2..=n {
            let mut next = Vec::new();
            for &p in &front {
                let between = |a: usize, b: usize| {
                    let sides = [a, b].map(|i| board.at(p.step(NEIGHBOURS[i])));
                    sides.contains(&enemy) && sides.iter().all(|c| [enemy, Cell::Off].contains(c))
                };
                if order == 2 && (between(0, 3) || between(1, 2)) || board.is_ko_point(p) {
                    continue;
                }
                for q in board.neighbours(p) {
                    if board.is_empty(q) {
                        if board.count_neighbours(q, enemy) == 0 && seen.insert(q) {
                            next.push(q);
                        }
                    } else if board.color_at(q) == Some(color) && seen.insert(board.origin(q)) {
                        visit(q, &mut seen, &mut next, order);
                    }
                }
            }
            front = next;
        }
        front.len()
    }
}
