//! What a move is worth, in points.
//!
//! *Territorial value*: the expected score after the move and what it decides
//! (strings it captures, saves, kills), minus the expected score if the
//! opponent moves now. *Strategic value*: dragons made stronger or weaker,
//! connected or cut. The sum is multiplied by the shape factor; threats add a
//! part of what they threaten; bounds of patterns come last.

use super::{MoveReason, Proposal};
use crate::facts::{Dragon, Facts, Influence};
use crate::reading::{Code, Reader};
use crate::weights::Weights;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Status;

/// A move's value in parts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Value {
    /// Points of territory and prisoners.
    pub territory: f32,
    /// Points for strength and weakness of dragons.
    pub strategy: f32,
    /// What the sum of both is multiplied with.
    pub shape: f32,
    /// Points for threats made and prevented.
    pub threats: f32,
    /// The whole value, within the bounds that patterns demand.
    pub total: f32,
}

/// How much of a success the code is.
fn weight(code: Code) -> f32 {
    match code {
        Code::Win => 1.0,
        Code::KoA => 0.6,
        Code::KoB => 0.4,
        Code::Lose => 0.0,
    }
}

/// Points for combinations that the move begins or prevents. Which stones will fall is up to the opponent:
/// each counts as a prisoner and the point under it, and nothing for what they hold apart.
fn combinations(m: &Proposal) -> f32 {
    let gain = |r: &MoveReason| match *r {
        MoveReason::Combination(_, size) | MoveReason::PreventCombination(_, size) => {
            2.0 * size as f32
        }
        _ => 0.0,
    };
    m.reasons.iter().map(gain).sum()
}

/// Values moves of one side in one position.
pub(super) struct Valuer<'t> {
    facts: &'t Facts,
    color: Color,
    base: f32,
    strengths: Vec<f32>,
    weights: Weights,
}

impl<'t> Valuer<'t> {
    pub(super) fn new(facts: &'t Facts, color: Color, weights: Weights) -> Valuer<'t> {
        let strengths = facts.dragons.strengths(&facts.worms, color.other());
        Valuer { facts, color, base: facts.influence_for(color).score(color), strengths, weights }
    }

    /// The value of a proposal.
    pub(super) fn value(&self, reader: &mut Reader<'_>, m: &Proposal) -> Value {
        let mut territory = self.territory(reader, m);
        let supported = m
            .reasons
            .iter()
            .any(|r| !matches!(r, MoveReason::AttackThreat(_) | MoveReason::Pattern(..)));
        if !supported && territory > 0.0 {
            territory *= self.weights.unsupported;
        }
        self.combine(m, territory)
    }

    /// The value of a proposal of this territorial value.
    fn combine(&self, m: &Proposal, territory: f32) -> Value {
        let territory = territory.max(m.terri_range.0).min(m.terri_range.1);
        let strategy = self.strategy(m);
        let mut threats = 0.0;
        let sum = territory + strategy;
        let shape = m.shape_factor();
        let mut total = if sum > 0.0 { sum * shape } else { sum };
        let follow = m.followup + self.threatened(m);
        if total > 0.0 {
            let limit = self.weights.followup_limit * total + 0.5;
            threats += (self.weights.followup * follow).min(limit);
            threats += (self.weights.reverse_followup * m.reverse_followup).min(total + 1.0);
        }
        total += threats;
        total = total.max(m.value_range.0).min(m.value_range.1);
        if let Some(fixed) = m.fixed {
            total = fixed.max(total.min(fixed));
        }
        Value { territory, strategy, shape, threats, total }
    }

    /// The value of a proposal whose territorial value is taken in part from the score that
    /// the facts of the position after it lead to expect: the move has been looked at with
    /// everything it does, not only with its reasons.
    pub(super) fn looked_at(
        &self,
        m: &Proposal,
        first: &Value,
        after: f32,
        prisoners: f32,
    ) -> Value {
        let seen = after - self.base + prisoners;
        self.combine(m, 0.4 * first.territory + 0.6 * seen)
    }

    /// Expected score after the move minus that without it.
    fn territory(&self, reader: &mut Reader<'_>, m: &Proposal) -> f32 {
        let (p, color) = (m.point, self.color);
        let before = reader.board().captures(color);
        let mut strengths = self.strengths.clone();
        let worms = &self.facts.worms;
        let board = reader.board();
        let linked = board
            .neighbours(p)
            .any(|q| board.color_at(q) == Some(color) && strengths[q.idx()] > 0.0);
        let decides = m.reasons.iter().any(|r| {
            matches!(
                r,
                MoveReason::Attack(..)
                    | MoveReason::Kill(_)
                    | MoveReason::Defend(..)
                    | MoveReason::Live(_)
            )
        });
        let balance = self.facts.influence_for(color).of(p, color);
        strengths[p.idx()] = if linked || decides {
            1.0
        } else {
            // A lone stone in the opponent's sphere, or low, is worth little.
            let near_edge = board.edge_distance(p);
            let height = [0.15, 0.55, 0.95][near_edge.min(2)];
            height * (1.0 + 2.2 * balance.min(0.0)).clamp(0.0, 1.0)
        };
        let mut set = |s: Point, x: f32| {
            for q in board.stones(s) {
                strengths[q.idx()] = x;
            }
        };
        for r in &m.reasons {
            match *r {
                MoveReason::Attack(s, code) => set(s, 1.0 - weight(code)),
                MoveReason::AttackEither(a, b) => {
                    // The opponent saves the larger one.
                    let size = |s: Point| worms.get(s).map_or(0.0, |w| w.reach);
                    set(if size(a) < size(b) { a } else { b }, 0.0);
                }
                MoveReason::Defend(s, code) => {
                    let lives = self.facts.dragons.status(s) != Some(Status::Dead);
                    set(s, if lives { weight(code) } else { 0.0 });
                }
                MoveReason::DefendBoth(a, b) => {
                    set(a, 1.0);
                    set(b, 1.0);
                }
                MoveReason::Kill(d) | MoveReason::Live(d) => {
                    let Some(dragon) = self.facts.dragons.get(d) else { continue };
                    let lives = matches!(r, MoveReason::Live(_));
                    for &s in &dragon.strings {
                        // Without reading, half a success.
                        set(s, if lives { 0.8 } else { 0.3 });
                    }
                }
                _ => {}
            }
        }
        if !reader.play(color, p) {
            return f32::NEG_INFINITY;
        }
        let after =
            Influence::territorial(reader.board(), &strengths, &self.facts.terrain).score(color);
        let prisoners = reader.board().captures(color) - before;
        reader.undo();
        after - self.base + prisoners as f32 + combinations(m)
    }

    fn dragon(&self, p: Point) -> Option<&'t Dragon> {
        self.facts.dragons.get(p)
    }

