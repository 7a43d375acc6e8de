//! Patterns drawn anew: turned, mirrored, or with the colours swapped, for
//! `mkpat transform`.
//!
//! Syntax tree → replaced lines of it. Diagrams and the symmetry code change;
//! comments, class, values and code stay, but for what speaks of colours when
//! they are swapped. A turned or mirrored pattern matches where the old one did;
//! the vertices that its labels name are the same. The module reads the tree
//! only, so that it works on patterns that do not compile yet.

mod colors;
mod grid;

use std::collections::BTreeMap;

use mkpat_rt::colon_line::Symmetry;
use mkpat_rt::geom::Transform;

use crate::language::syntax::ast::{Colon, File, LineKind, PatternNode};
use crate::source::{Sources, Span};
pub(crate) use grid::Grid;

/// A side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardSide {
    /// The last line of a diagram.
    Bottom,
    /// The left column.
    Left,
    /// The first line.
    Top,
    /// The right column.
    Right,
}

/// How to draw a pattern anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PatternTransform {
    /// How it is turned or mirrored.
    pub transform: Transform,
    /// Whether O and X change places, after that.
    pub swap_colors: bool,
}

/// New text for some lines of a file, by their index, line ends included; an empty
/// text removes the line.
pub type Edits = BTreeMap<usize, String>;

/// The lines of `node` that change.
///
/// # Errors
///
/// If the pattern cannot be drawn anew, because its diagrams are no rectangles
/// or its code has syntax errors: why.
pub fn apply(
    sources: &Sources,
    file: &File,
    node: &PatternNode,
    how: PatternTransform,
) -> Result<Edits, String> {
    let mut edits = Edits::new();
    let mut left_over = Vec::new();
    for rows in [&node.diagram, &node.labels] {
        if rows.is_empty() {
            continue;
        }
        let mut grid = Grid::read(sources, file, rows.clone())?;
        grid.turn(how.transform);
        if how.swap_colors {
            grid.swap_colors();
        }
        let (text, comments) = grid.write();
        left_over.extend(comments);
        edits.extend(rows.clone().map(|line| (line, String::new())));
        edits.insert(rows.start, text);
    }
    if !left_over.is_empty() {
        // There are fewer rows now than there were side comments.
        let mut head = sources.text(file.lines[node.head].span).trim_end().to_string();
        head.push('\n');
        for comment in left_over {
            head.push_str(&format!("# {comment}\n"));
        }
        edits.insert(node.head, head);
    }
    if let Some(index) = node.colon
        && let LineKind::Colon(colon) = &file.lines[index].kind
    {
        let line = sources.text(file.lines[index].span);
        edits.insert(index, colon_line(sources, line, file.lines[index].span.start, colon, how)?);
    }
    if how.swap_colors {
        colors::code(sources, file, node, &mut edits)?;
    }
    edits.retain(|&index, text| text != sources.text(file.lines[index].span));
    Ok(edits)
}

/// What in a pattern still speaks of the old side after the colours were swapped,
/// because the language has no word for the other one: its first place, and what it is.
pub fn one_sided(sources: &Sources, file: &File, node: &PatternNode) -> Vec<(Span, String)> {
    colors::one_sided(sources, file, node)
}

/// The rotation that brings an edge which the pattern shows to `side`, the
/// smallest if there are several.
///
/// # Errors
///
/// If it shows no edge, or cannot be drawn anew.
pub fn to_edge(
    sources: &Sources,
    file: &File,
    node: &PatternNode,
    side: BoardSide,
) -> Result<Transform, String> {
    let grid = Grid::read(sources, file, node.diagram.clone())?;
    let rotations = &Transform::ALL[..4];
    let shows = |t: &&Transform| {
        let edges = grid.edges.turned(**t);
        match side {
            BoardSide::Bottom => edges.south,
            BoardSide::Left => edges.west,
            BoardSide::Top => edges.north,
            BoardSide::Right => edges.east,
        }
    };
    rotations.iter().find(shows).copied().ok_or_else(|| "it shows no edge".to_string())
}

/// The symmetry code after `t` (docs/pattern-language.md, "Symmetry").
pub fn turn_symmetry(symmetry: Symmetry, t: Transform) -> Symmetry {
    let (mirrors, diagonals) = match t.index() {
        0 | 2 => (false, false),
        1 | 3 => (true, true),
        5 | 7 => (false, true),
        _ => (true, false),
    };
    match symmetry {
        Symmetry::Vertical if mirrors => Symmetry::Horizontal,
        Symmetry::Horizontal if mirrors => Symmetry::Vertical,
        Symmetry::Diagonal if diagonals => Symmetry::AntiDiagonal,
        Symmetry::AntiDiagonal if diagonals => Symmetry::Diagonal,
        other => other,
    }
}

fn colon_line(
    sources: &Sources,
    line: &str,
    start: u32,
    colon: &Colon,
    how: PatternTransform,
) -> Result<String, String> {
    let mut text = line.to_string();
    let mut replace = |span: Span, with: String| {
        let from = (span.start - start) as usize;
        text.replace_range(from..from + span.len(), &with);
    };
    // From back to front, so that places stay.
    if let (true, Some(class)) = (how.swap_colors, colon.class) {
        replace(class, sources.text(class).chars().map(colors::swap).collect());
    }
    if let Some(span) = colon.symmetry {
        let mut chars = sources.text(span).chars();
        let code = chars.next().filter(|_| chars.next().is_none()).and_then(Symmetry::from_code);
        let code = code.ok_or("its symmetry code is not known")?;
        replace(span, turn_symmetry(code, how.transform).code().to_string());
    }
    Ok(text)
}
