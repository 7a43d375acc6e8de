//! Questions that connection reading answers, for hosts of every stage.

use super::Host;
use crate::board::PointSet;
use crate::reading::Code;
use mkpat_rt::geom::Point;
use mkpat_rt::helper::{ConnectionQueries, Site};

impl<S> ConnectionQueries for Host<'_, '_, S> {
    /// What is not clear when its search ends holds together: patterns join strings by this answer.
    fn disconnect_helper(&mut self, _: &Site, x: Point, y: Point) -> Code {
        if self.board().at(x).is_stone() && self.board().at(y).is_stone() {
            self.reader.disconnect_for_sure(x, y).code
        } else {
            Code::Lose
        }
    }
    fn distrust_tactics_helper(&mut self, _: &Site, x: Point) -> bool {
        self.distrusts(x)
    }
    fn oplay_connect(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(s.color, moves, |h| h.reader.connect(t[0], t[1]).code)
    }
    fn xplay_connect(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(s.color.other(), moves, |h| h.reader.connect(t[0], t[1]).code)
    }
    fn oplay_disconnect(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(s.color, moves, |h| h.reader.disconnect(t[0], t[1]).code)
    }
    fn xplay_disconnect(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(s.color.other(), moves, |h| h.reader.disconnect(t[0], t[1]).code)
    }
}

impl<S> Host<'_, '_, S> {
    /// The tactical verdict on a string is not to be trusted for joining strings
    /// over it: it has more than two liberties, or it is an enclosed nakade.
    fn distrusts(&self, x: Point) -> bool {
        let board = self.board();
        let liberties = board.liberties(x);
        match liberties.len() {
            0 | 1 => false,
            2 => {
                let big = board.adjacent_enemies(x).iter().find(|&e| {
                    board.string_size(e) >= 3 && board.liberties(e).is_subset(&liberties)
                });
                let Some(enemy) = big else { return false };
                board.liberties_of_order(x, 2) == 0
                    && liberties.iter().all(|p| {
                        let near: PointSet =
                            board.neighbours(p).filter(|&q| board.at(q).is_stone()).collect();
                        near.iter().all(|q| board.same_string(q, x) || board.same_string(q, enemy))
                    })
            }
            _ => true,
        }
    }
}
