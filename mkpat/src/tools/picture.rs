//! Pattern → a picture in SVG: stones and elements on the lines of a board, edges, labels.
//!
//! The elements are drawn by shape and not by colour alone: `O` a white stone, `X` a black one, `o` and `x` a small
//! stone in a dashed ring, `?` a hatched square, `*` a ring with a star, other signs and labels as text. A page that
//! shows many pictures holds [`SYMBOLS`] and [`CSS`] once; a picture that stands alone brings them along.

use std::fmt::Write as _;

use mkpat_rt::colon_line::Edges;
use mkpat_rt::geom::Cell as Vertex;
use mkpat_rt::geom::{Offset, Point, Transform};

use crate::language::ir::Pattern;
use crate::tools::positions::Position;

/// Side of a cell.
const CELL: i32 = 20;

/// Space around the board, for edges.
const MARGIN: i32 = 3;

/// The shapes that pictures refer to.
pub const SYMBOLS: &str = concat!(
    r##"<defs><pattern id="kh" width="4" height="4" patternUnits="userSpaceOnUse">"##,
    r##"<path class="kh" d="M0 4L4 0"/></pattern>"##,
    r##"<g id="kO"><circle class="kw" r="8.5"/></g><g id="kX"><circle class="kb" r="8.5"/></g>"##,
    r##"<g id="ko"><circle class="kd" r="8.5"/><circle class="kw" r="4.5"/></g>"##,
    r##"<g id="kx"><circle class="kd" r="8.5"/><circle class="kb" r="4.5"/></g>"##,
    r##"<g id="kq"><path class="kg" d="M-10-10h20v20h-20z"/>"##,
    r##"<path fill="url(#kh)" d="M-10-10h20v20h-20z"/></g>"##,
    r##"<g id="km"><circle class="kr" r="8"/><path class="kp" d="M-4 0H4M-2-3.5L2 3.5M2-3.5L-2 3.5"/></g>"##,
    r##"<g id="ka"><path class="ke" d="M-10-5V-10H-5"/></g></defs>"##
);

/// The colours of [`SYMBOLS`] and of the pictures; a page sets `--line`, `--paper`, `--board` and `--mark`.
pub const CSS: &str = "\
.kg{fill:var(--board)}.kl{stroke:var(--line);stroke-width:1;fill:none}.ke{stroke:var(--line);\
stroke-width:3;fill:none;stroke-linecap:square}.kw{fill:#fff;stroke:#222;stroke-width:1}\
.kb{fill:#111;stroke:var(--rim,#111);stroke-width:1}.kd{fill:var(--board);stroke:var(--line);\
stroke-dasharray:2 2}.kh{stroke:var(--line);stroke-width:.7;opacity:.6}.kr{fill:var(--board);\
stroke:var(--mark);stroke-width:2}.kp{stroke:var(--mark);stroke-width:2;fill:none}\
.kt{font:bold 13px monospace;text-anchor:middle;fill:var(--line);stroke:var(--board);\
stroke-width:5px;paint-order:stroke}.kn{font:bold 11px monospace;text-anchor:middle}\
.kv{fill:var(--mark);fill-opacity:.22}.kn.o{fill:#111}.kn.x{fill:#fff}";

/// The colours of a picture that stands alone.
const ALONE: &str = "svg{--line:#333;--board:#f3e3b5;--mark:#0072b2}";

/// How a picture is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// It brings its shapes and colours along.
    alone: bool,
    /// It shows the labels.
    labels: bool,
}

impl Style {
    /// A picture that stands alone, with its labels.
    pub const fn alone() -> Style {
        Style { alone: true, labels: true }
    }

    /// A picture on a page that has the shapes and colours, with labels or without.
    pub const fn on_page(labels: bool) -> Style {
        Style { alone: false, labels }
    }
}

/// What stands on a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    element: char,
    label: Option<char>,
    anchor: bool,
}

