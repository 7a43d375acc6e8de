//! The tree of a collection: nodes in an arena, in the order of the text.
//!
//! Parents and children are indices, so that dropping, cloning and walking a
//! tree of a million nodes in one line need no stack. [`crate::read`] fills it;
//! programs that write records build it with [`Sgf::add_node`] and
//! [`Sgf::push`].

use std::borrow::Cow;
use std::ops::Range;

use crate::value::{self, Color, Point};

/// Byte offsets into [`Sgf::source`].
pub type Span = Range<usize>;

/// Index of a node in its [`Sgf`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The place in the order of the text, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One value of a property: the text between the brackets as it stands there,
/// escapes included.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// The raw text without the brackets.
    pub raw: String,
    /// Its place (without the brackets); empty if made by a program.
    pub span: Span,
}

impl Text {
    /// The value as FF\[4\] `SimpleText`: escapes resolved, line breaks and other
    /// white space as blanks, no white space at either end.
    pub fn simple(&self) -> String {
        value::simple_text(&self.raw)
    }

    /// The value as FF\[4\] `Text`: escapes resolved, line breaks kept as `\n`.
    pub fn text(&self) -> String {
        value::formatted_text(&self.raw)
    }

    /// The value as a decimal number, or `None`.
    pub fn real(&self) -> Option<f64> {
        value::real(&self.raw)
    }

    /// The value as an integer, or `None`.
    pub fn number(&self) -> Option<i64> {
        self.simple().parse().ok()
    }
}

/// A property and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The FF\[4\] name in capitals: `AddBlack` of FF\[1\] reads as `AB`.
    pub name: Cow<'static, str>,
    /// The values in the order of the file, at least one.
    pub values: Vec<Text>,
    /// From the name to the last closing bracket.
    pub span: Span,
}

impl Property {
    /// The first value.
    pub fn first(&self) -> &Text {
        &self.values[0]
    }
}

/// What follows a node: nearly always one node, which takes no memory of its own.
#[derive(Clone, Debug, Default)]
enum Children {
    #[default]
    None,
    One(NodeId),
    Several(Vec<NodeId>),
}

impl Children {
    fn push(&mut self, id: NodeId) {
        match self {
            Children::None => *self = Children::One(id),
            Children::One(first) => *self = Children::Several(vec![*first, id]),
            Children::Several(all) => all.push(id),
        }
    }

    fn as_slice(&self) -> &[NodeId] {
        match self {
            Children::None => &[],
            Children::One(id) => std::slice::from_ref(id),
            Children::Several(all) => all,
        }
    }
}

/// A node: properties in file order, repeated ones kept apart.
#[derive(Clone, Debug)]
pub struct Node {
    pub(crate) parent: Option<NodeId>,
    children: Children,
    /// The properties in file order.
    pub properties: Vec<Property>,
    /// From the `;` to the end of the last property.
    pub span: Span,
}

impl Node {
    /// The first property of this name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|p| p.name == name)
    }

    /// The first value of the first property of this name.
    pub fn value(&self, name: &str) -> Option<&Text> {
        self.property(name).map(Property::first)
    }

    /// All values of all properties of this name.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Text> {
        self.properties.iter().filter(move |p| p.name == name).flat_map(|p| p.values.iter())
    }

    /// The preceding node, `None` for the root of a game tree.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The variations that follow, the main one first.
    pub fn children(&self) -> &[NodeId] {
        self.children.as_slice()
    }

    /// The moves of this node, in file order (a node should have at most one),
    /// each with its property.
    pub fn moves(&self, size: usize) -> impl Iterator<Item = (Color, Option<Point>, &Property)> {
        self.properties.iter().filter_map(move |p| {
            let color = match &*p.name {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            Some((color, Point::from_sgf_move(&p.first().raw, size), p))
        })
    }
}

/// Something odd in a text that could be read all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// What is odd, as one clause without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
}

/// A collection of game trees with its text.
#[derive(Clone, Debug, Default)]
pub struct Sgf {
    pub(crate) source: String,
    pub(crate) nodes: Vec<Node>,
    pub(crate) roots: Vec<NodeId>,
    /// What was odd, in the order of the text.
    pub warnings: Vec<Warning>,
    /// The text ends in the middle of a value or of a game tree: what does not end.
    pub incomplete: Option<Warning>,
}

impl Sgf {
    /// An empty collection, for programs that write records.
    pub fn new() -> Sgf {
        Sgf::default()
    }

    /// The decoded text that all spans refer to. For UTF-8 files without a byte
    /// order mark these are the offsets in the file.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The roots of the game trees in file order; never empty after reading.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// A node.
    ///
    /// # Panics
    /// If the id belongs to another collection.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// All nodes in the order of the text (depth first, the main variation
    /// first), of all game trees.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(i, n)| (NodeId(i as u32), n))
    }

    /// Number of nodes in all game trees.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The path from the root of a game tree to `id`, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.node(at).parent {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        path
    }

    /// Board size in the `SZ` of the root that `id` descends from: 19 without a
    /// `SZ`, `None` if it is malformed, not square or not 1…25.
    pub fn board_size(&self, id: NodeId) -> Option<usize> {
        let mut root = id;
        while let Some(parent) = self.node(root).parent {
            root = parent;
        }
        match self.node(root).value("SZ") {
            None => Some(19),
            Some(text) => value::board_size(&text.raw),
        }
    }

    /// Line and column, both from 1, of a byte offset. Columns count
    /// characters; a line break is `\n`, `\r\n` or `\r`.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        line_column(&self.source, offset)
    }

    /// Adds a node after `parent`, or a game tree without one, and answers its id.
    pub fn add_node(&mut self, parent: Option<NodeId>) -> NodeId {
        self.add_spanned(parent, 0..0)
    }

    pub(crate) fn add_spanned(&mut self, parent: Option<NodeId>, span: Span) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { parent, children: Children::None, properties: Vec::new(), span });
        match parent {
            Some(parent) => self.nodes[parent.index()].children.push(id),
            None => self.roots.push(id),
        }
        id
    }

    /// Adds a property with plain texts as values, which are escaped here. No
    /// values at all give one empty value, as in `B[]`.
    pub fn push<S: AsRef<str>>(&mut self, node: NodeId, name: &str, values: &[S]) {
        let mut values: Vec<Text> =
            values.iter().map(|v| Text { raw: value::escape(v.as_ref()), span: 0..0 }).collect();
        if values.is_empty() {
            values.push(Text::default());
        }
        self.nodes[node.index()].properties.push(Property {
            name: name.to_string().into(),
            values,
            span: 0..0,
        });
    }
}

/// Line and column as [`Sgf::line_column`], in any text.
pub fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let (mut line, mut column) = (1, 1);
    let mut previous = '\0';
    for c in text[..offset].chars() {
        match c {
            '\n' if previous == '\r' => {}
            '\n' | '\r' => (line, column) = (line + 1, 1),
            _ => column += 1,
        }
        previous = c;
    }
    (line, column)
}
