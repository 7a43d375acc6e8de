//! `mkpat match`: the raw matches of positions.

use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use mkpat_rt::geom::Color;
use mkpat_rt::matcher::{Match, Matcher};

use super::databases::{self, Databases, MatcherName};
use super::{CLEAN, FINDINGS, Trouble};
use crate::tools::positions::matches::{Found, SIDES, find};
use crate::tools::positions::records::{Entry, Record};
use crate::tools::positions::{Position, diagram};
use crate::tools::progress::Progress;

/// Longest line of a list, in bytes.
const MAX_LINE: u64 = 64 << 10;

const LONG_ABOUT: &str = "\
Shows where patterns match: raw matches, before class letters, constraints and actions are asked.

Without --positions a board diagram is read from standard input: rows of `.`, `X` (Black) and `O` \
(White), with or without spaces, row numbers, column letters and edges. Each match is drawn.

With --positions each line of the file names a game record and, perhaps, where to stop on its main \
line: before a move number (from 1) or before the first move at a vertex. Names of records are \
relative to the current folder; `#` begins a comment. One line is printed per match, fields apart \
by tabs: record, until (or -), database, colour that plays O, pattern, vertex of the move (or - if \
the pattern has none).

Raw means that every match is printed, each orientation once, whatever becomes of it in the engine: \
patterns whose class has the status letters O, o, X or x, too, although the engine asks for the \
status of the stones before it looks at a constraint, and patterns without `*`, of which the \
last column is always `-`. `katachi match` prints the same fields, and what the engine makes of each \
match. Matches that another program lists may differ in both: where status \
letters have been asked already, matches of such patterns are missing, and a pattern without `*` \
may come with some vertex of its anchor.";

/// Shows where patterns match in positions
#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(
    long_about = LONG_ABOUT,
    after_long_help = "Examples:\n  \
        mkpat match general.db < board.txt\n  \
        mkpat match --manifest patterns --db joseki --positions positions.txt\n  \
        echo 'game.sgf 40' | mkpat match --manifest patterns --positions -\n\n\
        Exit codes: 0 done (with or without matches), 1 the databases have errors, 2 wrong usage, \
        or a position cannot be read."
)]
pub(super) struct Arguments {
    /// Databases to match: `.db` files, instead of all of a manifest
    files: Vec<PathBuf>,
    #[command(flatten)]
    databases: databases::Arguments,
    /// List of positions, `-` for standard input
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Matcher to use
    #[arg(long, default_value = "auto")]
    matcher: MatcherName,
    /// Print the orientation, too (a last column, 0 to 7): 0 as drawn, 1-3 turned by
    /// 90, 180, 270 degrees clockwise, 5 top and bottom exchanged, 7 left and right,
    /// 4 and 6 mirrored in the rising and the falling diagonal
    #[arg(long)]
    orientation: bool,
    /// Only patterns whose name contains this
    #[arg(long, value_name = "TEXT")]
    pattern: Option<String>,
    /// Only matches whose move is here
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,
    /// Colour that plays O
    #[arg(long, default_value = "both")]
    side: Sides,
    /// Size of the board of the diagram, where it does not show
    #[arg(long, conflicts_with = "positions")]
    size: Option<usize>,
}

