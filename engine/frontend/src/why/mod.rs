//! Why does a pattern match here, or not, and what does it do: `katachi why` and `katachi-why`.
//!
//! [`explain`] looks for the places and orientations at which a pattern comes near
//! ([`mkpat::tools::positions::near`]), has the engine judge those at which it fits, and answers
//! with plain data: [`Why`]. `words` makes text of it; JSON is the data itself.

pub(crate) mod words;

pub use words::{dismissal, points};

use engine::board::Board;
use engine::facts::LifeReading;
use engine::patterns::{Refusal, Rejected};
use engine::search::Trace;
use engine::verdicts::MatchVerdict;
use mkpat::diag::did_you_mean;
use mkpat::tools::match_tests::call_text;
use mkpat::tools::positions::Position;
use mkpat::tools::positions::near::{self, Difference, Near};
use mkpat_rt::db::{Pattern, PatternDb, PatternSet};
use mkpat_rt::expr::ArgRef;
use mkpat_rt::geom::{Cell, Color, Point};
use mkpat_rt::helper::{PatternId, Stage};
use mkpat_rt::matcher::Match;
use mkpat_rt::term::Term;
use serde::Serialize;

use crate::session::Session;

/// Variations of reading that are recorded for each question of a constraint.
const VARIATIONS: usize = 300;

/// Moves that are listed for a question of reading.
const TRIED: usize = 6;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The name of the pattern.
    pub pattern: String,
    /// The vertex of its move, or of its anchor if it has none.
    pub at: Option<Point>,
    /// Only this database.
    pub database: Option<String>,
    /// Who is O; else who is to move, and for databases that are matched for both, both.
    pub color: Option<Color>,
    /// How many places are told at most.
    pub limit: usize,
}

impl Question {
    /// The question of `PATTERN` or `PATTERN@VERTEX`, on a board of `size`.
    ///
    /// # Errors
    /// If the vertex is none of the board.
    pub fn parse(text: &str, size: usize) -> Result<Question, String> {
        let (pattern, at) = match text.rsplit_once('@') {
            None => (text, None),
            Some((name, vertex)) => {
                let p = Point::parse(vertex, size).filter(|p| !p.is_pass());
                let p = p.ok_or_else(|| format!("{vertex}: no vertex of a board of {size}×{size}"));
                (name, Some(p?))
            }
        };
        let pattern = pattern.to_string();
        Ok(Question { pattern, at, database: None, color: None, limit: LIMIT })
    }
}

/// How many places are told if nobody says how many.
pub const LIMIT: usize = 3;

/// The answer about one pattern.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Why {
    /// The pattern.
    pub pattern: String,
    /// Its database.
    pub database: String,
    /// Where it is written.
    pub file: String,
    /// The line there, from 1.
    pub line: u32,
    /// The places, the nearest first.
    pub places: Vec<Place>,
}

/// A place and orientation, and what becomes of the pattern there.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Place {
    /// Who is O.
    pub color: String,
    /// The orientation, 0 to 7, as `mkpat match` numbers them.
    pub orientation: usize,
    /// Where the anchor lies.
    pub anchor: String,
    /// Where the move lies, if the pattern has one and it lies on the board.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// What decides.
    #[serde(flatten)]
    pub cause: Cause,
    /// The place, drawn.
    pub drawing: String,
}

/// What decides about a pattern at a place.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "cause", rename_all = "lowercase")]
pub enum Cause {
    /// It matches and is accepted: what that does.
    Value {
        /// One sentence each.
        effects: Vec<String>,
    },
    /// Its class, or its move, is refused.
    Class {
        /// The class letter, if it is one that refuses.
        letter: Option<char>,
        /// The string that fails it.
        string: Option<String>,
        /// Both in words.
        text: String,
    },
    /// Its constraint is false.
    Constraint {
        /// The whole constraint, vertices in place of labels.
        constraint: String,
        /// The terms that make it false.
        terms: Vec<FalseTerm>,
    },
    /// Its hand-written helper refuses.
    Helper {
        /// The name of the helper.
        helper: String,
    },
    /// The diagram differs from the board.
    Diagram {
        /// What differs, in words.
        differences: Vec<String>,
        /// The vertices among them.
        vertices: Vec<String>,
    },
}

/// A term that makes a constraint false.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FalseTerm {
    /// The term, vertices in place of labels.
    pub term: String,
    /// What it asked.
    pub calls: Vec<Asked>,
}

/// A call of a helper.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Asked {
    /// The call with its answer.
    pub call: String,
    /// What reading tried for it.
    pub tried: Vec<String>,
}

impl Cause {
    /// The cause in one word.
    pub fn name(&self) -> &'static str {
        match self {
            Cause::Value { .. } => "value",
            Cause::Class { .. } => "class",
            Cause::Constraint { .. } => "constraint",
            Cause::Helper { .. } => "helper",
            Cause::Diagram { .. } => "diagram",
        }
    }

    /// How far the pattern came: the smaller the farther.
    fn rank(&self) -> u8 {
        match self {
            Cause::Value { .. } => 0,
            Cause::Helper { .. } => 1,
            Cause::Constraint { .. } => 2,
            Cause::Class { .. } => 3,
            Cause::Diagram { .. } => 4,
        }
    }
}

