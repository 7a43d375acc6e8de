//! Life and death by diagram, with what a strong player says. X is Black, O is White.

use super::Fate;
use crate::board::Board;
use crate::diagram;
use crate::engine::{Config, Engine};
use crate::game::{Game, Rules};
use crate::life::owl::OwlQuestion;
use crate::search::Code;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Status;

fn engine() -> Engine {
    let set = patterns::pattern_set().expect("databases");
    Engine::new(set, Config::default()).expect("nothing is missing")
}

fn board(text: &str) -> Board {
    diagram::parse(text).expect("a diagram")
}

/// The fate of the dragon at a vertex: `alive`, `dead`, or the moves that kill and save it.
fn fate(text: &str, vertex: &str) -> String {
    let board = board(text);
    let size = board.size();
    let game = Game::from_board(board, Rules::default(), Color::Black);
    let p = Point::parse(vertex, size).expect("a vertex");
    let mut engine = engine();
    let limits = engine.limits();
    match engine.fate(&game, p, limits).expect("a stone") {
        Fate::Alive => "alive".to_string(),
        Fate::Dead => "dead".to_string(),
        Fate::Critical { attack, defend } => {
            format!("{} {}", attack.point.name(size), defend.point.name(size))
        }
    }
}

/// Two eyes by their shapes, but White takes a liberty of the three stones at the left edge and fills
/// the one eye, if Black saves them, or takes them. With one more liberty they live.
#[test]
fn strings_short_of_liberties_are_put_into_atari() {
    let text = "
        . . X X X O . . .
        O . X X . O . . .
        X X . X . O . . .
        X O X X . . . . .
        O O . . O . . . .
        . . O O X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert!(fate(text, "C9").starts_with("B8 "), "{}", fate(text, "C9"));
    assert_eq!(fate(&text.replace("O O . . O . . . .", ". O . . O . . . ."), "C9"), "alive");
}

/// The manual's cave: black stones around three vertices in a row, whose middle decides.
const CAVE: &str = "
        . . O O O O O . .
        . O O X X X O O .
        . O X . . . X O .
        . O X X X X X O .
        . O O O O O O O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

/// What owl said of a dragon is kept with it, for whoever shows facts; one that can be taken anyway is not asked about.
#[test]
fn facts_keep_what_owl_said() {
    let life = |text: &str, vertex: &str| {
        let game = Game::from_board(board(text), Rules::default(), Color::Black);
        let facts = engine().facts(&game, Color::Black);
        facts.dragons.get(Point::parse(vertex, 9).expect("a vertex")).expect("a dragon").life
    };
    let critical = life(CAVE, "D8").expect("owl was asked");
    let vital = Point::parse("E7", 9).expect("a vertex");
    assert_eq!((critical.status(), critical.certain), (Status::Critical, true));
    assert_eq!((critical.attack.point, critical.attack.code), (vital, Code::Win));
    assert_eq!(critical.defend.map(|d| (d.point, d.code)), Some((vital, Code::Win)));
    // Tactical reading takes it: there is nothing to ask.
    assert_eq!(life(&CAVE.replace("X . . . X", "X . O . X"), "D8"), None);
}

/// The manual's cave: three vertices in a row, whose middle decides; four live, a square dies.
#[test]
fn closed_eye_spaces_live_by_their_shape() {
    assert_eq!(fate(CAVE, "D8"), "E7 E7");
    assert_eq!(fate(&CAVE.replace("X . . . X", "X . X . X"), "D8"), "alive");
    assert_eq!(fate(&CAVE.replace("X . . . X", "X . O . X"), "D8"), "dead");
    let square = "
        . . . . . . . . .
        . . O O O O . . .
        . O X X X X O . .
        . O X . . X O . .
        . O X . . X O . .
        . O X X X X O . .
        . . O O O O . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(fate(square, "C7"), "dead");
    assert_eq!(fate(&square.replace("X . . X", "X X . X"), "C7"), "dead");
    let row = "
        . . O O O O O O .
        . O O X X X X O .
        . O X . . . . X O
        . O X X X X X X O
        . O O O O O O O O
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(fate(row, "D8"), "alive");
}

/// A row on the second line, closed in, of which the last but one line is given.
fn on_the_second_line(row: &str) -> String {
    format!(
        "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . O O O O O O O O O O O .
        {row}
        . . . . . . . . . . . . ."
    )
}

/// On the second line eight stones live; of seven who moves first decides; six die.
#[test]
fn rows_on_the_second_line_live_by_their_length() {
    assert_eq!(fate(&on_the_second_line(". O X X X X X X X X O O ."), "F2"), "alive");
    let seven = fate(&on_the_second_line(". O X X X X X X X O O O ."), "F2");
    assert!(seven != "alive" && seven != "dead", "{seven}");
    assert_eq!(fate(&on_the_second_line(". O X X X X X X O O O O ."), "F2"), "dead");
}

