//! Questions that tactical reading answers, for hosts of every stage.

use super::{Host, StageData};
use crate::reading::Code;
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::helper::{Site, TacticsQueries};

impl<S: StageData> Host<'_, '_, S> {
    /// A stone of `color` at `x` is legal and keeps the other side from playing
    /// safely at `y`.
    fn defend_against(&mut self, color: Color, x: Point, y: Point) -> bool {
        self.after_move(color, x, |h| !h.reader.safe_move(y, color.other()).is_success())
            .unwrap_or(false)
    }

    /// The eye of `color` at `p` is certainly false: enough of its diagonals hold
    /// enemy stones that cannot be captured.
    fn obvious_false_eye(&mut self, color: Color, p: Point) -> bool {
        if self.board().at(p) == Cell::Off {
            return false;
        }
        let diagonals: Vec<Point> = self.board().diagonals(p).collect();
        let mut bad = 0;
        for &q in &diagonals {
            if self.has(q, color.other()) && !self.stored_attack(q).is_success() {
                bad += 1;
            }
        }
        bad >= if diagonals.len() == 4 { 2 } else { 1 }
    }

    fn stones_in_atari(&mut self, x: Point, defendable: bool) -> bool {
        for enemy in self.board().adjacent_enemies_with(x, 1) {
            if self.reader.attack(enemy).code == Code::Win
                && (!defendable || self.reader.defend(enemy).is_success())
            {
                return true;
            }
        }
        false
    }

    fn attack_either(&mut self, [y, z]: [Point; 2]) -> Code {
        self.reader.attack_either(y, z).code
    }

    fn defend_both(&mut self, [y, z]: [Point; 2]) -> Code {
        self.reader.defend_both(y, z).code
    }

    /// A stone of `color` next to `c` that touches the string at `a`.
    fn cutter(&self, color: Color, a: Point, c: Point) -> Option<Point> {
        let board = self.board();
        board
            .neighbours(c)
            .find(|&q| self.has(q, color) && board.neighbours(q).any(|n| board.same_string(n, a)))
    }

    /// The end of both connect-and-cut helpers: `b` or `e` is gone, or they
    /// cannot both be kept.
    fn cut_works(&mut self, color: Color, b: Point, e: Point) -> bool {
        !self.has(b, color)
            || !self.has(e, color)
            || !self.reader.defend_both(b, e).code.is_success()
    }
}

impl<S: StageData> TacticsQueries for Host<'_, '_, S> {
    fn safe_xmove(&mut self, site: &Site, x: Point) -> Code {
        self.reader.safe_move(x, site.color.other())
    }
    fn safe_omove(&mut self, site: &Site, x: Point) -> Code {
        self.reader.safe_move(x, site.color)
    }
    fn attack(&mut self, _: &Site, x: Point) -> Code {
        self.stored_attack(x)
    }
    fn defend(&mut self, _: &Site, x: Point) -> Code {
        self.stored_defend(x)
    }
    fn does_attack(&mut self, _: &Site, x: Point, y: Point) -> Code {
        self.reader.does_attack(x, y)
    }
    fn does_defend(&mut self, _: &Site, x: Point, y: Point) -> Code {
        self.reader.does_defend(x, y)
    }
    fn xdefend_against(&mut self, site: &Site, x: Point, y: Point) -> bool {
        self.defend_against(site.color.other(), x, y)
    }
    fn odefend_against(&mut self, site: &Site, x: Point, y: Point) -> bool {
        self.defend_against(site.color, x, y)
    }
    fn adjacent_to_stone_in_atari(&mut self, _: &Site, x: Point) -> bool {
        self.stones_in_atari(x, false)
    }
    fn adjacent_to_defendable_stone_in_atari(&mut self, _: &Site, x: Point) -> bool {
        self.stones_in_atari(x, true)
    }
    fn connect_and_cut_helper(&mut self, _: &Site, a: Point, b: Point, c: Point) -> bool {
        let Some(owner) = self.board().color_at(a) else { return false };
        let pusher = owner.other();
        let liberties = self.board().liberties(a);
        if liberties.len() != 2 || !liberties.contains(b) {
            return false;
        }
        let Some(d) = liberties.iter().find(|&p| p != b) else { return false };
        let Some(e) = self.cutter(pusher, a, c) else { return false };
        self.after_move(pusher, b, |h| {
            h.after_move(owner, d, |h| h.after_move(owner, c, |h| h.cut_works(pusher, b, e)))
        })
        .flatten()
        .flatten()
        .unwrap_or(false)
    }
    fn connect_and_cut_helper2(&mut self, site: &Site, a: Point, b: Point, c: Point) -> bool {
        let (o, x) = (site.color, site.color.other());
        self.after_move(o, a, |h| {
            let e = h.cutter(x, a, c)?;
            h.after_move(x, b, |h| {
                let reading = h.reader.defend(a);
                if !reading.is_success() || reading.point.is_pass() {
                    return false;
                }
                h.after_move(o, reading.point, |h| h.after_move(o, c, |h| h.cut_works(x, b, e)))
                    .flatten()
                    .unwrap_or(false)
            })
        })
        .flatten()
        .unwrap_or(false)
    }
    fn obvious_false_oeye(&mut self, site: &Site, x: Point) -> bool {
        self.obvious_false_eye(site.color, x)
    }
    fn obvious_false_xeye(&mut self, site: &Site, x: Point) -> bool {
        self.obvious_false_eye(site.color.other(), x)
    }
    fn xplay_attack(&mut self, s: &Site, moves: &[Option<Point>], [z]: [Point; 1]) -> Code {
        self.after(s.color.other(), moves, |h| h.attack_code(z))
    }
    fn oplay_attack(&mut self, s: &Site, moves: &[Option<Point>], [z]: [Point; 1]) -> Code {
        self.after(s.color, moves, |h| h.attack_code(z))
    }
    fn xplay_defend(&mut self, s: &Site, moves: &[Option<Point>], [z]: [Point; 1]) -> Code {
        self.after(s.color.other(), moves, |h| h.defend_code(z))
    }
    fn oplay_defend(&mut self, s: &Site, moves: &[Option<Point>], [z]: [Point; 1]) -> Code {
        self.after(s.color, moves, |h| h.defend_code(z))
    }
    fn xplay_attack_either(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(s.color.other(), moves, |h| h.attack_either(t))
    }
    fn oplay_attack_either(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(s.color, moves, |h| h.attack_either(t))
    }
    fn xplay_defend_both(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(s.color.other(), moves, |h| h.defend_both(t))
    }
    fn oplay_defend_both(&mut self, s: &Site, moves: &[Option<Point>], t: [Point; 2]) -> Code {
        self.after(s.color, moves, |h| h.defend_both(t))
    }
    fn xplay_break_through(
        &mut self,
        s: &Site,
        moves: &[Option<Point>],
        [x, y, z]: [Point; 3],
    ) -> Code {
        self.after(s.color.other(), moves, |h| h.reader.break_through(x, y, z))
    }
    fn oplay_break_through(
        &mut self,
        s: &Site,
        moves: &[Option<Point>],
        [x, y, z]: [Point; 3],
    ) -> Code {
        self.after(s.color, moves, |h| h.reader.break_through(x, y, z))
    }
}
