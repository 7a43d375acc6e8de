//! [`PatternRunner`]: matches databases and asks their hosts.
//!
//! A match is accepted in this order: class letters, legality and safety of the move (what
//! the stage's host admits), constraint, hand-written helper; then the action runs and what
//! it asked for is kept with the match.
//!
//! Databases that are matched again and again while moves stand on the board are followed
//! by incremental matchers: before each match they are brought to the present position by
//! what the moves on the board's stack changed ([`Board::changes`]).

use super::profile::{Counting, Profile};
use super::{PatternHost, Refusal};
use crate::board::{Board, PointSet};
use mkpat_rt::colon_line::{AttrKind, ClassSet};
use mkpat_rt::db::{Database, ElementKind, Pattern, PatternDb};
use mkpat_rt::eyes::EyeDb;
use mkpat_rt::geom::{Cell, Color, Offset, Point, STRIDE};
use mkpat_rt::helper::{PatternId, Site, Stage};
use mkpat_rt::matcher::{Incremental, Match, Matcher};
use mkpat_rt::montecarlo::PlayoutDb;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

/// An accepted match; `E` is what actions of its stage ask for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Accepted<E> {
    /// The pattern.
    pub(crate) pattern: PatternId,
    /// Place and orientation.
    pub(crate) site: Site,
    /// Origins of the O strings in the pattern, in board order.
    pub(crate) own: Vec<Point>,
    /// Origins of the X strings in the pattern, in board order.
    pub(crate) enemy: Vec<Point>,
    /// Empty vertices drawn as `!`.
    pub(crate) special: Vec<Point>,
    /// Empty vertices drawn as `,`.
    pub(crate) barriers: Vec<Point>,
    /// All vertices that are drawn.
    pub(crate) area: PointSet,
    /// What the action returned; 0 if nothing.
    pub(crate) returned: i64,
    /// What action and hand-written helper asked for.
    pub(crate) effects: Vec<E>,
}

/// Why a match was not accepted: the first that refused it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rejected {
    /// The letters of its class, or the move is illegal or not safe.
    Class(Refusal),
    /// Its constraint.
    Constraint,
    /// Its hand-written helper.
    Helper,
}

/// Patterns that a game is played without, to find out what they are worth: by number of the database.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeftOut(Arc<BTreeSet<(usize, PatternId)>>);

impl LeftOut {
    /// The patterns that one of these words names: a database, `DATABASE:PATTERN`, or a pattern in any
    /// database; names of patterns may end with `*`.
    ///
    /// # Errors
    /// If a word names nothing.
    pub fn named(databases: &[Database], words: &[String]) -> Result<LeftOut, String> {
        let mut found = BTreeSet::new();
        for word in words {
            let (database, pattern) = match word.split_once(':') {
                Some((database, pattern)) => (Some(database), pattern),
                None => (None, word.as_str()),
            };
            let before = found.len();
            for (number, db) in databases.iter().enumerate() {
                let whole = database.is_none() && db.data.name == word.as_str();
                if database.is_some_and(|name| db.data.name != name) {
                    continue;
                }
                for i in 0..db.data.patterns.len() {
                    let id = PatternId(i as u32);
                    let name: &str = &db.data.pattern(id).name;
                    let fits = match pattern.strip_suffix('*') {
                        Some(start) => name.starts_with(start),
                        None => name == pattern,
                    };
                    if whole || fits {
                        found.insert((number, id));
                    }
                }
            }
            if found.len() == before {
                return Err(format!("{word}: no such database or pattern"));
            }
        }
        Ok(LeftOut(Arc::new(found)))
    }

    /// How many patterns are left out.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    fn contains(&self, database: usize, pattern: PatternId) -> bool {
        self.0.contains(&(database, pattern))
    }
}

/// Which matches to look for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// Index of the database.
    pub(crate) database: usize,
    /// Who is O.
    pub(crate) color: Color,
}

/// Matches databases in the positions of one board. See the module head.
#[derive(Debug)]
pub(crate) struct PatternRunner<'d> {
    databases: &'d [Database],
    shapes: Option<&'d EyeDb>,
    /// By what moves of random games are drawn.
    playouts: Option<&'d PlayoutDb>,
    matcher: Matcher,
    matches: Vec<Match>,
    /// By number of the database and colour; made when they are first needed.
    followers: Vec<[Option<Follower<'d>>; 2]>,
    /// Patterns that are not looked at.
    left_out: LeftOut,
    /// Counts what is matched and judged, if somebody wants to know.
    profile: Option<Profile>,
    /// Raw matches so far: a checksum of behaviour.
    pub(crate) found: u64,
    /// Accepted matches so far.
    pub(crate) accepted: u64,
}

