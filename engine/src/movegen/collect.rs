//! Finds the reasons: tactics, dragons, patterns.

use super::Effect;
use super::stage::MovegenStage;
use super::{MoveReason, Proposals};
use crate::board::PointSet;
use crate::facts::{Dragon, Facts};
use crate::life::owl::{OwlQuestion, Terms};
use crate::life::rooms::{self, RoomMove};
use crate::patterns::{Accepted, Host, PatternRunner, Run, vertex};
use crate::reading::{Code, Reader};
use crate::search::Deadline;
use mkpat_rt::colon_line::ClassSet;
use mkpat_rt::db::{Pattern, PatternDb};
use mkpat_rt::geom::{Color, Offset, Point};
use mkpat_rt::helper::{PatternId, Site, Stage, Status};
use mkpat_rt::matcher::Match;

/// Liberties up to which a string may be caught from a distance.
const NETTED: usize = 3;

/// Vertices where a string may be attacked or saved: its liberties, what is next to these if they are few (a net),
/// and the liberties of weak strings next to it.
fn tactical_points(reader: &Reader<'_>, s: Point) -> PointSet {
    let board = reader.board();
    let mut out = board.liberties(s);
    if out.len() <= NETTED {
        out.union_with(&out.beside().and(&board.empty_points()));
    }
    for enemy in board.adjacent_enemies_with(s, 2) {
        out.union_with(&board.liberties(enemy));
        for friend in board.adjacent_enemies_with(enemy, 1) {
            out.union_with(&board.liberties(friend));
        }
    }
    out
}

/// Attacks on and defences of strings, and threats.
pub(super) fn tactics(reader: &mut Reader<'_>, facts: &Facts, color: Color, out: &mut Proposals) {
    let safe = facts.worms.list().iter().filter(|w| w.color != color && !w.attack.is_success());
    let safe: Vec<Point> = safe.map(|w| w.origin).collect();
    for (p, [a, b]) in reader.double_threats(color, &safe) {
        out.add(p, MoveReason::AttackEither(a, b));
    }
    for worm in facts.worms.list() {
        let s = worm.origin;
        if !worm.attack.is_success() {
            // A threat: two moves in a row capture it.
            if worm.color != color && worm.liberties[0] <= 3 && worm.size >= 2 {
                for p in reader.board().liberties(s) {
                    if reader.play(color, p) {
                        let threat = reader.attack(s).code == Code::Win;
                        reader.undo();
                        if threat && reader.safe_move(p, color) == Code::Win {
                            out.add(p, MoveReason::AttackThreat(s));
                        }
                    }
                }
            }
            continue;
        }
        if !worm.defend.is_success() {
            continue;
        }
        let points = tactical_points(reader, s);
        if worm.color == color {
            out.add(worm.defend.point, MoveReason::Defend(s, worm.defend.code));
            for p in points {
                let code = reader.does_defend(p, s);
                if code.is_success() {
                    out.add(p, MoveReason::Defend(s, code));
                }
            }
        } else {
            out.add(worm.attack.point, MoveReason::Attack(s, worm.attack.code));
            for p in points {
                let code = reader.does_attack(p, s);
                if code.is_success() {
                    out.add(p, MoveReason::Attack(s, code));
                }
            }
            // A string that is off the board leaves no aji.
            if worm.liberties[0] == 1 && !worm.attack.point.is_pass() {
                out.at(worm.attack.point).shape(5.0);
            }
        }
    }
}

/// Life and death of dragons, as far as the facts tell.
pub(super) fn dragons(facts: &Facts, color: Color, out: &mut Proposals) {
    for dragon in facts.dragons.list() {
        if dragon.status != Status::Critical {
            continue;
        }
        let own = dragon.color == color;
        let reason = if own { MoveReason::Live } else { MoveReason::Kill };
        let read = dragon.read.map(|[attack, defend]| if own { defend } else { attack });
        match read {
            Some(reading) if reading.point.is_pass() => {}
            Some(reading) => out.add(reading.point, reason(dragon.origin, Some(reading.code))),
            None => {
                dragon.eyes.vital.iter().for_each(|&p| out.add(p, reason(dragon.origin, None)));
            }
        }
    }
}

/// Moves that make a seki, or kill, inside a room, or prevent that.
pub(super) fn rooms(reader: &mut Reader<'_>, color: Color, out: &mut Proposals) {
    for RoomMove { point, wall, gain } in rooms::moves(reader, color) {
        let proposal = out.at(point);
        proposal.because(MoveReason::Room(wall));
        proposal.at_least(gain);
        // The race was read: stones that are given up belong to it.
        proposal.sacrifice = true;
    }
}

/// Moves that are tried for one dragon at most.
const TRIED: usize = 8;

