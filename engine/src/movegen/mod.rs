//! Choosing a move: reasons, values, and a last look at safety.
//!
//! `generate` goes from facts to a list of [`Candidate`]s, best first: `collect` finds
//! reasons by reading and patterns, `links` those that connect and cut, `fuseki` adds opening moves, `value`
//! turns reasons into points, `prior` takes up how likely moves are, `endgame` excludes eyes and fills neutral
//! points. What comes to the front is looked at for safety, by `last_look` after the `random_games`, too. A move without a reason is not valued; only if no other is worth playing
//! while the board is still open, every legal vertex is, for its influence alone.
//! [`Candidate::value`] is the number that decides, in points, and `decision` has its parts; a pass
//! is worth 0. There is no other order than that of these numbers.
//!
//! Everything is deterministic: proposals are in board order, and between equal values
//! decides a noise that depends on the seed and the position.

mod collect;
pub(crate) mod combination_stage;
mod decision;
mod effects;
mod endgame;
mod fuseki;
mod hand_helpers;
mod last_look;
mod links;
mod prior;
mod prior_weights;
mod random_games;
mod reasons;
mod safety;
pub(crate) mod stage;
pub(crate) mod value;

#[cfg(test)]
mod prior_tests;
#[cfg(test)]
mod tests;

pub use combination_stage::CombinationThreat;
pub use decision::{Considered, Decision, Dismissal, MatchEffect, Outlook};
pub use effects::Effect;
pub use hand_helpers::HandHelper;
pub use reasons::{MoveReason, Proposal, Proposals};
pub use value::Value;

use crate::board::{Board, PointSet};
use crate::facts::Facts;
use crate::patterns::{GameInfo, Host, PatternRunner};
use crate::reading::{Combination, Limits, Reader};
use crate::search::Deadline;
use crate::weights::Weights;
use combination_stage::Combinations;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Stage;
use mkpat_rt::matcher::Match;
use mkpat_rt::montecarlo::PlayoutDb;
use mkpat_rt::rng::{GOLDEN, mix};
use safety::{Asked, danger};

/// A move with its value and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub point: Point,
    /// The number that decides: candidates are put in order by it, in points.
    pub value: f32,
    /// That number in parts.
    pub decision: Decision,
    /// Reasons in the order in which they were found.
    pub reasons: Vec<MoveReason>,
}

impl Candidate {
    /// The value without what its likelihood makes of it, in points.
    pub(crate) fn value_by_reasons(&self) -> f32 {
        self.value - self.decision.likelihood
    }

    /// The same candidate at another vertex, with `string` for each string that its reasons
    /// name.
    pub(crate) fn mapped(self, point: Point, string: impl Fn(Point) -> Point) -> Candidate {
        let reasons = self.reasons.iter().map(|r| r.mapped(&string)).collect();
        Candidate { point, reasons, ..self }
    }
}

/// What move generation works with.
pub(crate) struct Context<'a> {
    pub(crate) facts: &'a Facts,
    pub(crate) game: GameInfo,
    pub(crate) seed: u64,
    /// By what moves are valued.
    pub(crate) weights: Weights,
    /// By what moves of random games are drawn.
    pub(crate) playouts: Option<&'a PlayoutDb>,
    /// What the number of random games is multiplied with, by the level.
    pub(crate) games_factor: f32,
    /// Threads for random games.
    pub(crate) threads: usize,
    /// Neutral points count, too.
    pub(crate) area_scoring: bool,
    /// When to stop looking closer.
    pub(crate) deadline: Deadline,
    /// Who is told of the random games while they go on.
    pub(crate) watch: Option<Watch<'a>>,
    /// The opponent's last move, if there is one.
    pub(crate) last: Option<Point>,
    /// Whether the game allows the move (superko).
    pub(crate) may_play: &'a dyn Fn(Point) -> bool,
}

/// Somebody who watches the random games of a search.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// The games go on until he ends them, whatever the level says.
    pub endless: bool,
    /// Whether to go on; it gets a function that tells what is considered so far.
    pub told: &'a dyn Fn(&dyn Fn() -> Considered) -> bool,
}

