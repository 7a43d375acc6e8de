//! Choosing a move: reasons, values, and a last look at safety.
//!
//! `generate` goes from facts to a list of [`Candidate`]s, best first: `collect` finds
//! reasons by reading and patterns, `fuseki` adds opening moves, every other legal vertex is
//! proposed for its influence alone, `value` turns reasons into points, `endgame` excludes
//! eyes and fills neutral points. The best moves are then judged by the facts of the position
//! after them, and their order is corrected, within bounds, by random games.
//! [`Candidate::value`] is the number that decides, in points, and `decision` has its parts; a pass
//! is worth 0.
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
mod reasons;
pub(crate) mod stage;
pub(crate) mod value;

#[cfg(test)]
mod tests;

pub use combination_stage::CombinationThreat;
pub use decision::{Considered, Decision, Dismissal, MatchEffect, Outlook};
pub use effects::Effect;
pub use hand_helpers::HandHelper;
pub use reasons::{MoveReason, Proposal, Proposals};
pub use value::Value;

use crate::board::Board;
use crate::facts::Facts;
use crate::patterns::{GameInfo, Host, PatternRunner};
use crate::reading::{Code, Combination, Limits, Reader};
use crate::rng::{GOLDEN, Rng, mix};
use crate::score::playout::mean_margin;
use crate::search::Deadline;
use crate::weights::Weights;
use combination_stage::Combinations;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Stage;
use mkpat_rt::matcher::Match;

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
    /// Neutral points count, too.
    pub(crate) area_scoring: bool,
    /// How many of the best moves are judged by the facts of the position after them.
    pub(crate) look_ahead: usize,
    /// Random games for each of the best moves.
    pub(crate) games: usize,
    /// When to stop looking closer.
    pub(crate) deadline: Deadline,
    /// Whether the game allows the move (superko).
    pub(crate) may_play: &'a dyn Fn(Point) -> bool,
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
/// How many of the best moves are looked at again.
const VERIFIED: usize = 24;
/// Combinations of fewer stones that a move makes possible are not looked for.
const BLUNDER: usize = 2;
/// How many of them are played out at random.
const PLAYED_OUT: usize = 10;
/// On a large board random games are trusted in full from the moment that one vertex of this
/// many has a stone, and in proportion before.
const OPENING: f32 = 6.0;

/// All moves worth playing, best first; none if a pass is best. And why others are not.
pub(crate) fn generate(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    color: Color,
    ctx: &Context<'_>,
) -> Considered {
    let (proposals, threat) = propose(runner, reader, color, ctx);
    let (proposals, mut dismissed) = proposals.finish();
    let valuer = value::Valuer::new(ctx.facts, color, ctx.weights);
    let valued = value_all(reader, proposals, &valuer, color, ctx, &mut dismissed);
    let known = (&valuer, threat.as_ref());
    let mut kept = verify(runner, reader, valued, known, color, ctx, &mut dismissed);
    best_first(&mut kept);
    play_out(reader.board(), color, ctx, &mut kept);
    best_first(&mut kept);
    let decided = |k: KeptMove| Candidate { value: k.order, ..k.candidate };
    let mut out: Vec<Candidate> = kept.into_iter().map(decided).collect();
    if out.is_empty()
        && ctx.area_scoring
        && let Some(p) = endgame::dame(reader, ctx.facts, color).filter(|&p| (ctx.may_play)(p))
    {
        let decision = Decision { territory: 1.0, ..Decision::default() };
        let reasons = vec![MoveReason::Dame];
        out.push(Candidate { point: p, value: 1.0, decision, reasons });
    }
    if out.is_empty() {
        let board = reader.board();
        let early = endgame::too_early_to_pass(board, ctx.facts, color, ctx.game, ctx.may_play);
        let decision = Decision::default();
        let reasons = Vec::new();
        out.extend(early.map(|point| Candidate { point, value: 0.0, decision, reasons }));
    }
    Considered { candidates: out, dismissed }
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
    let (before, _) = propose_without_patterns(runner, reader, color, ctx);
    let valuer = value::Valuer::new(ctx.facts, color, ctx.weights);
    let mut outlook = |leave_out: Option<collect::Left>| {
        let mut all = before.clone();
        add_patterns(runner, reader, color, ctx, leave_out.as_ref(), &mut all);
        let (proposals, dismissed) = all.finish();
        if let Some((_, why)) = dismissed.into_iter().find(|d| d.0 == site.mv) {
            return Outlook::Dismissed(why);
        }
        let Some(m) = proposals.into_iter().find(|m| m.point == site.mv) else {
            return Outlook::Unproposed;
        };
        glance(reader, &m, &valuer, color, ctx)
    };
    let without = outlook(Some(collect::Left::new(database, &db.data, found.pattern, &site)));
    Some(MatchEffect { point: site.mv, without, with: outlook(None) })
}

