//! What a move is worth, in points.
//!
//! *Territorial value*: the expected score after the move and what it decides
//! (strings it captures, saves, kills), minus the expected score if the
//! opponent moves now. *Strategic value*: dragons made stronger or weaker,
//! connected or cut. The sum is multiplied by the shape factor; threats add a
//! part of what they threaten; bounds of patterns come last.

use super::{MoveReason, Proposal};
use crate::board::{Board, PointSet};
use crate::facts::{Facts, Room};
use crate::patterns::PatternRunner;
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

/// What killing or saving a dragon counts for where its eyes alone say that a move decides.
const BY_EYES: f32 = 0.7;

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
    standing: [PointSet; 2],
    /// The room of each dragon as it is, the opponent moving first.
    rooms: Vec<Room>,
    weights: Weights,
}

/// Whether a reason speaks for a move besides its influence and what it threatens: to save what is dead anyway
/// does not.
fn supports(facts: &Facts, r: &MoveReason) -> bool {
    match *r {
        MoveReason::AttackThreat(_) | MoveReason::Pattern(..) => false,
        MoveReason::Defend(s, _) => facts.dragons.status(s) != Some(Status::Dead),
        _ => true,
    }
}

/// What a move does by itself, whatever its reasons.
struct After {
    /// Expected points more.
    territory: f32,
    /// Expected points that its stones take then if they move in next.
    followup: f32,
    /// Dragons that it connects: their numbers, and their room after it.
    rooms: Vec<(usize, Room)>,
}