/// A drawing as a rectangle.
#[derive(Clone, Debug)]
struct Drawing {
    cols: usize,
    cells: Vec<Cell>,
    edges: Edges,
}

/// The picture of a pattern as it is written.
pub fn pattern(p: &Pattern, style: &Style) -> String {
    Drawing::of(p, style).svg(p, style)
}

/// The picture of a pattern that stands on the page already, without labels, in another orientation: signs that are
/// letters turn with it. Seen small, or in its own size.
pub fn again(p: &Pattern, t: Transform, small: bool) -> String {
    let (width, height) = (p.diagram.cols as i32 * CELL, p.diagram.rows as i32 * CELL);
    let (down, right) = (t.apply(Offset::new(1, 0)), t.apply(Offset::new(0, 1)));
    let [a, b, c, d] = [right.dc, right.dr, down.dc, down.dr].map(i32::from);
    // Where the far corner goes; what becomes negative is shifted back.
    let (x, y) = (a * width + c * height, b * width + d * height);
    let (left, up) = ((-x).max(0), (-y).max(0));
    let (wide, high) = (x.abs() + 2 * MARGIN, y.abs() + 2 * MARGIN);
    let name = escaped(&p.name);
    let size = if small { String::new() } else { format!(" width=\"{wide}\" height=\"{high}\"") };
    let turn = match t.index() {
        0 => String::new(),
        _ => format!(" transform=\"matrix({a} {b} {c} {d} {left} {up})\""),
    };
    format!(
        "<svg aria-hidden=\"true\" viewBox=\"-{MARGIN} -{MARGIN} {wide} {high}\"{size}>\
         <use href=\"#g-{name}\"{turn}/></svg>"
    )
}

impl Drawing {
    fn of(p: &Pattern, style: &Style) -> Drawing {
        let label = |index: usize| {
            let drawn =
                p.label_diagram.as_ref().filter(|_| style.labels)?.cells.get(index).copied()?;
            p.labels.contains_key(&drawn).then_some(drawn)
        };
        // An anchor that the author did not choose is of no interest.
        let cell = |(index, symbol): (usize, &crate::language::ir::Symbol)| Cell {
            element: match symbol.to_char() {
                'Q' => 'O',
                'Y' => 'X',
                other => other,
            },
            label: label(index),
            anchor: matches!(symbol.to_char(), 'Q' | 'Y'),
        };
        let cells = p.diagram.cells.iter().enumerate().map(cell).collect();
        Drawing { cols: p.diagram.cols.max(1), cells, edges: p.diagram.edges }
    }

    fn rows(&self) -> usize {
        self.cells.len() / self.cols
    }

    /// The drawing as text, which readers of a screen get.
    fn text(&self) -> String {
        let rows = self.cells.chunks(self.cols);
        let row = |row: &[Cell]| row.iter().map(|cell| cell.element).collect::<String>();
        rows.map(row).collect::<Vec<_>>().join(" / ")
    }

    fn svg(&self, p: &Pattern, style: &Style) -> String {
        let group = match !style.alone && !style.labels {
            true => format!("<g id=\"g-{}\">", escaped(&p.name)),
            false => "<g>".to_string(),
        };
        self.framed(&p.name, &group, "", style.alone)
    }

    /// The whole picture; `marks` lie between the board and the stones.
    fn framed(&self, title: &str, group: &str, marks: &str, alone: bool) -> String {
        let (cols, rows) = (self.cols as i32, self.rows() as i32);
        let (width, height) = (cols * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN);
        let mut out = format!(
            "<svg role=\"img\" aria-label=\"{}: {}\" xmlns=\"http://www.w3.org/2000/svg\" \
             viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\" width=\"{width}\" height=\"{height}\">",
            escaped(title),
            escaped(&self.text()),
        );
        if alone {
            let _ = write!(out, "<style>{ALONE}{CSS}</style>{SYMBOLS}");
        }
        out.push_str(group);
        let _ = write!(out, "<path class=\"kg\" d=\"M0 0h{}v{}H0z\"/>", cols * CELL, rows * CELL);
        out.push_str(marks);
        self.lines(cols, rows, &mut out);
        for (index, cell) in self.cells.iter().enumerate() {
            let x = (index as i32 % cols) * CELL + CELL / 2;
            let y = (index as i32 / cols) * CELL + CELL / 2;
            cell.draw(x, y, &mut out);
        }
        out.push_str("</g></svg>");
        out
    }