/// The value of a move before any look ahead.
fn glance(
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
    let mut decision = Decision::of(&valuer.value(reader, m));
    match danger(reader, ctx.facts, color, m.point, m.sacrifice) {
        None => Outlook::Dismissed(Dismissal::Unsafe),
        Some(loss) => {
            decision.safety = -loss;
            Outlook::Valued(decision, m.reasons.clone())
        }
    }
}

/// Moves with their reasons: by reading, facts, patterns and the opening, and every other
/// vertex that is not settled for its influence alone.
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
    let threat = combination_stage::propose(runner, reader, facts, color, &mut all);
    (all, threat)
}

/// Adds the reasons that patterns give, but for one match if there is one to leave out, those of the
/// opening, and every other vertex that is not settled.
fn add_patterns(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    color: Color,
    ctx: &Context<'_>,
    leave_out: Option<&collect::Left>,
    all: &mut Proposals,
) {
    let facts = ctx.facts;
    let mut host = Host::new(reader, ctx.game, stage::MovegenStage::new(facts));
    collect::patterns(runner, &mut host, color, leave_out, all);
    let board = reader.board();
    fuseki::propose(board, all);
    for p in Point::all(board.size()) {
        let settled = facts.influence_for(color).territory(p) == Some(color);
        if board.is_empty(p) && !settled && !all.has(p) {
            all.at(p);
        }
    }
}

/// A move with its value at first glance.
struct ValuedMove {
    /// What the moves are put in order by, in points.
    order: f32,
    /// The value without chance.
    value: Value,
    decision: Decision,
    proposal: Proposal,
}

/// The moves that may be worth playing, best first.
fn value_all(
    reader: &mut Reader<'_>,
    proposals: Vec<Proposal>,
    valuer: &value::Valuer<'_>,
    color: Color,
    ctx: &Context<'_>,
    dismissed: &mut Vec<(Point, Dismissal)>,
) -> Vec<ValuedMove> {
    let mut out: Vec<ValuedMove> = Vec::new();
    for m in proposals {
        let board = reader.board();
        if !board.is_legal(color, m.point) {
            dismissed.push((m.point, Dismissal::Illegal));
            continue;
        }
        if endgame::is_own_eye(board, ctx.facts, m.point, color) {
            dismissed.push((m.point, Dismissal::OwnEye));
            continue;
        }
        let value = valuer.value(reader, &m);
        if value.total > WORTHLESS {
            let chance = NOISE * noise(ctx.seed, m.point);
            let decision = Decision { chance, ..Decision::of(&value) };
            out.push(ValuedMove { order: value.total + chance, value, decision, proposal: m });
        } else {
            dismissed.push((m.point, Dismissal::Worthless(value.total)));
        }
    }
    out.sort_by(|a, b| b.order.total_cmp(&a.order).then(a.proposal.point.cmp(&b.proposal.point)));
    let overtaken = out.split_off(out.len().min(VERIFIED));
    dismissed
        .extend(overtaken.iter().map(|v| (v.proposal.point, Dismissal::Overtaken(v.value.total))));
    out
}

