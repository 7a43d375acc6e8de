//! Slips of a writer who has read the tutorial: each gets one finding, at the right place, that names the cause, and
//! the mend where there is one. `fixtures/slips.txt` says what is expected, and how it is written.

use mkpat::diag::{Diagnostic, Severity};
use mkpat::language::load::Run;
use mkpat::language::manifest::Manifest;
use mkpat::tools::fix::{self, Which};
use mkpat::tools::lint;

/// The manifest of the tutorial.
const MANIFEST: &str = r#"
[[database]]
name = "connect"
files = ["connect.db"]
kind = "connections"
stage = "dragons"

[[database]]
name = "moves"
files = ["moves.db"]
kind = "general"
stage = "movegen"
attributes = "general"
"#;

/// The patterns that the slips are made in: name, database, text.
const BASES: &[(&str, &str, &str)] = &[
    (
        "jump",
        "connect",
        "Pattern Jump1\n# A jump holds.\n\nO.O\n\n:+,C\n\nbac\n\n;xplay_connect(a,b,c)\n",
    ),
    (
        "join",
        "moves",
        "Pattern Join1\n# Close a jump that can be cut.\n\n?X?\nO*O\n?X?\n\n:+,C,minvalue(20)\n\n?X?\nb*c\n?X?\n\n\
         ;!xplay_connect(*,b,c)\n",
    ),
    (
        "edge",
        "moves",
        "Pattern Edge1\n# Close a jump on the second line.\n\n?X?\nO*O\n...\n---\n\n:|,C,minvalue(20)\n\n?X?\nb*c\n...\n---\n\n\
         ;!xplay_connect(*,b,c)\n",
    ),
    (
        "wall",
        "moves",
        "Pattern Wall1\n# Close a jump beside the edge.\n\n?X?|\nO*O|\n?X?|\n\n:8,C,minvalue(20)\n\n?X?|\nb*c|\n?X?|\n\n\
         ;!xplay_connect(*,b,c)\n",
    ),
];

/// What is expected of one slip.
#[derive(Default)]
struct Case {
    name: String,
    base: &'static str,
    database: &'static str,
    text: String,
    places: Vec<usize>,
    cause: Vec<String>,
    errors: usize,
    mend: String,
}

/// Characters that are written as `\t` and `\u{..}`.
fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u{").or_else(|| rest.find("\\t")) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(tail) = rest.strip_prefix("\\t") {
            out.push('\t');
            rest = tail;
        } else {
            let end = rest.find('}').unwrap();
            out.push(char::from_u32(u32::from_str_radix(&rest[3..end], 16).unwrap()).unwrap());
            rest = &rest[end + 1..];
        }
    }
    out + rest
}

fn cases(text: &str) -> Vec<Case> {
    let mut out: Vec<Case> = Vec::new();
    // The lines of the base, each with what follows it; `None` if it is deleted.
    let mut lines: Vec<(Option<String>, Vec<String>)> = Vec::new();
    let end = |case: &mut Case, lines: &[(Option<String>, Vec<String>)]| {
        let all = lines.iter().flat_map(|(line, after)| line.iter().chain(after));
        case.text = all.map(|line| format!("{line}\n")).collect();
    };
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            if let Some(case) = out.last_mut() {
                end(case, &lines);
            }
            out.push(Case { name: name.to_string(), ..Case::default() });
            continue;
        }
        let (Some((key, value)), Some(case)) =
            (line.split_once(':').or_else(|| line.split_once(' ')), out.last_mut())
        else {
            continue;
        };
        let value = unescape(value.strip_prefix(' ').unwrap_or(value));
        match key {
            "base" => {
                let (_, database, text) = BASES.iter().find(|(name, _, _)| *name == value).unwrap();
                (case.database, case.base) = (database, text);
                lines = text.lines().map(|line| (Some(line.to_string()), Vec::new())).collect();
            }
            "place" => case.places = value.split(' ').map(|n| n.parse().unwrap()).collect(),
            "cause" => case.cause = value.split(" | ").map(str::to_string).collect(),
            "errors" => case.errors = value.parse().unwrap(),
            "mend" => case.mend = value,
            "delete" => lines[value.parse::<usize>().unwrap() - 1].0 = None,
            _ => match key.strip_prefix("after ") {
                Some(n) => lines[n.parse::<usize>().unwrap() - 1].1.push(value),
                None => lines[key.parse::<usize>().unwrap() - 1].0 = Some(value),
            },
        }
    }
    if let Some(case) = out.last_mut() {
        end(case, &lines);
    }
    out
}

