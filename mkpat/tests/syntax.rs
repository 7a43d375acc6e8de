//! Text ↔ syntax tree: every byte is kept, nothing that a file may contain stops
//! the parser, and the real databases parse without a word.

use crate::common;
use mkpat::diag::{Diagnostics, codes};
use mkpat::language::syntax::ast::{self, Item, LineKind, PatternNode};
use mkpat::language::syntax::print::{self, PatternText};
use mkpat::source::Sources;
use proptest::prelude::*;

struct Parsed {
    sources: Sources,
    file: ast::File,
    findings: Diagnostics,
}

fn parse(bytes: impl Into<Vec<u8>>) -> Parsed {
    let mut sources = Sources::default();
    let id = sources.add("test.db", bytes.into()).unwrap();
    let mut findings = Diagnostics::default();
    let file = mkpat::language::syntax::parse(&sources, id, &mut findings);
    Parsed { sources, file, findings }
}

impl Parsed {
    fn codes(&self) -> Vec<&'static str> {
        self.findings.iter().map(|f| f.code).collect()
    }

    fn patterns(&self) -> Vec<&PatternNode> {
        let patterns = self.file.items.iter().filter_map(|item| match item {
            Item::Pattern(node) => Some(&**node),
            Item::Directive(_) => None,
        });
        patterns.collect()
    }

    /// The lines tile the text.
    fn assert_tiled(&self) {
        let mut at = 0;
        for line in &self.file.lines {
            assert_eq!(line.span.start, at);
            at = line.span.end;
        }
        assert_eq!(at as usize, self.sources.file(self.file.id).text.len());
    }
}

#[test]
fn the_real_databases_parse_silently_and_print_as_they_are() {
    let Some(folder) = common::shared("corpus/gnugo-3.8") else { return };
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // The grammars of eye shapes and Monte-Carlo patterns are others.
        if !name.ends_with(".db") || matches!(name.as_str(), "eyes.db" | "mc_uniform.db") {
            continue;
        }
        files += 1;
        let bytes = std::fs::read(&path).unwrap();
        let parsed = parse(bytes.clone());
        assert_eq!(mkpat::diag::render::to_string(&parsed.sources, &parsed.findings), "", "{name}");
        parsed.assert_tiled();
        assert_eq!(print::file(&parsed.sources, &parsed.file).into_bytes(), bytes, "{name}");
        let heads =
            String::from_utf8_lossy(&bytes).lines().filter(|l| l.starts_with("Pattern ")).count();
        assert_eq!(parsed.patterns().len(), heads, "{name}");
        for node in parsed.patterns() {
            assert!(!node.broken && node.colon.is_some());
            assert!(node.constraint.iter().all(|code| code.tree.is_some()));
            assert!(node.action.iter().all(|code| code.tree.is_some()));
        }
    }
    assert!(files >= 9, "only {files} databases found");
}

const SMALL: &str = "\
attribute_map general
# idea
Pattern A1

|.X?  side: comment
|*O.
+---

:8,sO, value(3),shape(-0.5)

|.B?
|*a.
+---

;lib(a)>1
; && (!attack(B) || oplay_attack(*,?,B)!=WIN)
>replace(*,B)
";

#[test]
fn spans_lead_back_to_the_text() {
    let parsed = parse(SMALL);
    assert!(parsed.findings.is_empty(), "{:?}", parsed.findings);
    let node = parsed.patterns()[0];
    let text = |span| parsed.sources.text(span);
    let tree = node.constraint.as_ref().unwrap().tree.as_ref().unwrap();
    assert_eq!(print::expr(tree), "lib(a)>1 && (!attack(B) || oplay_attack(*,?,B)!=WIN)");
    let ast::ExprKind::Binary(_, left, right) = &tree.kind else { panic!("{tree:?}") };
    assert_eq!(text(left.span), "lib(a)>1");
    assert_eq!(text(right.span), "(!attack(B) || oplay_attack(*,?,B)!=WIN)");
    let ast::ExprKind::Paren(or) = &right.kind else { panic!() };
    let ast::ExprKind::Binary(_, _, ne) = &or.kind else { panic!() };
    let ast::ExprKind::Binary(_, call, win) = &ne.kind else { panic!() };
    assert_eq!(text(win.span), "WIN");
    let ast::ExprKind::Call(call) = &call.kind else { panic!() };
    assert_eq!(text(call.name_span), "oplay_attack");
    let args: Vec<_> = call.args.iter().map(|a| (text(a.span), a.ch)).collect();
    assert_eq!(args, [("*", '*'), ("?", '?'), ("B", 'B')]);
}