/// Tells what becomes of a pattern in the session's position: an answer for each pattern of that
/// name.
///
/// # Errors
/// If there is no such pattern.
pub fn explain(question: &Question, session: &mut Session) -> Result<Vec<Why>, String> {
    let found = find(session.patterns(), question)?;
    Ok(found.into_iter().map(|(db, id)| answer(question, session, db, id)).collect())
}

/// The patterns that a question means: database and number.
fn find(set: &PatternSet, question: &Question) -> Result<Vec<(usize, PatternId)>, String> {
    let name = &question.pattern;
    let databases = || {
        let all = set.databases.iter().map(|d| &d.data).enumerate();
        all.filter(|(_, d)| question.database.as_ref().is_none_or(|wanted| *wanted == d.name))
    };
    if let Some(wanted) = &question.database
        && databases().next().is_none()
    {
        return Err(format!("there is no database {wanted}"));
    }
    let in_db = |(number, db): (usize, &PatternDb)| {
        db.iter().find(|(_, p)| p.name == *name).map(|(id, _)| (number, id))
    };
    let found: Vec<_> = databases().filter_map(in_db).collect();
    if found.is_empty() {
        let names = databases().flat_map(|(_, d)| d.patterns.iter().map(|p| p.name.as_str()));
        let near = did_you_mean(name, names);
        let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        return Err(format!("there is no pattern {name}{near}"));
    }
    Ok(found)
}

fn answer(question: &Question, session: &mut Session, number: usize, id: PatternId) -> Why {
    let db = session.patterns().databases[number].data.clone();
    let pattern = db.pattern(id);
    let position = position(session.game().board());
    let mut places: Vec<(Color, Near, Cause)> = Vec::new();
    for color in colors(question, session, db.stage) {
        let near =
            near::nearest(pattern, position.view(), color, question.at, question.limit.max(8));
        let fits: Vec<Near> = near.iter().filter(|n| n.differences.is_empty()).cloned().collect();
        places.extend(judged(session, (number, &db, id), color, fits));
        let misses = near.into_iter().filter(|n| !n.differences.is_empty());
        places.extend(misses.map(|n| {
            let cause = diagram_cause(&n, position.size(), color);
            (color, n, cause)
        }));
    }
    let weight = |near: &Near| near.weight();
    places.sort_by_key(|(_, near, cause)| (cause.rank(), weight(near)));
    // Where the pattern fits at the vertex in question, nobody asks about other orientations.
    if question.at.is_some() && places.first().is_some_and(|p| p.2.rank() < 4) {
        places.retain(|p| p.2.rank() < 4);
    }
    places.truncate(question.limit);
    let size = position.size();
    let place = |(color, near, cause): (Color, Near, Cause)| Place {
        color: color.to_string(),
        orientation: near.transform.index(),
        anchor: near.anchor.name(size),
        mv: near.mv(pattern, size).map(|p| p.name(size)),
        cause,
        drawing: near.draw(pattern, &position),
    };
    Why {
        pattern: pattern.name.clone(),
        database: db.name.clone(),
        file: db.files.get(usize::from(pattern.file)).cloned().unwrap_or_default(),
        line: pattern.line,
        places: places.into_iter().map(place).collect(),
    }
}

/// The stones of a board as the tools see them.
pub fn position(board: &Board) -> Position {
    let mut position = Position::new(board.size());
    for p in Point::all(board.size()) {
        position.set(p, board.color_at(p).map_or(Cell::Empty, Color::cell));
    }
    position
}

/// Who may be O: at some stages databases are matched for both colours.
fn colors(question: &Question, session: &Session, stage: Stage) -> Vec<Color> {
    match (question.color, stage) {
        (Some(color), _) => vec![color],
        (None, Stage::Worms | Stage::Dragons | Stage::Influence | Stage::Owl) => {
            let first = session.to_move();
            vec![first, first.other()]
        }
        (None, _) => vec![session.to_move()],
    }
}

fn diagram_cause(near: &Near, size: usize, color: Color) -> Cause {
    let vertex = |d: &Difference| match d {
        Difference::Vertex { at, .. } => Some(at.name(size)),
        _ => None,
    };
    Cause::Diagram {
        differences: near.differences.iter().map(|d| d.text(size, color)).collect(),
        vertices: near.differences.iter().filter_map(vertex).collect(),
    }
}

/// What the engine says of the places at which the pattern fits.
fn judged(
    session: &mut Session,
    (number, db, id): (usize, &PatternDb, PatternId),
    color: Color,
    fits: Vec<Near>,
) -> Vec<(Color, Near, Cause)> {
    let pattern = db.pattern(id);
    let size = session.game().size();
    let matches: Vec<(usize, Match)> = fits
        .iter()
        .map(|n| (number, Match { anchor: n.anchor, pattern: id, transform: n.transform }))
        .collect();
    if matches.is_empty() {
        return Vec::new();
    }
    let verdicts = session.judge_matches(color, &matches, VARIATIONS);
    let judged = fits.into_iter().zip(verdicts).map(|(near, verdict)| {
        let cause = match verdict.rejected {
            Some(Rejected::Class(refusal)) => class_cause(session, refusal, pattern, color),
            Some(Rejected::Constraint) => constraint_cause(pattern, &verdict, color, size),
            Some(Rejected::Helper) => {
                Cause::Helper { helper: pattern.helper.clone().unwrap_or_default() }
            }
            None => Cause::Value {
                effects: words::effects(session, db, (number, verdict.found), color, &verdict),
            },
        };
        (color, near, cause)
    });
    judged.collect()
}

