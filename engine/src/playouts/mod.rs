//! Random games with weights, and a tree that grows over them: how a position comes out when it is played out
//! many times, and after which move best (GNU Go 3.8 manual, "Monte Carlo Go").
//!
//! `game` is one random game, `field` its board; `policy` draws its moves by a database of playout weights, from those that may be `special` and
//! from `plain` ones, with what `ladder` and `nakade` see beside the last move; `tree` keeps what came of them near the root, and minds
//! on which vertices games are decided (`criticality`). What the moves of a position in the tree look
//! like (`features`, with `shapes` seen through a `wide_view`) says how much they count before there are games; `feature_weights` and `shape_weights` are learned from records. [`search`] puts
//! them together: each game goes down the tree by what is known, is played out beyond it, and its result taken up on the way
//! back. All vertices count as in area scoring; or, if the question has an [`Aim`], what counts is whether some stones stay.
//!
//! A number of games has one outcome: chance follows from a seed. What a move is thought to be worth before comes in
//! as [`Before`]; nothing here knows where it comes from. Uses the board and the deadline only.

mod criticality;
#[cfg(test)]
mod ends_tests;
mod feature_weights;
mod features;
mod field;
mod game;
mod ladder;
#[cfg(test)]
mod learn_tests;
mod nakade;
mod plain;
mod policy;
#[cfg(test)]
mod record_tests;
mod shape_weights;
mod shapes;
mod special;
mod tree;
#[cfg(test)]
mod trial_tests;
mod wide_view;

use crate::board::{Board, PointSet};
use crate::search::Deadline;
use field::Field;
use game::{Ends, FIRST_GAMES, Lane, Terms};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::montecarlo::PlayoutDb;
use mkpat_rt::rng::{Rng, mix};
use policy::Policy;
use tree::Tree;

#[cfg(test)]
pub(crate) use record_tests::Record;

/// How the tree grows. Numbers of games say how much something counts that is not known from games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Games through a node before its moves are looked at.
    pub expand: f32,
    /// Most nodes of the tree.
    pub nodes: usize,
    /// Games that count for an even result of every move.
    pub even: f32,
    /// Games won that count for the move that looks likeliest; for others by a power of how likely they are beside it.
    pub expected: f32,
    /// That power.
    pub power: f32,
    /// Games of its own with which a move no longer needs those in which it came later.
    pub rave: f32,
    /// How much it counts for a move, among the games in which it came later, that its vertex is critical (`criticality`): as if
    /// that many times its criticality as many games more had been won.
    pub critical: f32,
    /// Part of a result that is the margin, not who has won.
    pub margin: f32,
    /// Part of the games, 0 to 0.5, that either side wins at least: who is further ahead has to give as many points as
    /// that takes, for else no move seems to matter.
    pub even_part: f32,
    /// The part of the games that are left, 0 to 1, by which another move is expected to gain at most on the one with most
    /// games: a search ends when that is not enough. With 1 it ends only when the order is certain.
    pub gained: f32,
    /// Games that are played out side by side.
    pub together: usize,
    /// Whether ladders beside the last move are read in random games.
    pub ladders: bool,
    /// Whether the vital points of small eye spaces are played at once in random games.
    pub nakade: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            expand: 2.0,
            nodes: 400_000,
            even: 6.0,
            expected: 60.0,
            power: 0.5,
            rave: 300.0,
            critical: 2.0,
            margin: 0.1,
            even_part: 0.25,
            gained: 0.4,
            together: 4,
            ladders: true,
            nakade: true,
        }
    }
}

/// What is thought of a move at the root before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// The move.
    pub point: Point,
    /// The logarithm of its odds that is added to how likely it looks ([`expectations`]).
    pub score: f32,
    /// What it is thought to be worth, as if so many games had had this mean result for its mover, 0 to 1.
    pub worth: (f32, f32),
}

