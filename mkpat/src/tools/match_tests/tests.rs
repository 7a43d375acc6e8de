//! Cases on small databases.

use super::*;
use crate::language::load::Run;
use crate::language::manifest::{DatabaseSpec, Kind, MatcherKind};
use mkpat_rt::db::Database;
use mkpat_rt::recording_host::Recorder;

const DATABASE: &str = "attribute_map general\n\n\
    Pattern Hane1\n# Idea.\n\n.*.\nOX.\n\n:8,X,shape(4)\n\n\
    Pattern Touch1\n# Idea.\n\nO*\n\n:-,-,terri(3)\n\na*\n\n;lib(a)>1\n\n";

fn database(text: &str, matcher: MatcherKind) -> PatternDb {
    let mut run = Run::new();
    let id = run.sources.add("a.db", text.as_bytes().to_vec()).unwrap();
    let spec = DatabaseSpec::inferred("a", "a.db", Kind::General);
    let spec = DatabaseSpec { matcher, ..spec };
    let trees = {
        run.add(spec.clone(), vec![id]);
        run.parse(0)
    };
    let db = crate::language::lower::lower(&run.sources, &spec, &trees, &mut run.diags);
    assert_eq!(crate::diag::render::to_string(&run.sources, &run.diags), "");
    crate::language::compile::compile(&run.sources, &db, &mut run.diags)
        .unwrap_or_else(|| panic!("{}", crate::diag::render::to_string(&run.sources, &run.diags)))
}

const TEST: &str = "=== hane\nonly: Hane*\nO: white\n\n.....\n.....\n.OX..\n.....\n.....\n\n\
    matches:\n  white  C4  Hane1  0  shape(4)\n  white  C2  Hane1  5  shape(4)\n";

fn run(text: &str, db: &PatternDb) -> Result<Outcome, LineError> {
    let file = TestFile::parse(text).unwrap();
    check(&file.cases[0], &[db], &mut Matcher::new(), None)
}

/// Neither the order of the patterns nor the matcher changes a result.
#[test]
fn results_do_not_depend_on_order_or_matcher() {
    let (head, patterns) = DATABASE.split_at(DATABASE.find("Pattern").unwrap());
    let (a, b) = patterns.split_at(patterns.find("Pattern T").unwrap());
    let one = database(DATABASE, MatcherKind::Naive);
    let two = database(&format!("{head}{b}{a}"), MatcherKind::Grid);
    for test in [TEST.to_string(), TEST.replace("only: Hane*\n", "").replace("O: white\n", "")] {
        let [x, y] = [&one, &two].map(|db| run(&test, db).unwrap());
        assert_eq!(x.found, y.found);
        assert!(x.found.matches.len() >= 2);
    }
}

#[test]
fn a_difference_shows_what_is_missing_and_what_is_new() {
    let db = database(DATABASE, MatcherKind::Grid);
    assert!(run(TEST, &db).unwrap().passed());
    let other = run(&TEST.replace("shape(4)\n  w", "shape(5)\n  w"), &db).unwrap();
    assert!(!other.passed());
    assert_eq!(
        other.to_text(),
        "- white  C4  Hane1  0  shape(5)\n+ white  C4  Hane1  0  shape(4)\n  \
         white  C2  Hane1  5  shape(4)\n"
    );
}

#[test]
fn what_does_not_exist_is_an_error() {
    let db = database(DATABASE, MatcherKind::Grid);
    let error = |from: &str, to: &str| run(&TEST.replace(from, to), &db).unwrap_err();
    assert_eq!(error("Hane*", "Hane1 Hone*").line, 2);
    assert!(error("Hane*", "Hane1 Hone*").message.contains("`Hone*`"));
    assert!(error("only", "database: b\nonly").message.contains("there are: a"));
}

#[test]
fn an_update_makes_the_test_pass_and_changes_nothing_else() {
    let db = database(DATABASE, MatcherKind::Grid);
    for test in [
        TEST.replace("shape(4)", "shape(9)"),
        TEST.replace("matches:", "matches: # two"),
        TEST[..TEST.find("matches").unwrap()].to_string(),
        TEST[..TEST.find("matches").unwrap()].trim_end().to_string(),
        format!("{TEST}\n# A comment stays.\n"),
    ] {
        let file = TestFile::parse(&test).unwrap();
        let outcome = check(&file.cases[0], &[&db], &mut Matcher::new(), None).unwrap();
        let updated = file.updated(&test, &[Some(outcome.found)]);
        assert!(run(&updated, &db).unwrap().passed(), "{updated}");
        let again = TestFile::parse(&updated).unwrap();
        assert_eq!(again.updated(&updated, &[Some(run(&updated, &db).unwrap().found)]), updated);
        let before = test.find("matches").unwrap_or(test.len());
        assert_eq!(updated[..before], test[..before]);
        assert_eq!(updated.ends_with("stays.\n"), test.ends_with("stays.\n"));
    }
}

/// Answers constraints from a seed.
struct Seeded(PatternDb, u64);

