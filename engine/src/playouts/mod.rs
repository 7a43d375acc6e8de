//! Random games with weights, and a tree that grows over them: how a position comes out when it is played out
//! many times, and after which move best (GNU Go 3.8 manual, "Monte Carlo Go").
//!
//! `field` is the board of a random game, `policy` draws its moves by a database of playout weights, with what `ladder` and
//! `nakade` see beside the last move; `tree` keeps what came of them near the root. What the moves of a position in the tree look
//! like (`features`) says how much they count before there are games; `feature_weights` is learned from records. [`search`] puts
//! them together: each game goes down the tree by what is known, is played out beyond it, and its result taken up on the way
//! back. All vertices count as in area scoring.
//!
//! A number of games has one outcome: chance follows from a seed. What a move is thought to be worth before comes in
//! as [`Known`]; nothing here knows where it comes from. Uses the board and the deadline only.

mod feature_weights;
mod features;
mod field;
mod ladder;
#[cfg(test)]
mod learn_tests;
mod nakade;
mod policy;
mod tree;
#[cfg(test)]
mod trial_tests;

use std::collections::BTreeMap;

use crate::board::Board;
use crate::search::Deadline;
use field::Field;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::montecarlo::PlayoutDb;
use mkpat_rt::rng::Rng;
use policy::{Policy, Special};
use tree::{FirstPlays, Tree};

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
    /// Part of a result that is the margin, not who has won.
    pub margin: f32,
    /// Part of the games, 0 to 0.5, that either side wins at least: who is further ahead has to give as many points as
    /// that takes, for else no move seems to matter.
    pub even_part: f32,
    /// Whether ladders beside the last move are read in random games.
    pub ladders: bool,
    /// Whether the vital points of small eye spaces are played at once in random games.
    pub nakade: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            expand: 4.0,
            nodes: 400_000,
            even: 6.0,
            expected: 30.0,
            power: 0.5,
            rave: 1200.0,
            margin: 0.1,
            even_part: 0.25,
            ladders: true,
            nakade: true,
        }
    }
}

/// What is thought of a move at the root before: as if so many games had had this mean result for its mover.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// The move.
    pub point: Point,
    /// How much it counts, in games.
    pub games: f32,
    /// The mean result, 0 to 1.
    pub mean: f32,
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
    /// Games that its mover won on the board, whatever points were given.
    pub wins: u32,
}

/// A question: who is to move, with how many points more White comes out if the board is shared evenly, and what is
/// known before.
pub struct Question<'a> {
    /// Who is to move.
    pub color: Color,
    /// Points for White beside the board.
    pub komi: f32,
    /// Moves of which something is known before.
    pub known: &'a [Known],
    /// The moves that may be played at the root.
    pub allowed: &'a dyn Fn(Point) -> bool,
    /// How many games at most: as soon as no other move can have as many as the one with most, there are no more.
    pub games: u32,
    /// Where chance starts.
    pub seed: u64,
    /// When to stop.
    pub deadline: Deadline,
}

/// Whether to go on, asked with a function that tells what has come of the moves so far.
pub type Watching<'a> = dyn FnMut(&dyn Fn() -> Vec<Tried>) -> bool + 'a;

/// Plays random games from a position and says what came of each move, those with most games first.
///
/// Every few games `watch` is asked.
pub fn search(
    board: &Board,
    db: &PlayoutDb,
    settings: Settings,
    question: &Question<'_>,
    watch: &mut Watching<'_>,
) -> Vec<Tried> {
    let policy = Policy::new(db, settings.ladders, settings.nakade);
    let root = Field::new(board);
    let mut tree = Tree::new(settings);
    let mut rng = Rng::new(question.seed);
    let mut game = Playout::new(&root, settings, question);
    let known = |p: Point| {
        if !(question.allowed)(p) {
            return Some((1e6, 0.0));
        }
        question.known.iter().find(|k| k.point == p).map(|k| (k.games, k.mean))
    };
    tree.expand(0, &mut root.clone(), question.color, &policy, &known);
    let first = (question.games / FIRST_PART).min(FIRST_GAMES);
    for i in 0..question.games {
        if i % 16 == 0 && (question.deadline.passed() || tree.is_decided(question.games - i)) {
            break;
        }
        if i % 16 == 0 && !watch(&|| tried(&tree, &game, question)) {
            break;
        }
        if i == first && game.level(settings.even_part) {
            tree = Tree::new(settings);
            game.wins.clear();
            tree.expand(0, &mut root.clone(), question.color, &policy, &known);
        }
        game.play(&root, &mut tree, &policy, &mut rng);
    }
    tried(&tree, &game, question)
}

