//! What actions of the stage `movegen` ask for: collected, not done. The move generator
//! decides what becomes of it.

use super::stage::MovegenStage;
use crate::patterns::Host;
use crate::reading::Code;
use mkpat_rt::geom::Point;
use mkpat_rt::helper::{MoveEffects, Site};

/// Something that an action asked for. "The move" is the `*` of the match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effect {
    /// The vertex must never be played.
    Antisuji(Point),
    /// Everything that speaks for the first move shall speak for the second instead.
    Replace(Point, Point),
    /// The move connects two strings.
    Connect(Point, Point),
    /// The move cuts two strings.
    Cut(Point, Point),
    /// The move attacks two strings that cannot both be defended.
    AttackEither(Point, Point),
    /// The move defends both strings.
    DefendBoth(Point, Point),
    /// Added to the follow-up value of the move, in points.
    Followup(f32),
    /// Added to the reverse follow-up value of the move, in points.
    ReverseFollowup(f32),
    /// A move elsewhere is worth at least so many points.
    MinValue(Point, f32),
    /// The first vertex is a good threat against the string at the second.
    GoodThreat(Point, Point),
    /// A move here is to be treated as safe.
    KnownSafe(Point),
}

impl Host<'_, '_, MovegenStage<'_>> {
    fn put(&mut self, effect: Effect) {
        self.stage.effects.push(effect);
    }
}

impl MoveEffects for Host<'_, '_, MovegenStage<'_>> {
    fn antisuji(&mut self, _: &Site, x: Point) {
        self.put(Effect::Antisuji(x));
    }
    fn replace(&mut self, _: &Site, x: Point, y: Point) {
        self.put(Effect::Replace(x, y));
    }
    fn backfill_replace(&mut self, _: &Site, x: Point, y: Point) {
        let Some(owner) = self.board().color_at(y) else { return };
        let defence = self.after_move(owner.other(), x, |h| {
            if h.has(y, owner) && h.reader.attack(y).is_success() {
                let reading = h.reader.defend(y);
                (reading.is_success() && !reading.point.is_pass()).then_some(reading.point)
            } else {
                None
            }
        });
        if let Some(Some(d)) = defence {
            self.put(Effect::Replace(x, d));
        }
    }
    fn add_connect_move(&mut self, _: &Site, x: Point, y: Point) {
        self.put(Effect::Connect(x, y));
    }
    fn add_cut_move(&mut self, _: &Site, x: Point, y: Point) {
        self.put(Effect::Cut(x, y));
    }
    fn test_attack_either_move(&mut self, site: &Site, x: Point, y: Point) {
        let enemy = site.color.other();
        if !self.has(x, enemy) || !self.has(y, enemy) {
            return;
        }
        if !self.reader.defend_both(x, y).is_success() {
            return;
        }
        let works = self.after_move(site.color, site.mv, |h| {
            h.has(x, enemy)
                && h.has(y, enemy)
                && h.reader.defend(x).is_success()
                && h.reader.defend(y).is_success()
                && !h.reader.defend_both(x, y).is_success()
        });
        if works == Some(true) {
            self.put(Effect::AttackEither(x, y));
        }
    }
    fn add_defend_both_move(&mut self, _: &Site, x: Point, y: Point) {
        self.put(Effect::DefendBoth(x, y));
    }
    fn threaten_to_save(&mut self, _: &Site, x: Point) {
        let value = 2.0 + 2.0 * self.stage.worm_size(x);
        self.put(Effect::Followup(value));
    }
    fn threaten_to_capture(&mut self, _: &Site, x: Point) {
        let value = 2.0 * self.stage.worm_size(x);
        self.put(Effect::Followup(value));
    }
    fn prevent_attack_threat(&mut self, _: &Site, x: Point) {
        let value = 2.0 * self.stage.worm_size(x);
        self.put(Effect::ReverseFollowup(value));
    }
    fn defend_against_atari(&mut self, site: &Site, x: Point) {
        let o = site.color;
        let liberties = self.board().liberties(x);
        if !self.has(x, o) || liberties.len() != 2 {
            return;
        }
        for enemy in self.board().adjacent_enemies_with(x, 1) {
            if self.stored_defend(enemy).is_success()
                && !self.reader.does_attack(site.mv, enemy).is_success()
            {
                return;
            }
        }
        let mut exposed = false;
        for p in liberties {
            exposed |= self.reader.safe_move(p, o.other()).is_success();
        }
        if exposed {
            let value = 2.0 * self.stage.worm_size(x);
            self.put(Effect::ReverseFollowup(value));
        }
    }
    fn backfill_helper(&mut self, _: &Site, a: Point, b: Point, c: Point) {
        let Some(owner) = self.board().color_at(c) else { return };
        let order = [Some(a), Some(b)];
        let defence = self.after(owner, &order, |h| {
            if !h.has(c, owner) || h.reader.attack(c).code == Code::Lose {
                return None;
            }
            let reading = h.reader.defend(c);
            (reading.is_success() && !reading.point.is_pass()).then_some(reading.point)
        });
        if let Some(d) = defence {
            self.put(Effect::MinValue(d, 0.1));
        }
    }
    fn good_attack_threat(&mut self, _: &Site, x: Point, y: Point) {
        self.put(Effect::GoodThreat(x, y));
    }
    fn known_safe_move(&mut self, _: &Site, x: Point) {
        self.put(Effect::KnownSafe(x));
    }
}
