//! Where patterns fit in a position, for their authors.

use std::fmt::Write;

use engine::board::Board;
use mkpat_rt::db::PatternSet;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::matcher::Matcher;

/// Which matches to list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Only this database.
    pub database: Option<String>,
    /// Only patterns whose name contains this.
    pub pattern: Option<String>,
    /// Only matches whose move is here.
    pub at: Option<Point>,
}

/// Lists all matches on the board with `color` as O, one per line: database,
/// pattern, place in its source, orientation, anchor and move. Constraints are
/// not asked; a `?` marks matches that have one.
pub fn list(set: &PatternSet, board: &Board, color: Color, filter: &Filter) -> String {
    let size = board.size();
    let mut matcher = Matcher::new();
    let (mut found, mut out) = (Vec::new(), String::new());
    for database in &set.databases {
        let db = &database.data;
        if filter.database.as_ref().is_some_and(|name| *name != db.name) {
            continue;
        }
        matcher.matches(db, board.view(), color, &mut found);
        for m in &found {
            let pattern = db.pattern(m.pattern);
            let mv = m.site(pattern, color).mv;
            if filter.pattern.as_ref().is_some_and(|part| !pattern.name.contains(part.as_str()))
                || filter.at.is_some_and(|p| p != mv)
            {
                continue;
            }
            let file = db.files.get(usize::from(pattern.file)).map_or("", String::as_str);
            let mark = if pattern.constraint.is_some() { " ?" } else { "" };
            let mv = if mv.is_pass() { "-".to_string() } else { mv.name(size) };
            let _ = writeln!(
                out,
                "{} {} {file}:{} transform {} anchor {} move {mv}{mark}",
                db.name,
                pattern.name,
                pattern.line,
                m.transform.index(),
                m.anchor.name(size),
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::diagram;

    #[test]
    fn matches_are_listed_with_place_and_constraint() {
        let board = diagram::parse(
            "
            . . . . .
            . . . . .
            . X O . .
            . X O . .
            . . . . .",
        )
        .expect("a diagram");
        let set = crate::testing::patterns();
        let all = list(&set, &board, Color::Black, &Filter::default());
        insta::assert_snapshot!(all);
        let count = |filter: Filter| list(&set, &board, Color::Black, &filter).lines().count();
        let some = all.lines().count();
        assert!(some > 0);
        let database = |name: &str| Filter { database: Some(name.into()), ..Filter::default() };
        assert_eq!(count(database("general")) + count(database("connect")), some);
        assert_eq!(count(Filter { pattern: Some("Nothing".into()), ..Filter::default() }), 0);
        let at = Point::parse("C4", 5);
        assert!((1..=some).contains(&count(Filter { at, ..Filter::default() })));
    }
}
