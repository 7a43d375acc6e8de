//! Tree to text.
//!
//! The output reads back as the same tree. Values are written as they were
//! read; names in their short form. A line holds one node, except that nodes
//! with nothing but a short move share a line.

use crate::tree::{Node, NodeId, Sgf};
use std::fmt;

/// Longest line of moves, in characters.
const LINE: usize = 72;

enum Step {
    Node(NodeId),
    Open(NodeId),
    Close,
}

impl fmt::Display for Sgf {
    /// The collection as SGF text, each game tree ending in a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_text(self))
    }
}

fn to_text(sgf: &Sgf) -> String {
    let mut out = String::new();
    for &root in sgf.roots() {
        let mut column = 0;
        let mut stack = vec![Step::Close, Step::Node(root)];
        out.push('(');
        while let Some(step) = stack.pop() {
            let id = match step {
                Step::Close => {
                    out.push(')');
                    column = LINE;
                    continue;
                }
                Step::Open(id) => {
                    out.push_str("\n(");
                    column = 0;
                    id
                }
                Step::Node(id) => id,
            };
            let node = sgf.node(id);
            let text = node_text(node);
            let plain = is_plain(node);
            if column > 0 && (!plain || column + text.len() > LINE) {
                out.push('\n');
                column = 0;
            }
            out.push_str(&text);
            column = if plain { column + text.len() } else { LINE };
            match node.children() {
                [] => {}
                [only] => stack.push(Step::Node(*only)),
                many => {
                    for &child in many.iter().rev() {
                        stack.push(Step::Close);
                        stack.push(Step::Open(child));
                    }
                }
            }
        }
        out.push('\n');
    }
    out
}

fn is_plain(node: &Node) -> bool {
    matches!(node.properties.as_slice(), [p] if p.name == "B" || p.name == "W")
}

fn node_text(node: &Node) -> String {
    let mut out = String::from(";");
    for property in &node.properties {
        out.push_str(&property.name);
        for value in &property.values {
            out.push('[');
            // A lone final backslash (from an unclosed value) would quote the bracket.
            let slashes = value.raw.bytes().rev().take_while(|&b| b == b'\\').count();
            out.push_str(&value.raw[..value.raw.len() - slashes % 2]);
            out.push(']');
        }
    }
    out
}
