//! A chart on the terminal.

use super::{Chart, Tint};
use mkpat_rt::geom::{Color, column_letter};

/// The background and foreground of a tint in the terminal's table of 256 colours.
fn code(tint: Tint) -> Option<&'static str> {
    Some(match tint {
        Tint::None => return None,
        Tint::Good => "48;5;30;38;5;15",
        Tint::Unclear => "48;5;228;38;5;0",
        Tint::Urgent => "48;5;166;38;5;15",
        Tint::Bad => "48;5;240;38;5;15",
        Tint::Black(3..) => "48;5;25;38;5;15",
        Tint::Black(2) => "48;5;74;38;5;0",
        Tint::Black(_) => "48;5;153;38;5;0",
        Tint::White(3..) => "48;5;172;38;5;0",
        Tint::White(2) => "48;5;214;38;5;0",
        Tint::White(_) => "48;5;223;38;5;0",
    })
}

fn painted(text: &str, tint: Tint, colors: bool) -> String {
    match code(tint).filter(|_| colors) {
        Some(code) => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        None => text.to_string(),
    }
}

/// Three characters a vertex: what stands there, and its label.
pub(super) fn draw(chart: &Chart, colors: bool) -> String {
    let letters: Vec<String> = (0..chart.size).map(|c| column_letter(c).to_string()).collect();
    let letters = format!("   {}\n", letters.join("  "));
    let mut out = format!("{}\n\n{letters}", chart.title);
    for row in 0..chart.size {
        let number = chart.size - row;
        out.push_str(&format!("{number:2} "));
        for spot in &chart.spots[row * chart.size..][..chart.size] {
            let stone = match spot.stone {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if spot.label.is_empty() => '.',
                None => ' ',
            };
            // An empty vertex without a label has its point where a stone would have its label.
            let text = match stone {
                '.' => " . ".to_string(),
                stone => format!("{stone}{:<2}", spot.label),
            };
            out.push_str(&painted(&text, spot.tint, colors));
        }
        out = format!("{} {number}\n", out.trim_end_matches(' '));
    }
    out.push_str(&letters);
    out.push('\n');
    for (label, tint, meaning) in &chart.key {
        out.push_str(&format!("  {} {meaning}\n", painted(label, *tint, colors)));
    }
    if !chart.table.is_empty() {
        out.push_str(&format!("\n{}\n", chart.table.join("\n")));
    }
    out
}
