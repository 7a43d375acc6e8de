//! Game records: from SGF to a [`Game`] and back.
//!
//! `katachi-sgf` replays with its own board, tolerantly; here the moves are
//! played again on the engine's [`Game`], so that they can be taken back and
//! the rules know of earlier positions. Records whose moves the rules refuse
//! still give their position, without the moves.

use std::fmt;
use std::io::Read;
use std::path::Path;

use engine::board::Board;
use engine::game::{Game, Ko, Rules, Scoring};
use katachi_sgf as sgf;
use mkpat_rt::geom::{Color, Point};

/// How many warnings about one record are kept at most.
const MAX_WARNINGS: usize = 50;

/// Why a record could not be loaded.
#[derive(Debug)]
pub enum RecordError {
    /// The file cannot be read.
    Open(std::io::Error),
    /// The file is not SGF.
    Parse(sgf::SgfError),
    /// The file is SGF, but not a position that can be played from.
    Position(String),
    /// The place to stop at is neither a number nor a vertex.
    Until(String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Open(e) => e.fmt(f),
            RecordError::Parse(e) => e.fmt(f),
            RecordError::Position(e) => f.write_str(e),
            RecordError::Until(text) => {
                write!(f, "{text:?} is neither a move number nor a vertex")
            }
        }
    }
}

impl std::error::Error for RecordError {}

/// A loaded record.
pub struct Loaded {
    /// The game, at the place asked for.
    pub game: Game,
    /// Who moves next; the record may say something else than the last move.
    pub to_move: Color,
    /// What was odd, one clause each, with line and column.
    pub warnings: Vec<String>,
}

/// Reads the main line of the first game in the file, up to the end or to
/// just before the move `until`: a number, or the first move at a vertex. Rules are `rules` with the komi of the record.
///
/// # Errors
/// If the file cannot be read or is no record of a square board up to 25×25; if a move up to
/// `until` cannot be played, or the record ends in the middle before it.
pub fn load(path: &Path, until: Option<&str>, rules: Rules) -> Result<Loaded, RecordError> {
    let limit = sgf::Limits::default().bytes as u64;
    let length = std::fs::metadata(path).ok().filter(|m| m.is_file()).map_or(0, |m| m.len());
    if length > limit {
        return Err(RecordError::Parse(sgf::SgfError::TooLong(limit as usize + 1)));
    }
    // A device does not tell how long it is.
    let mut bytes = Vec::with_capacity(length as usize + 1);
    std::fs::File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
        .map_err(RecordError::Open)?;
    parse(&bytes, until, rules)
}

/// As [`load`]; the path `-` is the standard input, which nobody else may be reading.
///
/// # Errors
/// As [`load`].
pub fn load_input(path: &Path, until: Option<&str>, rules: Rules) -> Result<Loaded, RecordError> {
    if path != Path::new("-") {
        return load(path, until, rules);
    }
    let mut bytes = Vec::new();
    let input = std::io::stdin().lock().take(sgf::Limits::default().bytes as u64 + 1);
    { input }.read_to_end(&mut bytes).map_err(RecordError::Open)?;
    parse(&bytes, until, rules)
}

/// As [`load`], from the bytes of a file.
///
/// # Errors
/// As [`load`].
pub fn parse(bytes: &[u8], until: Option<&str>, rules: Rules) -> Result<Loaded, RecordError> {
    let tree = sgf::Sgf::read(bytes).map_err(RecordError::Parse)?;
    let place = |w: &sgf::Warning| {
        let (line, column) = tree.line_column(w.span.start);
        format!("line {line}, column {column}: {}", w.message)
    };
    let bad = |w: sgf::Warning| RecordError::Position(place(&w));
    let size = tree.roots().first().and_then(|&root| tree.board_size(root)).unwrap_or(19);
    let until = match until {
        None => None,
        Some(text) => Some(
            sgf::Until::parse(text, size).ok_or_else(|| RecordError::Until(text.to_string()))?,
        ),
    };
    let position = sgf::position_at(&tree, until).map_err(bad)?;
    if let Some(broken) = position.broken.clone() {
        return Err(bad(broken));
    }
    if let Some(open) = tree.incomplete.clone().filter(|_| !position.stopped) {
        let message = format!("the record ends in the middle: {}", open.message);
        return Err(bad(sgf::Warning { message, ..open }));
    }
    let mut rules = rules;
    if let Some(komi) = position.komi {
        rules.komi = komi as f32;
    }
    // A file of nothing but mistakes is described by the first of them.
    let odd = || tree.warnings.iter().chain(&position.warnings);
    let mut warnings: Vec<String> = odd().take(MAX_WARNINGS).map(place).collect();
    let more = odd().count() - warnings.len();
    if more > 0 {
        warnings.push(format!("{more} more warnings"));
    }
    let game = match replayed(&position, rules) {
        Some(game) => game,
        None => {
            warnings.push("the rules refuse a move; only the position is kept".to_string());
            let board = board(&position.stones)?;
            Game::from_board(board, rules, color(position.to_move))
        }
    };
    Ok(Loaded { game, to_move: color(position.to_move), warnings })
}

