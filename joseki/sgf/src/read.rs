//! Text to tree.
//!
//! The grammar `sgf.pest` cuts one piece at a time (a node with its
//! properties, a bracket, a stray lump); the loop here keeps the open brackets
//! on a vector and hangs nodes into the arena. Time is linear in the text.

use std::fmt;

use pest::Parser;
use pest::iterators::Pair;

use crate::decode;
use crate::tree::{NodeId, Property, Sgf, Span, Text, Warning};
use crate::value;

/// The parser that pest derives from `sgf.pest`. Its items have no docs.
#[allow(missing_docs, unreachable_pub)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "sgf.pest"]
    pub struct SgfGrammar;
}
use grammar::{Rule, SgfGrammar};

/// Bounds that keep hostile files from exhausting memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longest file, in bytes.
    pub bytes: usize,
    /// Most nodes in all game trees.
    pub nodes: usize,
    /// Most open `(` at a time.
    pub depth: usize,
    /// Most warnings kept; the rest is counted in one more.
    pub warnings: usize,
}

impl Default for Limits {
    /// 64 MiB, four million nodes, 100,000 levels, 1,000 warnings.
    fn default() -> Limits {
        Limits { bytes: 64 << 20, nodes: 4_000_000, depth: 100_000, warnings: 1_000 }
    }
}

/// Why a text could not be read at all.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SgfError {
    /// There is no `(;` in it.
    NoGameTree,
    /// It is longer than [`Limits::bytes`]; the length.
    TooLong(usize),
    /// It has more nodes than [`Limits::nodes`]; where that happened.
    TooManyNodes(Span),
    /// Its brackets are nested deeper than [`Limits::depth`]; where.
    TooDeep(Span),
}

impl SgfError {
    /// The place, if there is one.
    pub fn span(&self) -> Option<Span> {
        match self {
            SgfError::NoGameTree | SgfError::TooLong(_) => None,
            SgfError::TooManyNodes(span) | SgfError::TooDeep(span) => Some(span.clone()),
        }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::NoGameTree => f.write_str("no game tree: `(;` does not occur"),
            SgfError::TooLong(n) => write!(f, "{n} bytes are too many for an SGF file"),
            SgfError::TooManyNodes(_) => f.write_str("too many nodes"),
            SgfError::TooDeep(_) => f.write_str("brackets are nested too deeply"),
        }
    }
}

impl std::error::Error for SgfError {}

impl Sgf {
    /// Reads the bytes of a file, within the default [`Limits`].
    pub fn read(bytes: &[u8]) -> Result<Sgf, SgfError> {
        Sgf::read_within(bytes, Limits::default())
    }

    /// Reads the bytes of a file.
    pub fn read_within(bytes: &[u8], limits: Limits) -> Result<Sgf, SgfError> {
        if bytes.len() > limits.bytes {
            return Err(SgfError::TooLong(bytes.len()));
        }
        let (text, note) = decode::decode(bytes);
        let mut sgf = Sgf::parse_within(text, limits)?;
        if let Some(decode::Note { message, span }) = note {
            let at = sgf.warnings.partition_point(|w| w.span.start < span.start);
            sgf.warnings.insert(at, Warning { message, span });
        }
        Ok(sgf)
    }

    /// Reads text, within the default [`Limits`].
    pub fn parse(text: impl Into<String>) -> Result<Sgf, SgfError> {
        Sgf::parse_within(text.into(), Limits::default())
    }

    fn parse_within(source: String, limits: Limits) -> Result<Sgf, SgfError> {
        if source.len() > limits.bytes {
            return Err(SgfError::TooLong(source.len()));
        }
        let mut reader = Reader { sgf: Sgf::new(), limits, at: 0, dropped: 0 };
        reader.collection(&source)?;
        let Reader { mut sgf, dropped, .. } = reader;
        if dropped > 0 {
            let message = format!("{dropped} more warnings");
            sgf.warnings.push(Warning { message, span: source.len()..source.len() });
        }
        if sgf.roots.is_empty() {
            return Err(SgfError::NoGameTree);
        }
        sgf.source = source;
        Ok(sgf)
    }
}

struct Reader {
    sgf: Sgf,
    limits: Limits,
    /// Where the next piece starts; pairs count from here.
    at: usize,
    dropped: usize,
}

impl Reader {
    fn warn(&mut self, span: Span, message: impl Into<String>) {
        if self.sgf.warnings.len() < self.limits.warnings {
            self.sgf.warnings.push(Warning { message: message.into(), span });
        } else {
            self.dropped += 1;
        }
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        self.at + span.start()..self.at + span.end()
    }

