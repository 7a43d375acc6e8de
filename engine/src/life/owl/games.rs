//! What random games around a dragon say of it (see [`crate::playouts`]): a second opinion on what the search found.
//!
//! The search looks far with few moves and judges where it ends by eyes, so its mistakes are wrong judgements and moves
//! that nobody proposed. Random games try every move near the dragon, and go on until it is taken or nothing is left to play;
//! what they lack is depth. [`ask`] plays them in the position of the root, [`Opinion::on`] puts both answers together: games
//! choose among the moves that work, and overrule the search where they contradict it clearly.
//!
//! More games tell more, so their number is the effort. Nothing here plays on the board of the reader.

use super::sight::{grown, stones};
use super::{Goal, Terms};
use crate::board::Board;
use crate::playouts::{self, Aim, Before, Question, Settings, Tried};
use crate::reading::{Code, Reading};
use crate::search::parameters::{
    OWL_GAMES_CONVINCE, OWL_GAMES_DOUBT, OWL_GAMES_FAR, OWL_GAMES_HOPELESS, OWL_GAMES_LEAST,
};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::montecarlo::PlayoutDb;

/// Games won that count for the move that looks likeliest. With twice as many, as where a move is chosen, public answers
/// about dragons and races change: 16 are lost, 11 won.
const EXPECTED: f32 = 30.0;

/// What random games say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Opinion {
    /// The move with most games.
    point: Point,
    /// Part of its games, 0 to 1, that ended as its player wants.
    won: f32,
    /// Whether it is the owner's.
    defends: bool,
}

/// Plays as many random games around the dragon as `terms` allow, `first` moving first. Where the search found no move that works,
/// they end as soon as they are unlikely to convince.
pub(super) fn ask(
    board: &Board,
    db: &PlayoutDb,
    goal: &Goal,
    first: Color,
    found: Reading,
    terms: Terms,
) -> Option<Opinion> {
    let dragon = goal.stones.and(&stones(board, goal.owner));
    let region = grown(board, &dragon, OWL_GAMES_FAR);
    let settings = Settings { expected: EXPECTED, ..Settings::default() };
    let question = Question {
        color: first,
        komi: 0.0,
        aim: Some(Aim { owner: goal.owner, stones: &dragon, region: &region }),
        before: Before::looks(settings),
        allowed: &|_| true,
        games: terms.games,
        seed: board.hash(),
        threads: 1,
        deadline: terms.deadline,
    };
    let mut watch = |tried: &dyn Fn() -> Vec<Tried>| found.is_success() || may_convince(&tried());
    let tried = playouts::search(board, db, settings, &question, &mut watch);
    let best = best(&tried)?;
    Some(Opinion { point: best.point, won: best.won, defends: first == goal.owner })
}

/// The move with most games.
fn best(tried: &[Tried]) -> Option<&Tried> {
    tried.iter().find(|t| !t.point.is_pass() && t.games > 0)
}

/// Whether more games may still convince: they are few, or the part won of the best move is not clearly below what that takes.
fn may_convince(tried: &[Tried]) -> bool {
    let games: u32 = tried.iter().map(|t| t.games).sum();
    best(tried).is_none_or(|best| {
        let deviation = 0.5 / (best.games as f32).sqrt();
        games < OWL_GAMES_LEAST || best.won + OWL_GAMES_DOUBT * deviation >= OWL_GAMES_CONVINCE
    })
}

impl Opinion {
    /// What this and the answer of the search come to.
    pub(super) fn on(self, found: Reading) -> Reading {
        let Opinion { point, won, defends } = self;
        match found.code {
            Code::Lose if won >= OWL_GAMES_CONVINCE => Reading { code: Code::Win, point },
            Code::Lose => found,
            _ if !defends && won < OWL_GAMES_HOPELESS => Reading::LOST,
            // A dragon that needs no move.
            _ if found.point.is_pass() => found,
            code => Reading { code, point },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(won: f32, defends: bool) -> Opinion {
        Opinion { point: Point::new(0, 1), won, defends }
    }

    fn reading(code: Code, col: usize) -> Reading {
        Reading { code, point: Point::new(2, col) }
    }

    #[test]
    fn games_choose_among_moves_that_work_and_keep_the_code() {
        let of_games = Reading { code: Code::Win, point: Point::new(0, 1) };
        assert_eq!(opinion(0.5, true).on(reading(Code::Win, 3)), of_games);
        assert_eq!(opinion(0.5, false).on(reading(Code::Win, 3)), of_games);
        assert_eq!(opinion(0.5, false).on(reading(Code::KoB, 3)).code, Code::KoB);
        let needs_none = Reading { code: Code::Win, point: Point::PASS };
        assert_eq!(opinion(0.9, true).on(needs_none), needs_none);
    }

    #[test]
    fn games_end_early_only_where_they_are_clear() {
        let tried =
            |games, won| [Tried { point: Point::new(0, 1), games, won, wins: 0, lead: 0.0 }];
        assert!(may_convince(&[]));
        assert!(may_convince(&tried(OWL_GAMES_LEAST - 1, 0.0)));
        assert!(!may_convince(&tried(OWL_GAMES_LEAST, 0.2)));
        assert!(may_convince(&tried(OWL_GAMES_LEAST, 0.65)));
        assert!(!may_convince(&tried(100 * OWL_GAMES_LEAST, 0.65)));
    }

    #[test]
    fn games_overrule_the_search_only_where_they_are_clear() {
        assert_eq!(opinion(0.6, true).on(Reading::LOST), Reading::LOST);
        let saved = Reading { code: Code::Win, point: Point::new(0, 1) };
        assert_eq!(opinion(0.9, true).on(Reading::LOST), saved);
        assert_eq!(opinion(0.1, false).on(reading(Code::Win, 3)), Reading::LOST);
        // They see a dragon die that lives in a seki.
        assert_eq!(opinion(0.1, true).on(reading(Code::Win, 3)), saved);
    }
}
