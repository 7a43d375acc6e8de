//! Generated syntax trees, printed and parsed back: every construct of expressions,
//! statements and databases.

use mkpat::diag::{Diagnostics, render};
use mkpat::language::syntax::ast::{BinOp, Expr, ExprKind, File, Item, LineKind, PatternNode, Row};
use mkpat::language::syntax::ast::{Stmt, StmtKind};
use mkpat::language::syntax::print::{self, PatternText};
use mkpat::source::Sources;
use mkpat_rt::expr::Cmp;
use mkpat_rt::helper::VOCABULARY;
use mkpat_rt::rng::Rng;
use proptest::prelude::*;

fn parse(text: &str) -> (Sources, File) {
    let mut sources = Sources::default();
    let id = sources.add("test.db", text.as_bytes().to_vec()).unwrap();
    let mut findings = Diagnostics::default();
    let file = mkpat::language::syntax::parse(&sources, id, &mut findings);
    assert_eq!(render::to_string(&sources, &findings), "", "{text}");
    (sources, file)
}

fn patterns(file: &File) -> Vec<&PatternNode> {
    let patterns = file.items.iter().filter_map(|item| match item {
        Item::Pattern(node) => Some(&**node),
        Item::Directive(_) => None,
    });
    patterns.collect()
}

/// An expression as it is meant.
#[derive(Clone, PartialEq, Debug)]
enum Tree {
    Number(f64),
    Name(String),
    Call(String, Vec<char>),
    Not(Box<Tree>),
    Neg(Box<Tree>),
    Binary(BinOp, Box<Tree>, Box<Tree>),
    Cond(Box<Tree>, Box<Tree>, Box<Tree>),
}

const OPERATORS: [BinOp; 10] = [
    BinOp::Or,
    BinOp::And,
    BinOp::Cmp(Cmp::Eq),
    BinOp::Cmp(Cmp::Ne),
    BinOp::Cmp(Cmp::Lt),
    BinOp::Cmp(Cmp::Le),
    BinOp::Cmp(Cmp::Gt),
    BinOp::Cmp(Cmp::Ge),
    BinOp::Add,
    BinOp::Sub,
];

impl Tree {
    /// The text, with the parentheses that `all` asks for or that C needs.
    fn text(&self, all: bool) -> String {
        self.within(0, all)
    }

    /// How tightly it binds; C's order.
    fn level(&self) -> u8 {
        match self {
            Tree::Cond(..) => 0,
            Tree::Binary(BinOp::Or, ..) => 1,
            Tree::Binary(BinOp::And, ..) => 2,
            Tree::Binary(BinOp::Cmp(Cmp::Eq | Cmp::Ne), ..) => 3,
            Tree::Binary(BinOp::Cmp(_), ..) => 4,
            Tree::Binary(BinOp::Add | BinOp::Sub, ..) => 5,
            _ => 6,
        }
    }

    fn within(&self, least: u8, all: bool) -> String {
        let level = self.level();
        let text = match self {
            Tree::Number(x) => x.to_string(),
            Tree::Name(name) => name.clone(),
            Tree::Call(name, args) => {
                let args: Vec<String> = args.iter().map(char::to_string).collect();
                format!("{name}({})", args.join(","))
            }
            Tree::Not(a) => format!("!{}", a.within(6, all)),
            Tree::Neg(a) => format!("-{}", a.within(6, all)),
            Tree::Binary(op, a, b) => {
                let symbol = match op {
                    BinOp::Or => "||",
                    BinOp::And => "&&",
                    BinOp::Cmp(cmp) => cmp.symbol(),
                    BinOp::Add => "+",
                    BinOp::Sub => "-",
                };
                let (a, b) = (a.within(level, all), b.within(level + 1, all));
                format!("{a} {symbol} {b}")
            }
            Tree::Cond(c, a, b) => {
                format!("{} ? {} : {}", c.within(1, all), a.within(0, all), b.within(0, all))
            }
        };
        if level < least || (all && level < 6) { format!("({text})") } else { text }
    }
}

/// What was parsed, without parentheses.
fn tree(expr: &Expr) -> Tree {
    let sub = |e: &Expr| Box::new(tree(e));
    match &expr.kind {
        ExprKind::Number(x) => Tree::Number(*x),
        ExprKind::Name(name) => Tree::Name(name.clone()),
        ExprKind::Call(call) => {
            Tree::Call(call.name.clone(), call.args.iter().map(|arg| arg.ch).collect())
        }
        ExprKind::Not(a) => Tree::Not(sub(a)),
        ExprKind::Neg(a) => Tree::Neg(sub(a)),
        ExprKind::Binary(op, a, b) => Tree::Binary(*op, sub(a), sub(b)),
        ExprKind::Cond(c, a, b) => Tree::Cond(sub(c), sub(a), sub(b)),
        ExprKind::Paren(a) => tree(a),
    }
}