    fn collection(&mut self, source: &str) -> Result<(), SgfError> {
        loop {
            let rest = &source[self.at..];
            // The rule matches any text, so there is no error to report.
            let gap = SgfGrammar::parse(Rule::gap, rest).map_or(rest.len(), |p| p.as_str().len());
            // Before the first tree any text may stand, such as a notice.
            if !self.sgf.roots.is_empty() && !rest[..gap].trim().is_empty() {
                let start = self.at + gap - rest[..gap].trim_start().len();
                self.warn(start..self.at + gap, "text outside a game tree is ignored");
            }
            self.at += gap;
            if self.at == source.len() {
                return Ok(());
            }
            self.game_tree(source)?;
        }
    }

    /// Reads from a `(` to the bracket that closes it, or to the end.
    fn game_tree(&mut self, source: &str) -> Result<(), SgfError> {
        let tree_start = self.at;
        // For each open bracket the node before it.
        let mut open: Vec<Option<NodeId>> = Vec::new();
        let mut last: Option<NodeId> = None;
        while self.at < source.len() {
            let rest = &source[self.at..];
            let Ok(mut pieces) = SgfGrammar::parse(Rule::piece, rest) else { break };
            let Some(piece) = pieces.next() else { break };
            let span = self.span(&piece);
            let end = span.end;
            match piece.as_rule() {
                Rule::open => {
                    if open.len() >= self.limits.depth {
                        return Err(SgfError::TooDeep(span));
                    }
                    open.push(last);
                }
                Rule::close => {
                    last = open.pop().flatten();
                    if open.is_empty() {
                        self.at = end;
                        return Ok(());
                    }
                }
                Rule::node => {
                    last = Some(self.node(last, span)?);
                    for property in piece.into_inner() {
                        self.property(last, property);
                    }
                }
                Rule::property => {
                    self.warn(span, "property outside a node");
                    self.property(last, piece);
                }
                _ => self.warn(span, format!("unexpected `{}`", excerpt(piece.as_str()))),
            }
            self.at = end;
        }
        self.at = source.len();
        self.warn(tree_start..tree_start + 1, "game tree is not closed");
        Ok(())
    }

    fn node(&mut self, last: Option<NodeId>, span: Span) -> Result<NodeId, SgfError> {
        if self.sgf.nodes.len() >= self.limits.nodes {
            return Err(SgfError::TooManyNodes(span));
        }
        Ok(self.sgf.add_spanned(last, span))
    }

    fn property(&mut self, node: Option<NodeId>, pair: Pair<'_, Rule>) {
        let span = self.span(&pair);
        let mut property = Property { name: String::new(), values: Vec::new(), span: span.clone() };
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::ident => property.name = short_name(inner.as_str()),
                rule => {
                    if rule == Rule::unclosed {
                        self.warn(self.span(&inner), "value is not closed by `]`");
                    }
                    for text in inner.into_inner().filter(|p| p.as_rule() == Rule::text) {
                        let span = self.span(&text);
                        property.values.push(Text { raw: text.as_str().to_string(), span });
                    }
                }
            }
        }
        match node {
            Some(id) if !property.values.is_empty() => {
                let node = &mut self.sgf.nodes[id.index()];
                node.span.end = span.end;
                node.properties.push(property);
            }
            _ => self.warn(span, "property before the first node is ignored"),
        }
    }
}

/// The FF\[4\] name of a property: older formats allow lower-case letters that
/// do not count. What stays begins with a letter, as every name does.
fn short_name(ident: &str) -> String {
    let capitals: String = ident
        .chars()
        .filter(|c| !c.is_ascii_lowercase())
        .skip_while(|c| !c.is_ascii_uppercase())
        .collect();
    if capitals.is_empty() { ident.to_ascii_uppercase() } else { capitals }
}

fn excerpt(text: &str) -> String {
    let mut line: String = text.chars().take(20).map(|c| if c < ' ' { ' ' } else { c }).collect();
    if text.chars().nth(20).is_some() {
        line.push('…');
    }
    line
}

/// Point-list values with rectangles resolved; malformed ones are passed to `bad`.
pub(crate) fn point_list(
    property: &Property,
    size: usize,
    mut bad: impl FnMut(&Text),
) -> Vec<value::Point> {
    let mut out = Vec::new();
    for text in &property.values {
        match value::points(&text.raw, size) {
            Some(points) => out.extend(points),
            // An empty list `AE[]` is legal.
            None if text.raw.trim().is_empty() => {}
            None => bad(text),
        }
    }
    out
}
