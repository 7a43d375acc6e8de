//! Playout databases: the language, the table, and what "uniform" means.

use crate::common;
use mkpat::language::manifest::Kind;
use mkpat::language::{load, montecarlo};
use mkpat_rt::geom::{Offset, Transform};
use mkpat_rt::montecarlo::{Circumstances, Neighbourhood, PlayoutDb};
use mkpat_rt::table::{EMPTY, O, OFF, Symbol, X};
use proptest::prelude::*;

/// The database of a text without errors.
fn database(text: &str) -> PlayoutDb {
    let mut run = common::run(Kind::MonteCarlo, text);
    let compiled = run.compile().unwrap_or_else(|| panic!("{:#?}", common::findings(&run)));
    compiled.playouts.into_iter().next().unwrap()
}

/// What is wrong with a text, warnings included.
fn findings(text: &str) -> Vec<String> {
    let mut run = common::run(Kind::MonteCarlo, text);
    if let load::Lowered::Playouts(db) = run.lower_one(0)
        && let Some(compiled) = montecarlo::compile(&run.sources, &db, &mut run.diags)
    {
        montecarlo::check(&db, &compiled, &mut run.diags);
    }
    run.diags.sort();
    common::findings(&run)
}

/// Whether a move fills an eye of one point as the uniform database means it
/// (docs/pattern-language.md, "Playout weights").
fn is_own_eye(n: Neighbourhood) -> bool {
    let [nw, north, ne, west, east, sw, south, se] = n.symbols();
    let walled = [north, west, east, south].iter().all(|&s| s == O || s == OFF);
    let diagonals = [nw, ne, sw, se];
    let enemies = diagonals.iter().filter(|&&s| s == X).count();
    let in_centre = !n.symbols().contains(&OFF);
    walled && enemies <= usize::from(in_centre)
}

/// Asserts that a database gives 0 to moves into own eyes and 1 to all others.
fn assert_uniform(db: &PlayoutDb) {
    let mut eyes = 0;
    for n in Neighbourhood::all() {
        for c in Circumstances::all() {
            let want = u32::from(!is_own_eye(n));
            assert_eq!(db.weight(n, c), want, "{n} {c:?}");
        }
        eyes += usize::from(is_own_eye(n));
    }
    assert_eq!(eyes, 48 + 4 * 4 + 4 * 2);
}

/// The rule as three diagrams, drawn in other orientations than one would expect.
const UNIFORM: &str = "\
# Own eyes of one point are not filled.

+Oo
-*O
+Oo
:0

?Oo
O*O
oOo
:0

---
O*|
oO|
:0
";

#[test]
fn the_uniform_rule_fills_no_own_eyes() {
    assert_eq!(findings(UNIFORM), [""; 0]);
    assert_uniform(&database(UNIFORM));
}

#[test]
fn the_uniform_reference_database_is_the_uniform_rule() {
    let Some(path) = common::shared("corpus/gnugo-3.8/mc_uniform.db") else { return };
    let db = database(&std::fs::read_to_string(path).unwrap());
    assert_eq!(db.rules().len(), 3);
    assert_uniform(&db);
}

/// The first line in the file whose diagram fits in some orientation and whose
/// properties hold.
fn defined(rules: &[(&str, &str, u32)], n: Neighbourhood, c: Circumstances) -> u32 {
    let content = |at: Offset| -> Symbol {
        let cell = (at.dr + 1) * 3 + at.dc + 1;
        n.symbols()[(cell - i8::from(cell > 4)) as usize]
    };
    let fits = |diagram: &str, t: Transform| {
        let rows = diagram.split('/').enumerate();
        rows.flat_map(|(r, row)| row.chars().enumerate().map(move |(col, ch)| (r, col, ch))).all(
            |(r, col, ch)| {
                let at = t.apply(Offset::new(r as i8 - 1, col as i8 - 1));
                match ch {
                    '*' | '%' => true,
                    '?' => content(at) != OFF,
                    '.' => content(at) == EMPTY,
                    'O' => content(at) == O,
                    'X' => content(at) == X,
                    'o' => content(at) == EMPTY || content(at) == O,
                    'x' => content(at) == EMPTY || content(at) == X,
                    _ => content(at) == OFF,
                }
            },
        )
    };
    let holds = |property: &str| match property {
        "near" => c.is_near,
        "osafe" => !c.o_self_atari,
        "xunsafe" => c.x_self_atari,
        "xnosuicide" => !c.x_suicide,
        "ocap1+" => c.o_captures >= 1,
        "xcap2-" => c.x_captures <= 2,
        "ocap0" => c.o_captures == 0,
        other => panic!("{other}"),
    };
    let first = rules.iter().find(|(diagram, properties, _)| {
        Transform::ALL.iter().any(|&t| fits(diagram, t))
            && properties.split(',').filter(|p| !p.is_empty()).all(holds)
    });
    first.map_or(1, |rule| rule.2)
}

