//! Can two strings be connected, can they be separated?
//!
//! A shallow search by play-out: the cutter tries the vertices where the strings
//! meet, the owner answers there or takes the cutting stones. It sees a
//! connection over a shared liberty, miai of two, a cutting stone that can be
//! captured, and jumps. What is not decided within [`DEPTH`] moves counts as
//! connected if the owner would be to move, else as cut.

use super::Host;
use crate::board::PointSet;
use crate::reading::Code;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{ConnectionQueries, Site};

/// Moves that are read.
const DEPTH: usize = 5;
/// Moves tried at a node.
const WIDTH: usize = 6;

impl Host<'_, '_> {
    /// Vertices on which the connection of two strings depends: shared
    /// liberties, then liberties of one that touch liberties of the other, then
    /// the liberties of weak enemy strings between them.
    fn joints(&self, a: Point, b: Point) -> Vec<Point> {
        let board = self.board();
        let (la, lb) = (board.liberties(a), board.liberties(b));
        let mut seen = PointSet::EMPTY;
        let mut out: Vec<Point> = la.and(&lb).iter().collect();
        let touching = |p: Point, set: &PointSet| board.neighbours(p).any(|q| set.contains(q));
        let between = board.adjacent_enemies_with(a, 2).and(&board.adjacent_enemies_with(b, 2));
        for enemy in between {
            out.extend(board.liberties(enemy));
        }
        out.extend(la.iter().filter(|&p| touching(p, &lb)));
        out.extend(lb.iter().filter(|&p| touching(p, &la)));
        // Distance three: an empty vertex that both touch.
        let border = |set: &PointSet| -> PointSet {
            set.iter().flat_map(|p| board.neighbours(p)).filter(|&p| board.is_empty(p)).collect()
        };
        out.extend(border(&la).and(&border(&lb)));
        out.retain(|&p| seen.insert(p));
        out.truncate(WIDTH);
        out
    }

    /// The owner of `a` and `b`, to move, connects them.
    pub(super) fn connects(&mut self, a: Point, b: Point, depth: usize) -> bool {
        let Some(color) = self.board().color_at(a) else { return false };
        if self.board().color_at(b) != Some(color) {
            return false;
        }
        if self.board().same_string(a, b) {
            return true;
        }
        if depth == 0 {
            return self.board().liberties(a).intersects(&self.board().liberties(b));
        }
        for p in self.joints(a, b) {
            let done = self.after_move(color, p, |h| !h.separates(a, b, depth - 1));
            if done == Some(true) {
                return true;
            }
        }
        false
    }

    /// The opponent of `a` and `b`, to move, separates them (or takes one).
    pub(super) fn separates(&mut self, a: Point, b: Point, depth: usize) -> bool {
        let Some(color) = self.board().color_at(a) else { return true };
        if self.board().color_at(b) != Some(color) {
            return true;
        }
        if self.board().same_string(a, b) {
            // What hangs together can still be captured together.
            return self.board().liberty_count(a) == 1 && self.reader.attack(a).code == Code::Win;
        }
        let captured = |h: &mut Self, s: Point| {
            h.board().liberty_count(s) <= 2 && h.reader.attack(s).code == Code::Win
        };
        if captured(self, a) || captured(self, b) {
            return true;
        }
        if depth == 0 {
            return !self.board().liberties(a).intersects(&self.board().liberties(b));
        }
        for p in self.joints(a, b) {
            let done = self.after_move(color.other(), p, |h| !h.connects(a, b, depth - 1));
            if done == Some(true) {
                return true;
            }
        }
        false
    }

    fn connect_code(&mut self, [y, z]: [Point; 2]) -> Code {
        if self.connects(y, z, DEPTH) { Code::Win } else { Code::Lose }
    }

    fn disconnect_code(&mut self, [y, z]: [Point; 2]) -> Code {
        if self.separates(y, z, DEPTH) { Code::Win } else { Code::Lose }
    }

    fn starts(site: &Site, own: bool) -> Color {
        if own { site.color } else { site.color.other() }
    }
}

impl ConnectionQueries for Host<'_, '_> {
    fn disconnect_helper(&mut self, _: &Site, x: Point, y: Point) -> Code {
        if self.board().at(x).is_stone() && self.board().at(y).is_stone() {
            self.disconnect_code([x, y])
        } else {
            Code::Lose
        }
    }
    fn distrust_tactics_helper(&mut self, _: &Site, x: Point) -> bool {
        self.distrusts(x)
    }
    fn oplay_connect(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(Self::starts(s, true), moves, |h| h.connect_code(t))
    }
    fn xplay_connect(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(Self::starts(s, false), moves, |h| h.connect_code(t))
    }
    fn oplay_disconnect(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(Self::starts(s, true), moves, |h| h.disconnect_code(t))
    }
    fn xplay_disconnect(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(Self::starts(s, false), moves, |h| h.disconnect_code(t))
    }
}