    /// Points for what the move does to dragons.
    fn strategy(&self, m: &Proposal) -> f32 {
        let mut sum = 0.0;
        let mut seen: Vec<(Point, bool)> = Vec::new();
        for r in &m.reasons {
            match *r {
                MoveReason::StrategicAttack(p) | MoveReason::StrategicDefend(p) => {
                    let Some(d) = self.dragon(p) else { continue };
                    let attack = d.color != self.color;
                    if d.status == Status::Dead || seen.contains(&(d.origin, attack)) {
                        continue;
                    }
                    seen.push((d.origin, attack));
                    let need = (d.weakness - 0.25).max(0.0);
                    let part = if attack { 0.3 } else { 0.4 };
                    sum += (part * d.reach * need).min(15.0);
                }
                MoveReason::Connect(a, b) | MoveReason::Cut(a, b) => {
                    let (Some(a), Some(b)) = (self.dragon(a), self.dragon(b)) else { continue };
                    if a.origin == b.origin || seen.contains(&(a.origin.min(b.origin), false)) {
                        continue;
                    }
                    seen.push((a.origin.min(b.origin), false));
                    let dead = a.status == Status::Dead && b.status == Status::Dead;
                    if dead {
                        continue;
                    }
                    let (weak, strong) = if a.weakness >= b.weakness { (a, b) } else { (b, a) };
                    // Two weak dragons help each other less than a strong one does.
                    let relief = (weak.weakness - 0.6 * strong.weakness).max(0.05);
                    sum += (0.8 * weak.reach * relief).min(20.0) + 0.5;
                }
                _ => {}
            }
        }
        sum
    }

    /// Points that the move threatens to win.
    fn threatened(&self, m: &Proposal) -> f32 {
        let threat = |r: &MoveReason| match *r {
            MoveReason::AttackThreat(s) => self.facts.worms.get(s).map_or(0.0, |w| 2.0 * w.reach),
            _ => 0.0,
        };
        m.reasons.iter().map(threat).fold(0.0, f32::max)
    }
}
