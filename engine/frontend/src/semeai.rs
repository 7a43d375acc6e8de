//! Capturing races: the GTP commands `analyze_semeai` and its like, and `katachi decide-semeai`.
//!
//! The groups are those that the prover kills and saves ([`engine::prover::group`]); what becomes of
//! them is asked of [`engine::life::semeai`], and, where that leaves it open and counting says little, of
//! owl.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use engine::board::{Board, PointSet};
use engine::life::semeai::{Race, Semeai, Source, analyze, around, estimate};
use engine::prover::{Table, group};
use katachi_sgf::Sgf;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::reading_code::Code;

use crate::session::Session;

/// Bytes of memory.
const TABLE: usize = 16 << 20;

/// Arguments of `katachi decide-semeai`.
#[derive(Args, Debug)]
pub struct SemeaiArgs {
    /// The record, which may be stopped in with `--until`.
    pub file: PathBuf,
    /// A stone of each dragon, as in `C3/E5`.
    #[arg(value_name = "VERTEX/VERTEX")]
    pub dragons: String,
    /// Write the best play of both sides to this SGF file: a variation for each side that may move first.
    #[arg(long, short, value_name = "SGF")]
    pub output: Option<PathBuf>,
}

/// How a race is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// By proof as far as the limits go, else by an estimate.
    Proof,
    /// By counting and a short search.
    Estimate,
}

/// A race between the groups of two stones, the owner of the first of which moves first; after a
/// move, if one is given.
///
/// # Errors
/// If the stones are not of two colours, or the move is illegal.
pub fn race(
    session: &mut Session,
    (a, b): (Point, Point),
    after: Option<(Color, Point)>,
    how: How,
) -> Result<Semeai, String> {
    let board = session.game().board();
    if board.color_at(a).is_none() || board.color_at(a) == board.color_at(b).or(board.color_at(a)) {
        return Err("the stones must be of different colors".to_string());
    }
    let effort = session.effort();
    let before = session.game().board();
    let mut board = before.clone();
    if let Some((color, p)) = after {
        board.play(color, p).map_err(|_| "the move is illegal".to_string())?;
    }
    let race = groups(before, &board, (a, b), after.map(|m| m.1));
    let found = match how {
        How::Proof => {
            let mut table = Table::with_bytes(TABLE);
            analyze(&board, &race, engine::life::semeai::NODES * effort, &mut table)
        }
        How::Estimate => estimate(&board, &race),
    };
    let found = found.ok_or_else(|| "one of the groups is taken".to_string())?;
    if how == How::Estimate || found.is_certain() || race.can_be_counted(&board) {
        return Ok(found);
    }
    let attack = race.theirs.first().and_then(|p| session.attack_after(after, p));
    Ok(match attack {
        Some(attack) => found.with_attack(attack),
        None => found,
    })
}

/// The stones of both groups that are left after a move, and its stone if it was played next to them.
fn groups(before: &Board, board: &Board, (a, b): (Point, Point), played: Option<Point>) -> Race {
    let group = |p: Point| {
        let stones = group(before, &[p].into_iter().collect());
        let color = before.color_at(p);
        let near = |q: Point| board.neighbours(q).any(|n| stones.contains(n));
        stones
            .iter()
            .chain(played.filter(|&q| near(q)))
            .filter(|&s| board.color_at(s).is_some() && board.color_at(s) == color)
            .fold(PointSet::EMPTY, |all, s| all.or(&board.string_stones(s)))
    };
    Race { own: group(a), theirs: group(b), safe: around(board) }
}

/// The number of a code in GNU Go's format.
fn number(code: Code) -> u8 {
    match code {
        Code::Lose => 0,
        Code::Win => 1,
        Code::KoA => 2,
        Code::KoB => 3,
    }
}

/// The answer in GNU Go's format: whether the first lives, whether the second is taken, and the move.
pub fn gtp(found: &Semeai, size: usize) -> String {
    format!("{} {} {}", number(found.defends), number(found.attacks), found.played.name(size))
}

/// What was decided, as text and as a record.
pub struct DecidedRace {
    /// Both directions, a few lines each.
    pub text: String,
    /// The position with the best play of both.
    pub sgf: String,
}