/// A statement as it is meant.
#[derive(Clone, PartialEq, Debug)]
enum Step {
    Expr(Tree),
    Return(Tree),
    If(Tree, Box<Step>, Option<Box<Step>>),
    Block(Vec<Step>),
}

impl Step {
    fn text(&self) -> String {
        match self {
            Step::Expr(e) => format!("{};", e.text(false)),
            Step::Return(e) => format!("return {};", e.text(false)),
            Step::If(c, a, None) => format!("if ({}) {}", c.text(false), a.text()),
            Step::If(c, a, Some(b)) => {
                format!("if ({}) {} else {}", c.text(false), a.text(), b.text())
            }
            Step::Block(body) => {
                let body: Vec<String> = body.iter().map(Step::text).collect();
                format!("{{ {} }}", body.join(" "))
            }
        }
    }
}

fn step(stmt: &Stmt) -> Step {
    match &stmt.kind {
        StmtKind::Expr(e) => Step::Expr(tree(e)),
        StmtKind::Return(e) => Step::Return(tree(e)),
        StmtKind::If(c, a, b) => {
            Step::If(tree(c), Box::new(step(a)), b.as_ref().map(|b| Box::new(step(b))))
        }
        StmtKind::Block(body) => Step::Block(body.iter().map(step).collect()),
    }
}

/// A name that is no word of the language, and no slip for one: `KO` would be reported as `ko`.
fn word() -> impl Strategy<Value = String> {
    "[a-zA-Z_][a-zA-Z0-9_]{0,9}".prop_filter("a word of the language", |word| {
        let words = ["if", "else", "return", "and", "or", "not"];
        let constants = ["WIN", "KO_A", "KO_B", "ALIVE", "DEAD", "CRITICAL", "UNKNOWN"];
        let mut exact = VOCABULARY.iter().map(|info| info.name).chain(constants);
        !words.iter().any(|other| other.eq_ignore_ascii_case(word))
            && !exact.any(|other| other.eq_ignore_ascii_case(word) && other != word)
    })
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        (0u32..2000).prop_map(|x| Tree::Number(f64::from(x))),
        (0u32..2000).prop_map(|x| Tree::Number(f64::from(x) / 8.0)),
        word().prop_map(Tree::Name),
        (word(), proptest::collection::vec("[a-zA-Z*?]", 1..6)).prop_map(|(name, args)| {
            Tree::Call(name, args.iter().filter_map(|a| a.chars().next()).collect())
        }),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let sub = || inner.clone().prop_map(Box::new);
        prop_oneof![
            sub().prop_map(Tree::Not),
            sub().prop_map(Tree::Neg),
            (proptest::sample::select(&OPERATORS[..]), sub(), sub())
                .prop_map(|(op, a, b)| Tree::Binary(op, a, b)),
            (sub(), sub(), sub()).prop_map(|(c, a, b)| Tree::Cond(c, a, b)),
        ]
    })
}

fn steps() -> impl Strategy<Value = Step> {
    let leaf = prop_oneof![trees().prop_map(Step::Expr), trees().prop_map(Step::Return)];
    leaf.prop_recursive(2, 8, 3, |inner| {
        // An `if` alone before an `else` would take it.
        let block = proptest::collection::vec(inner.clone(), 0..3).prop_map(Step::Block);
        let boxed = block.clone().prop_map(Box::new);
        prop_oneof![
            block,
            (trees(), inner.clone().prop_map(Box::new)).prop_map(|(c, a)| Step::If(c, a, None)),
            (trees(), boxed, inner.prop_map(Box::new)).prop_map(|(c, a, b)| Step::If(
                c,
                a,
                Some(b)
            )),
        ]
    })
}

/// The code of a pattern around it.
fn with_code(constraint: &str, action: &str) -> PatternText {
    let mut pattern = PatternText::new("A1").colon('8', "-", &[], None);
    pattern.diagram = vec![".*X".into()];
    pattern.labels = vec![".*a".into()];
    pattern.constraint = vec![constraint.to_string()];
    pattern.action = vec![action.to_string()];
    pattern
}