impl<'d> PatternRunner<'d> {
    /// A runner for these databases and any board; `shapes` are the eye shapes, if there are any.
    pub(crate) fn new(databases: &'d [Database], shapes: Option<&'d EyeDb>) -> PatternRunner<'d> {
        PatternRunner {
            databases,
            shapes,
            playouts: None,
            matcher: Matcher::new(),
            matches: Vec::new(),
            followers: databases.iter().map(|_| [None, None]).collect(),
            left_out: LeftOut::default(),
            profile: None,
            found: 0,
            accepted: 0,
        }
    }

    /// The same with these weights for random games, if there are any.
    pub(crate) fn with_playouts(self, playouts: Option<&'d PlayoutDb>) -> PatternRunner<'d> {
        PatternRunner { playouts, ..self }
    }

    /// The same without these patterns.
    pub(crate) fn without(self, left_out: &LeftOut) -> PatternRunner<'d> {
        PatternRunner { left_out: left_out.clone(), ..self }
    }

    /// The same, with what it does counted.
    pub(crate) fn counted(self, profile: Option<&Profile>) -> PatternRunner<'d> {
        PatternRunner { profile: profile.cloned(), ..self }
    }

    /// The databases.
    pub(crate) fn databases(&self) -> &'d [Database] {
        self.databases
    }

    /// The eye shapes, if there is a database of them.
    pub(crate) fn shapes(&self) -> Option<&'d EyeDb> {
        self.shapes
    }

    /// The weights for random games, if there is a database of them.
    pub(crate) fn playouts(&self) -> Option<&'d PlayoutDb> {
        self.playouts
    }

    /// The numbers of the databases of a stage, and these databases.
    pub(crate) fn at_stage(
        &self,
        stage: Stage,
    ) -> impl Iterator<Item = (usize, &'d Database)> + use<'d> {
        self.databases.iter().enumerate().filter(move |(_, db)| db.data.stage == stage)
    }

    /// Finds the raw matches of a database on this board; they are in [`Self::matches`].
    fn find(&mut self, Run { database, color }: Run, board: &Board) {
        let db = &self.databases[database].data;
        if is_followed(db.stage) {
            let follower = &mut self.followers[database][color.index()];
            if follower.as_mut().is_none_or(|f| !f.follow(board)) {
                *follower = Follower::new(db, board, color);
            }
            if let Some(follower) = follower {
                self.matches.clear();
                self.matches.extend(follower.matcher.iter());
                self.found += self.matches.len() as u64;
                return;
            }
        }
        self.matcher.matches(db, board.view(), color, &mut self.matches);
        self.found += self.matches.len() as u64;
    }

    /// All accepted matches of a database, in canonical order. `pick` chooses the patterns
    /// to look at by their classes.
    pub(crate) fn run<H: PatternHost>(
        &mut self,
        run: Run,
        host: &mut H,
        pick: impl Fn(ClassSet) -> bool,
    ) -> Vec<Accepted<H::Effect>> {
        self.run_where(run, host, |pattern, _| pick(pattern.class))
    }

    /// As [`Self::run`], but only those matches that have a stone of `goal`.
    pub(crate) fn run_near<H: PatternHost>(
        &mut self,
        run: Run,
        host: &mut H,
        goal: &PointSet,
    ) -> Vec<Accepted<H::Effect>> {
        let touches = |pattern: &Pattern, m: &Match| {
            pattern.elements.iter().any(|e| goal.contains(vertex(m, e.at)))
        };
        self.run_where(run, host, touches)
    }

    /// As [`Self::run`], but `pick` chooses the matches to look at.
    pub(crate) fn run_where<H: PatternHost>(
        &mut self,
        run: Run,
        host: &mut H,
        pick: impl Fn(&Pattern, &Match) -> bool,
    ) -> Vec<Accepted<H::Effect>> {
        let begun = self.profile.is_some().then(Instant::now);
        self.find(run, host.board());
        let databases = self.databases;
        let db = &databases[run.database];
        let profile = self.profile.as_ref().zip(begun);
        let mut counting = profile.map(|(profile, begun)| Counting::new(profile, db, begun));
        let mut out = Vec::new();
        // The host may have this runner match again while it answers.
        let matches = std::mem::take(&mut self.matches);
        for m in &matches {
            let pattern = db.data.pattern(m.pattern);
            if pick(pattern, m) && !self.left_out.contains(run.database, m.pattern) {
                let begun = counting.as_ref().map(|_| Instant::now());
                let mut ask = |host: &mut H, site: &Site, act| match &mut counting {
                    Some(counting) => counting.run(host, m.pattern, site, act),
                    None => host.run(db, m.pattern, site, act),
                };
                let judged = judge(host, pattern, m, run.color, &mut ask);
                if let Some((counting, begun)) = counting.as_mut().zip(begun) {
                    counting.judged(pattern, begun, judged.is_ok());
                }
                out.extend(judged.ok());
            }
        }
        if let Some(counting) = counting {
            counting.end();
        }
        self.matches = matches;
        self.accepted += out.len() as u64;
        out
    }
}