/// What has come of the moves at the root, those with most games first.
fn tried(tree: &Tree, game: &Playout, question: &Question<'_>) -> Vec<Tried> {
    let mut tried: Vec<Tried> = tree
        .root()
        .iter()
        .filter(|n| n.point.is_pass() || (question.allowed)(n.point))
        .map(|n| Tried {
            point: n.point,
            games: n.tally.games as u32,
            won: if n.tally.games > 0.0 { n.tally.won / n.tally.games } else { 0.0 },
            wins: game.wins.get(&n.point).copied().unwrap_or(0),
        })
        .collect();
    tried.sort_by(|a, b| b.games.cmp(&a.games).then(a.point.cmp(&b.point)));
    tried
}

/// The games that tell how far a side is ahead: this part of all, and no more than so many.
const FIRST_PART: u32 = 8;
const FIRST_GAMES: u32 = 256;

/// What a random game needs, kept from one to the next.
struct Playout {
    field: Field,
    special: Special,
    path: Vec<u32>,
    first: FirstPlays,
    mover: Color,
    /// Points for White, with those that who is ahead has to give.
    komi: f32,
    /// Points for White, without them.
    true_komi: f32,
    /// Games that the mover won on the board, by his first move.
    wins: BTreeMap<Point, u32>,
    margin: f32,
    /// By how much the mover was ahead at the end of each game so far.
    leads: Vec<f32>,
    /// Moves after which a game is over.
    longest: usize,
}

impl Playout {
    fn new(root: &Field, settings: Settings, question: &Question<'_>) -> Playout {
        Playout {
            field: root.clone(),
            special: Special::default(),
            path: Vec::new(),
            first: FirstPlays::new(),
            mover: question.color,
            komi: question.komi,
            true_komi: question.komi,
            wins: BTreeMap::new(),
            margin: settings.margin,
            leads: Vec::new(),
            longest: 3 * root.size() * root.size() + 20,
        }
    }

    /// Plays one game and takes up its result.
    fn play(&mut self, root: &Field, tree: &mut Tree, policy: &Policy<'_>, rng: &mut Rng) {
        self.field.clone_from(root);
        self.path.clear();
        self.first.clear();
        let (mut color, mut passes, mut number) = (self.mover, 0, 0);
        let mut node = 0;
        self.path.push(node);
        while passes < 2 && number < self.longest {
            if tree.is_leaf(node) {
                if node == 0 || !tree.is_ripe(node) {
                    break;
                }
                tree.expand(node, &mut self.field, color, policy, &|_| None);
            }
            node = tree.select(node);
            self.path.push(node);
            let p = tree.point(node);
            self.take_move(color, p, number);
            passes = if p.is_pass() { passes + 1 } else { 0 };
            number += 1;
            color = color.other();
        }
        while passes < 2 && number < self.longest {
            let p = policy.draw(&mut self.field, color, rng, &mut self.special);
            self.take_move(color, p, number);
            passes = if p.is_pass() { passes + 1 } else { 0 };
            number += 1;
            color = color.other();
        }
        let result = self.result();
        if let Some(&first) = self.path.get(1)
            && self.ahead(self.true_komi) > 0.0
        {
            *self.wins.entry(tree.point(first)).or_default() += 1;
        }
        if self.leads.len() < FIRST_GAMES as usize {
            self.leads.push(self.lead());
        }
        tree.update(&self.path, self.mover, result, &self.first);
    }

    /// Shifts the komi if one side has lost less than `part` of the games so far. Returns whether it has.
    fn level(&mut self, part: f32) -> bool {
        let leads = &mut self.leads;
        leads.sort_by(f32::total_cmp);
        let lost = leads.partition_point(|&lead| lead <= 0.0);
        let least = (part * leads.len() as f32) as usize;
        let place = lost.clamp(least, leads.len().saturating_sub(least));
        if place == lost || place >= leads.len() {
            return false;
        }
        // Games that came out as this one did are won.
        let lead = leads[place] - 0.5;
        if lead <= 0.0 && place > lost {
            return false;
        }
        self.komi += if self.mover == Color::Black { lead } else { -lead };
        true
    }

