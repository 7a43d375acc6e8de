//! A chart as an SVG picture: tints are squares for Black and for states, discs for White; stones
//! bear their labels.

use std::fmt::Write as _;

use super::{Chart, Tint};
use crate::draw::is_star;
use mkpat_rt::geom::{Color, Point, column_letter};

/// Pixels from vertex to vertex.
const STEP: usize = 30;
/// Space around the board for coordinates.
const MARGIN: usize = 40;
/// Height of a line of the key.
const LINE: usize = 24;

/// Fill of a tint (Okabe and Ito's palette and lighter shades of it), and its part of a step.
pub(super) fn fill(tint: Tint) -> Option<(&'static str, f32)> {
    Some(match tint {
        Tint::None => return None,
        Tint::Good => ("#009E73", 0.96),
        Tint::Unclear => ("#F0E442", 0.96),
        Tint::Urgent => ("#D55E00", 0.96),
        Tint::Bad => ("#888888", 0.96),
        Tint::Black(3..) => ("#0072B2", 0.8),
        Tint::Black(2) => ("#56A0D0", 0.6),
        Tint::Black(_) => ("#9CC8E6", 0.4),
        Tint::White(3..) => ("#D58000", 0.8),
        Tint::White(2) => ("#E6A93F", 0.6),
        Tint::White(_) => ("#F2CF8C", 0.4),
    })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The mark of a tint with its middle at `x`, `y`.
fn mark(out: &mut String, tint: Tint, x: f32, y: f32) {
    let Some((color, part)) = fill(tint) else { return };
    let side = part * STEP as f32;
    let (left, top) = (x - side / 2.0, y - side / 2.0);
    let round = if matches!(tint, Tint::White(_)) { side / 2.0 } else { 2.0 };
    let _ = writeln!(
        out,
        "<rect x='{left:.1}' y='{top:.1}' width='{side:.1}' height='{side:.1}' rx='{round:.1}' \
         fill='{color}'/>"
    );
}

fn text(out: &mut String, x: f32, y: f32, style: &str, content: &str) {
    let _ = writeln!(out, "<text x='{x:.1}' y='{y:.1}' {style}>{}</text>", escaped(content));
}

/// The picture.
pub(super) fn draw(chart: &Chart) -> String {
    let side = MARGIN * 2 + STEP * (chart.size - 1);
    let below = 40 + LINE * (chart.key.len() + 1);
    let width = side.max(460);
    let height = side + below;
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' \
         width='{width}' height='{height}' font-family='sans-serif'>\n\
         <rect width='{width}' height='{height}' fill='#FFFFFF'/>\n\
         <rect x='18' y='18' width='{0}' height='{0}' fill='#F7EFDC'/>\n",
        side - 36
    );
    grid(&mut out, chart.size);
    for (i, spot) in chart.spots.iter().enumerate() {
        let (row, col) = (i / chart.size, i % chart.size);
        let at = |n: usize| (MARGIN + STEP * n) as f32;
        let (x, y) = (at(col), at(row));
        mark(&mut out, spot.tint, x, y);
        let ink = match spot.stone {
            Some(color) => {
                let (fill, ink) = if color == Color::Black {
                    ("#111111", "#FFFFFF")
                } else {
                    ("#FFFFFF", "#111111")
                };
                let _ = writeln!(
                    out,
                    "<circle cx='{x}' cy='{y}' r='12' fill='{fill}' stroke='#111111'/>"
                );
                ink
            }
            None => "#111111",
        };
        if !spot.label.is_empty() {
            let style =
                format!("font-size='12' font-weight='bold' text-anchor='middle' fill='{ink}'");
            text(&mut out, x, y + 4.5, &style, &spot.label);
        }
    }
    let mut y = (side + 16) as f32;
    text(&mut out, 20.0, y, "font-size='16' font-weight='bold'", &chart.title);
    for (label, tint, meaning) in &chart.key {
        y += LINE as f32;
        mark(&mut out, *tint, 34.0, y - 5.0);
        text(&mut out, 34.0, y, "font-size='12' font-weight='bold' text-anchor='middle'", label);
        text(&mut out, 60.0, y, "font-size='14'", meaning);
    }
    out + "</svg>\n"
}

/// Lines, star points and coordinates.
fn grid(out: &mut String, size: usize) {
    let end = MARGIN + STEP * (size - 1);
    out.push_str("<g stroke='#777777'>\n");
    for i in 0..size {
        let at = MARGIN + STEP * i;
        let _ = writeln!(out, "<line x1='{MARGIN}' y1='{at}' x2='{end}' y2='{at}'/>");
        let _ = writeln!(out, "<line x1='{at}' y1='{MARGIN}' x2='{at}' y2='{end}'/>");
    }
    out.push_str("</g>\n");
    for p in Point::all(size).filter(|&p| is_star(size, p)) {
        let (x, y) = (MARGIN + STEP * p.col(), MARGIN + STEP * p.row());
        let _ = writeln!(
            out,
            "<rect x='{}' y='{}' width='5' height='5' fill='#777777'/>",
            x - 2,
            y - 2
        );
    }
    for i in 0..size {
        let at = (MARGIN + STEP * i) as f32;
        let style = "font-size='11' text-anchor='middle' fill='#555555'";
        text(out, at, 15.0, style, &column_letter(i).to_string());
        text(out, 9.0, at + 4.0, style, &(size - i).to_string());
    }
}
