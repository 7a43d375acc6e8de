//! How moves of random games are drawn: in proportion to the weights of a playout database
//! (docs/pattern-language.md, "Playout weights").
//!
//! To weigh all moves for each that is drawn would cost more than all else. Most of them are plain: they are
//! far from the last move and nothing is captured there by anybody. So the few others are weighed one by one,
//! and the plain ones stand together with as much weight as they could have at most; one of these is
//! accepted as often as its own weight is a part of that, else the draw is repeated. The odds are those of the
//! definition.
//!
//! Never drawn, whatever its weight, is a move that puts more than five own stones into atari, for then no seki
//! would last; if it captures, too.
//!
//! Beside the last move more is seen than the database asks for: who takes a string in a ladder counts as capturing it, who saves
//! one from a ladder as preventing a capture, and an extension that is taken in a ladder as self-atari. A vital point
//! (`nakade`) is played before anything is drawn.
//!
//! *Near* are the eight vertices around the last move, and the liberties of the strings beside it, and of its own,
//! that have at most two.

use super::field::Field;
use super::ladder::Ladders;
use super::nakade::vital_point;
use mkpat_rt::geom::{Cell, Color, DIAGONALS, NEIGHBOURS, Point};
use mkpat_rt::montecarlo::{Circumstances, Conditions, Neighbourhood, PlayoutDb};
use mkpat_rt::rng::Rng;
use std::collections::BTreeSet;

/// Draws that may fail before the plain moves are weighed one by one.
const REPEATED: usize = 40;

/// Most stones that a move may put into atari itself: a nakade has no more, and a player who throws away more of them
/// ends a seki.
const SACRIFICED: usize = 5;

/// A database with what is known of it beforehand.
pub(super) struct Policy<'d> {
    db: &'d PlayoutDb,
    /// The greatest weight of a plain move.
    plain: u32,
    /// The same for each neighbourhood.
    plain_at: Vec<u32>,
    /// Whether some rule asks for self-atari of the mover; of the opponent or his suicide.
    asks: (bool, bool),
    /// Whether ladders around the last move are read.
    ladders: bool,
    /// Whether the vital points of small eye spaces are played at once.
    nakade: bool,
}

/// The vertices of a field that are not plain, with their weights.
#[derive(Default)]
pub(super) struct Special {
    points: Vec<Point>,
    /// So many of them, from the first on, are near the last move.
    near: usize,
    /// Those of them at which somebody captures.
    ataris: Vec<Point>,
    weights: Vec<u32>,
    ladders: Ladders,
    /// Moves that take a string in a ladder, or save one from it, with the number of stones.
    decides: Vec<(Point, Decides)>,
}

/// What comes of a move in a ladder: stones, three for more.
#[derive(Clone, Copy, Default)]
struct Decides {
    takes: u8,
    saves: u8,
}

/// What is special about a vertex.
#[derive(Clone, Copy, Default)]
struct Is {
    near: bool,
    /// Somebody captures there.
    atari: bool,
    ladder: Decides,
}

/// A move that may be drawn.
#[cfg(test)]
pub(super) struct Weighed {
    pub(super) point: Point,
    pub(super) weight: u32,
    /// The rule that gave the weight; none if it is played at once.
    pub(super) rule: Option<usize>,
    pub(super) around: Neighbourhood,
    pub(super) circumstances: Circumstances,
}

