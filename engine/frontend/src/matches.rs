//! Where patterns match in a position, and what becomes of each match, for their authors.

use mkpat::tools::positions::matches::Found;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::matcher::{Match, Matcher};

use crate::pattern_tests::verdict;
use crate::session::Session;

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

/// What the lines of the list begin with, and whether they have the orientation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The name of the record.
    pub record: String,
    /// Where it was stopped in, or `-`.
    pub until: String,
    /// Whether there is a field for the orientation.
    pub orientation: bool,
}

/// Lists all matches in the session's position with `color` as O, who is taken to move, one per
/// line: the fields of [`Found::fields`], and the verdict: `accepted`, or who refused the match
/// (`class`, `constraint`, `helper`).
pub fn list(session: &mut Session, color: Color, filter: &Filter, layout: &Layout) -> String {
    let size = session.game().size();
    let mut matcher = Matcher::new();
    let (mut found, mut wanted): (Vec<Match>, Vec<(usize, Match)>) = (Vec::new(), Vec::new());
    for (number, database) in session.patterns().databases.iter().enumerate() {
        let db = &database.data;
        if filter.database.as_ref().is_some_and(|name| *name != db.name) {
            continue;
        }
        matcher.matches(db, session.game().board().view(), color, &mut found);
        let is_wanted = |m: &&Match| {
            let pattern = db.pattern(m.pattern);
            filter.pattern.as_ref().is_none_or(|part| pattern.name.contains(part.as_str()))
                && filter.at.is_none_or(|p| p == m.site(pattern, color).mv)
        };
        wanted.extend(found.iter().filter(is_wanted).map(|m| (number, *m)));
    }
    let verdicts = session.judge_matches(color, &wanted, 0);
    let databases = &session.patterns().databases;
    let line = |v: engine::verdicts::MatchVerdict| {
        let found = Found { db: &databases[v.database].data, color, raw: v.found };
        let fields = found.fields(&layout.record, &layout.until, size, layout.orientation);
        format!("{fields}\t{}\n", verdict(v.rejected))
    };
    verdicts.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Settings;
    use engine::diagram;
    use engine::game::{Game, Rules};

    #[test]
    fn matches_are_listed_with_their_verdicts() {
        let board = diagram::parse(
            "
            . . . . .
            . . . . .
            . X O . .
            . X O . .
            . . . . .",
        )
        .expect("a diagram");
        let settings = Settings { size: 5, ..Settings::default() };
        let mut session = Session::new(crate::testing::patterns(), &settings).expect("a session");
        session.replace(Game::from_board(board, Rules::default(), Color::Black), None);
        let layout = Layout { record: "game.sgf".into(), until: "-".into(), orientation: true };
        let mut list = |filter: Filter| super::list(&mut session, Color::Black, &filter, &layout);
        let all = list(Filter::default());
        insta::assert_snapshot!(all);
        let some = all.lines().count();
        assert!(some > 0);
        let mut count = |filter: Filter| list(filter).lines().count();
        let database = |name: &str| Filter { database: Some(name.into()), ..Filter::default() };
        assert_eq!(count(database("general")) + count(database("connect")), some);
        assert_eq!(count(Filter { pattern: Some("Nothing".into()), ..Filter::default() }), 0);
        let at = Point::parse("C4", 5);
        assert!((1..=some).contains(&count(Filter { at, ..Filter::default() })));
    }
}