    /// The lines of the board: they end at an edge, and go on where there is none.
    fn lines(&self, cols: i32, rows: i32, out: &mut String) {
        let half = CELL / 2;
        let start = |edge: bool| if edge { half } else { 0 };
        let end = |edge: bool, count: i32| if edge { count * CELL - half } else { count * CELL };
        let (west, east) = (start(self.edges.west), end(self.edges.east, cols));
        let (north, south) = (start(self.edges.north), end(self.edges.south, rows));
        // Writing to a string cannot fail.
        let mut d = String::new();
        for row in 0..rows {
            let _ = write!(d, "M{west} {}H{east}", row * CELL + half);
        }
        for col in 0..cols {
            let _ = write!(d, "M{} {north}V{south}", col * CELL + half);
        }
        let _ = write!(out, "<path class=\"kl\" d=\"{d}\"/>");
        let mut d = String::new();
        for (drawn, y) in [(self.edges.north, half), (self.edges.south, rows * CELL - half)] {
            if drawn {
                let _ = write!(d, "M{west} {y}H{east}");
            }
        }
        for (drawn, x) in [(self.edges.west, half), (self.edges.east, cols * CELL - half)] {
            if drawn {
                let _ = write!(d, "M{x} {north}V{south}");
            }
        }
        if !d.is_empty() {
            let _ = write!(out, "<path class=\"ke\" d=\"{d}\"/>");
        }
    }
}

impl Cell {
    fn draw(self, x: i32, y: i32, out: &mut String) {
        let id = match self.element {
            'O' => "kO",
            'X' => "kX",
            'o' => "ko",
            'x' => "kx",
            '?' => "kq",
            '*' => "km",
            _ => "",
        };
        if !id.is_empty() {
            let _ = write!(out, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
        }
        if self.anchor {
            let _ = write!(out, "<use href=\"#ka\" x=\"{x}\" y=\"{y}\"/>");
        }
        let sign = self.label.or(match self.element {
            '.' | 'O' | 'X' | 'o' | 'x' | '?' | '*' => None,
            other => Some(other),
        });
        let Some(sign) = sign else { return };
        let class = match self.element {
            'O' => "kn o",
            'X' => "kn x",
            _ => "kt",
        };
        let _ = write!(
            out,
            "<text class=\"{class}\" x=\"{x}\" y=\"{}\">{}</text>",
            y + 4,
            escaped(&sign.to_string())
        );
    }
}

/// Vertices that are drawn around those that count.
const AROUND: usize = 2;

/// A part of a board on a page that has the shapes: the vertices that count marked, and the move.
pub fn board(title: &str, position: &Position, marked: &[Point], mv: Option<Point>) -> String {
    let last = position.size() - 1;
    let rows = || marked.iter().chain(&mv).map(|p| p.row());
    let cols = || marked.iter().chain(&mv).map(|p| p.col());
    let low = |least: Option<usize>| least.unwrap_or(0).saturating_sub(AROUND);
    let high = |most: Option<usize>| (most.unwrap_or(last) + AROUND).min(last);
    let (top, bottom) = (low(rows().min()), high(rows().max()));
    let (left, right) = (low(cols().min()), high(cols().max()));
    let mut cells = Vec::new();
    for row in top..=bottom {
        for col in left..=right {
            let element = match position.at(Point::new(row, col)) {
                Vertex::Black => 'X',
                Vertex::White => 'O',
                _ if mv == Some(Point::new(row, col)) => '*',
                _ => '.',
            };
            cells.push(Cell { element, label: None, anchor: false });
        }
    }
    let edges =
        Edges { north: top == 0, south: bottom == last, west: left == 0, east: right == last };
    let drawing = Drawing { cols: right - left + 1, cells, edges };
    let mut marks = String::new();
    for p in marked {
        let (x, y) = ((p.col() - left) as i32 * CELL, (p.row() - top) as i32 * CELL);
        // Writing to a string cannot fail.
        let _ = write!(marks, "M{} {}h{CELL}v{CELL}h-{CELL}z", x, y);
    }
    let marks = format!("<path class=\"kv\" d=\"{marks}\"/>");
    drawing.framed(title, "<g>", &marks, false)
}

/// Text for HTML and XML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(ch),
        }
    }
    out
}