#[test]
fn a_tree_prints_every_part() {
    insta::assert_snapshot!(print::tree(&parse(SMALL).sources, &parse(SMALL).file));
}

#[test]
fn line_ends_and_marks_do_not_matter() {
    let dos = SMALL.replace('\n', "\r\n");
    let marked = format!("\u{FEFF}{SMALL}");
    let open = SMALL.trim_end();
    let plain = parse(SMALL);
    for text in [dos.as_str(), &marked, open] {
        let other = parse(text);
        assert!(other.findings.is_empty(), "{:?}", other.findings);
        other.assert_tiled();
        assert_eq!(
            print::tree(&other.sources, &other.file),
            print::tree(&plain.sources, &plain.file)
        );
        assert_eq!(print::file(&other.sources, &other.file), text);
    }
}

#[test]
fn files_that_are_no_databases_are_refused_in_bounds() {
    for (bytes, code) in [
        (vec![b'X'; 8 << 20], codes::UNREADABLE_SOURCE),
        (b"Pattern A\n\0\n".to_vec(), codes::UNREADABLE_SOURCE),
        (vec![b'\n'; 2 << 20], codes::UNREADABLE_SOURCE),
    ] {
        let parsed = parse(bytes);
        assert!(parsed.codes().contains(&code), "{:?}", parsed.codes());
        parsed.assert_tiled();
    }
    // Not everything wrong with it is told.
    let parsed = parse("\0\n".repeat(100_000));
    assert!(parsed.codes().len() <= 1000);
    assert!(parse("").findings.is_empty());
    assert!(Sources::default().add("big.db", vec![0; (64 << 20) + 1]).is_err());
}

#[test]
fn deep_nesting_is_an_error() {
    let head = "Pattern A1\n\n.*X\n\n:8,-\n\n.*a\n\n";
    for code in [
        // One line may not be as long: spread it.
        ";((((((((((((((((((((\n".repeat(10_000),
        format!(";{}1{}\n", "(".repeat(65), ")".repeat(65)),
        format!(";{}1\n", "!".repeat(5000)),
        format!(";1{}\n", "+1".repeat(2000)),
        format!(";{}1{}\n", "1?".repeat(100), ":1".repeat(100)),
        format!(">{}lib(a);\n", "if (1) ".repeat(100)),
        format!(">{}lib(a);{}\n", "{".repeat(100), "}".repeat(100)),
    ] {
        assert_eq!(parse(format!("{head}{code}")).codes(), [codes::NESTED_TOO_DEEPLY]);
    }
    let deep = format!("{head};{}lib(a){}\n", "(".repeat(63), ")".repeat(63));
    assert!(parse(deep).findings.is_empty());
}

