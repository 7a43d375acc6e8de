//! What random games say of the moves (see [`crate::playouts`]).
//!
//! What speaks for the moves so far goes into the search as what is thought of them before (`prior`): so it looks where reasons
//! speak, and a reason that comes to nothing is found out. Its outcome becomes a part of the number that decides
//! ([`Decision::games`]): the move with most games is worth as much as the best move was, others are worth their
//! part of its games. So the order is that of the games, and the parts show how far they moved a value. But what a race in a
//! room comes to is proved (`life::rooms`), and random games play no seki well: such a move keeps its value, and games choose among
//! equal ones only.

use super::{Candidate, Considered, Context, Decision, Dismissal, MoveReason, WORTHLESS, prior};
use crate::board::Board;
use crate::playouts::{self, Before, Known, Question, Settings, Tried};
use crate::weights::Weights;
use mkpat_rt::geom::{Color, Point};

/// The part of its value by which a move gains that has most games, where games have no other say.
const AMONG_EQUALS: f32 = 0.01;
/// Part of the games below which a move without another reason is not told of.
const TOLD: f32 = 0.01;
/// What the number of games is multiplied with if they go on until somebody ends them.
const ENDLESS: f32 = 1e6;
/// Vertices per side of the largest board that has all of [`crate::weights::Weights::games`].
const SIDE: f32 = 13.0;

/// How many times as many games there are on a board of this size.
fn times(size: usize) -> f32 {
    (SIDE / size as f32).min(1.0)
}

/// Moves the values of moves by random games, if there are weights for them, and
/// some move is worth playing.
pub(super) fn weigh(board: &Board, color: Color, ctx: &Context<'_>, considered: &mut Considered) {
    let weights = ctx.weights;
    let games = weights.games
        * times(board.size())
        * if ctx.watch.is_some_and(|w| w.endless) { ENDLESS } else { ctx.games_factor };
    let Some(db) = ctx.playouts else { return };
    let best = considered.candidates.first().map_or(0.0, |c| c.value);
    if games < 1.0 || best <= WORTHLESS {
        return;
    }
    let before = considered.clone();
    let standing = prior::Standing::new(&before);
    let known: Vec<Known> = Point::all(board.size())
        .map(|point| {
            let worth = worth(&before, best, point, &weights);
            Known { point, score: standing.score(point), worth }
        })
        .collect();
    let thought = Before { look: prior::LOOK, known: &known, games: weights.games_likely };
    let never = |p: Point| {
        let refused = before.dismissed.iter().find(|d| d.0 == p).map(|d| d.1);
        matches!(refused, Some(Dismissal::OwnEye | Dismissal::NotAllowed | Dismissal::Forbidden))
    };
    let komi = if ctx.game.white == Color::White { ctx.game.komi } else { -ctx.game.komi };
    let question = Question {
        color,
        komi,
        aim: None,
        before: thought,
        allowed: &|p| (ctx.may_play)(p) && !never(p),
        games: games.min(1e7) as u32,
        seed: ctx.seed,
        deadline: ctx.deadline,
        threads: ctx.threads,
    };
    let settings =
        Settings { even_part: weights.games_even, rave: weights.games_rave, ..Settings::default() };
    let tried = playouts::search(board, db, settings, &question, &mut |so_far| {
        ctx.watch.is_none_or(|watch| {
            (watch.told)(&|| {
                let mut considered = before.clone();
                take_up(&mut considered, best, &so_far());
                considered
            })
        })
    });
    take_up(considered, best, &tried);
}

/// What values say of a move before any game: for how many games that counts, and the mean result: the
/// best is as good as won, so to say, one that is not safe is not.
fn worth(considered: &Considered, best: f32, p: Point, weights: &Weights) -> (f32, f32) {
    let games = |c: &Candidate| {
        let read = c.reasons.iter().any(MoveReason::is_read);
        if read { weights.games_read } else { weights.games_known }
    };
    if let Some(c) = considered.candidates.iter().find(|c| c.point == p) {
        return (games(c), 0.4 + 0.6 * c.value / best);
    }
    if let Some(c) = considered.others.iter().find(|c| c.point == p) {
        return (0.5 * games(c), 0.3);
    }
    let is_unsafe = considered.dismissed.iter().any(|d| d.0 == p && d.1 == Dismissal::Unsafe);
    if is_unsafe { (0.5 * weights.games_known, 0.1) } else { (0.0, 0.0) }
}

