//! Moves by diagram, without patterns: what tactics, influence and the end of
//! the game alone must get right.

use super::{Considered, MoveReason, Proposal, Proposals, collect, endgame};
use crate::board::Board;
use crate::diagram;
use crate::engine::{Config, Engine};
use crate::facts::Facts;
use crate::game::{Game, Rules};
use crate::patterns::PatternRunner;
use crate::reading::{Code, Limits, Memory, Reader};
use crate::search::Deadline;
use crate::weights::Weights;
use mkpat_rt::db::{Database, PatternDb, PatternSet};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Stage;
use mkpat_rt::table::Table;
use std::time::Duration;

fn no_patterns() -> PatternSet {
    let empty = |stage: Stage| {
        Database::interpreted(PatternDb {
            name: stage.name().to_string(),
            stage,
            files: Vec::new(),
            patterns: Vec::new(),
            table: Table::Naive,
        })
    };
    PatternSet {
        databases: vec![empty(Stage::Dragons), empty(Stage::Movegen)],
        ..PatternSet::default()
    }
}

fn engine() -> Engine {
    Engine::new(no_patterns(), Config::default()).expect("nothing is missing")
}

fn board(text: &str) -> Board {
    diagram::parse(text).expect("a diagram")
}

fn game(text: &str, rules: Rules, first: Color) -> Game {
    Game::from_board(board(text), rules, first)
}

/// What `look` finds in a position that Black is to move in, without patterns.
pub(super) fn look_at<T>(
    text: &str,
    look: impl FnOnce(&mut PatternRunner<'_>, &mut Reader<'_>, &Facts) -> T,
) -> T {
    let set = patterns::pattern_set().expect("databases");
    let mut board = board(text);
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let mut runner = PatternRunner::new(&[], set.eyes.first());
    let facts = Facts::find(&mut runner, &mut reader, Color::Black);
    look(&mut runner, &mut reader, &facts)
}

/// The proposal of a vertex for which `reason` speaks.
pub(super) fn proposal((row, col): (usize, usize), reason: MoveReason) -> Proposal {
    let mut all = Proposals::default();
    all.add(Point::new(row, col), reason);
    all.finish().0.remove(0)
}

/// Black's left corner lives by the middle one of three vertices, his right one as it is.
pub(super) const CORNERS: &str = "
        . . . X O . X . X
        X X X X O . X X .
        O O O O O . . X X
        . . . . O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

/// White's stone is caught by a net, too: a move at none of its liberties.
#[test]
fn a_net_is_an_attack_too() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X X . . .
        . . . X O . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let [stone, net] = [Point::new(4, 4), Point::new(5, 5)];
    let found = look_at(text, |_, reader, facts| {
        assert!(!reader.board().liberties(stone).contains(net));
        let mut all = Proposals::default();
        collect::tactics(reader, facts, Color::Black, &mut all);
        all.get(net).map(|m| m.reasons.clone())
    });
    assert_eq!(found, Some(vec![MoveReason::Attack(stone, Code::Win)]));
}

/// A1 is Black's eye, and White's stone on its diagonal can be taken; but if B1 has no other liberty, White takes it there.
#[test]
fn where_a_string_can_be_taken_is_no_eye() {
    let is_eye = |c1: &str| {
        let rest = format!("X X . . . . .\nX O . . . . .\n. X {c1} . . . .");
        let text = ". . . . . . .\n".repeat(4) + &rest;
        look_at(&text, |_, reader, facts| {
            endgame::is_own_eye(reader.board(), facts, Point::new(6, 0), Color::Black)
        })
    };
    assert!(is_eye("."));
    assert!(!is_eye("O"));
}

/// The engine's move for Black.
fn best(text: &str, rules: Rules) -> String {
    let mut game = game(text, rules, Color::Black);
    let hash = game.board().hash();
    let m = engine().genmove(&mut game, Color::Black);
    assert_eq!(game.board().hash(), hash, "the game is left as it was");
    assert_eq!(m.color, Color::Black);
    m.point.name(game.size())
}

#[test]
fn a_large_string_in_atari_is_saved_or_taken() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . O O O O . . .
        . O X X X X . . .
        . . O O O O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(best(text, Rules::CHINESE), "G6");
    let swapped: String = text
        .chars()
        .map(|c| match c {
            'X' => 'O',
            'O' => 'X',
            c => c,
        })
        .collect();
    assert_eq!(best(&swapped, Rules::CHINESE), "G6");
}

