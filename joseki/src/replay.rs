//! Every line of a record played on a board: does the matcher propose the moves?
//!
//! [`database`] compiles records as the engine gets them, all in one corner
//! database. [`replay`] then plays every node that gives a pattern on an otherwise
//! empty 19×19 board, in all eight orientations and with both assignments of
//! colours ([`Placement`]), and asks the corner matcher for the move. It is the
//! engine's own matcher: that of `mkpat-rt`. What a constraint says is not asked
//! here, because only an engine can answer; so a good and a bad pattern under
//! different constraints are no contradiction. [`Step`] is public so that whoever
//! has an engine can ask it.

use katachi_sgf::{Color as SgfColor, Stones};
use mkpat::diag::{Diagnostic, Diagnostics};
use mkpat::language::manifest::{DatabaseSpec, Kind};
use mkpat::source::Sources;
use mkpat::tools::positions::Position;
use mkpat_rt::db::PatternDb;
use mkpat_rt::geom::{Color, Offset, Point, Transform};
use mkpat_rt::helper::PatternId;
use mkpat_rt::matcher::{Match, Matcher, corner};

use crate::codes;
use crate::entry::Entry;
use crate::lint::{Record, move_span};
use crate::{line, print};

/// Side of the board that is played on.
pub const SIZE: usize = 19;

/// Where a line is played: at which corner and which way round, and whether the
/// colours are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// From the drawing with the corner at the upper left to the board.
    pub transform: Transform,
    /// Whether Black plays White's moves.
    pub swapped: bool,
}

impl Placement {
    /// All sixteen.
    pub fn all() -> impl Iterator<Item = Placement> {
        Transform::ALL
            .into_iter()
            .flat_map(|transform| [false, true].map(|swapped| Placement { transform, swapped }))
    }

    fn color(self, color: SgfColor) -> Color {
        if (color == SgfColor::Black) == self.swapped { Color::White } else { Color::Black }
    }

    fn point(self, (row, column): (usize, usize)) -> Option<Point> {
        let offset = Offset::new(i8::try_from(row).ok()?, i8::try_from(column).ok()?);
        corner(self.transform, SIZE).offset(self.transform.apply(offset), SIZE)
    }
}

/// The position before the move of an entry, and the move.
#[derive(Clone, Debug)]
pub struct Step {
    before: Stones,
    color: SgfColor,
    to: (usize, usize),
}

impl Step {
    /// The step of an entry of `record`; `None` if its line cannot be played,
    /// which [`crate::compile()`] has reported.
    pub fn new(record: &Record, entry: &Entry) -> Option<Step> {
        let line = line::line(&record.sgf, entry.node);
        let last = line.moves.last()?;
        Some(Step { before: line.before, color: last.color, to: line::from_corner(last.at) })
    }

    /// Who moves.
    pub fn color(&self, placement: Placement) -> Color {
        placement.color(self.color)
    }

    /// Where to; `None` if that is not on the board.
    pub fn to(&self, placement: Placement) -> Option<Point> {
        placement.point(self.to)
    }

    /// The stones before the move, in the order of the record's rows; `None` if one
    /// of them is not on the board.
    pub fn stones(&self, placement: Placement) -> Option<Vec<(Point, Color)>> {
        let on_board =
            |(p, color)| Some((placement.point(line::from_corner(p))?, placement.color(color)));
        self.before.iter().map(on_board).collect()
    }
}

/// How often a move was looked for and found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Nodes that give patterns.
    pub nodes: usize,
    /// Nodes times placements.
    pub expected: usize,
    /// How many of these moves the matcher proposed by the node's own pattern,
    /// with no pattern that says the contrary on the same condition.
    pub proposed: usize,
    /// Nodes whose pattern has a constraint, which was not asked.
    pub constrained: usize,
}

