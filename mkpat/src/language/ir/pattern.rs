//! Databases and patterns by what they mean, with the places in the text they come from.

use std::collections::BTreeMap;

use mkpat_rt::colon_line::{AttrKind, AttributeMap, ClassSet, Edges, Symmetry};
use mkpat_rt::db::ElementKind;
use mkpat_rt::geom::{Offset, Transform};

use super::expr::{Action, Expr};
use crate::language::manifest::DatabaseSpec;
use crate::source::{FileId, Span};

/// A lowered database.
#[derive(Clone, Debug)]
pub struct Database {
    /// What the manifest (or inference) says of it.
    pub spec: DatabaseSpec,
    /// Its files in order.
    pub files: Vec<FileId>,
    /// `attribute_map`, as declared in the text or the manifest.
    pub attributes: AttributeMap,
    /// Patterns in source order. Patterns with errors are left out, and those that need
    /// something that the engine lacks.
    pub patterns: Vec<Pattern>,
    /// What the engine lacks of the helpers that patterns need, in source order.
    pub lacking: Vec<Lacking>,
}

/// A pattern that needs a helper which the engine does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lacking {
    /// The name of the pattern.
    pub pattern: String,
    /// The helper.
    pub helper: String,
}

/// What a vertex of the main diagram shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// `?`: anything on the board.
    Any,
    /// An element.
    Element(ElementKind),
    /// `Q`: a friendly stone, the anchor.
    AnchorO,
    /// `Y`: an enemy stone, the anchor.
    AnchorX,
}

impl Symbol {
    /// The symbol with this character.
    pub fn from_char(ch: char) -> Option<Symbol> {
        Some(match ch {
            '?' => Symbol::Any,
            'Q' => Symbol::AnchorO,
            'Y' => Symbol::AnchorX,
            _ => Symbol::Element(ElementKind::ALL.into_iter().find(|k| k.symbol() == ch)?),
        })
    }

    /// Its character.
    pub const fn to_char(self) -> char {
        match self {
            Symbol::Any => '?',
            Symbol::AnchorO => 'Q',
            Symbol::AnchorX => 'Y',
            Symbol::Element(kind) => kind.symbol(),
        }
    }

    /// The element it makes; `None` for `?`.
    pub const fn element(self) -> Option<ElementKind> {
        match self {
            Symbol::Any => None,
            Symbol::AnchorO => Some(ElementKind::O),
            Symbol::AnchorX => Some(ElementKind::X),
            Symbol::Element(kind) => Some(kind),
        }
    }
}

/// A rectangle of symbols.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// Symbols row by row.
    pub cells: Vec<Symbol>,
    /// Place of each symbol.
    pub spans: Vec<Span>,
    /// Edges drawn.
    pub edges: Edges,
    /// From the first to the last row.
    pub span: Span,
}

impl Diagram {
    /// The symbol at (`row`, `col`).
    ///
    /// # Panics
    ///
    /// Outside the diagram.
    pub fn at(&self, row: usize, col: usize) -> Symbol {
        self.cells[row * self.cols + col]
    }

    /// Row and column of the index of a cell.
    pub const fn place(&self, index: usize) -> (usize, usize) {
        (index / self.cols, index % self.cols)
    }

    /// Offset of a cell from another, by indices.
    pub const fn offset(&self, from: usize, to: usize) -> Offset {
        let (r0, c0) = self.place(from);
        let (r1, c1) = self.place(to);
        Offset::new((r1 as i32 - r0 as i32) as i8, (c1 as i32 - c0 as i32) as i8)
    }
}

/// A label: where the letter stands in the constraint diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Indices of the cells with this letter, in reading order; the first one
    /// defines the vertex.
    pub cells: Vec<usize>,
    /// Places of the letters.
    pub spans: Vec<Span>,
}

/// A value of the colon line.
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    /// The field.
    pub span: Span,
    /// The name as written.
    pub name: String,
    /// Its meaning.
    pub kind: AttrKind,
    /// Its argument.
    pub value: AttributeValue,
}

/// Argument of a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AttributeValue {
    /// A number.
    Number(f32),
    /// A label, as the index of its cell.
    Label(char, usize),
}

/// A constraint diagram as drawn: one character per cell, row by row, with places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelDiagram {
    /// Characters: element symbols and labels.
    pub cells: Vec<char>,
    /// Places.
    pub spans: Vec<Span>,
    /// Whether it draws the same edges as the main diagram.
    pub has_edges: bool,
}

/// A pattern. It has a field for each part that the language gives it, most of them with
/// their places in the text; the checks ask for them one by one.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Name.
    pub name: String,
    /// Place of the name.
    pub name_span: Span,
    /// The `Pattern` line.
    pub head: Span,
    /// Line number of the `Pattern` line, from 1.
    pub line: u32,
    /// Comment text that explains the pattern (comment lines and side comments).
    pub idea: Vec<String>,
    /// The transformation from the drawing to the form in which the pattern is
    /// compiled; the identity except in corner databases.
    pub orientation: Transform,
    /// The main diagram.
    pub diagram: Diagram,
    /// Index of the cell of `*`.
    pub mv: Option<usize>,
    /// Index of the cell of the anchor; `None` in corner databases.
    pub anchor: Option<usize>,
    /// The colon line.
    pub colon: Span,
    /// Declared symmetry and its place.
    pub symmetry: Symmetry,
    /// Place of the symmetry character.
    pub symmetry_span: Span,
    /// Class letters.
    pub class: ClassSet,
    /// Place of the class field.
    pub class_span: Span,
    /// Values in order.
    pub attrs: Vec<Attribute>,
    /// Hand-written helper.
    pub helper: Option<(String, Span)>,
    /// Labels of the constraint diagram.
    pub labels: BTreeMap<char, Label>,
    /// The constraint diagram, if there is one.
    pub label_diagram: Option<LabelDiagram>,
    /// Constraint.
    pub constraint: Option<Expr>,
    /// There is a constraint where it does not count, which has been reported.
    pub constraint_ignored: bool,
    /// Action.
    pub action: Option<Action>,
}

impl Pattern {
    /// Visits every expression of the constraint and then of the action, each before
    /// its parts.
    pub fn walk_code<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        if let Some(constraint) = &self.constraint {
            constraint.walk(visit);
        }
        if let Some(action) = &self.action {
            action.walk(visit);
        }
    }

    /// Index of the cell from which labels are counted: the move, else the
    /// anchor, else (a corner pattern without a move cannot be) the first cell.
    pub fn origin(&self) -> usize {
        self.mv.or(self.anchor).unwrap_or(0)
    }

    /// Offset between two cells in the form in which the pattern is compiled.
    pub fn offset(&self, from: usize, to: usize) -> Offset {
        self.orientation.apply(self.diagram.offset(from, to))
    }
}
