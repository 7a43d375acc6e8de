//! Runs databases over a position.
//!
//! A match is accepted in this order: status letters, legality and safety of
//! the move unless `s`, `n`, the extra test of class `O`, constraint, hand-written
//! helper; then the action runs and its effects are kept with the match.

use super::host::at_engine_stage;
use super::{Effect, HandHelper, Host};
use crate::analysis::{Join, Tables, Worms};
use crate::board::PointSet;
use crate::reading::{Code, Reader, Reading};
use mkpat_rt::class::ClassSet;
use mkpat_rt::db::{Database, ElementKind, Pattern};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{PatternId, Site, Stage, Status};
use mkpat_rt::matcher::{Match, Matcher};

/// An accepted match.
#[derive(Clone, PartialEq, Debug)]
pub struct Accepted {
    /// The pattern.
    pub pattern: PatternId,
    /// Place and orientation.
    pub site: Site,
    /// Origins of the O strings in the pattern, in board order.
    pub own: Vec<Point>,
    /// Origins of the X strings in the pattern, in board order.
    pub enemy: Vec<Point>,
    /// Empty vertices drawn as `!`.
    pub special: Vec<Point>,
    /// What action and hand-written helper asked for.
    pub effects: Vec<Effect>,
}

/// Matches databases; reusable working memory.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    matcher: Matcher,
    matches: Vec<Match>,
    /// Raw matches so far: a checksum of behaviour.
    pub found: u64,
    /// Accepted matches so far.
    pub accepted: u64,
}

/// The vertex of an element of a match.
fn vertex(m: &Match, at: mkpat_rt::geom::Offset) -> Point {
    let o = m.transform.apply(at);
    m.anchor.step(i16::from(o.dr) * mkpat_rt::geom::STRIDE as i16 + i16::from(o.dc))
}

impl Shapes {
    /// Working memory.
    pub fn new() -> Shapes {
        Shapes::default()
    }

    /// All accepted matches of a database with `color` as O, in canonical order.
    /// `pick` chooses the patterns to look at by their classes.
    pub fn run(
        &mut self,
        db: &Database,
        host: &mut Host<'_, '_>,
        color: Color,
        pick: impl Fn(ClassSet) -> bool,
    ) -> Vec<Accepted> {
        let mut out = Vec::new();
        let mut matches = std::mem::take(&mut self.matches);
        self.matcher.matches(&db.data, host.board().view(), color, &mut matches);
        self.found += matches.len() as u64;
        for m in &matches {
            let pattern = db.data.pattern(m.pattern);
            if pick(pattern.class) {
                let site = m.site(pattern, color);
                let mut run =
                    |host: &mut Host<'_, '_>, act| run_program(db, host, m.pattern, &site, act);
                out.extend(judge(db, host, pattern, m, color, &mut run).ok());
            }
        }
        self.matches = matches;
        self.accepted += out.len() as u64;
        out
    }
}

/// Why a match was not accepted: the first that refused it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rejected {
    /// The letters of its class, or the move is illegal or not safe.
    Class,
    /// Its constraint.
    Constraint,
    /// Its hand-written helper.
    Helper,
}