/// Rows of a diagram: edges where they may be, cells, side comments.
fn diagrams() -> impl Strategy<Value = Vec<String>> {
    (1usize..7, 1usize..5, any::<[bool; 4]>(), any::<u64>()).prop_map(
        |(width, height, edges, seed)| {
            let [north, south, west, east] = edges;
            let (side, corner) =
                (|on: bool| if on { "|" } else { "" }, |on: bool| if on { "+" } else { "" });
            let bar = format!("{}{}{}", corner(west), "-".repeat(width), corner(east));
            let mut random = Rng::new(seed);
            let mut next = |n: usize| random.within(..n);
            let mut rows = Vec::new();
            rows.extend(north.then(|| bar.clone()));
            for row in 0..height {
                let mut cells: String = (0..width).map(|_| b".OXox,?!"[next(8)] as char).collect();
                if row == 0 {
                    cells.replace_range(0..1, "*");
                }
                let comment = ["", "   side: text", " x"][next(3)];
                rows.push(format!("{}{cells}{}{comment}", side(west), side(east)));
            }
            rows.extend(south.then(|| bar.clone()));
            rows
        },
    )
}

fn pattern_texts() -> impl Strategy<Value = PatternText> {
    let values = proptest::collection::vec((word(), "[0-9]{1,3}(\\.[0-9])?|-[0-9]|[a-z*]"), 0..4);
    let colon =
        ("[8|\\-+/\\\\XO]", "[sOoXxDCcnBAELUtajF]{0,4}", values, proptest::option::of(word()));
    (
        "[A-Za-z][A-Za-z0-9_]{0,8}",
        proptest::collection::vec("( [a-z ,.]{0,20})?", 0..3),
        diagrams(),
        colon,
        proptest::option::of((trees(), proptest::collection::vec(steps(), 0..3))),
    )
        .prop_map(|(name, comments, diagram, (symmetry, class, values, helper), code)| {
            let symmetry = symmetry.chars().next().unwrap_or('8');
            let mut pattern =
                PatternText::new(name).colon(symmetry, &class, &values, helper.as_deref());
            pattern.comments = comments;
            pattern.diagram = diagram.clone();
            if let Some((constraint, action)) = code {
                pattern.labels = diagram;
                // Line breaks may stand where blanks may.
                let text = constraint.text(true);
                pattern.constraint = text.split(" && ").map(str::to_string).collect();
                for line in pattern.constraint.iter_mut().skip(1) {
                    *line = format!("&& {line}");
                }
                pattern.action = action.iter().map(Step::text).collect();
            }
            pattern
        })
}

/// The text of a pattern, made from its tree.
fn text_of(sources: &Sources, file: &File, node: &PatternNode) -> PatternText {
    let text = |span| sources.text(span);
    let LineKind::Head(head) = &file.lines[node.head].kind else { panic!("no head") };
    let mut pattern = PatternText::new(text(head.name));
    for &line in &node.comments {
        let LineKind::Comment(span) = file.lines[line].kind else { panic!("no comment") };
        pattern.comments.push(text(span).trim_start_matches('#').to_string());
    }
    let rows = |range: std::ops::Range<usize>| {
        let lines = file.lines[range].iter();
        let rows = lines.filter_map(|line| match &line.kind {
            LineKind::Row(Row::Edge { bar, side }) => Some((None, *bar, None, *side)),
            LineKind::Row(Row::Cells { left, cells, right, side }) => {
                Some((*left, *cells, *right, *side))
            }
            _ => None,
        });
        let rows = rows.map(|(left, cells, right, side)| {
            let part = |span: Option<_>| span.map_or("", text);
            let side = part(side).trim();
            let gap = if side.is_empty() { "" } else { " " };
            format!("{}{}{}{gap}{side}", part(left), text(cells), part(right))
        });
        rows.collect::<Vec<String>>()
    };
    pattern.diagram = rows(node.diagram.clone());
    pattern.labels = rows(node.labels.clone());
    let LineKind::Colon(colon) = &file.lines[node.colon.expect("a colon line")].kind else {
        panic!("no colon line")
    };
    let values: Vec<(String, String)> = colon
        .values
        .iter()
        .map(|v| (text(v.name).to_string(), v.argument.map_or("", text).to_string()))
        .collect();
    let symmetry = colon.symmetry.map_or("", text).chars().next().unwrap_or('?');
    let class = colon.class.map_or("", text);
    pattern = pattern.colon(symmetry, class, &values, colon.helper.map(text));
    if let Some(constraint) = &node.constraint {
        pattern.constraint = vec![print::expr(constraint.tree.as_ref().expect("a tree"))];
    }
    if let Some(action) = &node.action {
        let tree = action.tree.as_ref().expect("a tree");
        pattern.action = tree.iter().map(print::statement).collect();
    }
    pattern
}

