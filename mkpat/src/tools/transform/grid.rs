//! A drawn diagram as a rectangle of characters with edges and side comments.

use std::ops::Range;

use mkpat_rt::colon_line::Edges;
use mkpat_rt::geom::Transform;

use super::colors;
use crate::language::syntax::ast::{File, LineKind, Row};
use crate::source::Sources;

/// Fewest blanks before a side comment.
const GAP: usize = 3;

/// A diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    /// Characters row by row, all rows of one length.
    pub(crate) cells: Vec<Vec<char>>,
    /// Edges drawn.
    pub(crate) edges: Edges,
    /// Side comments: the line they stand on, the column, the text.
    comments: Vec<(usize, usize, String)>,
}

impl Grid {
    /// A diagram without side comments; the rows are of one length, at least 1.
    pub(crate) fn new(cells: Vec<Vec<char>>, edges: Edges) -> Grid {
        Grid { cells, edges, comments: Vec::new() }
    }

    /// Reads the rows on the lines `rows`.
    pub(crate) fn read(sources: &Sources, file: &File, rows: Range<usize>) -> Result<Grid, String> {
        let mut grid = Grid { cells: Vec::new(), edges: Edges::default(), comments: Vec::new() };
        for (number, line) in file.lines[rows].iter().enumerate() {
            let LineKind::Row(row) = &line.kind else { continue };
            let side = match row {
                Row::Edge { bar, side } => {
                    let text = sources.text(*bar);
                    match grid.cells.is_empty() {
                        true => grid.edges.north = true,
                        false => grid.edges.south = true,
                    }
                    grid.edges.west |= text.starts_with('+');
                    grid.edges.east |= text.len() > 1 && text.ends_with('+');
                    side
                }
                Row::Cells { left, cells, right, side } => {
                    grid.edges.west |= left.is_some();
                    grid.edges.east |= right.is_some();
                    grid.cells.push(sources.text(*cells).chars().collect());
                    side
                }
            };
            if let Some(side) = side {
                let before = sources.text(crate::source::Span { end: side.start, ..line.span });
                let text = sources.text(*side).to_string();
                grid.comments.push((number, before.chars().count(), text));
            }
        }
        let width = grid.cells.first().map_or(0, Vec::len);
        if width == 0 || grid.cells.iter().any(|row| row.len() != width) {
            return Err("its rows have different widths".to_string());
        }
        Ok(grid)
    }

    /// Turns or mirrors it.
    pub(crate) fn turn(&mut self, t: Transform) {
        let (rows, cols) = (self.cells.len(), self.cells[0].len());
        let at = |r: usize, c: usize| {
            // Not `Transform::apply`: rows can be longer than offsets can say.
            let (r, c) = (r as i64, c as i64);
            match t.index() {
                0 => (r, c),
                1 => (c, -r),
                2 => (-r, -c),
                3 => (-c, r),
                4 => (-c, -r),
                5 => (-r, c),
                6 => (c, r),
                _ => (r, -c),
            }
        };
        let (first, last) = (at(0, 0), at(rows - 1, cols - 1));
        let (top, left) = (first.0.min(last.0), first.1.min(last.1));
        let height = first.0.abs_diff(last.0) as usize + 1;
        let width = first.1.abs_diff(last.1) as usize + 1;
        let mut cells = vec![vec![' '; width]; height];
        for (r, row) in self.cells.iter().enumerate() {
            for (c, &ch) in row.iter().enumerate() {
                let (r, c) = at(r, c);
                cells[(r - top) as usize][(c - left) as usize] = ch;
            }
        }
        self.cells = cells;
        self.edges = self.edges.turned(t);
    }

    /// Swaps the colours of its symbols.
    pub(crate) fn swap_colors(&mut self) {
        for ch in self.cells.iter_mut().flatten() {
            *ch = colors::swap(*ch);
        }
    }

    /// Its lines as text, and the side comments for which there is no line.
    pub(crate) fn write(&self) -> (String, Vec<String>) {
        let Edges { north, south, west, east } = self.edges;
        let side = |drawn: bool, text: &'static str| if drawn { text } else { "" };
        let bar = "-".repeat(self.cells[0].len());
        let bar = format!("{}{bar}{}", side(west, "+"), side(east, "+"));
        let rows = self.cells.iter().map(|row| {
            let row: String = row.iter().collect();
            format!("{}{row}{}", side(west, "|"), side(east, "|"))
        });
        let mut lines: Vec<String> = north.then(|| bar.clone()).into_iter().chain(rows).collect();
        lines.extend(south.then_some(bar));
        let mut left_over = Vec::new();
        // Comments keep their line, else take the next free one from the top.
        let mut used = vec![false; lines.len()];
        let mut homeless = Vec::new();
        let place = |lines: &mut Vec<String>, line: usize, column: usize, text: &str| {
            let width = lines[line].chars().count();
            let gap = column.saturating_sub(width).max(GAP);
            lines[line].push_str(&format!("{:gap$}{text}", ""));
        };
        for (line, column, text) in &self.comments {
            match used.get_mut(*line) {
                Some(used) => {
                    *used = true;
                    place(&mut lines, *line, *column, text);
                }
                None => homeless.push((column, text)),
            }
        }
        for (column, text) in homeless {
            // Order matters in comments that go over several lines.
            let after = used.iter().rposition(|&used| used).map_or(0, |at| at + 1);
            match used.get_mut(after) {
                Some(used) => {
                    *used = true;
                    place(&mut lines, after, *column, text);
                }
                None => left_over.push(text.clone()),
            }
        }
        let mut text = lines.join("\n");
        text.push('\n');
        (text, left_over)
    }
}
