//! The runner follows moves: what it finds after any moves played and taken back is what
//! the plain matcher finds there.

use super::{PatternHost, PatternRunner, Run, runner};
use crate::board::Board;
use crate::search::Trace;
use mkpat_rt::db::Database;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::{Helper, PatternId, Site};
use mkpat_rt::matcher::{Match, Matcher};
use mkpat_rt::rng::Rng;

/// A host that accepts everything and keeps where it was asked.
struct Everything {
    board: Board,
    asked: Vec<(PatternId, Site)>,
}

impl PatternHost for Everything {
    type Effect = ();

    fn board(&self) -> &Board {
        &self.board
    }

    fn run(&mut self, _: &Database, id: PatternId, site: &Site, act: bool) -> i64 {
        if !act {
            self.asked.push((id, *site));
        }
        1
    }

    fn call_helper(&mut self, _: Helper, _: &Site, _: &[Option<Point>]) -> f64 {
        0.0
    }

    fn call_recorded(
        &mut self,
        _: Helper,
        _: &Site,
        _: &[Option<Point>],
        _: usize,
    ) -> (f64, Option<Trace>) {
        (0.0, None)
    }

    fn help(&mut self, _: &str, _: &Site) -> bool {
        true
    }

    fn take_effects(&mut self) -> Vec<()> {
        Vec::new()
    }
}

#[test]
fn followed_matches_are_those_of_the_plain_matcher() {
    let set = patterns::pattern_set().expect("databases");
    let mut rng = Rng::new(5);
    let mut followed = 0;
    for game in 0..4 {
        let mut board = Board::new(9).expect("size in range");
        let play = |board: &mut Board, rng: &mut Rng| {
            let p = Point::new(rng.within(..9), rng.within(..9));
            board.try_play(Color::BOTH[rng.within(..2)], p);
        };
        (0..10 * game).for_each(|_| play(&mut board, &mut rng));
        let mut host = Everything { board, asked: Vec::new() };
        let mut runner = PatternRunner::new(&set.databases, None);
        let (mut matcher, mut plain): (Matcher, Vec<Match>) = (Matcher::new(), Vec::new());
        for _ in 0..60 {
            match rng.within(..3) {
                // Below where the runner began, too.
                0 => (0..rng.within(..4)).for_each(|_| {
                    host.board.undo();
                }),
                _ => (0..rng.within(..3)).for_each(|_| play(&mut host.board, &mut rng)),
            }
            for (database, db) in set.databases.iter().enumerate() {
                if !runner::is_followed(db.data.stage) {
                    continue;
                }
                for color in Color::BOTH {
                    host.asked.clear();
                    let run = Run { database, color };
                    let accepted = runner.run(run, &mut host, |_| true).len();
                    matcher.matches(&db.data, host.board.view(), color, &mut plain);
                    let expected: Vec<_> = plain
                        .iter()
                        .map(|m| (m.pattern, m.site(db.data.pattern(m.pattern), color)))
                        .collect();
                    assert_eq!(host.asked, expected, "{}", db.data.name);
                    followed += accepted;
                }
            }
        }
    }
    assert!(followed > 500, "{followed} matches");
}