/// Whether databases of this stage are matched after moves, too.
pub(super) fn is_followed(stage: Stage) -> bool {
    matches!(
        stage,
        Stage::Worms | Stage::Dragons | Stage::Influence | Stage::Combination | Stage::Owl
    )
}

/// An incremental matcher, and where it stands.
#[derive(Debug)]
struct Follower<'d> {
    matcher: Incremental<'d>,
    /// Depth of the board's stack where it began.
    base: usize,
    /// Hash of the stones there, and after each move since.
    hashes: Vec<u64>,
    changes: Vec<(Point, Cell)>,
}

impl<'d> Follower<'d> {
    /// A follower that begins on this board; `None` if the table of the database is of a
    /// kind that cannot be followed.
    fn new(db: &'d PatternDb, board: &Board, color: Color) -> Option<Follower<'d>> {
        let matcher = Incremental::new(db, board.view(), color)?;
        let base = board.depth();
        Some(Follower { matcher, base, hashes: vec![board.hash()], changes: Vec::new() })
    }

    /// Goes to the position of the board: back to the last position that it has in common
    /// with what was followed so far, and on from there. False if there is none.
    fn follow(&mut self, board: &Board) -> bool {
        let Some(moves) = board.depth().checked_sub(self.base) else { return false };
        let common = self.hashes.iter().enumerate().take(moves + 1);
        let same = common.take_while(|&(i, &hash)| board.hash_after(self.base + i) == hash).count();
        if same == 0 {
            return false;
        }
        while self.hashes.len() > same {
            self.matcher.undo();
            self.hashes.pop();
        }
        while self.hashes.len() <= moves {
            let number = self.base + self.hashes.len() - 1;
            self.changes.clear();
            self.changes.extend(board.changes(number));
            self.matcher.set(&self.changes);
            self.hashes.push(board.hash_after(number + 1));
        }
        true
    }
}

/// Decides about one match. `run` runs the constraint or, if its last argument says so,
/// the action.
///
/// # Errors
/// What refused the match.
pub(crate) fn judge<H: PatternHost>(
    host: &mut H,
    pattern: &Pattern,
    m: &Match,
    color: Color,
    run: &mut impl FnMut(&mut H, &Site, bool) -> i64,
) -> Result<Accepted<H::Effect>, Rejected> {
    let site = m.site(pattern, color);
    let board = host.board();
    let (mut own, mut enemy) = (PointSet::EMPTY, PointSet::EMPTY);
    let mut area = PointSet::EMPTY;
    let (mut special, mut barriers) = (Vec::new(), Vec::new());
    for e in &pattern.elements {
        let p = vertex(m, e.at);
        area.insert(p);
        match board.color_at(p) {
            Some(c) if c == color => {
                own.insert(board.origin(p));
            }
            Some(_) => {
                enemy.insert(board.origin(p));
            }
            None if e.kind == ElementKind::Special => special.push(p),
            None if e.kind == ElementKind::Barrier => barriers.push(p),
            None => {}
        }
    }
    host.begin(pattern.number(AttrKind::Value).unwrap_or(0.0));
    if let Some(refusal) = host.refusal(pattern.class, &site, &own, &enemy) {
        return Err(Rejected::Class(refusal));
    }
    if run(host, &site, false) == 0 {
        return Err(Rejected::Constraint);
    }
    if let Some(helper) = pattern.helper.as_deref()
        && !host.help(helper, &site)
    {
        return Err(Rejected::Helper);
    }
    let returned = run(host, &site, true);
    Ok(Accepted {
        pattern: m.pattern,
        site,
        own: own.iter().collect(),
        enemy: enemy.iter().collect(),
        special,
        barriers,
        area,
        returned,
        effects: host.take_effects(),
    })
}

/// The vertex of an element of a match.
pub(crate) fn vertex(m: &Match, at: Offset) -> Point {
    let o = m.transform.apply(at);
    m.anchor.step(i16::from(o.dr) * STRIDE as i16 + i16::from(o.dc))
}