/// A number between 0 and 1 that decides between moves of equal value.
fn noise(seed: u64, p: Point) -> f32 {
    let z = mix(seed.wrapping_add((u64::from(p.0) + 1).wrapping_mul(GOLDEN)));
    (z >> 40) as f32 / (1u64 << 24) as f32
}

/// What such a number is multiplied with, in points.
const NOISE: f32 = 0.02;
/// Moves worth less are not played: the estimate is not better than that.
const WORTHLESS: f32 = 0.3;
/// So many of the best moves are looked at for safety at least, and so many at most.
const CHECKED: usize = 5;
const MOST_CHECKED: usize = 40;
/// Combinations of fewer stones that a move makes possible are not looked for.
const BLUNDER: usize = 2;

/// All moves worth playing, best first; none if a pass is best. And why others are not.
pub(crate) fn generate(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    color: Color,
    ctx: &Context<'_>,
) -> Considered {
    let doubted = endgame::thrashing(runner, reader, color, ctx);
    let ctx = &Context { facts: doubted.as_ref().unwrap_or(ctx.facts), ..*ctx };
    let (mut all, threat) = propose(runner, reader, color, ctx);
    let valuer = value::Valuer::new(reader.board(), ctx.facts, color, ctx.weights);
    let mut sacrifices = PointSet::EMPTY;
    let mut choose = |reader: &mut Reader<'_>, all: Proposals| {
        let (proposals, mut dismissed) = all.finish();
        sacrifices = proposals.iter().filter(|m| m.sacrifice).map(|m| m.point).collect();
        let valued = value_all(runner, reader, proposals, &valuer, color, ctx, &mut dismissed);
        let mut out =
            verify(runner, reader, valued, (&valuer, threat.as_ref()), color, ctx, &mut dismissed);
        let worth = out.partition_point(|c| c.value > WORTHLESS);
        let others = out.split_off(worth);
        (out, others, dismissed)
    };
    let (mut out, mut others, mut dismissed) = choose(reader, all.clone());
    let area = reader.board().size() * reader.board().size();
    if out.is_empty() && reader.board().stone_count() * 5 < area * 2 {
        add_others(reader.board(), ctx.facts, color, &mut all);
        (out, others, dismissed) = choose(reader, all);
    }
    if out.is_empty() {
        let free = |r: &mut Reader<'_>, p: Point| {
            (ctx.may_play)(p) && danger(r, ctx.facts, color, p, false) == Some(0.0)
        };
        if let Some(p) = endgame::dame(reader, ctx.facts, color, free) {
            let value = if ctx.area_scoring { 1.0 } else { 0.0 };
            let decision = Decision { territory: value, ..Decision::default() };
            let reasons = vec![MoveReason::Dame];
            out.push(Candidate { point: p, value, decision, reasons });
        }
    }
    if out.is_empty() {
        let board = reader.board();
        let early = endgame::too_early_to_pass(board, ctx.facts, color, ctx.game, ctx.may_play);
        let decision = Decision::default();
        let reasons = Vec::new();
        out.extend(early.map(|point| Candidate { point, value: 0.0, decision, reasons }));
    }
    let mut considered = Considered { candidates: out, others, dismissed };
    let first = considered.candidates.first().map(|c| c.point);
    random_games::weigh(reader.board(), color, ctx, &mut considered);
    let from = (ctx.facts, ctx.deadline);
    last_look::refuse(runner, reader, (&sacrifices, first), color, from, &mut considered);
    considered
}

