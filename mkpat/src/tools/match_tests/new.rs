//! A test case of a position, with what is found there as what is expected.

use mkpat_rt::db::PatternDb;
use mkpat_rt::geom::Color;
use mkpat_rt::matcher::Matcher;

use super::{Judge, TestFile, check};
use crate::tools::positions::{Position, diagram};

/// The text of a case: `only` patterns of those databases that have them, with `color` as O. What is
/// found now is what it expects, with the answers if there is somebody to judge.
///
/// # Errors
///
/// If a pattern is in no database, or nobody can play in the position.
pub fn new_case(
    title: &str,
    position: &Position,
    only: &[String],
    color: Color,
    databases: &[&PatternDb],
    mut judge: Option<&mut dyn Judge>,
) -> Result<String, String> {
    let has = |db: &&&PatternDb, name: &String| db.patterns.iter().any(|p| p.name == *name);
    if let Some(name) = only.iter().find(|name| !databases.iter().any(|db| has(&db, name))) {
        let names = databases.iter().flat_map(|db| db.patterns.iter().map(|p| p.name.as_str()));
        let near = crate::diag::did_you_mean(name, names);
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(format!("no database has a pattern `{name}`{near}"));
    }
    let wanted = databases.iter().filter(|db| only.is_empty() || only.iter().any(|n| has(db, n)));
    let names: Vec<&str> = wanted.map(|db| db.name.as_str()).collect();
    let only_line =
        if only.is_empty() { String::new() } else { format!("only: {}\n", only.join(" ")) };
    let rows: String = diagram::plain(position)
        .lines()
        .map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n")
        .collect();
    let text = format!(
        "=== {title}\ndatabase: {}\n{only_line}O: {color}\nsize: {}\n\n{rows}\nmatches:\n{}",
        names.join(" "),
        position.size(),
        if judge.is_some() { "\nanswers:\n" } else { "" },
    );
    let file = TestFile::parse(&text).map_err(|e| e.to_string())?;
    let mut found = Vec::new();
    for case in &file.cases {
        let judge = judge.as_mut().map(|judge| &mut **judge as &mut dyn Judge);
        let outcome = check(case, databases, &mut Matcher::new(), judge);
        found.push(Some(outcome.map_err(|e| e.message)?.found));
    }
    Ok(file.updated(&text, &found))
}