/// What the moves are worth after these games.
fn take_up(considered: &mut Considered, best: f32, tried: &[Tried]) {
    let all: u32 = tried.iter().map(|t| t.games).sum();
    let most = tried.iter().filter(|t| !t.point.is_pass()).map(|t| t.games).max().unwrap_or(0);
    if most == 0 {
        return;
    }
    let mut moves: Vec<Candidate> = std::mem::take(&mut considered.candidates);
    moves.append(&mut considered.others);
    for t in tried.iter().filter(|t| !t.point.is_pass()) {
        let told = t.games as f32 >= TOLD * all as f32;
        let part = t.wins as f32 / t.games.max(1) as f32;
        let (percent, lead) = ((part * 100.0).round() as u8, (t.lead * 10.0).round() as i16);
        let reason = MoveReason::Games { games: t.games, percent, lead };
        match moves.iter_mut().find(|c| c.point == t.point) {
            Some(c) if told => c.reasons.push(reason),
            None if told => moves.push(Candidate {
                point: t.point,
                value: 0.0,
                decision: Decision::default(),
                reasons: vec![reason],
            }),
            _ => {}
        }
    }
    for c in &mut moves {
        let found = tried.iter().find(|t| t.point == c.point).map_or(0, |t| t.games);
        let part = found as f32 / most as f32;
        let is_proved = c.reasons.iter().any(MoveReason::is_proved);
        let value = if is_proved { c.value * (1.0 + AMONG_EQUALS * part) } else { best * part };
        c.decision.games = value - c.value;
        c.value = value;
    }
    moves.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.point.cmp(&b.point)));
    let worth = moves.partition_point(|c| c.value > WORTHLESS);
    considered.others = moves.split_off(worth);
    considered.candidates = moves;
    let valued = |p: Point| considered.candidates.iter().any(|c| c.point == p);
    considered.dismissed.retain(|d| !valued(d.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use crate::engine::{Config, Engine};
    use crate::game::{Game, Rules};
    use mkpat_rt::reading_code::Code;

    const TEXT: &str = "
        . . . . . . .
        . . X X O . .
        . . X O O . .
        . X X O . O .
        . X O O O . .
        . X X X O . .
        . . . . . . .";

    /// Black can take a stone, or play elsewhere.
    const ATARI: &str = "
        . . . . . . .
        . . X . . . .
        . X O X . . .
        . . . . . . .
        . . . . O . .
        . . X . . O .
        . . . . . . .";

    /// What is considered for Black in [`TEXT`] with so many random games.
    fn considered(games: f32) -> Considered {
        considered_in(TEXT, games)
    }

    fn considered_in(text: &str, games: f32) -> Considered {
        let weights = Weights { games, ..Weights::default() };
        let config = Config { weights, ..Config::default() };
        let set = patterns::pattern_set().expect("databases");
        let mut engine = Engine::new(set, config).expect("a complete set");
        let board = diagram::parse(text).expect("a diagram");
        let mut game = Game::from_board(board, Rules::default(), Color::Black);
        engine.considered(&mut game, Color::Black)
    }

    fn games(c: &Candidate) -> u32 {
        let found = c.reasons.iter().find_map(|r| match r {
            MoveReason::Games { games, .. } => Some(*games),
            _ => None,
        });
        found.unwrap_or(0)
    }

    #[test]
    fn moves_come_in_the_order_of_their_games_and_parts_sum_up() {
        let before = considered(0.0);
        let found = considered(500.0);
        let told: Vec<u32> = found.valued().map(games).collect();
        assert!(told.len() > 1 && told[0] > told[1], "{told:?}");
        assert!(told.iter().all(|&g| g == 0 || g <= told[0]), "{told:?}");
        assert!((found.candidates[0].value - before.candidates[0].value).abs() < 1e-4);
        for c in found.valued() {
            assert!((c.decision.total() - c.value).abs() < 1e-3, "{c:?}");
            let old = before.valued().find(|b| b.point == c.point).map_or(0.0, |b| b.value);
            assert!((c.decision.games - (c.value - old)).abs() < 1e-3, "{c:?}");
        }
        assert!(found.dismissed.iter().all(|d| found.valued().all(|c| c.point != d.0)));
    }

    #[test]
    fn larger_boards_have_fewer_games() {
        assert_eq!([3, 9, 13, 26].map(times), [1.0, 1.0, 1.0, 0.5]);
        assert!(times(13) > times(19) && times(19) > times(25));
    }

    #[test]
    fn what_reading_speaks_for_counts_for_games_of_its_own() {
        let weights = Weights { games_known: 10.0, games_read: 70.0, ..Weights::default() };
        let found = considered_in(ATARI, 0.0);
        let best = found.candidates[0].value;
        let counts = |c: &Candidate| worth(&found, best, c.point, &weights).0;
        let (read, guessed): (Vec<&Candidate>, Vec<_>) =
            found.candidates.iter().partition(|c| c.reasons.iter().any(MoveReason::is_read));
        assert!(!read.is_empty() && !guessed.is_empty(), "{found:?}");
        assert!(read.into_iter().all(|c| counts(c) == 70.0));
        assert!(guessed.into_iter().all(|c| counts(c) == 10.0));
        let dragon = Point::new(0, 0);
        assert!(MoveReason::Kill(dragon, Some(Code::Win)).is_read());
        assert!(!MoveReason::Kill(dragon, None).is_read(), "by its eyes alone");
    }

    /// The order of four moves, two of which are proved to be worth 6, after games that like another best.
    #[test]
    fn games_do_not_overrule_what_is_proved_about_a_room() {
        let [liked, other, seki, as_good] = [0, 1, 2, 3].map(|col| Point::new(0, col));
        let candidate = |point: Point, value: f32, reason: MoveReason| Candidate {
            point,
            value,
            decision: Decision { territory: value, ..Decision::default() },
            reasons: vec![reason],
        };
        let order = |reason: MoveReason| {
            let candidates = vec![
                candidate(seki, 6.0, reason),
                candidate(as_good, 6.0, reason),
                candidate(other, 5.0, MoveReason::Territory),
                candidate(liked, 4.0, MoveReason::Territory),
            ];
            let mut considered = Considered { candidates, ..Considered::default() };
            let games = [(liked, 700), (other, 200), (as_good, 60), (seki, 40)];
            let tried = games.map(|(point, games)| Tried {
                point,
                games,
                won: 0.5,
                wins: games / 2,
                lead: 0.0,
            });
            take_up(&mut considered, 6.0, &tried);
            for c in considered.valued() {
                assert!((c.decision.total() - c.value).abs() < 1e-3, "{c:?}");
            }
            considered.valued().map(|c| c.point).collect::<Vec<_>>()
        };
        assert_eq!(order(MoveReason::Room(Point::new(4, 4))), [as_good, seki, liked, other]);
        assert_eq!(order(MoveReason::Territory), [liked, other, as_good, seki]);
    }

    #[test]
    fn without_games_nothing_changes() {
        let found = considered(0.0);
        assert!(found.valued().all(|c| games(c) == 0 && c.decision.games == 0.0));
    }
}