/// One mistake, one finding.
#[test]
fn one_mistake_gives_one_finding() {
    let head = "Pattern A1\n\n.*X\n\n:8,-\n\n.*a\n\n";
    let next = "\nPattern A2\n\n.*X\n\n:8,-\n";
    let whole = |text: &str| text.to_string();
    let code = |text: &str| format!("{head}{text}\n{next}");
    for (text, expected) in [
        (whole("Pattern A1\n:8,-\n.*X\n;lib(a)\n"), codes::MISPLACED_COLON_LINE),
        (whole("Pattern A1\n.*X\n:8,-\n:8,-\n"), codes::MISPLACED_COLON_LINE),
        (whole(":8,-\n.*X\n"), codes::MISPLACED_COLON_LINE),
        (whole("Pattern A1\n"), codes::EMPTY_PATTERN),
        (whole("Pattern A1\n.*X\nPattern A2\n.*X\n:8,-\n"), codes::MISSING_COLON_LINE),
        (whole("Pattern A1\n.*X\n# c\n.*X\n:8,-\n.*a\n;lib(a)\n"), codes::MISPLACED_DIAGRAM),
        (whole("Pattern A1\n.*X\n:8,-\n.*a\n\n.*a\n;lib(a)\n"), codes::MISPLACED_DIAGRAM),
        (whole(".*X\n\n:8,-\n\n.*a\n;lib(a)\n>foo(a)\n"), codes::MISPLACED_DIAGRAM),
        (whole("hello there\nhow are you\n"), codes::MISPLACED_DIAGRAM),
        (whole("/* a\n   b\n */\n"), codes::MALFORMED_LINE),
        (whole("Pattern A1\n ..\n.*X\n:8,-\n"), codes::MALFORMED_LINE),
        (whole("Pattern A1\n.*X\n:8,-\n;lib(a)\n;&&lib(b)\n"), codes::CONSTRAINT_WITHOUT_DIAGRAM),
        (whole("Pattern A1\n.*X\n;lib(a)\n:8,-\n"), codes::MISPLACED_CODE_LINE),
        (whole(";lib(a)\n>foo(a)\n"), codes::MISPLACED_CODE_LINE),
        (whole("Pattern\n.*X\n:8,-\n"), codes::BAD_PATTERN_LINE),
        (whole("PatternA1\n.*X\n:8,-\n"), codes::BAD_PATTERN_LINE),
        (whole("Pattern A1\n.*X\n:8,-,value(3) shape(2)\n"), codes::BAD_VALUE_ARGUMENT),
        (code(">lib(a);\n;lib(a)"), codes::CONSTRAINT_AFTER_ACTION),
        (code(";lib (a)"), codes::BAD_CALL),
        (code(";lib( a)"), codes::BAD_CALL),
        (code(";lib(a )>1"), codes::BAD_CALL),
        (code(";does_attack(*, a)"), codes::BAD_CALL),
        (code(";does_attack(*,\n;a)"), codes::BAD_CALL),
        (code(";lib\n;(a)"), codes::BAD_CALL),
        (code(";lib(ab)"), codes::BAD_ARGUMENT),
        (code(";lib(3)"), codes::BAD_ARGUMENT),
        (code(";lib(lib(a))"), codes::BAD_ARGUMENT),
        (code(";does_attack(*,)"), codes::BAD_ARGUMENT),
        (code(";lib(a"), codes::SYNTAX),
        (code(";lib(a))"), codes::SYNTAX),
        (code(";"), codes::SYNTAX),
        (code(";lib(a)=1"), codes::SYNTAX),
        (code(";lib(a) & 1"), codes::SYNTAX),
        (code(";lib(a) &&"), codes::SYNTAX),
        (code(";&& lib(a)"), codes::SYNTAX),
        (code(";lib(a) lib(a)"), codes::SYNTAX),
        (code(";lib(a) ? 1"), codes::SYNTAX),
        (code(";lib(a) * 2"), codes::SYNTAX),
        (code(";lib(a) % 2"), codes::SYNTAX),
        (code(";if (lib(a)) 1"), codes::SYNTAX),
        (code(";lib(a);lib(a)"), codes::SYNTAX),
        (code(";lib(a) # two"), codes::SYNTAX),
        (code(">if (lib(a))"), codes::SYNTAX),
        (code(">if (lib(a)) foo(a) else foo(a);"), codes::SYNTAX),
        (code(">else foo(a);"), codes::SYNTAX),
        (code(">return;"), codes::SYNTAX),
        (code(";lib(a) > 1e999"), codes::SYNTAX),
    ] {
        let parsed = parse(text.clone());
        assert_eq!(parsed.codes(), [expected], "{text}");
        parsed.assert_tiled();
        assert_eq!(print::file(&parsed.sources, &parsed.file), text);
    }
    let huge = format!(";lib(a) > {}", "9".repeat(400));
    assert_eq!(parse(code(&huge)).codes(), [codes::BAD_NUMBER]);
}