/// Where the right answer is known and not found; one that is found goes to the tests above.
#[test]
fn known_wrong_answers_are_counted() {
    // `katachi prove` finds that a ko decides (270,000 positions), owl that who moves first does.
    let text = "
        . . . . O O O O .
        . . . O X X X O X
        . O . O . X . X .
        O . . . O X . . .
        X O O O X . X X .
        X X X O O X X O X
        . . . X O O O O .
        . . X . X X X O O
        . . . . . . X X O";
    let board = board(text);
    let p = Point::parse("E8", board.size()).expect("a vertex");
    let game = Game::from_board(board, Rules::default(), Color::Black);
    let mut engine = engine();
    let limits = engine.limits();
    let fate = engine.fate(&game, p, limits).expect("a stone");
    let by_ko = matches!(fate, Fate::Critical { attack, .. } if attack.code != Code::Win);
    assert!(!by_ko, "right: {fate:?}");
}

/// A stone in the open runs, and a group that can reach a friend who lives is saved by that.
#[test]
fn dragons_run_free_and_connect() {
    let open = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . O . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . X . . . . . .
        . . . . . . X . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . O . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .";
    assert_eq!(fate(open, "G8"), "alive");
    let bridge = "
        . X . X . O . . .
        X X X X X O . . .
        . X O O . O O O .
        O O O X X X X O .
        . . O X . . X O .
        . . O O X X X O .
        . . . O O O O O .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(fate(bridge, "E6"), "E7 E7");
}

/// White's stones in the open can be hemmed in from near. The prover, which comes to no end there, thinks of a move far
/// away (A3), after which they seem to die as well.
#[test]
fn who_is_in_the_open_is_attacked_from_near() {
    let text = "
        . . . . . . . . .
        X . X . O . . . .
        . X O X X . O . .
        . O O . . . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . X . . X . .
        . . . . . . . . .
        . . . . . . . . .";
    let found = fate(text, "C7");
    let attack = found.split(' ').next().and_then(|name| Point::parse(name, 9)).expect(&found);
    let near = ["C7", "B6", "C6", "D5"].map(|name| Point::parse(name, 9).expect("a vertex"));
    let steps = |p: Point| p.row().abs_diff(attack.row()) + p.col().abs_diff(attack.col());
    assert!(near.into_iter().any(|p| steps(p) <= 2), "{found}");
}

/// White is killed by H2, where he makes his second eye with a threat; after F2 he lives by G2 (proved). Four answers
/// to F2 did not show it.
#[test]
fn a_kill_holds_against_more_than_a_few_answers() {
    let text = "
        . . . . O . X X .
        O . O O X X . . X
        X O . O X . . X X
        X X O O X . X . .
        . X X O O X X X .
        . . X X X O . X X
        . . X O O . O O X
        . X X O . . . . O
        . X O O . . . . .";
    let fate = fate(text, "D3");
    let (kills, saves) = fate.split_once(' ').expect("two moves");
    assert_eq!(kills, "H2");
    // Each of these is proved to save the dragon.
    assert!(["F2", "G1", "G2", "H1", "H2"].contains(&saves), "{saves}");
}

/// From a game of GNU Go with itself: White at C7 lives by C9 (GNU Go names that move, too). The search alone
/// calls him dead.
#[test]
fn random_games_find_what_the_search_does_not() {
    let text = "
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . X O X . . O . . .
        . X X . . . . . . X . . . O . . O . .
        . . O X . X . X . . . X . . . X X . .
        O . O . . . . . . . . . O . O . . . .
        X O . O . X . . . . O . . . . . O . .
        . . . . . . . . . . . . . . . O . . .
        . . . O . . . . O . . . . . . . . O .
        . . . . . . . . . . . . . . O . X X .
        . . O . . . . . . . . . . . . . . . .
        . . . X O . . X . O . O . . . . . . .
        . X X O X X . . . . . . . . O . X . .
        X O O O O . . X . X . X . . . . X . .
        . X O . . . . . . . . . . . . . . . .
        . . X O O X . . X . . . . . . O . X .
        . X . X X . X . . . . . . . . . . . .
        . . X X O X . . O . . O . . O . . X .
        . . . . . . . . . . . . . . . O . O .
        . . . . . . . . . . . . . . . . . . .";
    assert!(fate(text, "C7").ends_with(" C9"), "{}", fate(text, "C7"));
}

/// A first move is judged by itself, and a question leaves the game as it was.
#[test]
fn single_moves_kill_and_save() {
    let text = "
        . . O O O O O . .
        . O O X X X O O .
        . O X . . . X O .
        . O X X X X X O .
        . O O O O O O O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let game = Game::from_board(board(text), Rules::default(), Color::White);
    let (mut engine, hash) = (engine(), game.board().hash());
    let at = |name: &str| Point::parse(name, 9).expect("a vertex");
    let limits = engine.limits();
    let mut code = |question: OwlQuestion| {
        let found = engine.owl(&game, at("D8"), question, limits, Some(100)).expect("a stone");
        assert!(found.trace.is_some());
        found.answer.reading.code
    };
    assert_eq!(code(OwlQuestion::DoesAttack(at("E7"))), Code::Win);
    assert_eq!(code(OwlQuestion::DoesAttack(at("A1"))), Code::Lose);
    assert_eq!(code(OwlQuestion::DoesDefend(at("E7"))), Code::Win);
    assert_eq!(code(OwlQuestion::DoesDefend(at("A1"))), Code::Lose);
    assert_eq!(game.board().hash(), hash);
    assert!(engine.owl(&game, at("A1"), OwlQuestion::Attack, limits, None).is_none());
}