impl Judge for Seeded {
    fn judge(
        &mut self,
        position: &Position,
        color: Color,
        wanted: &dyn Fn(&PatternDb, &Pattern) -> bool,
    ) -> Result<Vec<Judged>, String> {
        let mut found = Vec::new();
        Matcher::new().matches(&self.0, position.view(), color, &mut found);
        found.retain(|m| wanted(&self.0, self.0.pattern(m.pattern)));
        let db = Database::interpreted(self.0.clone());
        let judged = found.into_iter().map(|raw| {
            let site = raw.site(db.data.pattern(raw.pattern), color);
            let mut host = Recorder::new(self.1);
            let accepted = host.check(&db, raw.pattern, &site) != 0;
            Judged {
                database: db.data.name.clone(),
                raw,
                verdict: if accepted { "accepted" } else { "constraint" },
                constraint: host.calls.into_iter().map(|call| (call, self.1 as f64)).collect(),
                action: Vec::new(),
            }
        });
        Ok(judged.collect())
    }

    fn prove(&mut self, _: &Position, goal: &str) -> Result<String, String> {
        if goal.contains("Z9") { Err("no vertex".to_string()) } else { Ok(self.1.to_string()) }
    }
}

#[test]
fn goals_are_compared_and_updated_and_need_no_database() {
    let db = database(DATABASE, MatcherKind::Grid);
    let text = "=== touch\n\n|O..\n|...\n\ngoals: # two\n  kill A2 = 1\n  save A2\n";
    let with = |text: &str, seed: u64| {
        let file = TestFile::parse(text).unwrap();
        let mut judge = Seeded(db.clone(), seed);
        let outcome = check(&file.cases[0], &[&db, &db], &mut Matcher::new(), Some(&mut judge))?;
        let updated = file.updated(text, &[Some(outcome.found.clone())]);
        Ok::<_, LineError>((outcome, updated))
    };
    let (outcome, updated) = with(text, 1).unwrap();
    assert_eq!(outcome.to_text(), "  goals:\n  kill A2 = 1\n- save A2\n+ save A2 = 1\n");
    assert_eq!(updated, text.replace(" # two", "").replace("save A2", "save A2 = 1"));
    assert!(with(&updated, 1).unwrap().0.passed());
    assert!(!with(&updated, 2).unwrap().0.passed());
    // Who cannot ask leaves them alone.
    let file = TestFile::parse(&updated).unwrap();
    assert!(check(&file.cases[0], &[], &mut Matcher::new(), None).unwrap().passed());
    let bad = with(&updated.replace("save A2", "save Z9"), 1).unwrap_err();
    assert_eq!((bad.line, bad.message.as_str()), (8, "save Z9: no vertex"));
}

#[test]
fn answers_are_compared_match_by_match_and_updated() {
    let db = database(DATABASE, MatcherKind::Grid);
    let text = "=== touch\nonly: Touch1\nO: white\n\n|O..\n|...\n\nanswers:\n";
    let with = |text: &str, seed: u64| {
        let file = TestFile::parse(text).unwrap();
        let mut judge = Seeded(db.clone(), seed);
        let outcome = check(&file.cases[0], &[&db], &mut Matcher::new(), Some(&mut judge)).unwrap();
        let updated = file.updated(text, &[Some(outcome.found.clone())]);
        (outcome, updated)
    };
    // Without expectations it fails; updated it passes and stays.
    let (outcome, updated) = with(text, 1);
    assert!(!outcome.passed());
    let (outcome, again) = with(&updated, 1);
    assert!(outcome.passed(), "{}", outcome.to_text());
    assert_eq!(again, updated);
    assert!(updated.contains("matches:\n  white") && updated.contains("\n    ; lib("), "{updated}");
    // Other answers are differences in the lines of the calls, and nowhere else.
    let (outcome, _) = with(&updated, 2);
    assert!(!outcome.passed());
    let changed: Vec<_> = outcome.shown().into_iter().filter(|c| c.0 != Change::Same).collect();
    assert!(!changed.is_empty());
    let calls = changed.iter().filter(|(_, line)| line.contains("; lib(")).count();
    assert!(calls >= 2 && calls.is_multiple_of(2), "{changed:?}");
    // Who cannot ask an engine leaves answers alone.
    assert!(run(&updated, &db).unwrap().passed());
    let file = TestFile::parse(&updated).unwrap();
    let found = run(&updated, &db).unwrap().found;
    assert_eq!(file.updated(&updated, &[Some(found)]), updated);
    // The order of the matches does not matter.
    let (head, answers) = updated.split_at(updated.find("answers:\n").unwrap() + 9);
    let mut paragraphs: Vec<String> = Vec::new();
    for line in answers.lines() {
        match paragraphs.last_mut() {
            Some(last) if line.contains(';') => last.push_str(&format!("{line}\n")),
            _ => paragraphs.push(format!("{line}\n")),
        }
    }
    assert!(paragraphs.len() >= 2, "{updated}");
    paragraphs.reverse();
    let turned = format!("{head}{}", paragraphs.concat());
    assert_ne!(turned, updated);
    assert!(with(&turned, 1).0.passed());
}
