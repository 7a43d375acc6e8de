//! Who owns what when a position is played out at random, many times.
//!
//! Players fill everything but their own eyes, avoid to put larger strings in
//! atari, and mostly answer an atari by capturing. On a finished board this
//! tells dead stones from living ones well; it knows nothing of seki.

use crate::board::Board;
use crate::door::View;
use mkpat_rt::geom::{AREA, Cell, Color, Point};
use mkpat_rt::rng::Rng;

/// How often Black owns each vertex at the end, −1 (never) … 1 (always).
#[derive(Clone, Debug)]
pub(super) struct Ownership(Vec<f32>);

impl Ownership {
    /// How often `color` owns the vertex `p` at the end, −1 (never) … 1 (always).
    pub(super) fn of(&self, color: Color, p: Point) -> f32 {
        let black = self.0[p.idx()];
        if color == Color::Black { black } else { -black }
    }
}

impl Ownership {
    /// The same of the position outside.
    pub(super) fn restored(&self, view: &View<'_>) -> Ownership {
        let mut out = vec![0.0; self.0.len()];
        let sign = if view.color(Color::Black) == Color::Black { 1.0 } else { -1.0 };
        for (i, &x) in self.0.iter().enumerate() {
            let p = view.outside(Point(i as u16));
            if !p.is_pass() {
                out[p.idx()] = sign * x;
            }
        }
        Ownership(out)
    }
}

/// Whether `p` is an eye of `color` that should not be filled.
fn is_eye(board: &Board, color: Color, p: Point) -> bool {
    if !board.is_enclosed(p, color) {
        return false;
    }
    let enemy = color.other().cell();
    let bad = board.diagonals(p).filter(|&q| board.at(q) == enemy).count();
    let edge = board.diagonals(p).count() < 4;
    bad + usize::from(edge) < 2
}

/// Whether the move is worth playing at random.
fn is_sensible(board: &Board, color: Color, p: Point) -> bool {
    if is_eye(board, color, p) || !board.is_legal(color, p) {
        return false;
    }
    if board.count_neighbours(p, Cell::Empty) < 2
        && board.accurate_liberties(color, p).len() < 2
        && !board.captures_something(color, p)
    {
        let size: usize =
            board.neighbour_strings(p, color).iter().map(|s| board.string_size(s)).sum();
        return size < 4;
    }
    true
}

/// A capture, or an escape, near the last move.
fn urgent(board: &Board, color: Color, last: Point) -> Option<Point> {
    if last.is_pass() || board.at(last) != color.other().cell() {
        return None;
    }
    if board.liberty_count(last) == 1 {
        let p = board.liberties(last).first()?;
        if board.is_legal(color, p) {
            return Some(p);
        }
    }
    for s in board.neighbour_strings(last, color) {
        if board.liberty_count(s) == 1 {
            let capture = board.adjacent_enemies_with(s, 1).first();
            if let Some(p) = capture.and_then(|e| board.liberties(e).first())
                && board.is_legal(color, p)
            {
                return Some(p);
            }
            let p = board.liberties(s).first()?;
            if board.accurate_liberties(color, p).len() > 1 {
                return Some(p);
            }
        }
    }
    None
}

/// The empty vertices of a board, to draw from. They are followed from move to move:
/// to look for them anew costs more than the rest of a random game.
#[derive(Default)]
struct Empty {
    /// In board order, but for what has been drawn.
    points: Vec<Point>,
    /// Where each was taken from.
    drawn: Vec<(usize, Point)>,
    /// What the last move captured.
    captured: Vec<Point>,
}

impl Empty {
    fn find(&mut self, board: &Board) {
        self.drawn.clear();
        self.points.clear();
        self.points.extend(Point::all(board.size()).filter(|&p| board.is_empty(p)));
    }

    /// Whether it is what [`Empty::find`] would find.
    fn is_of(&self, board: &Board) -> bool {
        self.points.iter().copied().eq(Point::all(board.size()).filter(|&p| board.is_empty(p)))
    }

    /// One that has not been drawn yet.
    fn draw(&mut self, rng: &mut Rng) -> Option<Point> {
        if self.points.is_empty() {
            return None;
        }
        let i = rng.below(self.points.len());
        let p = self.points.swap_remove(i);
        self.drawn.push((i, p));
        Some(p)
    }