/// Looks at the best moves again: whether they are allowed and safe, and what facts tell of
/// the position after them.
fn verify(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    valued: Vec<ValuedMove>,
    (valuer, threat): (&value::Valuer<'_>, Option<&Combination>),
    color: Color,
    ctx: &Context<'_>,
    dismissed: &mut Vec<(Point, Dismissal)>,
) -> Vec<KeptMove> {
    let mut kept = Vec::new();
    let mut looked_at = 0;
    let limits = reader.limits();
    let less = limits.shallower(limits.look_ahead_reduction);
    let after_moves = Limits { subsidiary_plies: 0, ..less };
    for ValuedMove { order, value, mut decision, proposal } in valued {
        let point = proposal.point;
        if !(ctx.may_play)(point) {
            dismissed.push((point, Dismissal::NotAllowed));
            continue;
        }
        let sacrifice = proposal.sacrifice;
        let danger = |r: &mut Reader<'_>| danger(r, ctx.facts, color, point, sacrifice);
        let Some(loss) = reader.within(after_moves, danger) else {
            dismissed.push((point, Dismissal::Unsafe));
            continue;
        };
        let allowed = if looked_at < ctx.look_ahead && !ctx.deadline.passed() {
            reader.within(after_moves, |r| {
                let mut combinations = Combinations::new(runner, ctx.facts, r);
                combinations.blunder(r, (color, point), threat, BLUNDER)
            })
        } else {
            None
        };
        let loss = loss + allowed.map_or(0.0, |c| 2.0 * c.size as f32);
        let mut order = order - loss;
        let mut points = value.total - loss;
        decision.safety = -loss;
        if looked_at < ctx.look_ahead && !ctx.deadline.passed() {
            looked_at += 1;
            let before = reader.board().captures(color);
            if reader.play(color, point) {
                let after = reader.within(after_moves, |r| Facts::expected(runner, r, color));
                let prisoners = (reader.board().captures(color) - before) as f32;
                reader.undo();
                let seen = valuer.looked_at(&proposal, &value, after, prisoners);
                decision.look_ahead = seen.total - points;
                order += seen.total - points;
                points = seen.total;
            }
        } else {
            // Not looked at: no better than the worst that was.
            order -= 1.0;
            decision.look_ahead = -1.0;
        }
        if points > WORTHLESS {
            let (least, most) = proposal.bounds();
            let candidate = Candidate { point, value: order, decision, reasons: proposal.reasons };
            kept.push(KeptMove { order, bounds: (least - loss, most), candidate });
        } else {
            dismissed.push((point, Dismissal::Worthless(points)));
        }
    }
    kept
}

fn best_first(kept: &mut [KeptMove]) {
    kept.sort_by(|a, b| {
        b.order.total_cmp(&a.order).then(a.candidate.point.cmp(&b.candidate.point))
    });
}

/// A move that stays after the look at its safety.
struct KeptMove {
    /// What the moves are put in order by, in points.
    order: f32,
    /// What patterns bound its value to.
    bounds: (f32, f32),
    candidate: Candidate,
}

/// Corrects the order of the best moves by random games: what becomes of strings and shapes
/// in the end says something that the facts do not. Of an opening it
/// says little, and what patterns demand (joseki, empty corners) it does not undo.
fn play_out(board: &Board, color: Color, ctx: &Context<'_>, kept: &mut [KeptMove]) {
    if ctx.games == 0 || kept.len() < 2 {
        return;
    }
    let mut rng = Rng::new(ctx.seed);
    let mut board = board.clone();
    let area = board.size() * board.size();
    // The larger the board the wider random results are spread.
    let trust = if area <= 100 {
        0.55
    } else if area <= 200 {
        0.4
    } else {
        0.3
    };
    let trust = if area > 200 {
        trust * (OPENING * board.stone_count() as f32 / area as f32).min(1.0)
    } else {
        trust
    };
    if ctx.deadline.passed() {
        return;
    }
    let enemy = color.other();
    let base = mean_margin(&mut board, color, enemy, ctx.games, &mut rng);
    for KeptMove { order, bounds: (least, most_of_all), candidate } in
        kept.iter_mut().take(PLAYED_OUT)
    {
        if !ctx.deadline.passed() && board.try_play(color, candidate.point) {
            let gain = mean_margin(&mut board, color, enemy, ctx.games, &mut rng) - base;
            board.undo();
            // What has been read out is not overruled by chance.
            let most = 2.0 + 0.35 * order.abs();
            let shift = (trust * (gain - *order)).clamp(-most, most);
            // A hundredth of it remains, to tell equal demands apart.
            let corrected = (*order + shift).max(*least).min(*most_of_all) + 0.01 * shift;
            candidate.decision.random_games = corrected - *order;
            *order = corrected;
        }
    }
    // What was not played out stays behind what was.
    let least = kept.iter().take(PLAYED_OUT).map(|k| k.order).fold(f32::INFINITY, f32::min);
    for k in kept.iter_mut().skip(PLAYED_OUT) {
        let behind = k.order.min(least - 0.1);
        k.candidate.decision.random_games = behind - k.order;
        k.order = behind;
    }
}

/// What the move costs because strings that were safe can then be captured;
/// `None` if the stone itself would be lost for nothing.
fn danger(
    reader: &mut Reader<'_>,
    facts: &Facts,
    color: Color,
    p: Point,
    sacrifice: bool,
) -> Option<f32> {
    let safe = reader.safe_move(p, color);
    if safe == Code::Lose && !sacrifice {
        return None;
    }
    if !reader.play(color, p) {
        return None;
    }
    let mut loss: f32 = if safe == Code::Win || sacrifice { 0.0 } else { 2.0 };
    for worm in facts.worms.list() {
        let s = worm.origin;
        let was_safe = worm.color == color && !worm.attack.is_success();
        if was_safe
            && reader.board().color_at(s) == Some(color)
            && reader.board().liberty_count(s) <= 3
            && !reader.board().same_string(s, p)
            && reader.attack(s).is_success()
        {
            loss += 2.0 * worm.reach;
        }
    }
    reader.undo();
    Some(loss)
}