/// Black left, White right; one neutral vertex in the middle of the border.
const FINISHED: &str = "
    . X . X O . O
    X X X X O O .
    . X X X O O O
    X X X . O O O
    X X X X O . O
    . X . X O O O
    X X X X O O .";

#[test]
fn a_finished_game_is_passed_and_eyes_are_kept() {
    // Neutral points are filled whatever the rules.
    assert_eq!(best(FINISHED, Rules::JAPANESE), "D4");
    assert_eq!(best(FINISHED, Rules::CHINESE), "D4");
    let done = FINISHED.replacen("X X X . O O O", "X X X X O O O", 1);
    assert_eq!(best(&done, Rules::JAPANESE), "PASS");
    assert_eq!(best(&done, Rules::CHINESE), "PASS");
}

#[test]
fn the_first_move_takes_a_corner() {
    for (size, lines) in [(19, [3, 4]), (13, [3, 4])] {
        let mut game = Game::new(size, Rules::CHINESE).expect("a size");
        let p = engine().genmove(&mut game, Color::Black).point;
        let line = |x: usize| x.min(size - 1 - x) + 1;
        assert!(lines.contains(&line(p.row())) && lines.contains(&line(p.col())), "{p:?}");
    }
    let mut game = Game::new(9, Rules::CHINESE).expect("a size");
    assert!(!engine().genmove(&mut game, Color::Black).point.is_pass());
}

#[test]
fn every_board_size_gets_a_legal_move() {
    for size in 1..=25 {
        let mut game = Game::new(size, Rules::CHINESE).expect("a size");
        // The lowest level: this is about the board, not about the move.
        let config = Config { level: 0, ..Config::default() };
        let mut engine = Engine::new(no_patterns(), config).expect("nothing is missing");
        let m = engine.genmove(&mut game, Color::Black);
        assert_eq!(game.play(m.color, m.point), Ok(()), "size {size}");
    }
}

/// After the deadline there is still a legal move, and the next game is as if nothing had been.
#[test]
fn without_time_there_is_still_a_move() {
    let start = || Game::new(9, Rules::CHINESE).expect("a size");
    let mut one = engine();
    let calm = one.candidates(&mut start(), Color::Black);
    one.set_config(Config { deadline: Deadline::after(Duration::ZERO), ..one.config() });
    let mut game = start();
    let hurried = one.genmove(&mut game, Color::Black);
    assert_eq!(game.play(hurried.color, hurried.point), Ok(()));
    one.set_config(Config { deadline: Deadline::NONE, ..one.config() });
    assert_eq!(one.candidates(&mut start(), Color::Black), calm);
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let text = "
        . . . . . . .
        . . X . O . .
        . X . O . . .
        . . X O . . .
        . X O . . . .
        . . O . . . .
        . . . . . . .";
    let mut one = engine();
    let first = one.candidates(&mut game(text, Rules::CHINESE, Color::Black), Color::Black);
    // A different game in between leaves no trace.
    one.genmove(&mut Game::new(9, Rules::CHINESE).expect("a size"), Color::White);
    let again = one.candidates(&mut game(text, Rules::CHINESE, Color::Black), Color::Black);
    assert_eq!(first, again);
    assert!(!first.is_empty());
    assert!(one.stats().reading.nodes > 0 && one.stats().moves == 1);
}

#[test]
fn forbidden_repetition_is_not_proposed() {
    // White has just taken the ko at C5.
    let text = "
        . . . . . .
        . X O . . .
        X O . O . .
        . X O . . .
        . . . . . .
        . . . . . .";
    let mut game = game(text, Rules::CHINESE, Color::Black);
    let ko = Point::parse("C4", 6).expect("a vertex");
    game.play(Color::Black, ko).expect("takes the ko");
    let back = Point::parse("B4", 6).expect("a vertex");
    assert!(game.legality(Color::White, back).is_err());
    let all = engine().candidates(&mut game, Color::White);
    assert!(all.iter().all(|c| c.point != back));
}

#[test]
fn reasons_are_told() {
    let text = "
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X X . . .
        . . O O . . .
        . . . . . . .
        . . . . . . .";
    let mut game = game(text, Rules::CHINESE, Color::Black);
    let all = engine().considered(&mut game, Color::Black);
    let saved = Point::parse("C4", 7).expect("a vertex");
    let says = |r: &MoveReason| matches!(r, MoveReason::Defend(p, _) if *p == saved);
    let m = all.valued().find(|c| c.point.name(7) == "E4").expect("the way out is proposed");
    assert!(m.reasons.iter().any(says), "{:?}", m.reasons);
}