    fn take_move(&mut self, color: Color, p: Point, number: usize) {
        self.field.play(color, p);
        if !p.is_pass() {
            self.first.note(color, p, number);
        }
    }

    /// Points by which who moved first is ahead, with those that are given.
    fn lead(&self) -> f32 {
        self.ahead(self.komi)
    }

    /// Points by which who moved first is ahead with this komi.
    fn ahead(&self, komi: f32) -> f32 {
        let black = self.field.balance() as f32 - komi;
        if self.mover == Color::Black { black } else { -black }
    }

    /// 1 if who moved first has won, 0 if he has lost; a part of it by how far.
    fn result(&self) -> f32 {
        let own = self.lead();
        let won = if own > 0.0 { 1.0 } else { 0.0 };
        let area = (self.field.size() * self.field.size()) as f32;
        let far = 0.5 + 0.5 * (own / area).clamp(-1.0, 1.0);
        (1.0 - self.margin) * won + self.margin * far
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

    /// Black has three vertices in a row, and lives or dies by the middle one.
    const THREE: &str = "
        . . . X O
        X X X X O
        O O O O O
        O . O O O
        . O O . O";

    /// What 400 games say of Black's moves that `allowed` lets through, if he wins by living.
    fn tried(allowed: &dyn Fn(Point) -> bool, deadline: Deadline) -> Vec<Tried> {
        let board = diagram::parse(THREE).expect("a diagram");
        let set = databases();
        let db = set.playouts.first().expect("weights of playouts");
        let (color, komi, known, games, seed) = (Color::Black, -12.0, &[][..], 400, 1);
        let question = Question { color, komi, known, allowed, games, seed, deadline };
        search(&board, db, Settings::default(), &question, &mut |_| true)
    }

    #[test]
    fn games_that_are_won_are_counted_without_the_points_that_are_given() {
        let set = databases();
        let db = set.playouts.first().expect("weights of playouts");
        let board = Board::new(5).expect("a size");
        let ask = |komi: f32| {
            let (color, known, games, seed) = (Color::Black, &[][..], 400, 1);
            let (allowed, deadline) = (&|_: Point| true, Deadline::NONE);
            let question = Question { color, komi, known, allowed, games, seed, deadline };
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
        let (color, komi, known, games, seed) = (Color::Black, -12.0, &[][..], 100_000, 1);
        let (allowed, deadline) = (&|_: Point| true, Deadline::NONE);
        let question = Question { color, komi, known, allowed, games, seed, deadline };
        let mut told: Vec<u32> = Vec::new();
        let found = search(&board, db, Settings::default(), &question, &mut |so_far| {
            told.push(so_far().iter().map(|t| t.games).sum());
            told.len() < 5
        });
        assert_eq!(told, [0, 16, 32, 48, 64]);
        assert_eq!(found.iter().map(|t| t.games).sum::<u32>(), 64);
    }

    #[test]
    fn who_is_far_ahead_gives_points_until_some_games_are_lost() {
        let board = Board::new(7).expect("a size");
        let set = databases();
        let db = set.playouts.first().expect("weights of playouts");
        let won = |even_part: f32, komi: f32| {
            let settings = Settings { even_part, ..Settings::default() };
            let (color, known, games, seed) = (Color::Black, &[][..], 800, 1);
            let (allowed, deadline): (&dyn Fn(Point) -> bool, _) = (&|_| true, Deadline::NONE);
            let question = Question { color, komi, known, allowed, games, seed, deadline };
            let found = search(&board, db, settings, &question, &mut |_| true);
            found.iter().map(|t| t.won * t.games as f32).sum::<f32>()
                / found.iter().map(|t| t.games as f32).sum::<f32>()
        };
        let (without, with) = (won(0.0, -30.0), won(0.25, -30.0));
        assert!(with > 0.5 && with < without - 0.05, "{without} {with}");
        let (without, with) = (won(0.0, 60.0), won(0.25, 60.0));
        assert!(with < 0.5 && with > without + 0.05, "{without} {with}");
    }
}
