//! Playing on a terminal.
//!
//! A loop of three steps: draw the board, let the engine move if it is its
//! turn, else ask the person. It reads and writes through a [`Terminal`], so
//! that tests can play, too.

mod terminal;

use std::io;
use std::path::Path;

use mkpat_rt::geom::{Color, Point, column_letter};

pub use terminal::{EditingTerminal, StdTerminal, Terminal};

use crate::clock::MAX_LEVEL;
use crate::draw;
use crate::player::Choice;
use crate::record;
use crate::session::Session;
use crate::why::words::decision;

const HELP: &str = "\
D4            play there (a letter, then the row)
pass          pass; after two passes the game is counted
resign        give up
undo          take back your last move and the answer to it
hint          show the moves that the engine considers for you
score         count the board as it is
switch        change sides
level N       set the level, 0 to 20
show          draw the board again
save FILE     write the game as SGF
load FILE     read a game from SGF
new           start again
quit          leave
Commands may be cut short: `u` for undo.";

const COMMANDS: [&str; 13] = [
    "help", "pass", "resign", "undo", "hint", "score", "switch", "level", "show", "save", "load",
    "new", "quit",
];

/// Which colours a person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct People {
    /// Whether Black is a person.
    pub black: bool,
    /// Whether White is a person.
    pub white: bool,
}