/// Decides about one match. `run` runs the constraint or, if its argument says so,
/// the action.
pub(super) fn judge(
    db: &Database,
    host: &mut Host<'_, '_>,
    pattern: &Pattern,
    m: &Match,
    color: Color,
    run: &mut impl FnMut(&mut Host<'_, '_>, bool) -> i64,
) -> Result<Accepted, Rejected> {
    let site = m.site(pattern, color);
    let board = host.board();
    let (mut own, mut enemy) = (PointSet::EMPTY, PointSet::EMPTY);
    let mut special = Vec::new();
    for e in &pattern.elements {
        let p = vertex(m, e.at);
        match board.color_at(p) {
            Some(c) if c == color => {
                own.insert(board.origin(p));
            }
            Some(_) => {
                enemy.insert(board.origin(p));
            }
            None if e.kind == ElementKind::Special => special.push(p),
            None => {}
        }
    }
    let stage = db.data.stage;
    if stage == Stage::Movegen && !allowed(host, pattern.class, &site, &own, &enemy) {
        return Err(Rejected::Class);
    }
    host.value = pattern.number(mkpat_rt::class::AttrKind::Value).unwrap_or(0.0);
    host.effects.clear();
    if run(host, false) == 0 {
        host.effects.clear();
        return Err(Rejected::Constraint);
    }
    if let Some(helper) = pattern.helper.as_deref().and_then(HandHelper::from_name)
        && !host.run_hand(helper, &site)
        // The cut-stone helper works by its effect and always rejects.
        && (helper != HandHelper::Cutstone2 || host.effects.is_empty())
    {
        host.effects.clear();
        return Err(Rejected::Helper);
    }
    run(host, true);
    Ok(Accepted {
        pattern: m.pattern,
        site,
        own: own.iter().collect(),
        enemy: enemy.iter().collect(),
        special,
        effects: host.take_effects(),
    })
}

/// Runs constraint or action with the host type of the database's stage.
fn run_program(
    db: &Database,
    host: &mut Host<'_, '_>,
    id: PatternId,
    site: &Site,
    act: bool,
) -> i64 {
    let value = at_engine_stage!(db.data.stage, host, db.run(host, id, site, act));
    // The engine refuses databases of the other stages.
    value.unwrap_or(0)
}

/// Class letters `O o X x s n` and legality.
fn allowed(
    host: &mut Host<'_, '_>,
    class: ClassSet,
    site: &Site,
    own: &PointSet,
    enemy: &PointSet,
) -> bool {
    let dragons = &host.tables.dragons;
    let status = |p: Point| dragons.status(p).unwrap_or(Status::Unknown);
    for p in own {
        let s = status(p);
        if class.has('O') && matches!(s, Status::Dead | Status::Critical)
            || class.has('o') && s == Status::Alive
        {
            return false;
        }
    }
    for p in enemy {
        let s = status(p);
        if class.has('X') && s == Status::Dead || class.has('x') && s == Status::Alive {
            return false;
        }
    }
    if site.mv.is_pass() {
        return true;
    }
    if !host.board().is_legal(site.color, site.mv) {
        return false;
    }
    // An antisuji only forbids: whether the move is safe does not matter.
    if !class.has('s')
        && !class.has('N')
        && !host.reader.safe_move(site.mv, site.color).is_success()
    {
        return false;
    }
    if class.has('n') && !host.reader.safe_move(site.mv, site.color.other()).is_success() {
        return false;
    }
    if class.has('O') {
        for p in own {
            let critical = host.root_attack(p).is_success() && host.root_defend(p).is_success();
            if critical && !host.reader.does_defend(site.mv, p).is_success() {
                return false;
            }
        }
    }
    true
}

/// What the connection databases say of a position, for both colours: strings
/// to join, and marks where connections can be broken.
pub fn connect(
    shapes: &mut Shapes,
    databases: &[&Database],
    host: &mut Host<'_, '_>,
) -> (Vec<Join>, [PointSet; 2], Vec<Point>) {
    let mut joins = Vec::new();
    let mut cutstones = Vec::new();
    for db in databases {
        for color in Color::BOTH {
            let cutter = color.other();
            let marks = shapes.run(db, host, color, |class| class.has('B'));
            for m in marks {
                if m.site.mv.is_pass() || host.reader.safe_move(m.site.mv, cutter).is_success() {
                    let cuts = &mut host.cuts[cutter.index()];
                    for &p in &m.special {
                        cuts.insert(p);
                    }
                    if !m.site.mv.is_pass() {
                        cuts.insert(m.site.mv);
                    }
                }
            }
        }
    }
    for db in databases {
        for color in Color::BOTH {
            for m in shapes.run(db, host, color, |class| !class.has_any("BEe")) {
                let pattern = db.data.pattern(m.pattern);
                for effect in &m.effects {
                    match *effect {
                        Effect::Amalgamate(x, y) => joins.push((x, y)),
                        Effect::Cutstone(x) => cutstones.push(x),
                        _ => {}
                    }
                }
                if !pattern.class.has('C') {
                    continue;
                }
                let unsafe_string = |host: &mut Host<'_, '_>, p: Point| {
                    host.root_attack(p) == Code::Win
                        && (m.site.mv.is_pass()
                            || !host.reader.does_defend(m.site.mv, p).is_success())
                };
                if !pattern.class.has('s') && m.own.iter().any(|&p| unsafe_string(host, p)) {
                    continue;
                }
                joins.extend(m.own.windows(2).map(|pair| (pair[0], pair[1])));
            }
        }
    }
    (joins, host.cuts, cutstones)
}