/// The game of a position with its moves, if the rules allow all of them.
fn replayed(position: &sgf::Position, rules: Rules) -> Option<Game> {
    let first = position.moves.first().map_or(position.to_move, |m| m.color);
    let black: Vec<Point> = position
        .base
        .iter()
        .filter(|(_, c)| *c == sgf::Color::Black)
        .map(|(p, _)| point(p))
        .collect();
    let only_black = black.len() == position.base.iter().count();
    let handicap = position.handicap as usize;
    let mut game = if handicap >= 2 && only_black && black.len() == handicap {
        let mut game = Game::new(position.size(), rules).ok()?;
        game.place_handicap(&black).ok()?;
        game.set_first(color(first));
        game
    } else {
        Game::from_board(board(&position.base).ok()?, rules, color(first))
    };
    for m in &position.moves {
        game.play(color(m.color), m.point.map_or(Point::PASS, point)).ok()?;
    }
    let same = Point::all(game.size()).all(|p| {
        let stone = position.stones.at(sgf::Point::new(p.row() as u8, p.col() as u8));
        game.board().color_at(p) == stone.map(color)
    });
    same.then_some(game)
}

fn board(stones: &sgf::Stones) -> Result<Board, RecordError> {
    Board::with_stones(stones.size(), stones.iter().map(|(p, c)| (color(c), point(p))))
        .map_err(|e| RecordError::Position(e.to_string()))
}

fn color(c: sgf::Color) -> Color {
    match c {
        sgf::Color::Black => Color::Black,
        sgf::Color::White => Color::White,
    }
}

fn point(p: sgf::Point) -> Point {
    Point::new(usize::from(p.row), usize::from(p.col))
}

pub(crate) fn letters(p: Point) -> String {
    sgf::Point::new(p.row() as u8, p.col() as u8).to_sgf()
}

/// The name of rules for the `RU` property.
fn rules_name(rules: Rules) -> &'static str {
    match (rules.scoring, rules.suicide) {
        (Scoring::Territory, _) => "Japanese",
        (Scoring::Area, false) => "Chinese",
        (Scoring::Area, true) if rules.ko == Ko::SituationalSuperko => "NZ",
        (Scoring::Area, true) => "Tromp-Taylor",
    }
}

/// Writes what every record of ours starts with.
fn head(tree: &mut sgf::Sgf, node: sgf::NodeId, size: usize) {
    tree.push(node, "GM", &["1"]);
    tree.push(node, "FF", &["4"]);
    tree.push(node, "CA", &["UTF-8"]);
    tree.push(node, "AP", &[concat!("Katachi:", env!("CARGO_PKG_VERSION"))]);
    tree.push(node, "SZ", &[size.to_string()]);
}

/// Writes the stones of a position.
fn stones(tree: &mut sgf::Sgf, node: sgf::NodeId, board: &Board) {
    for (name, c) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones: Vec<String> = Point::all(board.size())
            .filter(|&p| board.color_at(p) == Some(c))
            .map(letters)
            .collect();
        if !stones.is_empty() {
            tree.push(node, name, &stones);
        }
    }
}

/// Makes a node the root of a record that starts from a position.
pub(crate) fn setup(tree: &mut sgf::Sgf, node: sgf::NodeId, board: &Board) {
    head(tree, node, board.size());
    stones(tree, node, board);
}

/// What a record tells besides the moves.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Annotations<'a> {
    /// The property `RE`.
    pub(crate) result: Option<&'a str>,
    /// The names of Black and White.
    pub(crate) players: Option<[&'a str; 2]>,
    /// A comment for each move, in order; there may be fewer, and an empty one is left out.
    pub(crate) comments: &'a [String],
}

/// The game as SGF text: setup, handicap and all moves. `to_move` is written
/// when there are no moves; `result` as `RE` if given.
pub fn print(game: &Game, to_move: Color, result: Option<&str>) -> String {
    print_annotated(game, to_move, &Annotations { result, ..Annotations::default() })
}