/// What is thought of all moves at the root before.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// By what the look of every move is multiplied.
    pub look: f32,
    /// What is added for some.
    pub known: &'a [Known],
    /// Games won that count for the move that looks likeliest then.
    pub games: f32,
}

impl Before<'_> {
    /// Nothing but how moves look, which counts for as much as it does elsewhere in the tree.
    pub fn looks(settings: Settings) -> Before<'static> {
        Before { look: 1.0, known: &[], games: settings.expected }
    }
}

/// What random games say of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried {
    /// The move.
    pub point: Point,
    /// Games through it.
    pub games: u32,
    /// Mean result for its mover, 0 to 1: games won, with a part for the margin ([`Settings::margin`]), after the
    /// points that a side far ahead gives ([`Settings::even_part`]).
    pub won: f32,
    /// Games that its mover won on the whole board, whatever points were given, and whatever the [`Aim`].
    pub wins: u32,
    /// Points by which its mover was ahead on the whole board at their ends, in the mean, as in [`Tried::wins`].
    pub lead: f32,
}

/// Stones that games are about: their owner wins a game if more than half of their vertices are his at its end.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    /// Whose they are.
    pub owner: Color,
    /// Where they lie, all of them on the board.
    pub stones: &'a PointSet,
    /// Moves are played in here only.
    pub region: &'a PointSet,
}

/// A question: who is to move, with how many points more White comes out if the board is shared evenly, and what is
/// known before.
pub struct Question<'a> {
    /// Who is to move.
    pub color: Color,
    /// Points for White beside the board.
    pub komi: f32,
    /// What games are about, if not the whole board.
    pub aim: Option<Aim<'a>>,
    /// What is thought of the moves before.
    pub before: Before<'a>,
    /// The moves that may be played at the root.
    pub allowed: &'a dyn Fn(Point) -> bool,
    /// How many games at most: there are no more as soon as the move with most is likely to keep its place
    /// ([`Settings::gained`]).
    pub games: u32,
    /// Where chance starts.
    pub seed: u64,
    /// Threads that games are played out on; the answer is the same for any number.
    pub threads: usize,
    /// When to stop.
    pub deadline: Deadline,
}

/// Whether to go on, asked with a function that tells what has come of the moves so far.
pub type Watching<'a> = dyn FnMut(&dyn Fn() -> Vec<Tried>) -> bool + 'a;

/// Plays random games from a position and says what came of each move, those with most games first.
///
/// Games go in groups of [`Settings::together`]: one after the other they go down the tree, each as if those before it had been
/// lost; then they are played out, on as many threads as there may be; then their results are taken up in order. So the number of
/// threads changes nothing but the time. Between groups `watch` is
/// asked every few games, for the first time when there are some.
pub fn search(
    board: &Board,
    db: &PlayoutDb,
    settings: Settings,
    question: &Question<'_>,
    watch: &mut Watching<'_>,
) -> Vec<Tried> {
    let policy = Policy::new(db, settings.ladders, settings.nakade);
    let mut root = Field::new(board);
    if let Some(aim) = question.aim {
        root.restrict(aim.region);
    }
    let mut first_tree = Tree::new(settings, question.aim.is_some());
    let before = &question.before;
    let score = |p: Point, look: f32| {
        let known = before.known.iter().find(|k| k.point == p);
        let (score, worth) = known.map_or((0.0, (0.0, 0.0)), |k| (k.score, k.worth));
        (question.allowed)(p).then_some((before.look * look + score, worth))
    };
    first_tree.expand(0, &mut root.clone(), question.color, &policy, (before.games, &score));
    let terms = Terms::new(board.size(), settings, question);
    let lanes = (0..settings.together.max(1)).map(|_| Lane::new(&root, &terms)).collect();
    let mut run = Run {
        root: &root,
        policy: &policy,
        tree: first_tree.clone(),
        terms,
        lanes,
        threads: question.threads,
        seed: question.seed,
    };
    let (games, deadline) = (question.games, question.deadline);
    let first = (games / FIRST_PART).min(FIRST_GAMES);
    let mut played = 0;
    while played < games && !deadline.passed() && !run.tree.is_decided(games - played) {
        if played > 0 && played % WATCHED == 0 && !watch(&|| run.tried(question)) {
            break;
        }
        let until = if played < first { first } else { games };
        played += run.play(played, until.min(played - played % WATCHED + WATCHED));
        if played == first && question.aim.is_none() && run.terms.level(settings.even_part) {
            run.tree = first_tree.clone();
            run.terms.ends.clear();
        }
    }
    run.tried(question)
}