/// Lets the attack and defence databases correct what reading says of the
/// strings: class `A` and `D` moves are tried.
pub fn refine(
    shapes: &mut Shapes,
    databases: &[&Database],
    host: &mut Host<'_, '_>,
) -> Vec<(Point, Reading, Reading)> {
    let mut out: Vec<(Point, Reading, Reading)> = Vec::new();
    for db in databases {
        for color in Color::BOTH {
            for m in shapes.run(db, host, color, |_| true) {
                let class = db.data.pattern(m.pattern).class;
                let mv = m.site.mv;
                if class.has('A') {
                    for &p in &m.enemy {
                        if host.root_attack(p).is_success() || out.iter().any(|r| r.0 == p) {
                            continue;
                        }
                        let code = host.reader.does_attack(mv, p);
                        if code.is_success() {
                            // No attack was known: any safe answer may defend, so
                            // the attack point itself is tried.
                            let defend = host.reader.does_defend(mv, p);
                            let answer = if defend.is_success() {
                                Reading { code: defend, point: mv }
                            } else {
                                Reading { code: Code::Win, point: mv }
                            };
                            out.push((p, Reading { code, point: mv }, answer));
                        }
                    }
                }
                if class.has('D') {
                    for &p in &m.own {
                        let attack = host.tables.worms.get(p).map(|w| w.attack);
                        let Some(attack) = attack.filter(|a| a.is_success()) else { continue };
                        if host.root_defend(p).is_success() || out.iter().any(|r| r.0 == p) {
                            continue;
                        }
                        let code = host.reader.does_defend(mv, p);
                        if code.is_success() {
                            out.push((p, attack, Reading { code, point: mv }));
                        }
                    }
                }
            }
        }
    }
    out
}

impl Tables {
    /// Adds what the connection databases say to tables that know only worms.
    pub fn connected(
        mut self,
        shapes: &mut Shapes,
        databases: &[&Database],
        reader: &mut Reader<'_>,
    ) -> Tables {
        let (joins, cuts, cutstones) = {
            let mut host = Host::new(reader, &self, super::GameInfo::default());
            connect(shapes, databases, &mut host)
        };
        self.cuts = cuts;
        for p in cutstones {
            self.worms.add_cutstone(p);
        }
        self.with_dragons(reader.board(), &joins)
    }
}

/// All tables of a position with `color` to move: worms, corrected by the attack
/// and defence databases; dragons by the connection databases.
pub fn analyze(
    shapes: &mut Shapes,
    databases: &[Database],
    reader: &mut Reader<'_>,
    color: Color,
) -> Tables {
    let at = |stage: Stage| -> Vec<&Database> {
        databases.iter().filter(|d| d.data.stage == stage).collect()
    };
    let worms = Worms::read(reader);
    let mut tables = Tables::of_worms(reader.board(), color, worms);
    let tactical = at(Stage::Worms);
    if !tactical.is_empty() {
        let changes = {
            let mut host = Host::new(reader, &tables, super::GameInfo::default());
            refine(shapes, &tactical, &mut host)
        };
        if !changes.is_empty() {
            let mut worms = tables.worms;
            for (p, attack, defend) in changes {
                worms.set_attack(p, attack, defend);
            }
            tables = Tables::of_worms(reader.board(), color, worms);
        }
    }
    tables.connected(shapes, &at(Stage::Dragons), reader)
}