#[test]
fn syntax_errors_are_explained() {
    let mut shown = String::new();
    for code in [
        ";lib(a) && (lib(b)>1",
        ";lib(a)=1",
        ";lib(a) ||",
        ";lib(a) lib(b)",
        ";lib(a) ? 1",
        ";lib(a)\n;  && (b)(",
        ";* && 1",
        ";lib(lib(a))",
        ";does_attack(*,\n; a)",
        ";return 1",
        ">if (lib(a)) f(a) else g(a);",
        ">if (lib(a))",
        ">f(a) g(a)",
        ">f(a);\n>  h a;",
    ] {
        let parsed = parse(format!("Pattern A1\n\n.*X\n\n:8,-\n\n.*a\n\n{code}\n"));
        shown.push_str(&mkpat::diag::render::to_string(&parsed.sources, &parsed.findings));
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn comments_above_the_head_and_before_the_diagram_are_its_idea() {
    let text = "# banner\n\n# one\n# two\nPattern A1\n# three\n\n# four\n.*X  side\n# no\n:8,-\n# not\n\n# this\nPattern A2\n.*X\n:8,-\n";
    let parsed = parse(text);
    assert!(parsed.findings.is_empty());
    let ideas = |node: &PatternNode| -> Vec<String> {
        let text = |&i: &usize| parsed.sources.text(parsed.file.lines[i].span).trim().to_string();
        node.comments.iter().map(text).collect()
    };
    assert_eq!(ideas(parsed.patterns()[0]), ["# one", "# two", "# three", "# four"]);
    assert_eq!(ideas(parsed.patterns()[1]), ["# this"]);
    assert_eq!(parsed.patterns()[0].lines, 4..11);
}

/// Operators in C precedence, and unary ones tightest.
#[test]
fn precedence_is_that_of_c() {
    fn shape(e: &ast::Expr) -> String {
        use ast::ExprKind as K;
        match &e.kind {
            K::Not(a) => format!("(! {})", shape(a)),
            K::Neg(a) => format!("(- {})", shape(a)),
            K::Binary(op, a, b) => format!("({} {op:?} {})", shape(a), shape(b)),
            K::Cond(c, a, b) => format!("({} ? {} : {})", shape(c), shape(a), shape(b)),
            K::Paren(a) => shape(a),
            _ => print::expr(e),
        }
    }
    for (text, expected) in [
        ("!a==b", "((! a) Cmp(Eq) b)"),
        ("a||b&&c", "(a Or (b And c))"),
        ("a-b-c", "((a Sub b) Sub c)"),
        ("a<b==c>d", "((a Cmp(Lt) b) Cmp(Eq) (c Cmp(Gt) d))"),
        ("a+b>c&&d", "(((a Add b) Cmp(Gt) c) And d)"),
        ("a?b:c?d:e", "(a ? b : (c ? d : e))"),
        ("a||b?c||d:e", "((a Or b) ? (c Or d) : e)"),
        ("- -a", "(- (- a))"),
        ("a!=!b", "(a Cmp(Ne) (! b))"),
    ] {
        let parsed = parse(format!("Pattern A1\n.*X\n:8,-\n.*a\n;{text}\n"));
        let tree = parsed.patterns()[0].constraint.as_ref().unwrap().tree.as_ref().unwrap();
        assert_eq!(shape(tree), expected, "{text}");
        assert_eq!(parsed.sources.text(tree.span), text);
    }
}

#[test]
fn a_written_pattern_has_the_layout_of_the_manual() {
    let mut pattern = PatternText::new("JX2").colon('8', "sFU", &[], None);
    pattern.diagram = ["--+", ".*|", ".X|"].map(String::from).to_vec();
    assert_eq!(pattern.to_string(), "Pattern JX2\n\n--+\n.*|\n.X|\n\n:8,sFU\n\n\n");
    pattern.comments = vec![" why".into()];
    pattern.labels = ["--+", "A*|", ".X|"].map(String::from).to_vec();
    pattern.constraint = vec!["lib(A)".into()];
    assert_eq!(
        pattern.to_string(),
        "Pattern JX2\n# why\n\n--+\n.*|\n.X|\n\n:8,sFU\n\n--+\nA*|\n.X|\n\n;lib(A)\n\n\n"
    );
}

fn expr_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "0|[1-9][0-9]{0,2}",
        Just("WIN".to_string()),
        "[a-z]{3,8}".prop_filter("keyword", |w| !["else", "return"].contains(&w.as_str())),
        "[a-z]{3,8}\\([a-n*](,[a-n*?]){0,3}\\)"
            .prop_filter("keyword", |w| !w.starts_with("else(") && !w.starts_with("return(")),
    ];
    leaf.prop_recursive(4, 32, 3, |inner| {
        prop_oneof![
            (inner.clone(), "&&|\\|\\||==|!=|<=|>=|<|>|\\+|-", inner.clone())
                .prop_map(|(a, op, b)| format!("({a} {op} {b})")),
            inner.clone().prop_map(|a| format!("!{a}")),
            inner.clone().prop_map(|a| format!("({a})")),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(c, a, b)| format!("({c} ? {a} : {b})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Any bytes at all: no panic, every byte kept.
    #[test]
    fn any_text_parses_and_prints_as_it_is(text in "(Pattern|attribute_map|[:;>#|+*.XOa ,()?!&=-]|\\PC|\n|\r|\t){0,60}") {
        let parsed = parse(text.clone());
        parsed.assert_tiled();
        prop_assert_eq!(print::file(&parsed.sources, &parsed.file), text);
        mkpat::diag::render::to_string(&parsed.sources, &parsed.findings);
    }

    /// What is printed parses to the same tree.
    #[test]
    fn printed_expressions_parse_to_themselves(text in expr_text(), cut in 0usize..200) {
        let mut pattern = PatternText::new("A1").colon('8', "-", &[("value".into(), "3".into())], Some("NULL"));
        pattern.diagram = vec![".*X".into()];
        pattern.labels = vec![".*a".into()];
        let cut = text.match_indices(' ').map(|(i, _)| i).nth(cut % 7);
        pattern.constraint = match cut {
            Some(at) => vec![text[..at].to_string(), text[at..].to_string()],
            None => vec![text.clone()],
        };
        pattern.action = vec![format!("if ({text}) {{ f(a); return {text}; }}")];
        let first = parse(pattern.to_string());
        prop_assert!(first.findings.is_empty(), "{:?}", first.findings);
        let node = first.patterns()[0];
        let printed = print::expr(node.constraint.as_ref().unwrap().tree.as_ref().unwrap());
        pattern.constraint = vec![printed.clone()];
        let second = parse(pattern.to_string());
        let tree = second.patterns()[0].constraint.as_ref().unwrap().tree.as_ref().unwrap();
        prop_assert_eq!(&print::expr(tree), &printed);
        prop_assert_eq!(printed.replace(' ', ""), text.replace(' ', ""));
        prop_assert_eq!(
            print::tree(&first.sources, &first.file),
            print::tree(&second.sources, &second.file)
        );
        let lines = &first.file.lines;
        prop_assert!(lines.iter().all(|l| !matches!(l.kind, LineKind::Malformed)));
    }
}