/// Games between two questions to whoever watches.
const WATCHED: u32 = 16;

/// How likely the moves of `color` look (`features`): the logarithm of their odds, but for a constant.
pub fn expectations(board: &Board, db: &PlayoutDb, color: Color) -> Vec<(Point, f32)> {
    let policy = Policy::new(db, false, false);
    let mut field = Field::new(board);
    let mut ladders = ladder::Ladders::default();
    let mut weighed = Vec::new();
    policy.weigh_all(&mut field, color, &mut weighed);
    let before = features::Before::new(&mut field, color, &mut ladders);
    let score = |&(p, _): &(Point, u32)| (p, before.score(&mut field, p, &mut ladders));
    weighed.iter().map(score).collect()
}

/// The games that tell how far a side is ahead: this part of all, and no more than [`FIRST_GAMES`].
const FIRST_PART: u32 = 8;

/// A search as it goes on.
struct Run<'s> {
    root: &'s Field,
    policy: &'s Policy<'s>,
    tree: Tree,
    terms: Terms,
    lanes: Vec<Lane>,
    threads: usize,
    seed: u64,
}

impl Run<'_> {
    /// What has come of the moves at the root, those with most games first.
    fn tried(&self, question: &Question<'_>) -> Vec<Tried> {
        let tried = self.tree.root().iter().map(|n| {
            let (games, ends) = (n.tally.games, self.terms.ends.get(&n.point));
            let Ends { wins, lead } = ends.copied().unwrap_or_default();
            let [won, lead] = [n.tally.won, lead].map(|sum| sum / games.max(1.0));
            Tried { point: n.point, games: games as u32, won, wins, lead }
        });
        let fits = |t: &Tried| t.point.is_pass() || (question.allowed)(t.point);
        let mut tried: Vec<Tried> = tried.filter(fits).collect();
        tried.sort_by(|a, b| b.games.cmp(&a.games).then(a.point.cmp(&b.point)));
        tried
    }

    /// Plays a group of games, but no more than are left from `played` to `until`; how many.
    fn play(&mut self, played: u32, until: u32) -> u32 {
        let count = self.lanes.len().min((until - played) as usize);
        let lanes = &mut self.lanes[..count];
        for (i, lane) in lanes.iter_mut().enumerate() {
            let rng = Rng::new(mix(self.seed).wrapping_add(u64::from(played) + i as u64));
            lane.descend(self.root, self.terms.mover, &mut self.tree, self.policy, rng);
        }
        let policy = self.policy;
        // This thread plays a part itself.
        let (own, others) = lanes.split_at_mut(count.div_ceil(self.threads.max(1)));
        let size = own.len();
        let play_out = |part: &mut [Lane]| part.iter_mut().for_each(|lane| lane.play_out(policy));
        if others.is_empty() {
            play_out(own);
        } else {
            rayon::in_place_scope(|scope| {
                for part in others.chunks_mut(size) {
                    scope.spawn(move |_| play_out(part));
                }
                play_out(own);
            });
        }
        for lane in lanes {
            lane.finish(&mut self.tree, &mut self.terms);
        }
        count as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use mkpat_rt::db::PatternSet;
    use std::time::Duration;

    fn databases() -> PatternSet {
        patterns::pattern_set().expect("databases")
    }

    /// The usual settings, but for searches that end only when it is certain which move has most games.
    fn to_the_end() -> Settings {
        Settings { gained: 1.0, ..Settings::default() }
    }

    /// Black has three vertices in a row, and lives or dies by the middle one.
    const THREE: &str = "
        . . . X O
        X X X X O
        O O O O O
        O . O O O
        . O O . O";

    /// A question about so many games from the usual start, on one thread, with nothing known before.
    fn asked(color: Color, komi: f32, games: u32) -> Question<'static> {
        let (before, deadline) = (Before::looks(Settings::default()), Deadline::NONE);
        let allowed = &|_: Point| true;
        Question { color, komi, aim: None, before, allowed, games, seed: 1, deadline, threads: 1 }
    }

    /// What 400 games say of Black's moves that `allowed` lets through, if he wins by living.
    fn tried(allowed: &dyn Fn(Point) -> bool, deadline: Deadline) -> Vec<Tried> {
        let board = diagram::parse(THREE).expect("a diagram");
        let set = databases();
        let db = set.playouts.first().expect("weights of playouts");
        let question = Question { allowed, deadline, ..asked(Color::Black, -12.0, 400) };
        search(&board, db, to_the_end(), &question, &mut |_| true)
    }

    /// What 400 games about Black's five stones in the corner say, `color` moving first, where `inside` says.
    fn tried_about(color: Color, inside: impl Fn(&Point) -> bool) -> Vec<Tried> {
        let board = diagram::parse(THREE).expect("a diagram");
        let set = databases();
        let db = set.playouts.first().expect("weights of playouts");
        let stones = board.stones_of(Color::Black);
        let region: PointSet = Point::all(5).filter(inside).collect();
        let aim = Some(Aim { owner: Color::Black, stones: &stones, region: &region });
        let question = Question { aim, ..asked(color, 0.0, 400) };
        search(&board, db, Settings::default(), &question, &mut |_| true)
    }

    #[test]
    fn games_about_stones_find_what_kills_and_what_saves_them() {
        for color in Color::BOTH {
            let found = tried_about(color, |_| true);
            assert_eq!(found[0].point, Point::new(0, 1), "{found:?}");
            assert!(found[0].won > 0.8, "{found:?}");
        }
    }

    #[test]
    fn games_about_stones_are_played_in_their_region() {
        let vital = Point::new(0, 1);
        assert!(tried_about(Color::White, |_| true).iter().any(|t| t.point == vital));
        let found = tried_about(Color::White, |&p| p != vital);
        assert!(!found.is_empty() && found.iter().all(|t| t.point != vital), "{found:?}");
    }

    #[test]
    fn games_that_are_won_are_counted_without_the_points_that_are_given() {
        let set = databases();
        let db = set.playouts.first().expect("weights of playouts");
        let board = Board::new(5).expect("a size");
        let ask = |komi: f32| {
            let question = asked(Color::Black, komi, 400);
            let found = search(&board, db, Settings::default(), &question, &mut |_| true);
            let all: u32 = found.iter().map(|t| t.games).sum();
            let wins: u32 = found.iter().map(|t| t.wins).sum();
            let mean: f32 = found.iter().map(|t| t.won * t.games as f32).sum();
            assert!(found.iter().all(|t| t.wins <= t.games));
            (wins as f32 / all as f32, mean / all as f32)
        };
        // No board of 25 vertices makes up for so many points, but a part of the games is shared all the same.
        let (wins, mean) = ask(100.0);
        assert!(wins == 0.0 && mean > 0.1, "{wins} {mean}");
        let (wins, mean) = ask(-100.0);
        assert!(wins == 1.0, "{wins} {mean}");
    }

    #[test]
    fn the_move_that_decides_gets_the_games() {
        let found = tried(&|_| true, Deadline::NONE);
        assert_eq!(found[0].point, Point::new(0, 1), "{found:?}");
        let others: u32 = found[1..].iter().map(|t| t.games).sum();
        assert!(found[0].games > 2 * others && found[0].won > 0.7, "{found:?}");
    }

    #[test]
    fn all_games_go_through_the_moves_that_are_allowed() {
        let only = Point::new(0, 2);
        let found = tried(&|p| p == only, Deadline::NONE);
        assert_eq!((found[0].point, found.len()), (only, 1), "{found:?}");
        assert!((175..=400).contains(&found[0].games), "{found:?}");
    }

    #[test]
    fn the_same_question_has_the_same_answer_and_a_deadline_ends_it() {
        let ask = || tried(&|_| true, Deadline::NONE);
        assert_eq!(ask(), ask());
        let games: u32 = ask().iter().map(|t| t.games).sum();
        assert!((150..=400).contains(&games), "{games}");
        let late = tried(&|_| true, Deadline::after(Duration::ZERO));
        assert!(late.iter().all(|t| t.games == 0));
    }

    #[test]
    fn whoever_watches_is_told_of_more_and_more_games_and_ends_them() {
        let board = diagram::parse(THREE).expect("a diagram");
        let set = databases();
        let db = set.playouts.first().expect("weights of playouts");
        let question = asked(Color::Black, -12.0, 100_000);
        let mut told: Vec<u32> = Vec::new();
        let found = search(&board, db, Settings::default(), &question, &mut |so_far| {
            told.push(so_far().iter().map(|t| t.games).sum());
            told.len() < 4
        });
        assert_eq!(told, [16, 32, 48, 64]);
        assert_eq!(found.iter().map(|t| t.games).sum::<u32>(), 64);
    }

    #[test]
    fn threads_change_nothing() {
        let board = Board::new(7).expect("a size");
        let set = databases();
        let db = set.playouts.first().expect("weights of playouts");
        let ask = |threads: usize| {
            let question = Question { threads, ..asked(Color::Black, 7.5, 300) };
            search(&board, db, Settings::default(), &question, &mut |_| true)
        };
        assert_eq!(ask(1), ask(2));
        assert_eq!(ask(1), ask(7));
    }

    #[test]
    fn what_is_thought_before_decides_where_games_do_not() {
        let board = Board::new(5).expect("a size");
        let set = databases();
        let db = set.playouts.first().expect("weights of playouts");
        let corner = Point::new(0, 0);
        let games_at = |score: f32| {
            let known = [Known { point: corner, score, worth: (0.0, 0.0) }];
            let before = Before { look: 1.0, known: &known, games: 100.0 };
            // Five times forty games: one search alone may be lucky.
            let games = (1..=5).map(|seed| {
                let question = Question { before, seed, ..asked(Color::Black, 7.5, 40) };
                let found = search(&board, db, to_the_end(), &question, &mut |_| true);
                found.iter().find(|t| t.point == corner).map_or(0, |t| t.games)
            });
            games.sum::<u32>()
        };
        let [likely, unlikely] = [20.0, -5.0].map(games_at);
        assert!(likely > 100 && unlikely < 25, "{likely} {unlikely}");
    }

    #[test]
    fn who_is_far_ahead_gives_points_until_some_games_are_lost() {
        let board = Board::new(7).expect("a size");
        let set = databases();
        let db = set.playouts.first().expect("weights of playouts");
        let won = |even_part: f32, komi: f32| {
            let settings = Settings { even_part, ..Settings::default() };
            // Five times 800 games: one search alone may be lucky.
            let found = (1..=5).flat_map(|seed| {
                let question = Question { seed, ..asked(Color::Black, komi, 800) };
                search(&board, db, settings, &question, &mut |_| true)
            });
            let (won, games) = found.fold((0.0, 0.0), |(won, games), t| {
                (won + t.won * t.games as f32, games + t.games as f32)
            });
            won / games
        };
        let (without, with) = (won(0.0, -30.0), won(0.25, -30.0));
        assert!(with > 0.5 && with < without - 0.05, "{without} {with}");
        let (without, with) = (won(0.0, 60.0), won(0.25, 60.0));
        assert!(with < 0.5 && with > without + 0.05, "{without} {with}");
    }
}