/// The patterns of all records in one database, in their order; `None` if mkpat
/// finds an error in them, which goes to `findings` by its message alone (the
/// lint shows its place).
pub fn database(records: &[Record], findings: &mut Diagnostics) -> Option<PatternDb> {
    let entries: Vec<Entry> = records.iter().flat_map(|r| r.entries.iter().cloned()).collect();
    let mut sources = Sources::default();
    let file = sources.add("generated", print::database(&[], &entries).into_bytes()).ok()?;
    let mut spec = DatabaseSpec::inferred("joseki", "generated", Kind::Corner);
    spec.attributes = mkpat_rt::colon_line::AttributeMap::General;
    let mut found = Diagnostics::default();
    let tree = mkpat::language::syntax::parse::parse(&sources, file, &mut found);
    let database = mkpat::language::lower::lower(&sources, &spec, &[tree], &mut found);
    let db = if found.has_errors() {
        None
    } else {
        mkpat::language::compile::compile(&sources, &database, &mut found)
    };
    let record = records.first()?;
    for finding in found.iter().filter(|f| f.severity == mkpat::diag::Severity::Error) {
        let span = mkpat::source::Span::new(record.file, 0, 0);
        findings.push(
            Diagnostic::error(finding.code, span, finding.message.clone())
                .note("`joseki lint` shows the place"),
        );
    }
    db.filter(|_| !found.has_errors())
}

/// Plays all nodes of all records, whose patterns are those of `db` in the same
/// order ([`database`]). A node whose move is not proposed in each placement, or
/// that another pattern contradicts, is a finding.
pub fn replay(records: &[Record], db: &PatternDb, findings: &mut Diagnostics) -> Tally {
    let mut tally = Tally::default();
    let mut board = Board { matcher: Matcher::new(), matches: Vec::new(), db };
    let entries = records.iter().flat_map(|r| r.entries.iter().map(move |e| (r, e)));
    for (number, (record, entry)) in entries.enumerate() {
        tally.nodes += 1;
        tally.constrained += usize::from(!entry.constraint.is_empty());
        let mut wrong: Vec<(Placement, Wrong)> = Vec::new();
        for placement in Placement::all() {
            tally.expected += 1;
            let step = Step::new(record, entry);
            match board.play(step.as_ref(), PatternId(number as u32), placement) {
                Ok(()) => tally.proposed += 1,
                Err(why) => wrong.push((placement, why)),
            }
        }
        if let Some((placement, why)) = wrong.first() {
            findings.push(finding(record, entry, db, *placement, why, wrong.len()));
        }
    }
    tally
}

/// What is wrong with a move.
enum Wrong {
    /// The line does not fit on the board.
    OffBoard,
    /// No pattern of the node's number proposes it.
    Missing,
    /// This pattern says the contrary.
    Contradicted(PatternId),
}

struct Board<'a> {
    matcher: Matcher,
    matches: Vec<Match>,
    db: &'a PatternDb,
}

impl Board<'_> {
    fn play(
        &mut self,
        step: Option<&Step>,
        id: PatternId,
        placement: Placement,
    ) -> Result<(), Wrong> {
        let step = step.ok_or(Wrong::OffBoard)?;
        let stones = step.stones(placement).ok_or(Wrong::OffBoard)?;
        let to = step.to(placement).ok_or(Wrong::OffBoard)?;
        let mut position = Position::new(SIZE);
        for (p, color) in stones {
            position.set(p, color.cell());
        }
        let color = step.color(placement);
        self.matcher.matches(self.db, position.view(), color, &mut self.matches);
        let here = |m: &&Match| m.site(self.db.pattern(m.pattern), color).mv == to;
        let own = self.db.pattern(id);
        let mut found = false;
        for m in self.matches.iter().filter(here) {
            found |= m.pattern == id;
            let other = self.db.pattern(m.pattern);
            // Under two conditions the move may be good and bad.
            let are_apart = own.constraint.is_some()
                && other.constraint.is_some()
                && own.constraint != other.constraint;
            if other.class.has('N') != own.class.has('N') && !are_apart {
                return Err(Wrong::Contradicted(m.pattern));
            }
        }
        if found { Ok(()) } else { Err(Wrong::Missing) }
    }
}

fn finding(
    record: &Record,
    entry: &Entry,
    db: &PatternDb,
    placement: Placement,
    why: &Wrong,
    times: usize,
) -> Diagnostic {
    let name = &entry.name;
    let message = match why {
        Wrong::OffBoard => format!("the line of {name} does not fit on a board of 19×19"),
        Wrong::Missing => format!("the matcher does not find the move of {name}"),
        Wrong::Contradicted(other) => {
            let other = &db.pattern(*other).name;
            format!("{other} matches with {name} and says the contrary of the move")
        }
    };
    let colors = if placement.swapped { "with exchanged colours" } else { "as recorded" };
    Diagnostic::error(codes::REPLAY, move_span(record, entry), message).note(format!(
        "in {times} of 16 placements, first in orientation {} {colors}",
        placement.transform.index()
    ))
}