/// A picture as an address that contains it.
pub fn data_address(svg: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::from("data:image/svg+xml;base64,");
    for three in svg.as_bytes().chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = (bits >> (18 - 6 * digit)) & 63;
            out.push(if digit > three.len() { '=' } else { char::from(DIGITS[value as usize]) });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Diagnostics;
    use crate::language::load::{Lowered, Run};
    use crate::language::manifest::{DatabaseSpec, Kind};

    fn lowered(text: &str) -> Pattern {
        let mut run = Run::new();
        let file = run.sources.add("a.db", text.as_bytes().to_vec()).unwrap();
        run.add(DatabaseSpec::inferred("a", "a.db", Kind::General), vec![file]);
        let mut diags = Diagnostics::default();
        let Lowered::Patterns(db) = run.unit(0, &mut diags).database else { panic!() };
        assert!(!diags.has_errors(), "{diags:?}");
        db.patterns[0].clone()
    }

    const TEXT: &str =
        "Pattern A1\n\n|.*x\n|QX?\n+---\n\n:8,-\n\n|a*x\n|OB?\n+---\n\n; lib(B) > olib(a)\n";

    #[test]
    fn a_picture_shows_stones_edges_and_labels() {
        let p = lowered(TEXT);
        let svg = pattern(&p, &Style::on_page(true));
        for part in [
            "viewBox=\"-3 -3 66 46\"",
            "aria-label=\"A1: .*x / OX?\"",
            "<use href=\"#kO\" x=\"10\" y=\"30\"/><use href=\"#ka\" x=\"10\" y=\"30\"/>",
            "<use href=\"#kX\" x=\"30\" y=\"30\"/><text class=\"kn x\" x=\"30\" y=\"34\">B</text>",
            "<text class=\"kt\" x=\"10\" y=\"14\">a</text>",
            // The lower and the left edge.
            "<path class=\"ke\" d=\"M10 30H60M10 0V30\"/>",
        ] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert!(!svg.contains("<style>"));
        assert!(pattern(&p, &Style::alone()).contains(SYMBOLS));
    }

    #[test]
    fn a_turned_picture_refers_to_the_one_that_is_there() {
        let p = lowered(TEXT);
        assert!(pattern(&p, &Style::on_page(false)).contains("<g id=\"g-A1\">"));
        let whole = again(&p, Transform::ALL[0], true);
        assert!(whole.contains("viewBox=\"-3 -3 66 46\"><use href=\"#g-A1\"/>"), "{whole}");
        // A quarter clockwise: what was on top is at the right.
        let quarter = again(&p, Transform::ALL[1], false);
        let part = "viewBox=\"-3 -3 46 66\" width=\"46\" height=\"66\"><use href=\"#g-A1\" transform=\"matrix(0 1 -1 0 40 0)\"/>";
        assert!(quarter.contains(part), "{quarter}");
    }

    #[test]
    fn addresses_are_base64() {
        for (text, digits) in [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj")] {
            assert_eq!(data_address(text), format!("data:image/svg+xml;base64,{digits}"));
        }
    }
}
