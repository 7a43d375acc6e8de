//! `mkpat transform`: patterns drawn anew.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use mkpat_rt::geom::Transform;

use super::files::{self, Single, file_text, has_new_errors, pattern_text, select};
use super::{CLEAN, FINDINGS, Trouble};
use crate::tools::transform::{self, BoardSide, Edits, PatternTransform};

#[derive(clap::Args, Debug)]
#[command(
    about = "Turns, mirrors or recolours patterns",
    long_about = "Turns, mirrors or recolours patterns.\n\n\
        Constraint diagrams and symmetry codes go along, and a turned or mirrored pattern matches \
        exactly where it did before. With --swap-colors O and X change places in the diagrams, in \
        the class, and in the names of autohelpers of which there is one for each side. What has \
        no counterpart (class letters such as C, helpers such as add_cut_move) would go on speaking of \
        the old side, so that the pattern would mean something else; such patterns are refused, with \
        the places, unless --force is given.",
    after_help = "Exit codes: 0 done, 1 the result has errors, or the colours of a pattern cannot be \
        swapped (nothing is written), 2 wrong usage, \
        syntax errors or files that cannot be read or written."
)]
#[group(skip)]
pub(super) struct Arguments {
    /// Turn clockwise by so many degrees
    #[arg(long, value_name = "DEGREES", conflicts_with_all = ["flip", "edge"])]
    turn: Option<Turn>,
    /// Mirror: left and right change places (horizontal), top and bottom
    /// (vertical), or in the diagonal from the upper left (diagonal) or the
    /// upper right (antidiagonal)
    #[arg(long, value_name = "HOW", conflicts_with = "edge")]
    flip: Option<Flip>,
    /// Turn so that an edge which the pattern shows lies there
    #[arg(long, value_name = "SIDE")]
    edge: Option<SideName>,
    /// Let O and X change places
    #[arg(long)]
    swap_colors: bool,
    /// Swap the colours even of what has no counterpart; it stays as it is, needs to be
    /// mended by hand, and is named on standard error
    #[arg(long, requires = "swap_colors")]
    force: bool,
    /// Change the file instead of printing the patterns
    #[arg(long)]
    in_place: bool,
    /// Names of patterns (without any, all are meant), and at the end the file
    #[arg(required = true, value_name = "NAMES… FILE")]
    names_and_file: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Turn {
    #[value(name = "90")]
    Quarter,
    #[value(name = "180")]
    Half,
    #[value(name = "270")]
    ThreeQuarters,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Flip {
    Horizontal,
    Vertical,
    Diagonal,
    Antidiagonal,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SideName {
    Bottom,
    Left,
    Top,
    Right,
}

impl SideName {
    pub(super) fn side(self) -> BoardSide {
        match self {
            SideName::Bottom => BoardSide::Bottom,
            SideName::Left => BoardSide::Left,
            SideName::Top => BoardSide::Top,
            SideName::Right => BoardSide::Right,
        }
    }
}

impl Arguments {
    fn transform(&self) -> Transform {
        let index = match (self.turn, self.flip) {
            (Some(Turn::Quarter), _) => 1,
            (Some(Turn::Half), _) => 2,
            (Some(Turn::ThreeQuarters), _) => 3,
            (_, Some(Flip::Antidiagonal)) => 4,
            (_, Some(Flip::Vertical)) => 5,
            (_, Some(Flip::Diagonal)) => 6,
            (_, Some(Flip::Horizontal)) => 7,
            (None, None) => 0,
        };
        Transform::ALL[index]
    }
}

/// Prints the patterns or changes the file.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let Some((path, names)) = arguments.names_and_file.split_last() else {
        return Err(Trouble("no file is given".to_string()));
    };
    let is_turned =
        arguments.turn.is_some() || arguments.flip.is_some() || arguments.edge.is_some();
    if !is_turned && !arguments.swap_colors {
        return Err(Trouble(
            "what to do? give --turn, --flip, --edge or --swap-colors".to_string(),
        ));
    }
    let names: Vec<String> = names.iter().map(|n| n.to_string_lossy().into_owned()).collect();
    let file = Single::read(path)?;
    file.need_patterns()?;
    let (sources, tree) = (&file.run.sources, &file.tree);
    let mut edits = Edits::new();
    let selected = select(&file, &names)?;
    let mut refused = 0;
    for (name, node) in &selected {
        let fail = |why: String| Trouble(format!("pattern {name}: {why}"));
        let transform = match arguments.edge {
            Some(edge) => transform::to_edge(sources, tree, node, edge.side()).map_err(fail)?,
            None => arguments.transform(),
        };
        let how = PatternTransform { transform, swap_colors: arguments.swap_colors };
        edits.extend(transform::apply(sources, tree, node, how).map_err(fail)?);
        if !arguments.swap_colors {
            continue;
        }
        let left = transform::one_sided(sources, tree, node);
        refused += usize::from(!left.is_empty());
        for (span, what) in left {
            let (line, column) = sources.place(span.file, span.start as usize);
            let file = file.name();
            let message = format!(
                "{file}:{line}:{column}: pattern {name}: {what} speaks of one side and has no \
                 counterpart for the other"
            );
            writeln!(std::io::stderr(), "{message}")?;
        }
    }
    if refused > 0 && !arguments.force {
        let (patterns, have) = match refused {
            1 => ("1 pattern".to_string(), "has"),
            n => (format!("{n} patterns"), "have"),
        };
        let message = format!(
            "mkpat: {patterns} {have} no equal with the colours swapped; nothing is written \
             (--force leaves those words as they are, to be mended by hand)"
        );
        writeln!(std::io::stderr(), "{message}")?;
        return Ok(FINDINGS);
    }
    let text = file_text(&file, &edits);
    let bad = has_new_errors(&file, &text)?;
    if arguments.in_place {
        if bad {
            writeln!(std::io::stderr(), "mkpat: {}: left alone", file.name())?;
        } else if text != file.text() {
            files::replace(path, &file.encode(&text))?;
        }
    } else {
        for (number, (_, node)) in selected.iter().enumerate() {
            let gap = if number > 0 { "\n\n" } else { "" };
            write!(out, "{gap}{}", pattern_text(&file, node, &edits))?;
        }
    }
    Ok(if bad { FINDINGS } else { CLEAN })
}