/// What a match with `color` as O does to the value of its move at first glance; `None` if its
/// database does not propose moves, or it has no move.
pub(crate) fn match_effect(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    color: Color,
    ctx: &Context<'_>,
    (database, found): (usize, Match),
) -> Option<MatchEffect> {
    let db = &runner.databases()[database];
    let site = found.site(db.data.pattern(found.pattern), color);
    if db.data.stage != Stage::Movegen || site.mv.is_pass() {
        return None;
    }
    let (mut with, _) = propose_without_patterns(runner, reader, color, ctx);
    let mut without = with.clone();
    let left = collect::Left::new(database, &db.data, found.pattern, &site);
    let matters = collect::Matters::to(site.mv, ctx.facts);
    let others = Some((&left, &matters, &mut without));
    add_patterns(runner, reader, color, ctx, others, &mut with);
    let valuer = value::Valuer::new(reader.board(), ctx.facts, color, ctx.weights);
    let mut outlook = |all: Proposals| {
        let (proposals, dismissed) = all.finish();
        if let Some((_, why)) = dismissed.into_iter().find(|d| d.0 == site.mv) {
            return Outlook::Dismissed(why);
        }
        let Some(m) = proposals.into_iter().find(|m| m.point == site.mv) else {
            return Outlook::Unproposed;
        };
        glance(runner, reader, &m, &valuer, color, ctx)
    };
    let without = outlook(without);
    Some(MatchEffect { point: site.mv, without, with: outlook(with) })
}

/// The value of a move before its safety is looked at.
fn glance(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    m: &Proposal,
    valuer: &value::Valuer<'_>,
    color: Color,
    ctx: &Context<'_>,
) -> Outlook {
    let board = reader.board();
    if !board.is_legal(color, m.point) {
        return Outlook::Dismissed(Dismissal::Illegal);
    }
    if endgame::is_own_eye(board, ctx.facts, m.point, color) {
        return Outlook::Dismissed(Dismissal::OwnEye);
    }
    let mut decision = Decision::of(&valuer.value(runner, reader, m));
    match danger(reader, ctx.facts, color, m.point, m.may_be_lost()) {
        None => Outlook::Dismissed(Dismissal::Unsafe),
        Some(loss) => {
            decision.safety = -loss;
            Outlook::Valued(decision, m.reasons.clone())
        }
    }
}

/// Moves with their reasons: by reading, facts, patterns and the opening.
fn propose(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    color: Color,
    ctx: &Context<'_>,
) -> (Proposals, Option<Combination>) {
    let (mut all, threat) = propose_without_patterns(runner, reader, color, ctx);
    add_patterns(runner, reader, color, ctx, None, &mut all);
    (all, threat)
}

/// The reasons that reading and facts give, and the combination that the opponent has.
fn propose_without_patterns(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    color: Color,
    ctx: &Context<'_>,
) -> (Proposals, Option<Combination>) {
    let facts = ctx.facts;
    let mut all = Proposals::default();
    collect::tactics(reader, facts, color, &mut all);
    collect::dragons(facts, color, &mut all);
    links::propose(reader, facts, color, &mut all);
    collect::rooms(reader, color, &mut all);
    let threat = combination_stage::propose(runner, reader, facts, color, &mut all);
    (all, threat)
}

/// Adds the reasons that patterns give, and those of the opening; if there is a match to leave out, all but those that
/// it gives to other proposals, too, and then only of patterns that matter for one move.
fn add_patterns(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    color: Color,
    ctx: &Context<'_>,
    mut leave_out: Option<(&collect::Left, &collect::Matters, &mut Proposals)>,
    all: &mut Proposals,
) {
    let facts = ctx.facts;
    let mut host = Host::new(reader, ctx.game, stage::MovegenStage::new(facts));
    let others =
        leave_out.as_mut().map(|(left, matters, without)| (*left, *matters, &mut **without));
    collect::patterns(runner, &mut host, color, others, all);
    for all in leave_out.map(|(_, _, without)| without).into_iter().chain([all]) {
        collect::further_moves(runner, reader, facts, color, ctx.deadline, all);
        fuseki::propose(reader.board(), all);
    }
}

/// Adds every vertex that is not settled and not proposed yet, for its influence alone.
fn add_others(board: &Board, facts: &Facts, color: Color, all: &mut Proposals) {
    for p in Point::all(board.size()) {
        let settled = facts.influence_for(color).territory(p) == Some(color);
        if board.is_empty(p) && !settled && !all.has(p) {
            all.add(p, MoveReason::Territory);
        }
    }
}

/// A move with its value at first glance.
struct ValuedMove {
    /// What the moves are put in order by, in points.
    order: f32,
    decision: Decision,
    proposal: Proposal,
}