/// As [`print`], with more than the moves.
pub(crate) fn print_annotated(game: &Game, to_move: Color, more: &Annotations<'_>) -> String {
    let mut tree = sgf::Sgf::new();
    let mut node = tree.add_node(None);
    let rules = game.rules();
    head(&mut tree, node, game.size());
    tree.push(node, "KM", &[rules.komi.to_string()]);
    tree.push(node, "RU", &[rules_name(rules)]);
    if !game.handicap().is_empty() {
        tree.push(node, "HA", &[game.handicap().len().to_string()]);
    }
    for (property, name) in ["PB", "PW"].into_iter().zip(more.players.into_iter().flatten()) {
        tree.push(node, property, &[name]);
    }
    if let Some(result) = more.result {
        tree.push(node, "RE", &[result]);
    }
    let mut start = game.clone();
    while start.undo().is_some() {}
    stones(&mut tree, node, start.board());
    let short = |c: Color| if c == Color::Black { "B" } else { "W" };
    let first = game.moves().first().map_or(to_move, |m| m.color);
    tree.push(node, "PL", &[short(first)]);
    for (i, m) in game.moves().iter().enumerate() {
        node = tree.add_node(Some(node));
        let place = if m.point.is_pass() { String::new() } else { letters(m.point) };
        tree.push(node, short(m.color), &[place]);
        if let Some(comment) = more.comments.get(i).filter(|c| !c.is_empty()) {
            tree.push(node, "C", &[comment.as_str()]);
        }
    }
    tree.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &[u8] = b"(;GM[1]FF[4]SZ[9]KM[5.5]HA[2]AB[cc][gg];W[gc];B[ee];W[];B[dc])";

    #[test]
    fn records_give_moves_that_can_be_taken_back() {
        let loaded = parse(GAME, None, Rules::default()).expect("a record");
        assert_eq!(loaded.game.moves().len(), 4);
        assert_eq!(loaded.game.handicap().len(), 2);
        assert_eq!((loaded.to_move, loaded.game.rules().komi), (Color::White, 5.5));
        let loaded = parse(GAME, Some("E5"), Rules::default()).expect("a record");
        assert_eq!((loaded.game.moves().len(), loaded.to_move), (1, Color::Black));
        let loaded = parse(GAME, Some("1"), Rules::default()).expect("a record");
        assert_eq!((loaded.game.moves().len(), loaded.to_move), (0, Color::White));
        assert!(matches!(parse(GAME, Some("Z9"), Rules::default()), Err(RecordError::Until(_))));
    }

    #[test]
    fn moves_against_the_rules_leave_the_position() {
        // Black retakes the ko at once.
        let text = b"(;SZ[5]AB[ba][ab][bc]AW[ca][bb][dc][cc];B[cb];W[bb])";
        let text = String::from_utf8_lossy(text).replace("AW[ca][bb]", "AW[ca][bb][db]");
        let loaded = parse(text.as_bytes(), None, Rules::default()).expect("a record");
        assert_eq!(loaded.to_move, Color::Black);
        assert!(loaded.game.board().stone_count() > 0);
    }

    /// What a record lacks is never filled with a pass that nobody played; what lies behind the
    /// place to stop at does not matter.
    #[test]
    fn records_that_break_off_are_errors() {
        for (text, told) in [
            ("(;SZ[9];B[ee];W[cc];B[", "ends in the middle: value is not closed"),
            ("(;SZ[9];B[ee];W[cc]", "ends in the middle: game tree is not closed"),
            ("(;SZ[9];B[ee];W[ee];B[cc])", "there is a stone at `ee` already"),
            ("(;SZ[9];B[ee];W[zz];B[cc])", "move `zz` is not on the board"),
        ] {
            let failure = parse(text.as_bytes(), None, Rules::default()).err().expect("refused");
            assert!(failure.to_string().contains(told), "{text}: {failure}");
            let loaded = parse(text.as_bytes(), Some("2"), Rules::default()).expect("before it");
            assert_eq!(loaded.game.moves().len(), 1, "{text}");
        }
        let passed = parse(b"(;SZ[9];B[ee];W[];B[cc])", None, Rules::default()).expect("a pass");
        assert_eq!(passed.game.moves().len(), 3);
    }

    #[test]
    fn printed_records_read_back_as_the_same_game() {
        let loaded = parse(GAME, None, Rules::CHINESE).expect("a record");
        let text = print(&loaded.game, loaded.to_move, Some("B+R"));
        assert!(text.contains("RE[B+R]") && text.contains("HA[2]"), "{text}");
        let again = parse(text.as_bytes(), None, Rules::CHINESE).expect("a record");
        assert_eq!(again.game.moves(), loaded.game.moves());
        assert_eq!(again.game.board().hash(), loaded.game.board().hash());
        assert_eq!(again.game.rules(), loaded.game.rules());
        assert!(again.warnings.is_empty(), "{:?}", again.warnings);
    }

    #[test]
    fn bad_records_are_errors() {
        assert!(matches!(parse(b"no", None, Rules::default()), Err(RecordError::Parse(_))));
        assert!(matches!(
            parse(b"(;SZ[99])", None, Rules::default()),
            Err(RecordError::Position(_))
        ));
        let missing = load(Path::new("no such file"), None, Rules::default());
        assert!(matches!(missing, Err(RecordError::Open(_))));
    }
}