#[test]
fn the_table_says_what_the_first_line_that_fits_says() {
    let rules = [
        ("oOo/O*O/oO?", "", 0),
        ("XOX/.*./???", "near,osafe", 30),
        ("XOX/.*./???", "", 20),
        ("%%%/%*%/%%%", "ocap1+", 500),
        ("?X?/O*./---", "near", 7),
        ("|.x/|*o/+--", "xnosuicide,xcap2-", 3),
        ("%O%/X*%/%%%", "xunsafe,ocap0", 11),
        ("xo?/.*%/%%%", "", 13),
    ];
    let text: String = rules
        .iter()
        .map(|(diagram, properties, weight)| {
            let comma = if properties.is_empty() { "" } else { "," };
            format!("{}\n\n:{weight}{comma}{properties}\n\n", diagram.replace('/', "\n"))
        })
        .collect();
    let db = database(&text);
    let mut seen = std::collections::BTreeSet::new();
    for n in Neighbourhood::all().step_by(7) {
        for c in Circumstances::all() {
            let weight = db.weight(n, c);
            assert_eq!(weight, defined(&rules, n, c), "{n} {c:?}");
            seen.insert(weight);
        }
    }
    assert_eq!(seen.len(), 9, "every rule and no rule: {seen:?}");
    assert_eq!(PlayoutDb::from_bytes(&db.to_bytes()).unwrap(), db);
}

#[test]
fn colon_lines_share_a_diagram_and_may_stand_apart() {
    let db = database("???\n?*?\n???\n:5 , near\n\n# or\n:7\n");
    assert_eq!(db.rules().len(), 2);
    assert_eq!((db.rules()[0].line, db.rules()[1].line), (4, 7));
    assert_eq!(db.rules()[0].diagram, db.rules()[1].diagram);
    let n = Neighbourhood::from_symbols([EMPTY; 8]);
    assert_eq!(db.weight(n, Circumstances { is_near: true, ..Circumstances::default() }), 5);
    assert_eq!(db.weight(n, Circumstances::default()), 7);
}

#[test]
fn bytes_that_are_not_utf8_may_stand_in_comments() {
    let mut run = load::Run::new();
    let text = b"# M\xfcnchen\n???\n?*?\n???\n:2\n".to_vec();
    let file = run.sources.add("a.db", text).unwrap();
    run.add(
        mkpat::language::manifest::DatabaseSpec::inferred("a", "a.db", Kind::MonteCarlo),
        vec![file],
    );
    assert_eq!(run.compile().unwrap().playouts[0].rules().len(), 1);
}

#[test]
fn mistakes_have_one_finding_each_at_its_place() {
    let good = "???\n?*?\n???\n:2\n";
    for (from, to, want) in [
        (good, "", "KP0505 1:1 the database has no weights"),
        (good, ":2\n:3\n", "KP0005 1:1 a colon line before the first diagram"),
        (":2\n", "", "KP0004 1:1 a diagram without a colon line"),
        (
            "???\n?*",
            "Pattern A\n???\n?*",
            "KP0002 1:1 there are no `Pattern` lines in a playout database",
        ),
        ("???\n:2", "???\n???\n:2", "KP0721 4:1 a fourth row"),
        ("???\n:2", ":2", "KP0721 1:1 a diagram of 2 rows"),
        ("?*?", "?*", "KP0721 2:1 a row of width 2"),
        ("?*?", "???", "KP0721 2:2 no `*` in the centre"),
        ("?*?", "?**", "KP0721 2:3 `*` outside of the centre"),
        ("?*?", "?*Q", "KP0722 2:3 `Q` cannot stand around a move"),
        (":2", ":", "KP0723 4:2 a colon line without a weight"),
        (":2", ":-2", "KP0723 4:2 `-2` is not a weight"),
        (":2", ":2 3", "KP0723 4:2 `2 3` is not a weight"),
        (":2", ":4294967296", "KP0723 4:2 a weight is at most 4294967295"),
        (":2", ":2,nera", "KP0724 4:4 unknown property `nera`"),
        (":2", ":2,", "KP0724 4:4 a comma without a property"),
        ("?*?", "|*|", "KP0725 1:1 no board has such an edge"),
        ("?*?", "|*?", "KP0725 1:1 no board has such an edge"),
        (":2", ":10000001", "KP0726 4:2 a weight of more than 10000000"),
        (":2", ":2,near,far", "KP0727 4:1 this line never gives a weight"),
        (":2", ":2\n:3,near", "KP0727 5:1 this line never gives a weight"),
        (":2", ":2\0", "KP0001 4:3 a NUL byte; this is not a text file"),
    ] {
        let text = good.replacen(from, to, 1);
        assert_eq!(findings(&text), [want], "{text}");
    }
    assert_eq!(findings(good), [""; 0]);
}

#[test]
fn more_lines_than_a_table_can_number_are_refused() {
    let text = format!("???\n?*?\n???\n{}", ":1,near\n".repeat(1025));
    assert_eq!(findings(&text), ["KP0504 1028:1 more than 1024 weights in one database"]);
}

/// Lines that a database may have, and some that it may not.
fn lines() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "oOo\n?*?\nXxX",
        "%%%\n%*%\n---",
        "|.x\n|*?\n|oo",
        "OOO",
        "?*?",
        "+--",
        "# c",
        "",
        " ",
        ":1",
        ":0",
        ":20,near",
        ":3, ocap1+ ,xsafe",
        ":",
        ":x",
        ":7,",
        ":99999999",
        "Pattern A",
        "\u{e9}*.",
    ]);
    let line = prop_oneof![9 => known.prop_map(String::from), 1 => any::<String>()];
    let end = prop_oneof![6 => Just("\n"), 1 => Just("\r\n"), 1 => Just("")];
    prop::collection::vec((line, end), 0..12)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the text is: it compiles, or something is wrong with it.
    #[test]
    fn no_text_is_too_strange(text in lines()) {
        findings(&text);
        let mut run = common::run(Kind::MonteCarlo, &text);
        let compiled = run.compile();
        prop_assert_eq!(compiled.is_none(), run.diags.has_errors());
    }
}
