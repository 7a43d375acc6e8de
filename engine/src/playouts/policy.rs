//! How moves of random games are drawn: in proportion to the weights of a playout database
//! (docs/pattern-language.md, "Playout weights").
//!
//! To weigh all moves for each that is drawn would cost more than all else. Most of them are plain: they are
//! far from the last move and nothing is captured there by anybody. So each of these stands for as much weight as it could have
//! at most by what is around it ([`super::plain`]), and each of the few others ([`super::special`]) for as much as it could
//! have: whether it is legal, a self-atari, or decides a ladder is not looked at before it is drawn. Then it is
//! accepted as often as its own weight is a part of that, else the draw is repeated. The odds are those of the
//! definition.
//!
//! Never drawn, whatever its weight, is a move that puts more than five own stones into atari, for then no seki
//! would last; if it captures, too.
//!
//! Beside the last move more is seen than the database asks for: who takes a string in a ladder counts as capturing it, who saves
//! one from a ladder as preventing a capture, and an extension that is taken in a ladder as self-atari. A vital point
//! (`nakade`) is played before anything is drawn.

use super::field::Field;
use super::ladder::Ladders;
use super::nakade::vital_point;
use super::special::{Is, Special, Spot};
use mkpat_rt::geom::{Color, Point};
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
    /// For each neighbourhood the greatest weight of a plain move.
    plain_at: Vec<u32>,
    /// For each neighbourhood the greatest weight of a move near the last one where nobody captures.
    near_at: Vec<u32>,
    /// Whether some rule asks for self-atari of the mover; of the opponent or his suicide.
    asks: (bool, bool),
    /// What all of these that are asked for may be.
    flags: Vec<Circumstances>,
    /// Whether ladders around the last move are read.
    ladders: bool,
    /// Whether the vital points of small eye spaces are played at once.
    nakade: bool,
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
        let is_near = |c: &Circumstances| c.is_near && c.o_captures == 0 && c.x_captures == 0;
        let near_at =
            db.greatest_weights(&Circumstances::all().filter(is_near).collect::<Vec<_>>());
        let asked = |c: &Circumstances| {
            (own || !c.o_self_atari) && (theirs || !c.x_self_atari && !c.x_suicide)
        };
        let flags = plain.iter().copied().filter(asked).collect();
        Policy { db, plain_at, near_at, asks: (own, theirs), flags, ladders, nakade }
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
        c.o_captures = is.captures[color.index()].max(is.ladder.takes);
        c.x_captures = is.captures[color.other().index()].max(is.ladder.saves);
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
        special.find(field, color, self.ladders);
        for i in 0..field.empty().len() {
            let p = field.empty()[i];
            if !field.is_legal(color, p) {
                continue;
            }
            let spot = special.place(p);
            let is = spot.map_or(Is::default(), |i| special.kind(field, color, i));
            let ladders = self.ladders.then_some(&mut special.ladders);
            if let Some((around, circumstances)) = self.context(field, color, p, is, ladders) {
                let weight = self.db.weight(around, circumstances);
                if weight > 0 {
                    tell(p, weight, (around, circumstances));
                }
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
        special.find(field, color, self.ladders);
        let mut sum = 0u64;
        for spot in &mut special.spots {
            spot.weight = self.most(field, color, spot);
            sum += u64::from(spot.weight);
        }
        field.renew_plain(&self.plain_at);
        let plain = field.plain().all(color);
        for _ in 0..REPEATED {
            if sum + plain == 0 {
                return Point::PASS;
            }
            let r = ((u128::from(rng.next_u64()) * u128::from(sum + plain)) >> 64) as u64;
            if r < sum {
                let Some((i, share)) = special.pick(r) else { return Point::PASS };
                let Spot { point, weight: most, is_settled, .. } = special.spots[i];
                if is_settled {
                    return point;
                }
                self.settle(field, color, special, i);
                let weight = special.spots[i].weight;
                if share < u64::from(weight) {
                    return point;
                }
                sum -= u64::from(most - weight);
                continue;
            }
            let (p, share) = field.plain().pick(color, r - sum);
            if special.contains(p) || !field.is_legal(color, p) {
                continue;
            }
            if share < u64::from(self.weight(field, color, p, Is::default(), None)) {
                return p;
            }
        }
        self.draw_by_all(field, color, rng, special)
    }

    /// As [`Policy::draw`] for a field whose special vertices have been found: all moves are weighed.
    fn draw_by_all(
        &self,
        field: &mut Field,
        color: Color,
        rng: &mut Rng,
        special: &mut Special,
    ) -> Point {
        for i in 0..special.spots.len() {
            if !special.spots[i].is_settled {
                self.settle(field, color, special, i);
            }
        }
        let mut all = Vec::with_capacity(field.empty().len());
        all.extend(special.spots.iter().map(|s| (s.point, u64::from(s.weight))));
        for i in 0..field.empty().len() {
            let p = field.empty()[i];
            if !special.contains(p) && field.is_legal(color, p) {
                all.push((p, u64::from(self.weight(field, color, p, Is::default(), None))));
            }
        }
        let sum: u64 = all.iter().map(|w| w.1).sum();
        let mut r = ((u128::from(rng.next_u64()) * u128::from(sum)) >> 64) as u64;
        for (p, w) in all {
            if r < w {
                return p;
            }
            r -= w;
        }
        Point::PASS
    }

    /// As much as the move at a special vertex may weigh at most.
    fn most(&self, field: &Field, color: Color, spot: &Spot) -> u32 {
        let &Spot { point, is_near, captures, ladder, .. } = spot;
        let n = field.around(color, point);
        let [own, theirs] = [color, color.other()].map(|c| captures[c.index()]);
        if own + theirs + ladder.takes + ladder.saves == 0 {
            return self.near_at[usize::from(n.0)];
        }
        let mut most = 0;
        for o_captures in own..=own.max(ladder.takes) {
            for x_captures in theirs..=theirs.max(ladder.saves) {
                for &flags in &self.flags {
                    let c = Circumstances { is_near, o_captures, x_captures, ..flags };
                    most = most.max(self.db.weight(n, c));
                }
            }
        }
        most
    }

    /// Weighs the move at a special vertex.
    fn settle(&self, field: &mut Field, color: Color, special: &mut Special, i: usize) {
        let p = special.spots[i].point;
        let mut weight = 0;
        if field.is_legal(color, p) {
            let is = special.kind(field, color, i);
            let ladders = self.ladders.then_some(&mut special.ladders);
            weight = self.weight(field, color, p, is, ladders);
        }
        let spot = &mut special.spots[i];
        (spot.weight, spot.is_settled) = (weight, true);
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