/// The database of a case, alone in its run.
fn run(case: &Case) -> Run {
    let manifest = Manifest::parse("mkpat.toml".into(), MANIFEST).unwrap();
    let spec = manifest.databases.into_iter().find(|spec| spec.name == case.database).unwrap();
    let mut run = Run::new();
    let file = run.sources.add(spec.files[0].clone(), case.text.clone().into_bytes()).unwrap();
    run.add(spec, vec![file]);
    run
}

/// Everything that a finding says.
fn words(finding: &Diagnostic) -> String {
    let labels = std::iter::once(&finding.primary).chain(&finding.secondary);
    let labels = labels.map(|label| label.message.clone()).collect::<Vec<_>>().join("\n");
    format!("{}\n{labels}\n{}", finding.message, finding.notes.join("\n"))
}

/// What is wrong with the findings about a case, by criterion: place and cause, number, mend.
fn judge(case: &Case) -> [Vec<String>; 3] {
    let mut wrong = [const { Vec::new() }; 3];
    let run = run(case);
    let mut found = lint::lint(&run, &run.diags);
    found.findings.sort();
    let worst = found.findings.iter().map(|finding| finding.severity).min();
    let worst: Vec<&Diagnostic> =
        found.findings.iter().filter(|finding| Some(finding.severity) == worst).collect();
    let said = || {
        let line = |f: &&&Diagnostic| {
            run.sources.place(f.primary.span.file, f.primary.span.range().start).0
        };
        worst
            .iter()
            .map(|f| format!("{}:{} {}", line(&f), f.code, words(f).replace('\n', " / ")))
            .collect::<Vec<_>>()
    };
    match worst.first() {
        None => wrong[0].push("nothing is found".to_string()),
        Some(first) => {
            let line =
                run.sources.place(first.primary.span.file, first.primary.span.range().start).0;
            let words = words(first);
            if !case.places.contains(&line)
                || !case.cause.iter().all(|word| words.contains(word.as_str()))
            {
                wrong[0].push(format!("{:?}", said()));
            }
        }
    }
    if worst.len() != case.errors || worst.iter().any(|f| f.severity == Severity::Hint) {
        wrong[1].push(format!("{:?}", said()));
    }
    let offered = worst.iter().any(|finding| finding.fix.is_some());
    // The mend of the slip alone, and with everything else that can be mended then.
    let apply = |wanted: &dyn Fn(&Diagnostic) -> bool| {
        let outcome = fix::fix(&run, &run.diags, Which::All, wanted);
        let after = outcome.run.sources.iter().next().unwrap().1.text.clone();
        (after, outcome.left.findings)
    };
    let codes: Vec<&str> = worst.iter().map(|finding| finding.code).collect();
    let tries = [apply(&|finding| codes.contains(&finding.code)), apply(&|_| true)];
    let good = tries.iter().any(|(after, left)| {
        let clean = left.count(Severity::Error) == 0;
        match case.mend.as_str() {
            "back" => offered && after == case.base,
            "none" => !offered,
            "any" => !offered || clean,
            line => {
                let (number, text) = line.split_once(": ").unwrap();
                offered
                    && clean
                    && after.lines().nth(number.parse::<usize>().unwrap() - 1) == Some(text)
            }
        }
    });
    let (after, left) = &tries[0];
    if !good {
        let changed: Vec<&str> =
            after.lines().filter(|line| !case.text.lines().any(|old| old == *line)).collect();
        let left: Vec<String> = left.iter().map(words).collect();
        wrong[2].push(format!("offered: {offered}, then: {changed:?}, {left:?}"));
    }
    wrong
}

/// How many of the cases meet each criterion, and what the others get.
fn score(cases: &[Case]) -> ([usize; 3], String) {
    let mut right = [0; 3];
    let mut shown = String::new();
    for case in cases {
        for (i, wrong) in judge(case).iter().enumerate() {
            right[i] += usize::from(wrong.is_empty());
            if let Some(wrong) = wrong.first() {
                let what = ["place or cause", "number of findings", "mend"][i];
                shown.push_str(&format!("{}: {what}: {wrong}\n", case.name));
            }
        }
    }
    (right, shown)
}