impl<'d> Policy<'d> {
    pub(super) fn new(db: &'d PlayoutDb, ladders: bool, nakade: bool) -> Policy<'d> {
        // Many rules, few conditions.
        let conditions: BTreeSet<Conditions> = db.rules().iter().map(|r| r.conditions).collect();
        let differs = |change: fn(&mut Circumstances)| {
            conditions.iter().any(|conditions| {
                Circumstances::all().any(|c| {
                    let mut other = c;
                    change(&mut other);
                    conditions.accepts(c) != conditions.accepts(other)
                })
            })
        };
        let own = differs(|c| c.o_self_atari = !c.o_self_atari);
        let theirs = differs(|c| c.x_self_atari = !c.x_self_atari)
            || differs(|c| c.x_suicide = !c.x_suicide);
        let is_plain = |c: &Circumstances| !c.is_near && c.o_captures == 0 && c.x_captures == 0;
        let plain: Vec<Circumstances> = Circumstances::all().filter(is_plain).collect();
        let plain_at = db.greatest_weights(&plain);
        let most = plain_at.iter().copied().max().unwrap_or(1);
        Policy { db, plain: most, plain_at, asks: (own, theirs), ladders, nakade }
    }

    /// The weight of a legal move.
    fn weight(
        &self,
        field: &mut Field,
        color: Color,
        p: Point,
        is: Is,
        ladders: Option<&mut Ladders>,
    ) -> u32 {
        let found = self.context(field, color, p, is, ladders);
        found.map_or(0, |(around, c)| self.db.weight(around, c))
    }

    /// What the weight of a legal move depends on; nothing if it is never drawn.
    fn context(
        &self,
        field: &mut Field,
        color: Color,
        p: Point,
        is: Is,
        ladders: Option<&mut Ladders>,
    ) -> Option<(Neighbourhood, Circumstances)> {
        let n = field.around(color, p);
        let mut c = Circumstances { is_near: is.near, ..Circumstances::default() };
        if is.atari {
            c.o_captures = field.captures(color, p);
            c.x_captures = field.captures(color.other(), p);
        }
        c.o_captures = c.o_captures.max(is.ladder.takes);
        c.x_captures = c.x_captures.max(is.ladder.saves);
        if self.asks.0 {
            c.o_self_atari = field.liberties_after(color, p) < 2;
            if let Some(ladders) = ladders
                && c.x_captures > 0
                && c.o_captures == 0
                && !c.o_self_atari
                && is.ladder.saves == 0
            {
                let two = field.three_liberties_after(color, p) == 2;
                c.o_self_atari = two && !ladders.is_safe_after(field, color, p, p);
            }
            if c.o_self_atari && field.stones_after(color, p) > SACRIFICED {
                return None;
            }
        }
        if self.asks.1 {
            let liberties = field.liberties_after(color.other(), p);
            c.x_self_atari = liberties < 2;
            c.x_suicide = liberties == 0;
        }
        Some((n, c))
    }

    /// The weights of all moves that may be drawn.
    pub(super) fn weigh_all(&self, field: &mut Field, color: Color, out: &mut Vec<(Point, u32)>) {
        out.clear();
        let mut special = Special::default();
        self.each_weight(field, color, &mut special, |p, weight, _| out.push((p, weight)));
        // The order of the empty vertices depends on the way there.
        out.sort_unstable();
    }

    /// The moves between which [`Policy::draw`] decides, with what their weights come from.
    #[cfg(test)]
    pub(super) fn weigh_with_rules(
        &self,
        field: &mut Field,
        color: Color,
        special: &mut Special,
        out: &mut Vec<Weighed>,
    ) {
        out.clear();
        let vital = self.nakade.then(|| vital_point(field, color)).flatten();
        if let Some(point) = vital.filter(|&p| field.is_inside(p)) {
            let (around, circumstances) = (field.around(color, point), Circumstances::default());
            out.push(Weighed { point, weight: 1, rule: None, around, circumstances });
            return;
        }
        self.each_weight(field, color, special, |point, weight, (around, circumstances)| {
            let rule = self.db.rule(around, circumstances);
            out.push(Weighed { point, weight, rule, around, circumstances });
        });
    }

    /// Tells all moves that may be drawn, with their weights and what these come from.
    fn each_weight(
        &self,
        field: &mut Field,
        color: Color,
        special: &mut Special,
        mut tell: impl FnMut(Point, u32, (Neighbourhood, Circumstances)),
    ) {
        self.find_special(field, color, special);
        for i in 0..field.empty().len() {
            let p = field.empty()[i];
            if !field.is_legal(color, p) {
                continue;
            }
            let is = special.kind(p);
            let ladders = self.ladders.then_some(&mut special.ladders);
            if let Some((around, circumstances)) = self.context(field, color, p, is, ladders) {
                let weight = self.db.weight(around, circumstances);
                if weight > 0 {
                    tell(p, weight, (around, circumstances));
                }
            }
        }
    }

    fn find_special(&self, field: &mut Field, color: Color, special: &mut Special) {
        let points = &mut special.points;
        points.clear();
        let last = field.last();
        if !last.is_pass() {
            for step in NEIGHBOURS.into_iter().chain(DIAGONALS) {
                let q = last.step(step);
                if field.at(q) == Cell::Empty && field.is_inside(q) {
                    points.push(q);
                }
            }
            for step in [0].into_iter().chain(NEIGHBOURS) {
                let q = last.step(step);
                if field.at(q).is_stone()
                    && let Some(liberties) = field.few_liberties(q)
                {
                    for l in liberties.iter().map(|&l| Point(l)) {
                        if !points.contains(&l) && field.is_inside(l) {
                            points.push(l);
                        }
                    }
                }
            }
        }
        special.near = points.len();
        special.decides.clear();
        if self.ladders {
            special.read_ladders(field, color);
        }
        let points = &mut special.points;
        special.ataris.clear();
        field.atari_liberties(&mut special.ataris);
        for &p in &special.ataris {
            if !points.contains(&p) && field.is_inside(p) {
                points.push(p);
            }
        }
    }

    /// A move of `color`; a pass if none may be drawn.
    pub(super) fn draw(
        &self,
        field: &mut Field,
        color: Color,
        rng: &mut Rng,
        special: &mut Special,
    ) -> Point {
        let vital = self.nakade.then(|| vital_point(field, color)).flatten();
        if let Some(p) = vital.filter(|&p| field.is_inside(p)) {
            return p;
        }
        self.find_special(field, color, special);
        special.weights.clear();
        let mut sum = 0u64;
        for (i, &p) in special.points.iter().enumerate() {
            let legal = field.is_legal(color, p);
            let atari = special.ataris.contains(&p);
            let is = Is { near: i < special.near, atari, ladder: special.decided(p) };
            let ladders = self.ladders.then_some(&mut special.ladders);
            let w = if legal { self.weight(field, color, p, is, ladders) } else { 0 };
            special.weights.push(w);
            sum += u64::from(w);
        }
        let plain = field.empty().len() as u64 * u64::from(self.plain);
        for _ in 0..REPEATED {
            if sum + plain == 0 {
                return Point::PASS;
            }
            let r = ((u128::from(rng.next_u64()) * u128::from(sum + plain)) >> 64) as u64;
            if r < sum {
                return special.pick(r);
            }
            // Which vertex, and how far into its share.
            let (i, share) = ((r - sum) / u64::from(self.plain), (r - sum) % u64::from(self.plain));
            let p = field.empty()[i as usize];
            // Most draws fail here, where it costs next to nothing.
            if share >= u64::from(self.plain_at[usize::from(field.around(color, p).0)]) {
                continue;
            }
            if special.points.contains(&p) || !field.is_legal(color, p) {
                continue;
            }
            if share < u64::from(self.weight(field, color, p, Is::default(), None)) {
                return p;
            }
        }
        let mut all = sum;
        for i in 0..field.empty().len() {
            let p = field.empty()[i];
            if !special.points.contains(&p) && field.is_legal(color, p) {
                all += u64::from(self.weight(field, color, p, Is::default(), None));
            }
        }
        if all == 0 {
            return Point::PASS;
        }
        let mut r = ((u128::from(rng.next_u64()) * u128::from(all)) >> 64) as u64;
        if r < sum {
            return special.pick(r);
        }
        r -= sum;
        for i in 0..field.empty().len() {
            let p = field.empty()[i];
            if !special.points.contains(&p) && field.is_legal(color, p) {
                let w = u64::from(self.weight(field, color, p, Is::default(), None));
                if r < w {
                    return p;
                }
                r -= w;
            }
        }
        Point::PASS
    }
}

impl Special {
    fn kind(&self, p: Point) -> Is {
        let near = self.points[..self.near].contains(&p);
        Is { near, atari: self.ataris.contains(&p), ladder: self.decided(p) }
    }