fn class_cause(session: &mut Session, refusal: Refusal, pattern: &Pattern, color: Color) -> Cause {
    let size = session.game().size();
    let (letter, string) = match refusal {
        Refusal::Status { letter, string, .. } | Refusal::Lifeless { letter, string } => {
            (Some(letter), Some(string))
        }
        Refusal::StaysCritical(string) => (Some('O'), Some(string)),
        Refusal::UnsafeForX => (Some('n'), None),
        Refusal::Illegal | Refusal::Unsafe => (None, None),
    };
    let thought = match refusal {
        Refusal::Status { string, .. } => thought_only(session, string, color),
        _ => None,
    };
    let string = string.map(|p| p.name(size));
    let text = words::refusal(refusal, thought, pattern, color, size);
    Cause::Class { letter, string, text }
}

/// What reading on says of a dragon, if what the engine thinks of it was not read to the end, `color` to move.
fn thought_only(session: &mut Session, p: Point, color: Color) -> Option<LifeReading> {
    let dragons = session.facts_for(color).dragons;
    dragons.get(p)?.life.filter(|life| !life.certain)?;
    session.life_read_on(p)
}

fn constraint_cause(pattern: &Pattern, verdict: &MatchVerdict, color: Color, size: usize) -> Cause {
    let site = verdict.found.site(pattern, color);
    let name = |arg: ArgRef| match arg {
        ArgRef::Tenuki => "?".to_string(),
        ArgRef::At(o) => site.at(o.dr, o.dc).name(size),
    };
    let Some(mut term) = pattern.constraint.as_ref().and_then(Term::read) else {
        return Cause::Constraint { constraint: String::new(), terms: Vec::new() };
    };
    let mut answers = verdict.constraint.iter();
    term.answer(&mut |_| answers.next().map_or(0.0, |(_, x)| *x));
    let asked = |number: usize| {
        let (call, x) = verdict.constraint.get(number)?;
        let trace = verdict.readings.get(number).and_then(Option::as_ref);
        let tried = trace.map_or(Vec::new(), |t| tried(t, size));
        Some(Asked { call: call_text(call, *x, size), tried })
    };
    let false_term = |t: &Term| FalseTerm {
        term: t.text(&name),
        calls: t.calls().into_iter().filter_map(asked).collect(),
    };
    Cause::Constraint {
        constraint: term.text(&name),
        terms: term.deciding().into_iter().map(false_term).collect(),
    }
}

/// What reading tried: for each of its questions the moves that led there, the answer, and the moves
/// tried in that position with what answers them.
fn tried(trace: &Trace, size: usize) -> Vec<String> {
    let variations = trace.variations();
    let mut out = Vec::new();
    let mut todo: Vec<(usize, Vec<String>)> = vec![(0, Vec::new())];
    while let Some((index, path)) = todo.pop() {
        let Some(here) = variations.get(index) else { continue };
        let children = || here.children.iter().filter_map(|&c| variations.get(c));
        let Some(note) = here.notes.last() else {
            for &child in here.children.iter().rev() {
                let mut path = path.clone();
                if let Some((color, p)) = variations.get(child).and_then(|v| v.mv) {
                    path.push(format!("{} {}", words::letter(color), p.name(size)));
                }
                todo.push((child, path));
            }
            continue;
        };
        let after =
            if path.is_empty() { String::new() } else { format!("after {}: ", path.join(", ")) };
        let mut moves: Vec<String> = Vec::new();
        for child in children() {
            let Some((_, p)) = child.mv.filter(|(_, p)| !p.is_pass()) else { continue };
            let reply = child.notes.last().filter(|n| n.reading.is_success());
            moves.push(match reply {
                Some(n) => format!("{} (answered by {})", p.name(size), n.reading.point.name(size)),
                None => format!("{} (works)", p.name(size)),
            });
        }
        let more = moves.len().saturating_sub(TRIED);
        moves.truncate(TRIED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let list = if moves.is_empty() {
            String::new()
        } else {
            format!("; tried {}{more}", moves.join(", "))
        };
        out.push(format!("{after}{}{list}", note.text(size)));
    }
    out.truncate(TRIED);
    out
}

/// All answers as text, drawn.
pub fn text(all: &[Why]) -> String {
    all.iter().map(words::why).collect::<Vec<_>>().join("\n")
}

/// All answers as JSON.
///
/// # Errors
/// If they cannot be written, which does not happen.
pub fn json(all: &[Why]) -> Result<String, String> {
    serde_json::to_string_pretty(all).map(|s| s + "\n").map_err(|e| e.to_string())
}