/// Moves proposed for other reasons that kill or save a critical dragon, too: those that have to do with
/// its strings or with those around it, its vital points, and what its opponent would play.
pub(super) fn further_moves(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    facts: &Facts,
    color: Color,
    deadline: Deadline,
    out: &mut Proposals,
) {
    let terms = Terms::in_play(reader.limits(), deadline);
    for dragon in facts.dragons.list() {
        let Some(read) = dragon.read.filter(|_| dragon.status == Status::Critical) else {
            continue;
        };
        let own = dragon.color == color;
        let known = |r: &MoveReason| match *r {
            MoveReason::Kill(d, _) | MoveReason::Live(d, _) => d == dragon.origin,
            _ => false,
        };
        let mut points: Vec<Point> = dragon.eyes.vital.clone();
        points.extend(read.map(|reading| reading.point));
        let near = out.iter().filter(|m| m.reasons.iter().any(|r| concerns(facts, r, dragon)));
        points.extend(near.map(|m| m.point));
        points.retain(|&p| {
            let found = out.get(p);
            let mut reasons = found.iter().flat_map(|m| m.reasons.iter());
            !p.is_pass() && reader.board().is_legal(color, p) && !reasons.any(known)
        });
        points.sort_unstable();
        points.dedup();
        points.truncate(TRIED);
        if points.is_empty() {
            continue;
        }
        let Some(goal) = facts.goal(runner, reader, dragon.origin) else { continue };
        for p in points {
            let ask = if own { OwlQuestion::DoesDefend } else { OwlQuestion::DoesAttack };
            let answer = ask(p).answer(reader, runner, &goal, terms);
            if answer.certain && answer.reading.is_success() {
                let reason = if own { MoveReason::Live } else { MoveReason::Kill };
                out.add(p, reason(dragon.origin, Some(answer.reading.code)));
            }
        }
    }
}

/// Whether a reason names a string of the dragon, or one around it that is attacked or defended.
fn concerns(facts: &Facts, reason: &MoveReason, dragon: &Dragon) -> bool {
    let inside = |s: Point| facts.dragons.same(s, dragon.origin);
    let beside = |s: Point| dragon.around.neighbours.iter().any(|&n| facts.dragons.same(s, n));
    match *reason {
        MoveReason::Attack(s, _) | MoveReason::Defend(s, _) => inside(s) || beside(s),
        MoveReason::StrategicAttack(s) | MoveReason::StrategicDefend(s) => inside(s),
        MoveReason::Connect(a, b) | MoveReason::Cut(a, b) => inside(a) || inside(b),
        _ => false,
    }
}

/// A match that is left out, to see what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Left {
    database: usize,
    pattern: PatternId,
    /// Where its elements lie: a symmetric pattern has the same match in several orientations.
    vertices: Vec<Point>,
}

impl Left {
    pub(super) fn new(database: usize, db: &PatternDb, pattern: PatternId, site: &Site) -> Left {
        let p = db.pattern(pattern);
        let origin = p.mv.unwrap_or_default();
        let at = |o: Offset| site.at(o.dr - origin.dr, o.dc - origin.dc);
        let mut vertices: Vec<Point> = p.elements.iter().map(|e| at(e.at)).collect();
        vertices.sort_unstable();
        Left { database, pattern, vertices }
    }
}

/// What matters for the value of one move.
pub(super) struct Matters {
    mv: Point,
    /// Everything: with a critical dragon reasons for one move make others worth a try ([`further_moves`]).
    all: bool,
}

impl Matters {
    /// What matters for a move at `mv`.
    pub(super) fn to(mv: Point, facts: &Facts) -> Matters {
        Matters { mv, all: facts.dragons.list().iter().any(|d| d.status == Status::Critical) }
    }

    /// Whether a match may: it proposes the move, or may say something about moves elsewhere.
    fn is(&self, pattern: &Pattern, m: &Match) -> bool {
        self.all
            || pattern.mv.is_some_and(|at| vertex(m, at) == self.mv)
            || pattern.action.is_some()
            || pattern.helper.is_some()
    }
}

/// Matches the databases of the stage `movegen`, for `out` and, but for one match, for others; then only those that
/// matter there.
pub(super) fn patterns(
    runner: &mut PatternRunner<'_>,
    host: &mut Host<'_, '_, MovegenStage<'_>>,
    color: Color,
    mut leave_out: Option<(&Left, &Matters, &mut Proposals)>,
    out: &mut Proposals,
) {
    let matters = leave_out.as_ref().map(|&(_, matters, _)| matters);
    let pick = |pattern: &Pattern, m: &Match| matters.is_none_or(|it| it.is(pattern, m));
    for (database, db) in runner.at_stage(Stage::Movegen) {
        for m in runner.run_where(Run { database, color }, host, pick) {
            let (number, pattern) = (database as u16, db.data.pattern(m.pattern));
            if let Some((left, _, without)) = &mut leave_out
                && **left != Left::new(database, &db.data, m.pattern, &m.site)
            {
                accept(number, pattern, &m, host, without);
            }
            accept(number, pattern, &m, host, out);
        }
    }
}