    fn decided(&self, p: Point) -> Decides {
        self.decides.iter().find(|d| d.0 == p).map_or(Decides::default(), |d| d.1)
    }

    /// What `color` can take in a ladder beside the last move, and what he can save from one.
    fn read_ladders(&mut self, field: &mut Field, color: Color) {
        let last = field.last();
        if last.is_pass() {
            return;
        }
        let mut seen = [0; 5];
        for (i, step) in [0].into_iter().chain(NEIGHBOURS).enumerate() {
            let s = last.step(step);
            let Some(owner) = field.color(s) else { continue };
            let two = field.few_liberties(s).filter(|l| l.len() == 2).map(|l| [l[0], l[1]]);
            let Some(two) = two.filter(|_| !seen.contains(&field.head(s))) else { continue };
            seen[i] = field.head(s);
            let stones = field.stones(s).min(3) as u8;
            if owner == color && self.ladders.attack(field, s).is_none() {
                continue;
            }
            for p in two.map(Point) {
                if !field.is_legal(color, p) {
                    continue;
                }
                let (takes, saves) = if owner != color {
                    (if self.ladders.takes(field, color, p, s) { stones } else { 0 }, 0)
                } else {
                    (0, if self.ladders.is_safe_after(field, color, p, s) { stones } else { 0 })
                };
                match self.decides.iter_mut().find(|d| d.0 == p) {
                    Some((_, d)) => {
                        *d = Decides { takes: d.takes.max(takes), saves: d.saves.max(saves) }
                    }
                    None if takes + saves > 0 => self.decides.push((p, Decides { takes, saves })),
                    None => {}
                }
            }
        }
    }