impl<'t> Valuer<'t> {
    pub(super) fn new(
        board: &Board,
        facts: &'t Facts,
        color: Color,
        weights: Weights,
    ) -> Valuer<'t> {
        let strengths = facts.dragons.strengths(&facts.worms, color.other());
        let standing = facts.standing(board);
        let influence = facts.influence_for(color);
        let all: Vec<usize> = (0..facts.dragons.list().len()).collect();
        let rooms = facts.dragons.rooms(board, influence, &standing, &all);
        let base = influence.score(color);
        Valuer { facts, color, base, strengths, standing, rooms, weights }
    }

    /// The value of a proposal.
    pub(super) fn value(
        &self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        m: &Proposal,
    ) -> Value {
        self.value_with(runner, reader, m, self.strength(reader.board(), m))
    }

    /// The value of a proposal whose stone dies where it stands: that of what it takes.
    pub(super) fn value_if_lost(
        &self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        m: &Proposal,
    ) -> Value {
        self.value_with(runner, reader, m, 0.0)
    }

    /// The value of a proposal whose stone has this strength.
    fn value_with(
        &self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        m: &Proposal,
        strength: f32,
    ) -> Value {
        let Some(after) = self.after(runner, reader, m, strength) else {
            return Value { total: f32::NEG_INFINITY, ..Value::default() };
        };
        if !m.reasons.iter().any(|r| supports(self.facts, r)) {
            // What it changes by the way is no reason to play it.
            return self.combine(m, after.territory.min(0.0), 0.0, 0.0);
        }
        let strategy = self.strategy(reader.board(), m, &after);
        self.combine(m, after.territory, strategy, after.followup)
    }

    /// The value of a proposal of these territorial and strategic values.
    fn combine(&self, m: &Proposal, territory: f32, strategy: f32, followup: f32) -> Value {
        let territory = territory.max(m.terri_range.0).min(m.terri_range.1);
        let mut threats = 0.0;
        let sum = territory + strategy;
        let shape = m.shape_factor();
        let mut total = if sum > 0.0 { sum * shape } else { sum };
        let follow = m.followup + self.threatened(m) + followup;
        if sum > 0.0 {
            threats += (self.weights.followup * follow).min(self.weights.followup_limit * sum);
            threats += (self.weights.reverse_followup * m.reverse_followup).min(sum);
        }
        total += threats;
        total = total.max(m.value_range.0).min(m.value_range.1);
        if let Some(fixed) = m.fixed {
            total = fixed.max(total.min(fixed));
        }
        Value { territory, strategy, shape, threats, total }
    }

    /// How firm the stone of a move is, from 0 to 1.
    fn strength(&self, board: &Board, m: &Proposal) -> f32 {
        let (p, color) = (m.point, self.color);
        let mut beside = board.neighbours(p).filter(|&q| board.color_at(q) == Some(color));
        let linked = beside.any(|q| self.strengths[q.idx()] > 0.0);
        // A stone that takes or saves what is not dead anyway stands as firm as that.
        let decides = m.reasons.iter().any(|r| match *r {
            MoveReason::Attack(s, _) | MoveReason::Defend(s, _) => !self.is_lost(s),
            MoveReason::Kill(..) | MoveReason::Live(..) => true,
            _ => false,
        });
        // That a move makes territory does not make its stone stand any firmer there.
        let holds = |r: &MoveReason| {
            supports(self.facts, r) && !matches!(r, MoveReason::Territory | MoveReason::Moyo)
        };
        if linked || decides || m.reasons.iter().any(holds) {
            return 1.0;
        }
        // A lone stone in the opponent's sphere, or low, is worth little.
        let w = &self.weights;
        let influence = self.facts.influence_for(color);
        let (own, theirs) = (influence.reach(p, color), influence.reach(p, color.other()));
        let height = [0.15, 0.55, 0.95][board.edge_distance(p).min(2)];
        let share = if own + theirs > 0.0 { own / (own + theirs) } else { 1.0 };
        height * ((share - w.hostile) / (w.friendly - w.hostile).max(0.01)).clamp(0.0, 1.0)
    }

    /// What the move does if its stone has this strength; `None` if it is illegal.
    fn after(
        &self,
        runner: &mut PatternRunner<'_>,
        reader: &mut Reader<'_>,
        m: &Proposal,
        strength: f32,
    ) -> Option<After> {
        let (p, color) = (m.point, self.color);
        let before = reader.board().captures(color);
        let mut strengths = self.strengths.clone();
        let worms = &self.facts.worms;
        strengths[p.idx()] = strength;
        let board = reader.board();
        let influence = self.facts.influence_for(color);
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
                    set(s, if self.is_lost(s) { 0.0 } else { weight(code) });
                }
                MoveReason::DefendBoth(a, b) => {
                    set(a, 1.0);
                    set(b, 1.0);
                }
                MoveReason::Kill(d, code) => {
                    let Some(dragon) = self.facts.dragons.get(d) else { continue };
                    let left = 1.0 - code.map_or(BY_EYES, weight);
                    dragon.strings.iter().for_each(|&s| set(s, left));
                }
                MoveReason::Live(d, code) => {
                    let Some(dragon) = self.facts.dragons.get(d) else { continue };
                    let won = code.map_or(BY_EYES, weight);
                    dragon.strings.iter().for_each(|&s| set(s, won));
                }
                _ => {}
            }
        }
        let all = board.stones_of(color.other());
        if !reader.play(color, p) {
            return None;
        }
        let captured = all.minus(&reader.board().stones_of(color.other()));
        let changed: PointSet = Point::all(reader.board().size())
            .filter(|q| strengths[q.idx()] != self.strengths[q.idx()] || *q == p)
            .chain(captured.iter())
            .collect();
        let terrain = self.facts.terrain_after(runner, reader, &strengths, &changed);
        let influence = influence.changed(reader.board(), &strengths, &terrain);
        let score = influence.score(color);
        let saved = |q: &Point| self.strengths[q.idx()] == 0.0 && strengths[q.idx()] > 0.0;
        let by: PointSet = changed
            .iter()
            .filter(|q| reader.board().color_at(*q) == Some(color))
            .filter(saved)
            .collect();
        let next = self.facts.intrusions_after(runner, reader, &strengths, &by);
        let followup = if next.is_empty() {
            0.0
        } else {
            let open = terrain.with(next);
            let before = self.facts.influence_for(color);
            let then = before.changed(reader.board(), &strengths, &open);
            (then.score(color) - score).max(0.0)
        };
        let board = reader.board();
        let prisoners = board.captures(color) - before;
        // The vertex of a stone taken in a ko is no territory: the opponent may take back.
        let retaken = board.ko().map_or(0.0, |(at, _)| influence.of(at, color).max(0.0));
        let mut standing = self.standing;
        if strengths[p.idx()] > 0.0 {
            standing[color.index()].insert(p);
        }
        let mut near: Vec<usize> = Vec::new();
        for r in &m.reasons {
            if let MoveReason::Connect(a, b) = *r {
                near.extend([a, b].into_iter().filter_map(|s| self.facts.dragons.index(s)));
            }
        }
        near.sort_unstable();
        near.dedup();
        let rooms = self.facts.dragons.rooms(board, &influence, &standing, &near);
        reader.undo();
        let territory = score - retaken - self.base + prisoners as f32 + combinations(m);
        Some(After { territory, followup, rooms: near.into_iter().zip(rooms).collect() })
    }

    /// Whether the dragon at `p` is lost as it stands.
    fn is_lost(&self, p: Point) -> bool {
        self.facts.dragons.status(p) == Some(Status::Dead)
    }

    /// The room of dragon `n` after a move, as far as it was looked at.
    fn room(&self, n: usize, after: &After) -> Room {
        after.rooms.iter().find(|r| r.0 == n).map_or(self.rooms[n], |r| r.1)
    }

    /// Points for what the move does to dragons that are weak and not lost: attacks and defences that
    /// patterns see, captures around them, connections and cuts. The greatest of them counts for each
    /// dragon. A stone that invades is a weak dragon more.
    fn strategy(&self, board: &Board, m: &Proposal, after: &After) -> f32 {
        let mut effects = vec![0.0_f32; self.facts.dragons.list().len()];
        for r in &m.reasons {
            match *r {
                MoveReason::StrategicAttack(p) | MoveReason::StrategicDefend(p) => {
                    self.presses(p, 1.0, &mut effects);
                }
                MoveReason::Attack(s, code) | MoveReason::Defend(s, code) if !self.is_lost(s) => {
                    // Who stands against the string is stronger, or weaker.
                    for p in board.adjacent_enemies(s) {
                        self.presses(p, weight(code), &mut effects);
                    }
                }
                MoveReason::Connect(a, b) | MoveReason::Cut(a, b) => {
                    self.links(a, b, after, &mut effects);
                }
                _ => {}
            }
        }
        let invades = m.reasons.contains(&MoveReason::Invade);
        effects.iter().sum::<f32>() - if invades { self.weights.invasion } else { 0.0 }
    }

    /// The points at stake with dragon `n`: its strategic size, up to a limit.
    fn stake(&self, n: usize) -> f32 {
        let (dragons, most) = (&self.facts.dragons, self.weights.largest);
        let size = dragons.strategic_size(&dragons.list()[n]);
        size * most / (size + most)
    }

    /// The number of the dragon at `p`, if it is weak and not lost.
    fn weak(&self, p: Point) -> Option<usize> {
        let n = self.facts.dragons.index(p)?;
        let d = &self.facts.dragons.list()[n];
        (!matches!(d.status, Status::Dead | Status::Critical) && d.weakness > 0.0).then_some(n)
    }

    /// The move makes the dragon at `p` safe, or hunts it, with so much of a success.
    fn presses(&self, p: Point, part: f32, effects: &mut [f32]) {
        if let Some(n) = self.weak(p) {
            let weakness = self.facts.dragons.list()[n].weakness;
            let gain = part * self.weights.strategic * self.stake(n) * weakness;
            effects[n] = effects[n].max(gain);
        }
    }

    /// The move connects two dragons, or cuts them: how much weaker are they apart?
    fn links(&self, a: Point, b: Point, after: &After, effects: &mut [f32]) {
        let dragons = self.facts.dragons.list();
        let (Some(i), Some(j)) = (self.facts.dragons.index(a), self.facts.dragons.index(b)) else {
            return;
        };
        if i == j || dragons[i].status == Status::Dead || dragons[j].status == Status::Dead {
            return;
        }
        let together =
            dragons[i].weakness_together(&dragons[j], [self.room(i, after), self.room(j, after)]);
        for (n, p) in [(i, a), (j, b)] {
            if self.weak(p).is_some() {
                let less = (dragons[n].weakness - together).max(0.0);
                effects[n] = effects[n].max(self.weights.link * self.stake(n) * less);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::super::tests::{look_at, proposal};
    use super::*;
    use crate::diagram;
    use crate::engine::{Config, Engine};
    use crate::game::{Game, Rules};

    /// What `look` says of Black's move at a vertex, for which `reason` speaks.
    fn looked<T>(
        text: &str,
        at: (usize, usize),
        reason: MoveReason,
        look: impl FnOnce(&Valuer<'_>, &mut PatternRunner<'_>, &mut Reader<'_>, &Proposal) -> T,
    ) -> T {
        look_at(text, |runner, reader, facts| {
            let weights = Weights::default();
            let valuer = Valuer::new(reader.board(), facts, Color::Black, weights);
            look(&valuer, runner, reader, &proposal(at, reason))
        })
    }

    /// Black's stones in the left half, White's in the right.
    const HALVES: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . O . .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn a_stone_alone_is_as_firm_as_its_place_unless_more_than_territory_speaks_for_it() {
        let strength = |at: (usize, usize), reason: MoveReason| {
            looked(HALVES, at, reason, |valuer, _, reader, m| valuer.strength(reader.board(), m))
        };
        let own = Point::new(2, 2);
        assert_eq!(strength((2, 3), MoveReason::Territory), 1.0, "beside a stone of its own");
        assert_eq!(strength((4, 7), MoveReason::StrategicDefend(own)), 1.0, "for another reason");
        let theirs = strength((4, 7), MoveReason::Territory);
        let (high, low) =
            (strength((4, 2), MoveReason::Territory), strength((4, 0), MoveReason::Territory));
        assert!(theirs < low && low < high && high < 1.0, "{theirs} {low} {high}");
    }

    /// A stone that invades counts in full, as if it lived, less what it costs to make it live.
    #[test]
    fn a_stone_that_invades_stands_and_costs() {
        let value = |reason: MoveReason| {
            looked(HALVES, (4, 7), reason, |valuer, runner, reader, m| {
                valuer.value(runner, reader, m)
            })
        };
        let (lone, invader) = (value(MoveReason::Territory), value(MoveReason::Invade));
        assert_eq!(invader.strategy, -Weights::default().invasion);
        assert!(invader.territory > lone.territory + 5.0, "{invader:?} {lone:?}");
    }

    /// Black takes a stone and White may take back after a threat: the prisoner is a point, the vertex none.
    #[test]
    fn a_vertex_that_was_taken_in_a_ko_is_no_territory() {
        let text = "
            . X X O O O .
            X X X O O O O
            . X X O . O .
            X X O . O O O
            . X X O O . O
            X X X O O O O
            . X X O O O .";
        let weights = Weights { games: 0.0, ..Weights::default() };
        let config = Config { weights, ..Config::default() };
        let set = patterns::pattern_set().expect("databases");
        let mut engine = Engine::new(set, config).expect("a complete set");
        let board = diagram::parse(text).expect("a diagram");
        let mut game = Game::from_board(board, Rules::default(), Color::Black);
        let found = engine.considered(&mut game, Color::Black);
        let takes = found.valued().find(|c| c.point == Point::new(3, 3)).expect("the ko");
        assert!((takes.decision.territory - 1.0).abs() < 0.1, "{takes:?}");
    }

    /// Black takes one stone at the edge; the move counts for less if what it belongs to dies.
    #[test]
    fn a_move_whose_stone_is_lost_counts_for_what_it_takes() {
        let text = "
            . . . O . . . . .
            O O O O . . . . .
            X X X O . . . . .
            . O X O . . . . .
            X X X O . . . . .
            O O O O . . X . .
            . . . . . . . . .
            . . X . . . X . .
            . . . . . . . . .";
        let attack = MoveReason::Attack(Point::new(3, 1), Code::Win);
        let [stands, lost] = looked(text, (3, 0), attack, |valuer, runner, reader, m| {
            [valuer.value(runner, reader, m), valuer.value_if_lost(runner, reader, m)]
        });
        assert!(lost.territory < stands.territory, "{stands:?} {lost:?}");
    }
}