/// As [`text_of`] makes it: side comments behind one blank, comments without blanks at
/// their end, code as a tree.
fn plain(pattern: &PatternText) -> PatternText {
    let mut pattern = pattern.clone();
    for row in pattern.diagram.iter_mut().chain(&mut pattern.labels) {
        let mut parts = row.split_whitespace();
        let cells = parts.next().unwrap_or("").to_string();
        let side: Vec<&str> = parts.collect();
        *row = if side.is_empty() { cells } else { format!("{cells} {}", side.join(" ")) };
    }
    for comment in &mut pattern.comments {
        comment.truncate(comment.trim_end().len());
    }
    pattern.constraint.clear();
    pattern.action.clear();
    pattern
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A constraint is the tree that was meant, with as few parentheses as C needs and
    /// with all, and what is printed of it is the same.
    #[test]
    fn expressions_are_what_was_meant(expected in trees()) {
        for all in [false, true] {
            let (_, file) = parse(&with_code(&expected.text(all), "f(a);").to_string());
            let code = patterns(&file)[0].constraint.as_ref().unwrap();
            let found = code.tree.as_ref().unwrap();
            prop_assert_eq!(&tree(found), &expected);
            let printed = print::expr(found);
            let (_, file) = parse(&with_code(&printed, "f(a);").to_string());
            let again = patterns(&file)[0].constraint.as_ref().unwrap().tree.as_ref().unwrap();
            prop_assert_eq!(&tree(again), &expected);
            prop_assert_eq!(print::expr(again), printed);
        }
    }

    /// So is an action.
    #[test]
    fn statements_are_what_was_meant(expected in proptest::collection::vec(steps(), 1..4)) {
        let text: Vec<String> = expected.iter().map(Step::text).collect();
        let (_, file) = parse(&with_code("f(a)", &text.join(" ")).to_string());
        let found = patterns(&file)[0].action.as_ref().unwrap().tree.as_ref().unwrap();
        prop_assert_eq!(&found.iter().map(step).collect::<Vec<_>>(), &expected);
        let printed: Vec<String> = found.iter().map(print::statement).collect();
        let (_, file) = parse(&with_code("f(a)", &printed.join(" ")).to_string());
        let again = patterns(&file)[0].action.as_ref().unwrap().tree.as_ref().unwrap();
        prop_assert_eq!(&again.iter().map(step).collect::<Vec<_>>(), &expected);
    }

    /// A database is what was written: directives, and every part of every pattern.
    #[test]
    fn databases_are_what_was_written(
        expected in proptest::collection::vec(pattern_texts(), 1..4),
        directives in proptest::collection::vec(
            proptest::sample::select(&["attribute_map general", "attribute_map value_only",
                "goal_elements none", "goal_elements O", "callback_data xX", "callback_data none"][..]),
            0..3,
        ),
    ) {
        let mut text = String::new();
        directives.iter().for_each(|d| text.push_str(&format!("{d}\n")));
        text.push_str("\n# About the file.\n\n\n");
        expected.iter().for_each(|p| text.push_str(&p.to_string()));
        let (sources, file) = parse(&text);
        prop_assert_eq!(&print::file(&sources, &file), &text);
        let found: Vec<String> = file.items.iter().filter_map(|item| match item {
            Item::Directive(line) => match &file.lines[*line].kind {
                LineKind::Directive(d) => Some(format!("{} {}", sources.text(d.keyword),
                    d.argument.map_or("", |span| sources.text(span)))),
                _ => None,
            },
            Item::Pattern(_) => None,
        }).collect();
        prop_assert_eq!(found, directives);
        let nodes = patterns(&file);
        prop_assert_eq!(nodes.len(), expected.len());
        for (node, expected) in nodes.into_iter().zip(&expected) {
            let found = text_of(&sources, &file, node);
            prop_assert_eq!(plain(&found), plain(expected));
            // The text made from the tree is the same pattern again.
            let (sources, file) = parse(&found.to_string());
            let again = text_of(&sources, &file, patterns(&file)[0]);
            prop_assert_eq!(&again, &found);
            let calm = |code: &[String]| code.join(" ").replace([' ', '(', ')'], "");
            prop_assert_eq!(calm(&found.constraint), calm(&expected.constraint));
            prop_assert_eq!(calm(&found.action), calm(&expected.action));
        }
    }
}