/// Class letters that make a pattern a move-reason pattern (docs/pattern-language.md, "Class
/// letters").
const REASONS: &str = "CBbeEIadJjUTtWcF";

fn accept(
    number: u16,
    pattern: &Pattern,
    m: &Accepted<Effect>,
    host: &mut Host<'_, '_, MovegenStage<'_>>,
    out: &mut Proposals,
) {
    let mv = m.site.mv;
    let class = pattern.class;
    if mv.is_pass() {
        return;
    }
    if class.has('N') {
        out.forbid(mv);
    }
    for effect in &m.effects {
        match *effect {
            Effect::Antisuji(p) => out.forbid(p),
            Effect::Replace(x, y) => out.replace(x, y),
            Effect::Connect(x, y) => out.add(mv, MoveReason::Connect(x, y)),
            Effect::Cut(x, y) => out.add(mv, MoveReason::Cut(x, y)),
            Effect::AttackEither(x, y) => out.add(mv, MoveReason::AttackEither(x, y)),
            Effect::DefendBoth(x, y) => out.add(mv, MoveReason::DefendBoth(x, y)),
            Effect::Followup(x) => out.at(mv).followup += x,
            Effect::ReverseFollowup(x) => out.at(mv).reverse_followup += x,
            Effect::MinValue(p, x) => out.at(p).at_least(x),
            Effect::KnownSafe(p) => out.at(p).sacrifice = true,
            Effect::GoodThreat(p, y) => out.add(p, MoveReason::AttackThreat(y)),
        }
    }
    if class.has('N') || !class.has_any(REASONS) && pattern.attrs.is_empty() {
        return;
    }
    let facts = host.stage.facts;
    // Strings that can be captured and are not saved by the move do not count.
    let mut own = Vec::new();
    for &p in &m.own {
        let lost = facts.worms.get(p).is_some_and(|w| w.attack.code == Code::Win)
            && !host.reader.does_defend(mv, p).is_success();
        if !lost {
            own.push(p);
        }
    }
    let proposal = out.at(mv);
    proposal.because(MoveReason::Pattern(number, m.pattern));
    proposal.attributes(pattern);
    proposal.sacrifice |= class.has('s');
    letters(class, &own, &m.enemy, facts, mv, out);
}

/// Adds the reasons that the class letters of a pattern stand for.
fn letters(
    class: ClassSet,
    own: &[Point],
    enemy: &[Point],
    facts: &Facts,
    mv: Point,
    out: &mut Proposals,
) {
    let pairs = |strings: &[Point]| -> Vec<(Point, Point)> {
        let n = strings.len();
        (0..n)
            .flat_map(|i| (i + 1..n).map(move |j| (i, j)))
            .map(|(i, j)| (strings[i], strings[j]))
            .filter(|&(a, b)| !facts.dragons.same(a, b))
            .collect()
    };
    let m = out.at(mv);
    if class.has('C') {
        pairs(own).into_iter().for_each(|(a, b)| m.because(MoveReason::Connect(a, b)));
    }
    if class.has('B') {
        pairs(enemy).into_iter().for_each(|(a, b)| m.because(MoveReason::Cut(a, b)));
    }
    if class.has('c') {
        m.shape(1.0);
    }
    if class.has_any("cdJU") {
        own.iter().for_each(|&p| m.because(MoveReason::StrategicDefend(p)));
    }
    if class.has_any("aJU") {
        enemy.iter().for_each(|&p| m.because(MoveReason::StrategicAttack(p)));
    }
    if class.has_any("ejtTI") {
        m.because(MoveReason::Territory);
    }
    if class.has_any("EjtTI") {
        m.because(MoveReason::Moyo);
    }
    if class.has('I') {
        m.because(MoveReason::Invade);
    }
    if class.has('U') {
        m.shape(15.0);
        m.at_least(40.0);
    }
    if class.has('J') {
        m.at_least(27.0);
    }
    for (letter, fixed, least) in [('j', 20.1, 20.0), ('t', 15.07, 15.0)] {
        if class.has(letter) {
            if class.has('F') {
                m.fixed = Some(m.fixed.map_or(fixed, |x: f32| x.max(fixed)));
            } else {
                m.at_least(least);
            }
        }
    }
    if class.has('T') {
        m.at_least(10.0);
    }
}
