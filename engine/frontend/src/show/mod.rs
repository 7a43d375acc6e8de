//! The command `katachi show`: what the engine knows of a position, as a board.
//!
//! `charts` turns the facts into a [`Chart`]: for each vertex what stands there, a short
//! label and a [`Tint`], with a key and a table. `text` and `svg` draw any chart. Nothing is told by
//! colour alone: the label says the same, and tints differ in brightness, too (the palette is that of
//! Okabe and Ito).

mod charts;
mod gogui;
mod svg;
mod text;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mkpat_rt::geom::Color;

use crate::session::Session;

/// Arguments of `katachi show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// The record, which may be stopped in with `--until`.
    pub file: PathBuf,
    /// What is shown.
    #[arg(long, value_enum, default_value_t = What::Dragons)]
    pub what: What,
    /// Write an SVG picture to this file instead of a text to the terminal.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Whether the text has colours; else if it goes to a terminal.
    #[arg(long, value_name = "YES", num_args = 0..=1, default_missing_value = "true")]
    pub colors: Option<bool>,
}

/// What can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum What {
    /// Strings, and whether they can be captured and saved.
    Worms,
    /// Dragons, and whether they live.
    Dragons,
    /// Eye spaces, half and false eyes, vital points.
    Eyes,
    /// Territory, moyo and area.
    Influence,
    /// Expected points.
    Territory,
}

/// What a vertex looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// As it is.
    None,
    /// Alive, safe.
    Good,
    /// Not decided, or half.
    Unclear,
    /// Who moves first decides.
    Urgent,
    /// Dead, false.
    Bad,
    /// Black's, from 1 (hardly) to 3.
    Black(u8),
    /// White's, from 1 (hardly) to 3.
    White(u8),
}

impl Tint {
    /// Its name: a word, and for a player's the degree.
    pub fn name(self) -> String {
        match self {
            Tint::None => String::new(),
            Tint::Good => "good".to_string(),
            Tint::Unclear => "unclear".to_string(),
            Tint::Urgent => "urgent".to_string(),
            Tint::Bad => "bad".to_string(),
            Tint::Black(degree) => format!("black{degree}"),
            Tint::White(degree) => format!("white{degree}"),
        }
    }
}

/// A vertex of a chart.
#[derive(Clone, Debug)]
pub struct Spot {
    /// What stands there.
    pub stone: Option<Color>,
    /// At most two characters; empty for nothing.
    pub label: String,
    /// What it looks like.
    pub tint: Tint,
}

/// A board with labels, and what they mean.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What is shown.
    pub title: String,
    /// Vertices per side.
    pub size: usize,
    /// Row by row from the top.
    pub spots: Vec<Spot>,
    /// A label with its tint, and what it means.
    pub key: Vec<(String, Tint, String)>,
    /// Lines of a table, the first its head.
    pub table: Vec<String>,
}

/// Shows a position of the session.
///
/// # Errors
/// If nothing can be written.
pub fn show(session: &mut Session, args: &ShowArgs, out: &mut dyn Write) -> io::Result<()> {
    let chart = charts::chart(session, args.what);
    match &args.svg {
        Some(path) => std::fs::write(path, svg::draw(&chart)),
        None => {
            let colors = args.colors.unwrap_or_else(|| io::stdout().is_terminal());
            out.write_all(text::draw(&chart, colors).as_bytes())
        }
    }
}

/// The chart of a position as data.
pub fn chart(session: &mut Session, what: What) -> Chart {
    charts::chart(session, what)
}

/// The chart of a position as graphics for GoGui: vertices by colour, labels, and the title.
pub fn as_gogui(session: &mut Session, what: What) -> String {
    gogui::draw(&charts::chart(session, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let spot = |stone, label: &str, tint| Spot { stone, label: label.to_string(), tint };
        let spots = vec![
            spot(Some(Color::Black), "A!", Tint::Urgent),
            spot(None, "", Tint::None),
            spot(None, "b<", Tint::Black(2)),
            spot(Some(Color::White), "a", Tint::Good),
        ];
        let key = vec![("A!".to_string(), Tint::Urgent, "critical".to_string())];
        Chart { title: "Dragons".to_string(), size: 2, spots, key, table: vec!["A 1".to_string()] }
    }

    #[test]
    fn a_chart_is_drawn_with_its_key_and_table() {
        let plain = text::draw(&chart(), false);
        assert_eq!(
            plain,
            "Dragons\n\n   A  B\n 2 XA! . 2\n 1  b<Oa 1\n   A  B\n\n  A! critical\n\nA 1\n"
        );
        assert!(!plain.contains('\u{1b}'));
        let colored = text::draw(&chart(), true);
        assert!(colored.contains("\u{1b}["));
    }

    #[test]
    fn graphics_for_gogui_name_vertices_by_colour() {
        let text = gogui::draw(&chart());
        let blue = text.lines().any(|l| l.starts_with("COLOR #56A0D0") && l.ends_with(" A1"));
        assert!(blue, "{text}");
        assert!(text.contains("LABEL A2 A!") && text.ends_with("TEXT Dragons"), "{text}");
    }

    #[test]
    fn a_picture_is_well_formed_and_escapes_labels() {
        let picture = svg::draw(&chart());
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert_eq!(picture.matches("<circle").count(), 2);
        assert!(picture.contains("b&lt;") && !picture.contains("b<"));
        for tag in ["text", "g", "svg"] {
            let open = picture.matches(&format!("<{tag}")).count();
            assert_eq!(open, picture.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }
}