impl Arguments {
    /// Whether `--pattern` and `--at` leave this match in the list.
    fn wants(&self, found: &Found<'_>, size: usize) -> bool {
        let part = self.pattern.as_ref();
        part.is_none_or(|part| found.pattern().name.contains(part.as_str()))
            && self.at.as_ref().is_none_or(|at| found.move_name(size).eq_ignore_ascii_case(at))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Sides {
    White,
    Black,
    /// White, then Black
    Both,
}

impl Sides {
    fn colors(self) -> impl Iterator<Item = Color> {
        SIDES.into_iter().filter(move |color| match self {
            Sides::White => *color == Color::White,
            Sides::Black => *color == Color::Black,
            Sides::Both => true,
        })
    }
}

/// Prints the matches; what is odd in records goes to standard error.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<u8, Trouble> {
    let read = databases::read(&arguments.databases, &arguments.files, arguments.matcher)?;
    let Some(databases) = read else { return Ok(FINDINGS) };
    let databases = databases.with_patterns()?;
    match &arguments.positions {
        None => drawing(arguments, &databases, out)?,
        Some(list) if list == Path::new("-") => {
            let input = std::io::stdin().lock();
            self::list(arguments, &databases, "standard input", input, out)?;
        }
        Some(list) => {
            let name = list.display().to_string();
            let input = File::open(list).map_err(|e| Trouble(format!("{name}: {e}")))?;
            if input.metadata().is_ok_and(|m| m.is_dir()) {
                return Err(Trouble(format!("{name}: is a folder, not a list of positions")));
            }
            self::list(arguments, &databases, &name, BufReader::new(input), out)?;
        }
    }
    Ok(CLEAN)
}

/// The matches of a list of positions, as they come.
fn list(
    arguments: &Arguments,
    databases: &Databases,
    name: &str,
    mut input: impl BufRead,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let mut matcher = Matcher::new();
    let mut buffer: Vec<Match> = Vec::new();
    // On a terminal the matches tell how far it has come.
    let mut progress = Progress::new(!std::io::stdout().is_terminal());
    // Lists often name a record many times in a row.
    let mut last: Option<Record> = None;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let fail = |message: String| Trouble(format!("{name}:{number}: {message}"));
        let mut bounded = input.by_ref().take(MAX_LINE + 1);
        if bounded.read_until(b'\n', &mut line).map_err(|e| fail(e.to_string()))? == 0 {
            break;
        }
        if line.len() as u64 > MAX_LINE {
            return Err(fail(format!("a line of more than {MAX_LINE} bytes")));
        }
        let text = std::str::from_utf8(&line).map_err(|_| fail("not UTF-8".to_string()))?;
        let Some(entry) = Entry::parse(text) else { continue };
        progress.step("matching position", number - 1, None, entry.record);
        let record = match last.take().filter(|r| r.path == Path::new(entry.record)) {
            Some(record) => record,
            None => Record::read(Path::new(entry.record)).map_err(fail)?,
        };
        let (position, odd) = record.at(entry.until).map_err(fail)?;
        for message in odd {
            progress.clear();
            writeln!(std::io::stderr(), "warning: {message}")?;
        }
        let until = entry.until.unwrap_or("-");
        for (_, db) in &databases.compiled.patterns {
            for color in arguments.side.colors() {
                for found in find(&mut matcher, db, &position, color, &mut buffer) {
                    if !arguments.wants(&found, position.size()) {
                        continue;
                    }
                    let (size, orientation) = (position.size(), arguments.orientation);
                    writeln!(out, "{}", found.fields(entry.record, until, size, orientation))?;
                }
            }
        }
        last = Some(record);
    }
    Ok(())
}

/// The matches of a board diagram, drawn.
fn drawing(
    arguments: &Arguments,
    databases: &Databases,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let mut bytes = Vec::new();
    // A board is small: whoever sends more has mistaken something for one.
    std::io::stdin().lock().take(1 << 16).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let position: Position = diagram::parse(lines, arguments.size)
        .map_err(|e| Trouble(format!("standard input:{}: {}", e.line, e.message)))?;
    let size = position.size();
    let (mut matcher, mut buffer, mut count) = (Matcher::new(), Vec::new(), 0_usize);
    for (_, db) in &databases.compiled.patterns {
        for color in arguments.side.colors() {
            for found in find(&mut matcher, db, &position, color, &mut buffer) {
                if !arguments.wants(&found, size) {
                    continue;
                }
                let p = found.pattern();
                let file = db.files.get(usize::from(p.file)).map_or("?", String::as_str);
                let mv = match found.mv() {
                    Some(mv) => format!("at {}", mv.name(size)),
                    None => "no move".to_string(),
                };
                write!(out, "{} ({file}:{}): {color} plays O, {mv}", p.name, p.line)?;
                if arguments.orientation {
                    write!(out, ", orientation {}", found.raw.transform.index())?;
                }
                writeln!(out, "\n\n{}", found.draw(&position))?;
                count += 1;
            }
        }
    }
    match count {
        0 => writeln!(out, "no match")?,
        _ => writeln!(
            out,
            "{count} match{} before constraints. X is Black, O is White; `*` the move, [ ] vertices \
             of the pattern, ( ) its anchor.",
            if count == 1 { "" } else { "es" }
        )?,
    }
    Ok(())
}