#[test]
fn the_bases_have_no_fault() {
    for (name, database, text) in BASES {
        let case = Case { database, text: text.to_string(), ..Case::default() };
        let run = run(&case);
        let found = lint::lint(&run, &run.diags).findings;
        let bad: Vec<_> = found.iter().filter(|f| f.severity == Severity::Error).collect();
        assert!(bad.is_empty(), "{name}: {bad:?}");
    }
}

#[test]
fn slips_of_the_tutorial_are_named_and_mended() {
    let cases = cases(include_str!("fixtures/slips.txt"));
    assert_eq!(cases.len(), 60);
    let (right, shown) = score(&cases);
    assert!(right == [60; 3], "right: {right:?}\n{shown}");
}

#[test]
fn further_slips_are_named_and_mended() {
    let cases = cases(include_str!("fixtures/more_slips.txt"));
    assert_eq!(cases.len(), 31);
    let (right, shown) = score(&cases);
    assert!(right == [31; 3], "right: {right:?}\n{shown}");
}

#[test]
fn slips_of_copying_are_named_and_mended() {
    let cases = cases(include_str!("fixtures/pasted_slips.txt"));
    assert_eq!(cases.len(), 15);
    let (right, shown) = score(&cases);
    assert!(right == [15; 3], "right: {right:?}\n{shown}");
}

/// A word whose letters are all class letters compiles, and is named with the letter that was meant.
#[test]
fn a_word_for_a_class_letter_is_a_warning() {
    let (_, database, text) = BASES[1];
    let text = text.replace(":+,C,", ":+,connect,");
    let run = run(&Case { database, text, ..Case::default() });
    let found = lint::lint(&run, &run.diags).findings;
    let warnings: Vec<_> = found.iter().filter(|f| f.severity == Severity::Warning).collect();
    assert_eq!((warnings.len(), warnings[0].code), (1, "KP0615"), "{warnings:?}");
    assert!(warnings[0].primary.message.contains("`C`"), "{warnings:?}");
    let outcome = fix::fix(&run, &run.diags, Which::All, |_: &Diagnostic| true);
    let after = outcome.run.sources.iter().find(|(_, file)| file.name.ends_with("moves.db"));
    assert_eq!(after.expect("the file").1.text, BASES[1].2);
}

/// What the reader of TOML says is told with what to write.
#[test]
fn manifests_say_what_is_to_be_written() {
    for (from, to, words) in [
        ("[[database]]", "[database]", "write `[[database]]`"),
        ("files =", "file =", "did you mean `files`?"),
        ("[\"connect.db\"]", "\"connect.db\"", "write `[\"connect.db\"]`"),
        ("kind = \"connections\"", "kind = \"connection\"", "did you mean `connections`?"),
    ] {
        let text = MANIFEST.replace(from, to);
        let error = Manifest::parse("mkpat.toml".into(), &text).expect_err(to);
        assert!(error.message.contains(words), "{to}: {error}");
    }
}

/// A character of several bytes anywhere, also at the start of a line that continues code, is a finding or nothing.
#[test]
fn no_character_in_any_place_brings_the_reader_down() {
    let long = BASES[1].2.replace(";!", ";lib(b) > 1 &&\n").replace("xplay", "!xplay");
    for (_, database, base) in BASES.iter().copied().chain([("long", "moves", long.as_str())]) {
        for (at, _) in base.char_indices() {
            for new in ["ä", "；", "×", "\u{a0}", "\u{200b}", "𝄞", "\r"] {
                let text = format!("{}{new}{}", &base[..at], &base[at..]);
                let run = run(&Case { database, text, ..Case::default() });
                lint::lint(&run, &run.diags);
            }
        }
    }
}

/// A file whose lines end with carriage returns alone is one long line, and one mistake.
#[test]
fn carriage_returns_end_no_lines() {
    let (_, database, text) = BASES[1];
    let case = Case { database, text: text.replace('\n', "\r"), ..Case::default() };
    let run = run(&case);
    let found = lint::lint(&run, &run.diags).findings;
    let errors: Vec<_> = found.iter().filter(|f| f.severity == Severity::Error).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].message.contains("carriage returns"), "{errors:?}");
    let outcome = fix::fix(&run, &run.diags, Which::All, |_: &Diagnostic| true);
    let after = &outcome.run.sources.iter().next().unwrap().1.text;
    assert_eq!(after, text);
}