/// Decides a race for either side moving first.
///
/// # Errors
/// If the stones are not two of different colours.
pub fn decide(args: &SemeaiArgs, session: &mut Session) -> Result<DecidedRace, String> {
    let size = session.game().size();
    let (a, b) = args
        .dragons
        .split_once('/')
        .ok_or_else(|| format!("{}: two vertices with `/` between them", args.dragons))?;
    let stone = |name: &str| {
        let p = Point::parse(name, size).filter(|p| !p.is_pass());
        let p = p.ok_or_else(|| format!("{name}: no vertex of a board of {size}×{size}"))?;
        let color = session.game().board().color_at(p);
        Ok::<_, String>((p, color.ok_or_else(|| format!("{}: there is no stone", p.name(size)))?))
    };
    let ((a, first), (b, second)) = (stone(a)?, stone(b)?);
    let mut text = String::new();
    let mut sgf = Sgf::new();
    let root = sgf.add_node(None);
    setup(&mut sgf, root, session.game().board());
    for (own, theirs, color) in [(a, b, first), (b, a, second)] {
        let found = race(session, (own, theirs), None, How::Proof)
            .map_err(|e| format!("{}: {e}", args.dragons))?;
        let told = told(&found, (own, theirs), color, size);
        text += &told;
        let mut node = root;
        for &(color, p) in &found.line {
            let next = sgf.add_node(Some(node));
            let name = if color == Color::Black { "B" } else { "W" };
            sgf.push(next, name, &[vertex(p)]);
            if node == root {
                sgf.push(next, "C", &[told.as_str()]);
            }
            node = next;
        }
    }
    Ok(DecidedRace { text, sgf: sgf.to_string() })
}

fn told(found: &Semeai, (own, theirs): (Point, Point), color: Color, size: usize) -> String {
    let result = match (found.defends, found.attacks) {
        (_, Code::Win) => "wins the race",
        (Code::Win, Code::Lose) => "lives, and so does the other (a seki, or eyes)",
        (Code::Lose, _) => "loses the race",
        _ => "fights a ko",
    };
    let how = match found.source {
        Source::Proof => "proved within its region",
        Source::Estimate => "estimated",
        Source::Owl => "as owl sees it, not proved",
    };
    let (own, theirs) = (own.name(size), theirs.name(size));
    let mut text = format!(
        "{color} first: {own} against {theirs} {result}, with {} ({}; {how}, {} positions)\n",
        found.played.name(size),
        gtp(found, size),
        found.nodes
    );
    if !found.line.is_empty() {
        let line: Vec<String> =
            found.line.iter().map(|(c, p)| format!("{c} {}", p.name(size))).collect();
        let _ = writeln!(text, "  {}", line.join(", "));
    }
    text
}

fn vertex(p: Point) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    if p.is_pass() { String::new() } else { format!("{}{}", letter(p.col()), letter(p.row())) }
}

fn setup(sgf: &mut Sgf, root: katachi_sgf::NodeId, board: &Board) {
    sgf.push(root, "FF", &["4"]);
    sgf.push(root, "GM", &["1"]);
    sgf.push(root, "SZ", &[board.size().to_string()]);
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones: Vec<String> = Point::all(board.size())
            .filter(|&p| board.color_at(p) == Some(color))
            .map(vertex)
            .collect();
        if !stones.is_empty() {
            sgf.push(root, name, &stones);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Settings;

    #[test]
    fn a_race_is_decided_for_either_side() {
        let settings = Settings { size: 9, ..Settings::default() };
        let mut session = Session::new(crate::testing::patterns(), &settings).expect("a session");
        // Three liberties outside for each of the strings at C9 and D9.
        let rows = ["O.XO.X", "O.XO.X", "O.XO.X", "OOOXXX", "..OX", "..OX", "..OX"];
        for (row, text) in rows.into_iter().enumerate() {
            for (col, c) in text.chars().enumerate().filter(|c| c.1 != '.') {
                let color = if c == 'X' { Color::Black } else { Color::White };
                session.play(color, Point::new(row, col)).expect("legal");
            }
        }
        let args = |dragons: &str| SemeaiArgs {
            file: PathBuf::new(),
            dragons: dragons.to_string(),
            output: None,
        };
        let decided = decide(&args("C9/D9"), &mut session).expect("an answer");
        assert!(decided.text.contains("black first: C9 against D9 wins"), "{}", decided.text);
        assert!(Sgf::read(decided.sgf.as_bytes()).is_ok_and(|s| s.warnings.is_empty()));
        for (dragons, said) in [
            ("C9", "two vertices"),
            ("C9/J1", "there is no stone"),
            ("C9/C8", "different colors"),
            ("Z2/C8", "no vertex"),
        ] {
            let failure = decide(&args(dragons), &mut session).err().expect("refused");
            assert!(failure.contains(said), "{failure}");
        }
    }
}
