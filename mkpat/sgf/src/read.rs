//! Text to tree.
//!
//! The module `scan` says where tokens end. The loop here takes one piece at a time (a
//! node with its properties, a bracket, a stray lump), keeps the open brackets on a
//! vector and hangs nodes into the arena. Time is linear in the text.

use std::borrow::Cow;
use std::fmt;

use crate::decode;
use crate::scan;
use crate::tree::{NodeId, Property, Sgf, Span, Text, Warning};
use crate::value;

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
    /// Where the next piece starts.
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

    fn collection(&mut self, source: &str) -> Result<(), SgfError> {
        loop {
            let start = scan::tree_start(source, self.at);
            let gap = &source[self.at..start];
            // Before the first tree any text may stand, such as a notice.
            if !self.sgf.roots.is_empty() && !gap.trim().is_empty() {
                let text = start - gap.trim_start().len();
                self.warn(text..start, "text outside a game tree is ignored");
            }
            self.at = start;
            if start == source.len() {
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
        loop {
            let start = scan::space(source, self.at);
            self.at = start + 1;
            match scan::byte(source, start) {
                None => break,
                Some(b'(') => {
                    if open.len() >= self.limits.depth {
                        return Err(SgfError::TooDeep(start..self.at));
                    }
                    open.push(last);
                }
                Some(b')') => {
                    last = open.pop().flatten();
                    if open.is_empty() {
                        return Ok(());
                    }
                }
                Some(b';') => last = Some(self.node(source, last)?),
                Some(_) => match property(source, start) {
                    Some((property, closed)) => {
                        self.at = property.span.end;
                        self.stray_property(last, property, closed);
                    }
                    None => {
                        self.at = scan::stray(source, start);
                        let text = excerpt(&source[start..self.at]);
                        self.warn(start..self.at, format!("unexpected `{text}`"));
                    }
                },
            }
        }
        self.at = source.len();
        self.incomplete(tree_start..tree_start + 1, "game tree is not closed");
        Ok(())
    }

    /// Reads the properties of a node, behind its `;`.
    fn node(&mut self, source: &str, parent: Option<NodeId>) -> Result<NodeId, SgfError> {
        let start = self.at - 1;
        // Nearly all nodes are one move.
        let mut properties = Vec::with_capacity(1);
        while let Some((property, closed)) = property(source, scan::space(source, self.at)) {
            self.at = property.span.end;
            if !closed {
                self.warn_unclosed(&property);
            }
            properties.push(property);
        }
        let span = start..self.at;
        if self.sgf.nodes.len() >= self.limits.nodes {
            return Err(SgfError::TooManyNodes(span));
        }
        let id = self.sgf.add_spanned(parent, span);
        self.sgf.nodes[id.index()].properties = properties;
        Ok(id)
    }

    /// A property that follows no `;` belongs to the node before it.
    fn stray_property(&mut self, node: Option<NodeId>, property: Property, closed: bool) {
        self.warn(property.span.clone(), "property outside a node");
        if !closed {
            self.warn_unclosed(&property);
        }
        match node {
            Some(id) => {
                let node = &mut self.sgf.nodes[id.index()];
                node.span.end = property.span.end;
                node.properties.push(property);
            }
            None => self.warn(property.span, "property before the first node is ignored"),
        }
    }

    /// Says so of the last value.
    fn warn_unclosed(&mut self, property: &Property) {
        let text = property.values.last().map_or(property.span.clone(), |v| v.span.clone());
        self.incomplete(text.start - 1..text.end, "value is not closed by `]`");
    }

    /// Says that the text ends before something does.
    fn incomplete(&mut self, span: Span, message: &str) {
        let warning = Warning { message: message.to_string(), span: span.clone() };
        self.sgf.incomplete.get_or_insert(warning);
        self.warn(span, message);
    }
}

/// The property at `at`, and whether its last value is closed. `None` if there is no
/// name, or a name without a value.
fn property(source: &str, at: usize) -> Option<(Property, bool)> {
    let name = at..scan::ident(source, at)?;
    let mut next = scan::value(source, scan::space(source, name.end));
    next.as_ref()?;
    let name = short_name(&source[name]);
    let mut property = Property { name, values: Vec::with_capacity(1), span: at..at };
    let mut last_closed = true;
    while let Some(scan::Value { text, end, closed }) = next {
        property.values.push(Text { raw: source[text.clone()].to_string(), span: text });
        property.span.end = end;
        last_closed = closed;
        next = scan::value(source, scan::space(source, end));
    }
    Some((property, last_closed))
}

/// Names that are not copied: those of most nodes.
const FREQUENT: [&str; 8] = ["B", "W", "C", "BL", "WL", "AB", "AW", "LB"];

/// The FF\[4\] name of a property: older formats allow lower-case letters that
/// do not count. What stays begins with a letter, as every name does.
fn short_name(ident: &str) -> Cow<'static, str> {
    if let Some(name) = FREQUENT.into_iter().find(|&name| name == ident) {
        return Cow::Borrowed(name);
    }
    let capitals: String = ident
        .chars()
        .filter(|c| !c.is_ascii_lowercase())
        .skip_while(|c| !c.is_ascii_uppercase())
        .collect();
    Cow::Owned(if capitals.is_empty() { ident.to_ascii_uppercase() } else { capitals })
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
