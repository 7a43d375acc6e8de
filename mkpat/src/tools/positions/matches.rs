//! Matches with names: what the commands and the test files say of a raw match.

use mkpat_rt::db::{Anchor, AttrValue, Pattern, PatternDb};
use mkpat_rt::geom::{Color, Offset, Point};
use mkpat_rt::matcher::{Match, Matcher};

use super::Position;
use super::diagram::{Mark, draw};

/// The colours of O in the order in which matches are listed.
pub const SIDES: [Color; 2] = [Color::White, Color::Black];

/// Vertices that are drawn around a match.
const MARGIN: i32 = 2;

/// A match with what it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The database.
    pub db: &'a PatternDb,
    /// Who plays O.
    pub color: Color,
    /// The match.
    pub raw: Match,
}

/// All raw matches of `db` on `position` for one colour, in canonical order.
/// `buffer` is working memory.
pub fn find<'a>(
    matcher: &mut Matcher,
    db: &'a PatternDb,
    position: &Position,
    color: Color,
    buffer: &'a mut Vec<Match>,
) -> impl Iterator<Item = Found<'a>> + 'a {
    matcher.matches(db, position.view(), color, buffer);
    buffer.iter().map(move |&raw| Found { db, color, raw })
}

impl<'a> Found<'a> {
    /// The pattern.
    pub fn pattern(&self) -> &'a Pattern {
        self.db.pattern(self.raw.pattern)
    }

    /// The vertex of `*`; `None` if the pattern has none.
    pub fn mv(&self) -> Option<Point> {
        let pattern = self.pattern();
        pattern.mv.map(|_| self.raw.site(pattern, self.color).mv)
    }

    /// GTP name of the vertex of `*`, or `-`.
    pub fn move_name(&self, size: usize) -> String {
        self.mv().map_or("-".to_string(), |p| p.name(size))
    }

    /// The match as the commands list it, fields apart by tabs: record, until (or `-`), database,
    /// colour that plays O, pattern, vertex of the move (or `-`), and the orientation, if wanted.
    pub fn fields(&self, record: &str, until: &str, size: usize, orientation: bool) -> String {
        let (db, pattern, at) = (&self.db.name, &self.pattern().name, self.move_name(size));
        let last =
            if orientation { format!("\t{}", self.raw.transform.index()) } else { String::new() };
        format!("{record}\t{until}\t{db}\t{}\t{pattern}\t{at}{last}", self.color)
    }

    /// The values of the colon line, as `shape(4),followup(3)`; labels are the
    /// vertices where they lie. `-` without any.
    pub fn values(&self, size: usize) -> String {
        let pattern = self.pattern();
        let site = self.raw.site(pattern, self.color);
        let values: Vec<String> = pattern
            .attrs
            .iter()
            .map(|attr| match attr.value {
                AttrValue::Number(x) => format!("{}({x})", attr.kind.name()),
                AttrValue::Label(at) => {
                    let p = site.origin.offset(site.transform.apply(at), size);
                    let name = p.map_or("?".to_string(), |p| p.name(size));
                    format!("{}({name})", attr.kind.name())
                }
            })
            .collect();
        if values.is_empty() { "-".to_string() } else { values.join(",") }
    }

    /// The vertices that the pattern looks at.
    pub fn watched(&self, position: &Position) -> Vec<Point> {
        let pattern = self.pattern();
        let (anchor, t) = (self.raw.anchor, self.raw.transform);
        let vertex = |o: Offset| anchor.offset(t.apply(o), position.size());
        let mut watched: Vec<Point> =
            pattern.elements.iter().filter_map(|e| vertex(e.at)).collect();
        if pattern.anchor == Anchor::Corner {
            let (min, max) = (pattern.min, pattern.max);
            let rows = min.dr..=max.dr;
            let all = rows.flat_map(|r| (min.dc..=max.dc).map(move |c| Offset::new(r, c)));
            watched.extend(all.filter_map(vertex));
        }
        watched
    }

    /// The match on its part of the board: `*` is the move, `[ ]` stand around
    /// the vertices that the pattern looks at, `( )` around its anchor.
    pub fn draw(&self, position: &Position) -> String {
        let pattern = self.pattern();
        let (anchor, t) = (self.raw.anchor, self.raw.transform);
        let whole = pattern.anchor == Anchor::Corner;
        let corners = [pattern.min, pattern.max].map(|o| t.apply(o));
        let last = position.size() as i32 - 1;
        let bound = |origin: usize, steps: [i8; 2]| {
            let (a, b) = (origin as i32 + i32::from(steps[0]), origin as i32 + i32::from(steps[1]));
            let (low, high) = (a.min(b), a.max(b));
            ((low - MARGIN).clamp(0, last) as usize, (high + MARGIN).clamp(0, last) as usize)
        };
        let (top, bottom) = bound(anchor.row(), [corners[0].dr, corners[1].dr]);
        let (left, right) = bound(anchor.col(), [corners[0].dc, corners[1].dc]);
        let watched = self.watched(position);
        let mv = self.mv();
        draw(position, Point::new(top, left), Point::new(bottom, right), |p| Mark {
            symbol: (mv == Some(p)).then_some('*'),
            around: match () {
                () if p == anchor && !whole => Some(('(', ')')),
                () if watched.contains(&p) => Some(('[', ']')),
                () => None,
            },
        })
    }
}