impl People {
    fn plays(self, color: Color) -> bool {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// What to do after a line of input.
enum Next {
    /// Go on: the position has changed.
    Draw,
    /// Ask again.
    Ask,
    /// Somebody has resigned.
    Resigned(Color),
    /// Leave.
    Quit,
}

/// Plays until the person leaves or the input ends.
///
/// # Errors
/// If the terminal fails.
pub fn play(
    session: &mut Session,
    mut people: People,
    terminal: &mut impl Terminal,
) -> io::Result<()> {
    terminal.say("Katachi. `help` lists the commands.\n")?;
    let mut result: Option<String> = None;
    loop {
        let draw = if terminal.has_colors() { draw::colored } else { draw::board };
        terminal.say(&format!("\n{}\n", draw(session.game(), true)))?;
        if session.game().is_over() && result.is_none() {
            result = Some(session.judge().score.to_string());
        }
        if let Some(result) = &result {
            let how = match result.strip_suffix("+R") {
                Some("B") => " (Black wins: White has resigned)",
                Some(_) => " (White wins: Black has resigned)",
                None => "",
            };
            terminal.say(&format!("The game is over: {result}{how}\n"))?;
        } else {
            let color = session.to_move();
            if !people.plays(color) {
                let choice = session.generate(color, false, true);
                let size = session.game().size();
                let what = match choice {
                    Choice::Play(p) => format!("plays {}", p.name(size)),
                    Choice::Pass => "passes".to_string(),
                    Choice::Resign => {
                        result = Some(resigned(color));
                        "resigns".to_string()
                    }
                };
                terminal.say(&format!("Katachi ({color}) {what}.\n"))?;
                continue;
            }
        }
        loop {
            let color = session.to_move();
            let number = session.game().moves().len() + 1;
            let prompt = match &result {
                None => format!("{color} ({number}): "),
                Some(_) => "game over: ".to_string(),
            };
            let Some(line) = terminal.ask(&prompt)? else {
                let left = if result.is_none() { ", and the game is not over" } else { "" };
                return terminal.say(&format!("\nThe input has ended{left}.\n"));
            };
            match answer(session, &mut people, &mut result, &line, terminal)? {
                Next::Ask => {}
                Next::Draw => break,
                Next::Resigned(color) => {
                    result = Some(resigned(color));
                    break;
                }
                Next::Quit => return Ok(()),
            }
        }
    }
}

/// The result when `color` resigns.
fn resigned(color: Color) -> String {
    let winner = if color == Color::Black { 'W' } else { 'B' };
    format!("{winner}+R")
}

/// Why a word that looks like a vertex is none of this board.
fn no_vertex(word: &str, size: usize) -> Option<String> {
    let mut chars = word.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
    let row = chars.as_str();
    if row.is_empty() || !row.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let last = column_letter(size - 1);
    Some(match letter {
        'I' => "There is no column I: after H comes J.".to_string(),
        _ => format!(
            "{letter}{row} is not on this board: columns go from A to {last}, rows from 1 to {size}."
        ),
    })
}

/// The command that a word means: a name or the unique beginning of one. Else
/// what to say about the word.
fn command(word: &str) -> Result<&'static str, String> {
    let start = word.to_ascii_lowercase();
    let found: Vec<&str> = COMMANDS.into_iter().filter(|c| c.starts_with(&start)).collect();
    match found[..] {
        [only] => Ok(only),
        [] => Err(format!("{word:?} is neither a vertex of this board nor a command.")),
        _ => Err(format!("{word:?} may mean {}.", found.join(", "))),
    }
}

/// Does what a line of input says: a vertex, or one of [`COMMANDS`].
fn answer(
    session: &mut Session,
    people: &mut People,
    result: &mut Option<String>,
    line: &str,
    terminal: &mut impl Terminal,
) -> io::Result<Next> {
    let mut words = line.split_whitespace();
    let Some(word) = words.next() else { return Ok(Next::Ask) };
    let rest = line.trim_start()[word.len()..].trim();
    let color = session.to_move();
    let size = session.game().size();
    if let Some(p) = Point::parse(word, size).filter(|p| !p.is_pass()) {
        if !rest.is_empty() {
            terminal.say(&format!("One move at a time: what does {rest:?} mean?\n"))?;
            return Ok(Next::Ask);
        }
        return put(session, result.is_some(), color, p, terminal);
    }
    if let Some(message) = no_vertex(word, size) {
        terminal.say(&format!("{message}\n"))?;
        return Ok(Next::Ask);
    }
    let name = match command(word) {
        Ok(name) => name,
        Err(message) => {
            terminal.say(&format!("{message}\n"))?;
            return Ok(Next::Ask);
        }
    };
    match name {
        "help" => terminal.say(&format!("{HELP}\n"))?,
        "pass" => return put(session, result.is_some(), color, Point::PASS, terminal),
        "resign" if result.is_none() => return Ok(Next::Resigned(color)),
        "undo" => return take_back(session, people, result, terminal),
        "hint" => hint(session, color, terminal)?,
        "score" => {
            terminal.say(&format!("{}\n", session.judge().score))?;
        }
        "switch" => {
            *people = People { black: !people.black, white: !people.white };
            return Ok(Next::Draw);
        }
        "level" => match rest.parse::<u32>() {
            Ok(level) if level <= MAX_LEVEL => session.strength.level = level,
            _ => terminal.say(&format!("A level is a number from 0 to {MAX_LEVEL}.\n"))?,
        },
        "show" => return Ok(Next::Draw),
        "save" if rest.is_empty() => terminal.say("Where to? `save FILE`\n")?,
        "save" => {
            let text = record::print(session.game(), color, result.as_deref());
            match std::fs::write(rest, text) {
                Ok(()) => terminal.say(&format!("Saved to {rest}.\n"))?,
                Err(e) => terminal.say(&format!("Cannot write {rest}: {e}\n"))?,
            }
        }
        "load" if rest.is_empty() => terminal.say("From where? `load FILE`\n")?,
        "load" => return load(session, Path::new(rest), result, terminal),
        "new" => {
            session.clear();
            *result = None;
            return Ok(Next::Draw);
        }
        "quit" => return Ok(Next::Quit),
        _ => terminal.say("The game is over.\n")?,
    }
    Ok(Next::Ask)
}

/// Takes moves back up to a position in which a person moves.
fn take_back(
    session: &mut Session,
    people: &People,
    result: &mut Option<String>,
    terminal: &mut impl Terminal,
) -> io::Result<Next> {
    let back = if people.plays(session.to_move().other()) { 1 } else { 2 };
    let count = if result.take().is_some() { 1 } else { back };
    let count = count.min(session.game().moves().len());
    if count > 0 && session.undo(count) {
        return Ok(Next::Draw);
    }
    terminal.say("There is no move to take back.\n")?;
    Ok(Next::Ask)
}

/// Shows the best moves for `color`.
fn hint(session: &mut Session, color: Color, terminal: &mut impl Terminal) -> io::Result<()> {
    let candidates = session.candidates(color);
    let size = session.game().size();
    if candidates.is_empty() {
        terminal.say("Pass.\n")?;
    }
    for c in candidates.iter().take(5) {
        let reasons = c.reasons.join("; ");
        let value = decision(&c.decision, c.value);
        let gap = if reasons.is_empty() { "" } else { "\n       " };
        terminal.say(&format!("{:4} {value}{gap}{reasons}\n", c.point.name(size)))?;
    }
    Ok(())
}

/// Goes on from a record.
fn load(
    session: &mut Session,
    file: &Path,
    result: &mut Option<String>,
    terminal: &mut impl Terminal,
) -> io::Result<Next> {
    let name = file.display();
    match session.load(file, None) {
        Ok((_, warnings)) => {
            for warning in warnings {
                terminal.say(&format!("{name}: {warning}\n"))?;
            }
            *result = None;
            Ok(Next::Draw)
        }
        Err(e) => {
            terminal.say(&format!("Cannot load {name}: {e}\n"))?;
            Ok(Next::Ask)
        }
    }
}

fn put(
    session: &mut Session,
    over: bool,
    color: Color,
    p: Point,
    terminal: &mut impl Terminal,
) -> io::Result<Next> {
    if over {
        terminal.say("The game is over. `undo`, `new` or `quit`?\n")?;
        return Ok(Next::Ask);
    }
    match session.play(color, p) {
        Ok(()) => Ok(Next::Draw),
        Err(e) => {
            terminal.say(&format!("{} is not possible: {e}.\n", p.name(session.game().size())))?;
            Ok(Next::Ask)
        }
    }
}

#[cfg(test)]
mod tests;
