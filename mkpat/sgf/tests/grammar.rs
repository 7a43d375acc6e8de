//! The grammar `sgf.pest` is the definition of the language. A reader that asks pest
//! for one piece after the other finds what [`Sgf::parse`] finds: nodes, properties,
//! values and warnings, each with its place.

use katachi_sgf::{NodeId, Sgf, Span};
use pest::Parser;
use pest::iterators::Pair;

/// Its items have no docs.
#[allow(missing_docs, unreachable_pub)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../tests/sgf.pest"]
    pub struct Grammar;
}
use grammar::{Grammar, Rule};

/// Parent and place.
type Node = (Option<usize>, Span);
/// Node, place and name of a property; values with their places.
type Property = (usize, Span, String, Vec<(Span, String)>);

/// What is read from a text.
#[derive(Debug, Default, PartialEq)]
struct Outline {
    nodes: Vec<Node>,
    properties: Vec<Property>,
    warnings: Vec<(Span, String)>,
}

impl Outline {
    fn of(sgf: &Sgf) -> Outline {
        let mut out = Outline::default();
        for (id, node) in sgf.nodes() {
            out.nodes.push((node.parent().map(NodeId::index), node.span.clone()));
            for p in &node.properties {
                let values = p.values.iter().map(|v| (v.span.clone(), v.raw.clone())).collect();
                out.properties.push((id.index(), p.span.clone(), p.name.to_string(), values));
            }
        }
        out.warnings = sgf.warnings.iter().map(|w| (w.span.clone(), w.message.clone())).collect();
        out
    }

    /// By the grammar. Slow: every piece makes pest look at all that follows.
    fn by_grammar(text: &str) -> Outline {
        let mut out = Outline::default();
        let mut at = 0;
        loop {
            let rest = &text[at..];
            let gap = Grammar::parse(Rule::gap, rest).map_or(rest.len(), |p| p.as_str().len());
            let outside = &rest[..gap];
            if !out.nodes.is_empty() && !outside.trim().is_empty() {
                let start = at + gap - outside.trim_start().len();
                out.warn(start..at + gap, "text outside a game tree is ignored");
            }
            at += gap;
            if at == text.len() {
                return out;
            }
            at = out.game_tree(text, at);
        }
    }

    fn warn(&mut self, span: Span, message: &str) {
        self.warnings.push((span, message.to_string()));
    }

    fn game_tree(&mut self, text: &str, start: usize) -> usize {
        let mut at = start;
        let (mut open, mut last) = (Vec::new(), None);
        while let Ok(mut pieces) = Grammar::parse(Rule::piece, &text[at..]) {
            let Some(piece) = pieces.next() else { break };
            let span = place(at, &piece);
            match piece.as_rule() {
                Rule::open => open.push(last),
                Rule::close => {
                    last = open.pop().flatten();
                    if open.is_empty() {
                        return span.end;
                    }
                }
                Rule::node => {
                    self.nodes.push((last, span.clone()));
                    last = Some(self.nodes.len() - 1);
                    piece.into_inner().for_each(|p| self.property(at, last, p));
                }
                Rule::property => {
                    self.warn(span.clone(), "property outside a node");
                    self.property(at, last, piece);
                }
                _ => {
                    let head: String = piece.as_str().chars().take(20).collect();
                    let dots = if head == piece.as_str() { "" } else { "…" };
                    let head = head.replace(|c| c < ' ', " ");
                    self.warn(span.clone(), &format!("unexpected `{head}{dots}`"));
                }
            }
            at = span.end;
        }
        self.warn(start..start + 1, "game tree is not closed");
        text.len()
    }

    fn property(&mut self, at: usize, node: Option<usize>, pair: Pair<'_, Rule>) {
        let span = place(at, &pair);
        let (mut name, mut values) = (String::new(), Vec::new());
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::ident => name = short(inner.as_str()),
                rule => {
                    if rule == Rule::unclosed {
                        self.warn(place(at, &inner), "value is not closed by `]`");
                    }
                    for text in inner.into_inner().filter(|p| p.as_rule() == Rule::text) {
                        values.push((place(at, &text), text.as_str().to_string()));
                    }
                }
            }
        }
        match node {
            Some(id) => {
                self.nodes[id].1.end = span.end;
                self.properties.push((id, span, name, values));
            }
            None => self.warn(span, "property before the first node is ignored"),
        }
    }
}

/// Pairs count from where their piece starts.
fn place(at: usize, pair: &Pair<'_, Rule>) -> Span {
    let span = pair.as_span();
    at + span.start()..at + span.end()
}

/// The name without lower-case letters, and without digits in front of what stays.
fn short(name: &str) -> String {
    let capitals = name.replace(|c: char| c.is_ascii_lowercase(), "");
    match capitals.trim_start_matches(|c: char| c.is_ascii_digit()) {
        "" => name.to_ascii_uppercase(),
        rest => rest.to_string(),
    }
}

/// Both ways agree; and what the grammar finds no tree in is an error.
fn agree(text: &str) {
    let mut expected = Outline::by_grammar(text);
    match Sgf::parse(text) {
        Ok(sgf) => {
            // Properties of a closed node may follow those of its variations.
            expected.properties.sort_by_key(|p| p.0);
            assert_eq!(Outline::of(&sgf), expected, "{text:?}");
        }
        Err(error) => assert_eq!(expected, Outline::default(), "{text:?}: {error}"),
    }
}

#[test]
fn damage_of_every_kind() {
    for text in [
        "(;B[aa]??;W[bb] W\n;B[cc]) junk (;X[1]",
        "( (x(;A[1](;B[2])C[3](B[4]))D[5])E[6]",
        "notice (1) [;] (\u{a0}\u{feff};C[\\]\\",
        "(;9[a]A9 [b] \u{feff}[c\\\u{e9}]\n[d",
        "(;A\u{e9}[x]\u{e9}\u{a0}]]\0[y\\]](;)))((;[",
        "(;abc[d]a1b[e]rm1FF[4])(;",
        "((((;",
        "()",
        "",
    ] {
        agree(text);
    }
}

#[test]
fn records() {
    let Some(shared) = test_support::shared("regression/games") else { return };
    let mut files = 0;
    for entry in std::fs::read_dir(shared).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "sgf") {
            agree(&String::from_utf8_lossy(&std::fs::read(path).unwrap()));
            files += 1;
        }
    }
    assert!(files > 20, "{files} records");
}

proptest::proptest! {
    #[test]
    fn any_text(text in "[(;)\\[\\]\\\\ABWab1-: \\n\u{a0}\u{e9}\u{feff}]{0,60}") {
        agree(&text);
        agree(&format!("(;{text}"));
    }

    /// Mostly whole, so that trees grow.
    #[test]
    fn any_tokens(tokens in proptest::collection::vec(proptest::sample::select(vec![
        "(", "(;", ")", ";", "B[aa]", "[b]", "Ab1[", "[\\]]", "]", "\\", " ", "\n", "x", "é",
        "\u{feff}", "C[(;é])]",
    ]), 0..40)) {
        agree(&tokens.concat());
    }
}