    /// The vertex whose share of the sum of weights holds `r`.
    fn pick(&self, mut r: u64) -> Point {
        for (&p, &w) in self.points.iter().zip(&self.weights) {
            if r < u64::from(w) {
                return p;
            }
            r -= u64::from(w);
        }
        Point::PASS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use mkpat_rt::db::PatternSet;

    fn databases() -> PatternSet {
        patterns::pattern_set().expect("databases")
    }

    /// Moves come as often as their weights say, on crowded boards and on empty ones.
    #[test]
    fn moves_are_drawn_in_proportion_to_their_weights() {
        const DRAWS: usize = 20_000;
        let set = databases();
        let policy = Policy::new(set.playouts.first().expect("weights of playouts"), true, false);
        for (seed, moves) in [(1, 3), (2, 20), (3, 45), (4, 90), (5, 140)] {
            let mut rng = Rng::new(seed);
            let mut field = Field::new(&Board::new(7).expect("a size"));
            let mut special = Special::default();
            let mut color = Color::Black;
            for _ in 0..moves {
                let p = policy.draw(&mut field, color, &mut rng, &mut special);
                field.play(color, p);
                color = color.other();
            }
            let mut weighed = Vec::new();
            policy.weigh_all(&mut field, color, &mut weighed);
            let sum: f64 = weighed.iter().map(|w| f64::from(w.1)).sum();
            let mut drawn = vec![0; mkpat_rt::geom::AREA];
            for _ in 0..DRAWS {
                drawn[policy.draw(&mut field, color, &mut rng, &mut special).idx()] += 1;
            }
            for &(p, w) in &weighed {
                let odds = f64::from(w) / sum;
                let expected = odds * DRAWS as f64;
                let deviation = (expected * (1.0 - odds)).sqrt();
                let off = f64::from(drawn[p.idx()]) - expected;
                assert!(off.abs() <= 4.5 * deviation + 2.0, "{moves} moves, {p:?}: {off} off");
                drawn[p.idx()] = 0;
            }
            let others: i32 = drawn.iter().sum();
            assert_eq!(others, if weighed.is_empty() { DRAWS as i32 } else { 0 }, "{moves}");
        }
    }

    #[test]
    fn six_stones_are_not_put_into_atari_and_five_may_be() {
        let set = databases();
        let policy = Policy::new(set.playouts.first().expect("weights of playouts"), true, false);
        let drawn = |top: &str, col: usize| {
            let text = format!("{top}\nO O O O O O O\n") + &". . . . . . .\n".repeat(5);
            let mut field = Field::new(&crate::diagram::parse(&text).expect("a diagram"));
            let mut weighed = Vec::new();
            policy.weigh_all(&mut field, Color::Black, &mut weighed);
            weighed.iter().any(|w| w.0 == Point::new(0, col))
        };
        assert!(!drawn(". . X X X X X", 1));
        assert!(drawn(". . . X X X X", 2));
    }
}
