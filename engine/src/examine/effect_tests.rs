//! What a match does to the value of a move, beside what move generation finds.

use crate::diagram;
use crate::engine::{Config, Engine};
use crate::game::{Game, Rules};
use crate::movegen::{Decision, Outlook};
use crate::verdicts::raw_matches;
use crate::weights::Weights;
use mkpat_rt::geom::Color;
use mkpat_rt::helper::{Stage, Status};

/// Several dragons are critical, with White to move.
const CRITICAL: &str = "
    . . . O . . . . .
    . . O . . . . . .
    . O O X . X . . .
    . . X . . X . . .
    X X O . X . . . .
    X O O . . . X . .
    O X . . . . . X .
    . . . . O O O X .
    . . . . . . . . .";

/// Everything lives.
const QUIET: &str = "
    . . . . . . . . .
    . . O . . . X . .
    . . . O . X . . .
    . . O . . . X . .
    . . . . . . . . .
    . . O . . . X . .
    . . . O . X . . .
    . . O . . . X . .
    . . . . . . . . .";

/// The parts that are found without looking at the safety of a move.
fn glance(d: &Decision) -> [f32; 5] {
    [d.territory, d.strategy, d.shape, d.threats, d.demanded]
}

/// To explain a match only those patterns are looked at that can matter for its move; reasons and value have to be the
/// same as when all are.
#[test]
fn the_patterns_that_are_left_out_do_not_matter() {
    let set = patterns::pattern_set().expect("databases");
    let weights = Weights { games: 0.0, ..Weights::default() };
    let config = Config { weights, ..Config::default() };
    let mut engine = Engine::new(set, config).expect("nothing is missing");
    for (text, critical) in [(CRITICAL, true), (QUIET, false)] {
        let board = diagram::parse(text).expect("a diagram");
        let mut game = Game::from_board(board, Rules::default(), Color::White);
        let facts = engine.facts(&game, Color::White);
        let found = facts.dragons.list().iter().any(|d| d.status == Status::Critical);
        assert_eq!(found, critical, "the position is not what the test needs");
        let considered = engine.considered(&mut game, Color::White);
        let databases = &engine.patterns().databases;
        let matches =
            raw_matches(databases, game.board(), Color::White, |db, _| db.stage == Stage::Movegen);
        let (mut seen, mut compared) = (Vec::new(), 0);
        for m in matches {
            let pattern = engine.patterns().databases[m.0].data.pattern(m.1.pattern);
            let mv = m.1.site(pattern, Color::White).mv;
            if seen.contains(&mv) {
                continue;
            }
            let Some(effect) = engine.match_effect(&mut game, Color::White, m) else {
                continue;
            };
            let candidate = considered.valued().find(|c| c.point == effect.point);
            let (Some(candidate), Outlook::Valued(decision, reasons)) = (candidate, effect.with)
            else {
                continue;
            };
            seen.push(mv);
            assert_eq!(reasons, candidate.reasons, "{:?}", effect.point);
            assert_eq!(glance(&decision), glance(&candidate.decision), "{:?}", effect.point);
            compared += 1;
        }
        assert!(compared > 10, "{compared}");
    }
}