/// Where a jump can be cut, the vertex between is a reason for either side, without any pattern.
#[test]
fn connections_and_cuts_are_read() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . O . . . .
        . . . X . X . . .
        . . . . O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for (color, connects) in [(Color::Black, true), (Color::White, false)] {
        let mut game = game(text, Rules::CHINESE, color);
        let all = engine().considered(&mut game, color);
        let m = all.valued().find(|c| c.point.name(9) == "E5").expect("it is valued");
        let says = |r: &MoveReason| match r {
            MoveReason::Connect(..) => connects,
            MoveReason::Cut(..) => !connects,
            _ => false,
        };
        assert!(m.reasons.iter().any(says), "{color:?}: {:?}", m.reasons);
    }
}

#[test]
fn resigning_is_off_by_default() {
    let text = "
        O O O O O O .
        O O O O O O O
        O O . O O O O
        O O O O O O O
        O O O O O O O
        O O O O O . O
        X . O O O O O";
    let lost = game(text, Rules::CHINESE, Color::Black);
    assert!(!engine().should_resign(&lost, Color::Black));
    let config = Config { resign: true, ..Config::default() };
    let mut engine = Engine::new(no_patterns(), config).expect("nothing is missing");
    assert!(engine.should_resign(&lost, Color::Black));
    assert!(!engine.should_resign(&lost, Color::White));
}

/// Likelihood is a part of its own: it may change the order, and not what reasons make of a move.
#[test]
fn likelihood_changes_the_order_of_values_only() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . O . . .
        . . . . . . . . .
        . . . X . O . . .
        . . . . . . . . .
        . . X . X O . . .
        . . . . . . . . .
        . . . . . . . . .";
    let considered = |likelihood: f32| {
        let weights = Weights { games: 0.0, likelihood, ..Weights::default() };
        let set = patterns::pattern_set().expect("databases");
        let config = Config { weights, ..Config::default() };
        let mut engine = Engine::new(set, config).expect("a full set");
        engine.considered(&mut game(text, Rules::CHINESE, Color::Black), Color::Black)
    };
    let (without, with) = (considered(0.0), considered(0.5));
    assert!(without.valued().all(|c| c.decision.likelihood == 0.0));
    let points = |considered: &Considered| {
        let mut points: Vec<Point> = considered.valued().map(|c| c.point).collect();
        points.sort_unstable();
        points
    };
    assert_eq!(points(&with), points(&without));
    for c in with.valued() {
        assert!((c.decision.total() - c.value).abs() < 1e-3, "{c:?}");
        let old = without.valued().find(|o| o.point == c.point).expect("it is valued, too");
        let by_reasons = c.decision.total() - c.decision.likelihood - c.decision.safety;
        assert!((by_reasons - (old.value - old.decision.safety)).abs() < 1e-3, "{c:?} {old:?}");
    }
    assert!(with.valued().is_sorted_by(|a, b| a.value >= b.value));
    let order = |c: &Considered| c.candidates.iter().map(|c| c.point).collect::<Vec<_>>();
    assert_ne!(order(&with), order(&without));
}

/// A class letter of patterns says that a move invades: here the three-three point under a star stone with wide sides.
#[test]
fn patterns_propose_invasions() {
    let text = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . O . . . . . O . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . O . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . X . . . . . X . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .";
    let mut game = game(text, Rules::CHINESE, Color::Black);
    let set = patterns::pattern_set().expect("databases");
    let mut engine = Engine::new(set, Config::default()).expect("nothing is missing");
    let considered = engine.considered(&mut game, Color::Black);
    let invades = |at: (usize, usize)| {
        let mut found = considered.valued().filter(|c| c.point == Point::new(at.0, at.1));
        found.any(|c| c.reasons.contains(&MoveReason::Invade))
    };
    assert!(invades((2, 2)), "under the stone of White");
    assert!(!invades((10, 2)), "under the stone of Black");
}

/// A stone thrown in where reading says that it kills is no stone lost for nothing.
#[test]
fn a_move_that_is_read_to_decide_about_a_dragon_may_be_lost() {
    let dragon = Point::new(0, 1);
    let may_be_lost = |reason| proposal((0, 0), reason).may_be_lost();
    for code in [Code::Win, Code::KoA] {
        assert!(may_be_lost(MoveReason::Kill(dragon, Some(code))));
        assert!(may_be_lost(MoveReason::Live(dragon, Some(code))));
    }
    assert!(!may_be_lost(MoveReason::Kill(dragon, None)), "by its eyes alone");
    assert!(!may_be_lost(MoveReason::Territory));
}
