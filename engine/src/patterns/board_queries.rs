//! Questions about the current position.

use super::Host;
use mkpat_rt::geom::{Color, Point, STRIDE};
use mkpat_rt::helper::{BoardQueries, Site};

impl<S> Host<'_, '_, S> {
    /// Liberties that a stone would get; 0 on an occupied vertex.
    fn liberties_of_move(&self, color: Color, p: Point, exact: bool) -> i32 {
        let board = self.board();
        let set = if exact {
            board.accurate_liberties(color, p)
        } else {
            board.approximate_liberties(color, p)
        };
        set.len() as i32
    }

    fn somewhere(&self, color: Color, vertices: &[Point]) -> bool {
        vertices.iter().any(|&p| self.has(p, color))
    }

    /// The first stone met on the way from `x` towards `y`, along the edge.
    fn visible(&self, color: Color, x: Point, y: Point) -> bool {
        let board = self.board();
        if !board.at(x).is_stone() && !board.is_empty(x) {
            return false;
        }
        let step = match (x.row() == y.row(), x.col() == y.col()) {
            (true, false) => {
                if y.col() > x.col() {
                    1
                } else {
                    -1
                }
            }
            (false, true) => {
                if y.row() > x.row() {
                    STRIDE as i16
                } else {
                    -(STRIDE as i16)
                }
            }
            _ => return false,
        };
        let mut p = x.step(step);
        while board.is_empty(p) {
            p = p.step(step);
        }
        board.color_at(p) == Some(color)
    }
}

impl<S> BoardQueries for Host<'_, '_, S> {
    fn lib(&mut self, _: &Site, x: Point) -> i32 {
        self.board().liberty_count(x) as i32
    }
    fn xlib(&mut self, site: &Site, x: Point) -> i32 {
        self.liberties_of_move(site.color.other(), x, true)
    }
    fn olib(&mut self, site: &Site, x: Point) -> i32 {
        self.liberties_of_move(site.color, x, true)
    }
    fn approx_xlib(&mut self, site: &Site, x: Point) -> i32 {
        self.liberties_of_move(site.color.other(), x, false)
    }
    fn approx_olib(&mut self, site: &Site, x: Point) -> i32 {
        self.liberties_of_move(site.color, x, false)
    }
    fn ko(&mut self, _: &Site, x: Point) -> bool {
        self.board().is_ko_point(x)
    }
    fn legal_xmove(&mut self, site: &Site, x: Point) -> bool {
        self.board().is_legal(site.color.other(), x)
    }
    fn legal_omove(&mut self, site: &Site, x: Point) -> bool {
        self.board().is_legal(site.color, x)
    }
    fn x_suicide(&mut self, site: &Site, x: Point) -> bool {
        self.board().is_suicide(site.color.other(), x)
    }
    fn o_suicide(&mut self, site: &Site, x: Point) -> bool {
        self.board().is_suicide(site.color, x)
    }
    fn o_captures_something(&mut self, site: &Site, x: Point) -> bool {
        self.board().captures_something(site.color, x)
    }
    fn x_captures_something(&mut self, site: &Site, x: Point) -> bool {
        self.board().captures_something(site.color.other(), x)
    }
    fn o_visible_along_edge(&mut self, site: &Site, x: Point, y: Point) -> bool {
        self.visible(site.color, x, y)
    }
    fn x_visible_along_edge(&mut self, site: &Site, x: Point, y: Point) -> bool {
        self.visible(site.color.other(), x, y)
    }
    fn same_string(&mut self, _: &Site, x: Point, y: Point) -> bool {
        self.board().same_string(x, y)
    }
    fn wormsize(&mut self, _: &Site, x: Point) -> i32 {
        self.board().string_size(x) as i32
    }
    fn vital_chain(&mut self, _: &Site, x: Point) -> bool {
        let board = self.board();
        let last = board.size().saturating_sub(1);
        let on_edge = |p: Point| p.row() == 0 || p.col() == 0 || p.row() == last || p.col() == last;
        board.at(x).is_stone() && (board.string_size(x) > 1 || !on_edge(x))
    }
    fn finish_ko_helper(&mut self, _: &Site, x: Point) -> bool {
        let board = self.board();
        let Some(color) = board.color_at(x) else { return false };
        board.adjacent_enemies_with(x, 1).iter().any(|e| {
            let liberty = board.liberties(e).first();
            liberty.is_some_and(|p| board.takes_ko(color, p) == Some(e))
        })
    }
    fn squeeze_ko_helper(&mut self, _: &Site, x: Point) -> bool {
        let board = self.board();
        let Some(color) = board.color_at(x) else { return false };
        board.liberty_count(x) == 2
            && board.liberties(x).iter().any(|p| board.takes_ko(color.other(), p).is_some())
    }
    fn break_mirror_helper(&mut self, site: &Site, x: Point) -> bool {
        let board = self.board();
        let n = board.size();
        let faces = |p: Point| {
            let q = Point::new(n - 1 - p.row(), n - 1 - p.col());
            board.color_at(p).map(Color::other) == board.color_at(q)
        };
        n % 2 == 1
            && site.color == self.game.white
            && self.game.komi <= 0.0
            && x == Point::new(n / 2, n / 2)
            && board.stone_count() > 10
            && Point::all(n).filter(|&p| p != x).all(faces)
    }
    fn oplay_lib(&mut self, site: &Site, moves: &[Option<Point>], [z]: [Point; 1]) -> i32 {
        self.after(site.color, moves, |h| h.board().liberty_count(z) as i32)
    }
    fn xplay_lib(&mut self, site: &Site, moves: &[Option<Point>], [z]: [Point; 1]) -> i32 {
        self.after(site.color.other(), moves, |h| h.board().liberty_count(z) as i32)
    }
    fn x_somewhere(&mut self, site: &Site, vertices: &[Point]) -> bool {
        self.somewhere(site.color.other(), vertices)
    }
    fn o_somewhere(&mut self, site: &Site, vertices: &[Point]) -> bool {
        self.somewhere(site.color, vertices)
    }
}