/// The moves that may be worth playing, best first.
fn value_all(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    proposals: Vec<Proposal>,
    valuer: &value::Valuer<'_>,
    color: Color,
    ctx: &Context<'_>,
    dismissed: &mut Vec<(Point, Dismissal)>,
) -> Vec<ValuedMove> {
    let mut out: Vec<ValuedMove> = Vec::new();
    for proposal in proposals {
        let (board, point) = (reader.board(), proposal.point);
        if !board.is_legal(color, point) {
            dismissed.push((point, Dismissal::Illegal));
            continue;
        }
        if endgame::is_own_eye(board, ctx.facts, point, color) {
            dismissed.push((point, Dismissal::OwnEye));
            continue;
        }
        let value = valuer.value(runner, reader, &proposal);
        let chance = NOISE * noise(ctx.seed, point);
        let decision = Decision { chance, ..Decision::of(&value) };
        out.push(ValuedMove { order: value.total + chance, decision, proposal });
    }
    if let Some(db) = ctx.playouts.filter(|_| ctx.weights.likelihood > 0.0) {
        prior::weigh(reader.board(), db, color, ctx.weights.likelihood, &mut out);
    }
    out.sort_by(|a, b| b.order.total_cmp(&a.order).then(a.proposal.point.cmp(&b.proposal.point)));
    out
}

/// Looks at the safety of moves, the best first, until the best of those that were looked at are better
/// than all others; then come the others, as they are.
fn verify(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    valued: Vec<ValuedMove>,
    (valuer, threat): (&value::Valuer<'_>, Option<&Combination>),
    color: Color,
    ctx: &Context<'_>,
    dismissed: &mut Vec<(Point, Dismissal)>,
) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    let limits = reader.limits();
    let less = limits.shallower(limits.safety_reduction);
    let after_moves = Limits { subsidiary_plies: 0, ..less };
    for (i, ValuedMove { mut order, mut decision, proposal }) in valued.into_iter().enumerate() {
        let point = proposal.point;
        if !(ctx.may_play)(point) {
            dismissed.push((point, Dismissal::NotAllowed));
            continue;
        }
        let better = kept.iter().filter(|c| c.value >= order).count();
        if better < CHECKED && i < MOST_CHECKED && !ctx.deadline.passed() {
            let may_be_lost = proposal.may_be_lost();
            let danger = |r: &mut Reader<'_>| danger(r, ctx.facts, color, point, may_be_lost);
            let Some(loss) = reader.within(after_moves, danger) else {
                dismissed.push((point, Dismissal::Unsafe));
                continue;
            };
            let allowed = reader.within(after_moves, |r| {
                let mut combinations = Combinations::new(runner, ctx.facts, r);
                combinations.blunder(r, (color, point), threat, BLUNDER)
            });
            // Who stands first is looked at more closely.
            if better == 0 {
                let (facts, deadline) = (ctx.facts, ctx.deadline);
                let (reasons, sacrifice) = (&proposal.reasons, proposal.sacrifice);
                let asked = Asked { point, reasons, sacrifice };
                if safety::dies(runner, reader, &asked, color, facts, deadline) {
                    if !may_be_lost {
                        dismissed.push((point, Dismissal::Unsafe));
                        continue;
                    }
                    // What it takes is all that it gains; it is as likely as it was.
                    let value = valuer.value_if_lost(runner, reader, &proposal);
                    let by_reasons = order - decision.likelihood;
                    let likely = if by_reasons > WORTHLESS { order / by_reasons } else { 1.0 };
                    let chance = decision.chance;
                    decision = Decision { chance, ..Decision::of(&value) };
                    decision.likelihood = (value.total + chance) * (likely - 1.0);
                    order = value.total + chance + decision.likelihood;
                }
            }
            decision.safety = -(loss + allowed.map_or(0.0, |c| 2.0 * c.size as f32));
        }
        let value = order + decision.safety;
        kept.push(Candidate { point, value, decision, reasons: proposal.reasons });
    }
    kept.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.point.cmp(&b.point)));
    kept
}
