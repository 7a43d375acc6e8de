//! What an author starts from: the next free name, a pattern to fill in, a
//! constraint diagram to put letters on. For `mkpat new`.
//!
//! Syntax tree and manifest → text; [`PatternText`] gives it its layout.

use mkpat_rt::colon_line::{AttributeMap, Edges};

use mkpat_rt::helper::Stage;

use crate::language::manifest::{Anchors, Kind};
pub use crate::language::names::{next as next_name, prefix};
use crate::language::syntax::ast::{File, LineKind, PatternNode, Row};
use crate::language::syntax::print::PatternText;
use crate::source::Sources;
use crate::tools::transform::{BoardSide, Grid};

/// What kind of pattern to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// Its name.
    pub name: String,
    /// The kind of its database.
    pub kind: Kind,
    /// When its database is matched.
    pub stage: Stage,
    /// The colours of the anchors of its database.
    pub anchors: Anchors,
    /// The attribute map of its database.
    pub attributes: AttributeMap,
    /// The edges that it shows; corner and full-board patterns have theirs if
    /// this is empty.
    pub edges: Vec<BoardSide>,
    /// Whether it has a constraint.
    pub labels: bool,
}

impl Template {
    /// The pattern. It compiles and no check finds fault with it, so that an author begins
    /// with something that works.
    ///
    /// # Errors
    ///
    /// If a pattern of this kind cannot have these edges, or if databases of this
    /// kind have no patterns.
    pub fn text(&self) -> Result<PatternText, String> {
        let edges = self.edges()?;
        let rows = if edges.count() > 0 { 4 } else { 3 };
        let drawing: &[&str] = match (self.kind, self.stage) {
            (Kind::Connections, Stage::Influence) => &["?X?.", "O*,.", "....", "...."][..rows],
            (Kind::Connections, _) => &["?X?.", "O*O.", "....", "...."][..rows],
            (Kind::General | Kind::Dfa, _) => &["?X?.", "O*..", "....", "...."][..rows],
            (Kind::Corner, _) => &["......", "......", "..X*..", "......", "......"],
            (Kind::FullBoard, _) => &[],
            (Kind::Eyes | Kind::MonteCarlo, _) => {
                return Err("databases of this kind have no such patterns".to_string());
            }
        };
        let mut cells: Vec<Vec<char>> = drawing.iter().map(|row| row.chars().collect()).collect();
        if cells.is_empty() {
            cells = vec![vec!['.'; 19]; 19];
            (cells[3][15], cells[16][3]) = ('X', '*');
        }
        let rows = |cells: &Vec<Vec<char>>| {
            let (text, _) = Grid::new(cells.clone(), edges).write();
            text.lines().map(str::to_string).collect::<Vec<_>>()
        };
        let mut out = PatternText::new(&self.name);
        out.comments.push(" What is the idea of the move?".to_string());
        out.diagram = rows(&cells);
        let counts = !matches!(self.stage, Stage::Worms | Stage::Dragons)
            && self.kind != Kind::Connections
            && !matches!(self.attributes, AttributeMap::None | AttributeMap::General);
        let value = counts.then(|| ("value".to_string(), "50".to_string()));
        let value = Vec::from_iter(value);
        out = out.colon('8', self.class(), &value, None);
        if self.labels {
            for ch in cells.iter_mut().flatten().filter(|ch| **ch == 'X') {
                *ch = 'A';
            }
            out.labels = rows(&cells);
            // In these drawings the stone certainly has liberties.
            let drawn_whole = matches!(self.kind, Kind::Corner | Kind::FullBoard);
            let question = if drawn_whole { " !attack(A)" } else { " lib(A) > 1" };
            out.constraint.push(question.to_string());
        }
        Ok(out)
    }

    /// The class letter that gives a match an effect in this database; without one a check would
    /// find fault with the pattern.
    fn class(&self) -> &'static str {
        match (self.stage, self.kind) {
            (Stage::Worms, _) if self.anchors == Anchors::O => "D",
            (Stage::Worms, _) => "A",
            (Stage::Dragons, _) | (Stage::Movegen, Kind::Connections) => "C",
            (Stage::Influence, Kind::Connections) => "D",
            (Stage::Influence, _) => "E",
            (Stage::Movegen, Kind::Corner) => "J",
            (Stage::Movegen, Kind::General | Kind::Dfa)
                if self.attributes == AttributeMap::General =>
            {
                "E"
            }
            _ => "",
        }
    }

    fn edges(&self) -> Result<Edges, String> {
        let mut edges = Edges::default();
        for side in &self.edges {
            match side {
                BoardSide::Bottom => edges.south = true,
                BoardSide::Left => edges.west = true,
                BoardSide::Top => edges.north = true,
                BoardSide::Right => edges.east = true,
            }
        }
        let opposite = (edges.north && edges.south) || (edges.west && edges.east);
        match self.kind {
            Kind::FullBoard => Ok(Edges { north: true, south: true, west: true, east: true }),
            Kind::Corner if edges.count() == 0 => {
                Ok(Edges { north: true, east: true, ..Edges::default() })
            }
            Kind::Corner if edges.count() != 2 || opposite => {
                Err("a corner pattern has two edges that meet".to_string())
            }
            _ if opposite => Err("opposite edges fit boards of one size only".to_string()),
            _ => Ok(edges),
        }
    }
}

/// The rows of the main diagram without side comments: a constraint diagram to
/// put letters on.
pub fn copy_diagram(sources: &Sources, file: &File, node: &PatternNode) -> Vec<String> {
    let row = |line: &crate::language::syntax::ast::Line| {
        Some(match &line.kind {
            LineKind::Row(Row::Edge { bar, .. }) => sources.text(*bar).to_string(),
            LineKind::Row(Row::Cells { left, cells, right, .. }) => {
                let side = |side: &Option<_>| if side.is_some() { "|" } else { "" };
                format!("{}{}{}", side(left), sources.text(*cells), side(right))
            }
            _ => return None,
        })
    };
    file.lines[node.diagram.clone()].iter().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_on_in_their_scheme() {
        for (names, prefix, next) in [
            (["CC1", "CC12b", "EB400"].as_slice(), "CC", "CC13"),
            (&["A007", "A01"], "A", "A008"),
            (&["J99", "JHO5"], "JHO", "JHO6"),
            (&[], "New", "New1"),
        ] {
            assert_eq!(next_name(names.iter().copied(), prefix), next);
        }
        assert_eq!(prefix("Barrier12ab"), Some("Barrier"));
        assert_eq!(prefix("odd"), None);
    }
}