    /// Takes back all draws.
    fn put_back(&mut self) {
        while let Some((i, p)) = self.drawn.pop() {
            self.points.push(p);
            let last = self.points.len() - 1;
            self.points.swap(i, last);
        }
    }

    /// Plays on `board` and follows; whether the move was legal.
    fn play(&mut self, board: &mut Board, color: Color, p: Point) -> bool {
        self.captured.clear();
        if board.captures_something(color, p) {
            for s in board.neighbour_strings(p, color.other()) {
                if board.liberty_count(s) == 1 {
                    self.captured.extend(board.stones(s));
                }
            }
        }
        if !board.try_play(color, p) {
            return false;
        }
        if let Ok(i) = self.points.binary_search(&p) {
            self.points.remove(i);
        }
        for &p in &self.captured {
            if let Err(i) = self.points.binary_search(&p) {
                self.points.insert(i, p);
            }
        }
        true
    }
}

/// Plays to the end. All moves stay on the board's stack.
fn play_out(board: &mut Board, mut color: Color, rng: &mut Rng, empty: &mut Empty) {
    let size = board.size();
    let limit = 3 * size * size + 20;
    empty.find(board);
    let mut passes = 0;
    let mut last = Point::PASS;
    for _ in 0..limit {
        let mut chosen = None;
        if rng.below(8) != 0 {
            chosen = urgent(board, color, last);
        }
        if chosen.is_none() {
            debug_assert!(empty.is_of(board));
            while let Some(p) = empty.draw(rng) {
                if is_sensible(board, color, p) {
                    chosen = Some(p);
                    break;
                }
            }
            empty.put_back();
        }
        last = chosen.unwrap_or(Point::PASS);
        if empty.play(board, color, last) && !last.is_pass() {
            passes = 0;
        } else {
            passes += 1;
            if passes == 2 {
                break;
            }
        }
        color = color.other();
    }
}

/// Whose stone stands on a vertex, or around it, when a game is over.
fn final_owner(board: &Board, p: Point) -> Option<Color> {
    board.color_at(p).or_else(|| {
        Color::BOTH.into_iter().find(|c| board.neighbours(p).all(|q| board.at(q) == c.cell()))
    })
}

/// Plays `n` games from this position and counts. The board is given back as
/// it was.
pub(super) fn ownership(board: &mut Board, n: usize, rng: &mut Rng) -> Ownership {
    let mut sum = vec![0i32; AREA];
    let depth = board.depth();
    let mut empty = Empty::default();
    for i in 0..n {
        play_out(board, Color::BOTH[i % 2], rng, &mut empty);
        for p in Point::all(board.size()) {
            sum[p.idx()] += match final_owner(board, p) {
                Some(Color::Black) => 1,
                Some(Color::White) => -1,
                None => 0,
            };
        }
        while board.depth() > depth {
            board.undo();
        }
    }
    Ownership(sum.into_iter().map(|s| s as f32 / n.max(1) as f32).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_empty_vertex_is_drawn_once_and_put_back() {
        let mut board = Board::new(5).expect("a size");
        assert!(board.try_play(Color::Black, Point::new(2, 2)));
        let mut rng = Rng::new(7);
        let mut empty = Empty::default();
        empty.find(&board);
        for draws in [3, 24, 25] {
            let mut drawn: Vec<Point> = (0..draws).map_while(|_| empty.draw(&mut rng)).collect();
            assert_eq!(drawn.len(), draws.min(24));
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len(), draws.min(24));
            assert!(!drawn.contains(&Point::new(2, 2)));
            empty.put_back();
            assert!(empty.is_of(&board));
        }
        // The last move captures on both sides.
        let moves = [(0, 0), (1, 0), (0, 2), (1, 2), (4, 4), (0, 3), (4, 3), (0, 1)];
        let mut color = Color::White;
        for p in moves.map(|(row, col)| Point::new(row, col)) {
            assert!(empty.play(&mut board, color, p));
            assert!(empty.is_of(&board));
            color = color.other();
        }
        assert_eq!(board.captures(Color::Black), 2);
    }
}
