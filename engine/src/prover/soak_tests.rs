//! Proofs about positions of small boards from random play, checked move by move; and results in regions with solid
//! stones, which those boards have none of, beside those of a search that sees nothing of eyes.
//!
//! Boards of 5×5 and more are too large for exhaustion. So each result is checked by a
//! *strategy* of the side that is said to win: up to three moves of that side in each position,
//! all legal moves of the other, and all positions that come of it. With it the side wins, or
//! the result is not confirmed. The moves come from a search that sees nothing of
//! eyes but unconditional life ([`Task::plain`]); rules and ends of this check are those of
//! the oracle, and share no code with the search. If that search finds the contrary, or the
//! strategy loses, the result is wrong; if the strategy goes in circles, nothing is said.
//!
//! A fixed number of positions by default. `KATACHI_SOAK=SECONDS cargo test --release -p engine
//! --lib prover::soak -- --nocapture` goes on for that long with either (`KATACHI_SOAK_SEED` sets where the boards
//! begin).

use super::arena::{Arena, PASS};
use super::learn_tests::question;
use super::oracle_tests::{Alone, Asked, KOS, Rim, State, Tiny, rules};
use super::prove::stage;
use super::search::{Child, Kos, Search, Stop};
use super::task::Task;
use super::{Code, Goal, Limits, Question, Status, group, prove};
use crate::board::{Board, PointSet};
use crate::search::proof_numbers::Effort;
use crate::search::proof_table::Table;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// What became of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Holds,
    Wrong,
    /// It would take too long.
    Open,
}

/// Positions that a strategy may have.
const POSITIONS: usize = 100_000;

/// Empty vertices at which all ways to fill them are looked at.
const FEW: usize = 12;

/// A claim about a position of a small board: with these kos White, or Black, has his way.
struct Claim<'a> {
    tiny: &'a Tiny,
    arena: &'a Arena,
    asked: Asked<'a>,
    kos: Kos,
    made: bool,
    root: State,
}

fn outcome(effort: Effort, maker_moves: bool) -> Option<bool> {
    match effort {
        Effort { mine: 0, .. } => Some(maker_moves),
        Effort { theirs: 0, .. } => Some(!maker_moves),
        _ => None,
    }
}

impl Claim<'_> {
    fn task(&self, plain: bool) -> Task {
        Task { maker: Color::White, aim: self.asked.aim(self.tiny, self.arena), plain, race: false }
    }

    /// The state of a position after a move of a state.
    fn after(&self, s: &State, p: usize) -> Option<State> {
        let (cells, ko) = self.tiny.shape.play(&s.cells, s.to_move, p)?;
        let to_move = 3 - s.to_move;
        let respects = rules(self.kos, 2).respects[to_move as usize];
        Some(State { cells, to_move, ban: ko.filter(|_| respects) })
    }

    fn passed(s: &State) -> State {
        State { cells: s.cells.clone(), to_move: 3 - s.to_move, ban: None }
    }

    /// What the winner may play: a pass, or moves that have him win, those first that took
    /// least to settle.
    fn replies(&self, search: &mut Search<'_>, s: &State) -> Result<Vec<State>, Verdict> {
        let position = self.tiny.position(self.arena, s);
        let color = Color::BOTH[s.to_move as usize - 1];
        match outcome(search.run(&position, color, 300_000), s.to_move == 2) {
            Some(made) if made == self.made => {}
            Some(_) => return Err(Verdict::Wrong),
            None => return Err(Verdict::Open),
        }
        let mut children = Vec::new();
        search.children(&search.respected(&position, color), color, &mut children);
        children.retain(|c| c.effort.theirs == 0);
        if children.iter().any(|c| c.bit == PASS) {
            return Ok(vec![Self::passed(s)]);
        }
        children.sort_by_key(|c| search.table.get(c.key).map_or(0, |e| e.work));
        let after = |c: &Child| {
            let p = self.arena.point(c.bit);
            self.after(s, p.row() * self.tiny.shape.cols + p.col()).ok_or(Verdict::Wrong)
        };
        if children.is_empty() {
            Err(Verdict::Open)
        } else {
            children.iter().take(3).map(after).collect()
        }
    }

    /// Whether a strategy of the winner confirms it.
    fn check(&self, table: &mut Table) -> Verdict {
        let winner = if self.made { 2 } else { 1 };
        let mut search = Search::new(self.arena, self.task(true), self.kos, table, Stop::default());
        let shape = self.tiny.shape;
        let mut alone = Alone { shape, color: 2, known: HashMap::new() };
        let made = |cells: &[u8]| self.asked.ended(shape, cells) == Some(true);
        let mut index = HashMap::from([(self.root.clone(), 0)]);
        let mut states = vec![self.root.clone()];
        let mut next: Vec<Vec<usize>> = Vec::new();
        let mut won: Vec<Option<bool>> = Vec::new();
        while next.len() < states.len() {
            if states.len() > POSITIONS {
                return Verdict::Open;
            }
            let s = states[next.len()].clone();
            let mut end = self.asked.ended(shape, &s.cells);
            // Who can pass for ever has his way; looked for where few vertices are empty.
            let empty = s.cells.iter().filter(|&&c| c == 0).count();
            let few = empty <= FEW && alone.known.len() < 20 * POSITIONS;
            if end.is_none() && !self.made && few && !alone.can(&s.cells, &made) {
                end = Some(false);
            }
            won.push(end);
            let mut follow = Vec::new();
            if end.is_none() && s.to_move == winner {
                match self.replies(&mut search, &s) {
                    Ok(states) => follow = states,
                    Err(verdict) => return verdict,
                }
            } else if end.is_none() {
                let open = (0..s.cells.len()).filter(|&p| s.ban != Some(p));
                follow.extend(open.filter_map(|p| self.after(&s, p)));
                if s.to_move == 1 {
                    follow.push(Self::passed(&s));
                }
            }
            next.push(
                follow
                    .into_iter()
                    .map(|s| {
                        *index.entry(s.clone()).or_insert_with(|| {
                            states.push(s);
                            states.len() - 1
                        })
                    })
                    .collect(),
            );
        }
        if won.contains(&Some(!self.made)) {
            return Verdict::Wrong;
        }
        if rules(self.kos, 2).repeats_for == winner {
            return Verdict::Holds;
        }
        // He has to come to the end.
        loop {
            let mut changed = false;
            for i in (0..states.len()).rev() {
                let good = |&j: &usize| won[j].is_some();
                let comes = match states[i].to_move == winner {
                    true => next[i].iter().any(good),
                    false => next[i].iter().all(good),
                };
                if won[i].is_none() && comes {
                    won[i] = Some(self.made);
                    changed = true;
                }
            }
            if !changed {
                // Else it goes in circles: each of these moves wins, but others are needed, too.
                return if won[0].is_some() { Verdict::Holds } else { Verdict::Open };
            }
        }
    }
}

/// Plays at random without filling own eyes.
fn random(rng: &mut Rng, size: usize) -> Board {
    let mut board = Board::new(size).expect("size in range");
    let mut color = Color::Black;
    for _ in 0..size * size / 2 + rng.within(..2 * size * size) {
        let p = Point::new(rng.within(..size), rng.within(..size));
        let eye = board
            .neighbours(p)
            .all(|q| board.color_at(q) == Some(color) && board.liberty_count(q) > 1);
        if !eye && board.try_play(color, p) {
            color = color.other();
        }
    }
    board
}

/// What was found, by verdict.
#[derive(Default, Debug)]
struct Found {
    claims: usize,
    holds: usize,
    open: usize,
    wrong: Vec<String>,
}

impl Found {
    fn add(&mut self, claim: &Claim<'_>, what: &str) {
        self.claims += 1;
        match claim.check(&mut Table::with_bytes(64 << 20)) {
            Verdict::Holds => self.holds += 1,
            Verdict::Open => self.open += 1,
            Verdict::Wrong => {
                let Claim { kos, made, root, asked, .. } = claim;
                self.wrong.push(format!("{what}: {asked:?} {kos:?} made: {made} {root:?}"));
                println!("wrong: {}", self.wrong.last().expect("one"));
            }
        }
    }
}

/// All claims about a question of a random position: those of searches with all the board, and
/// those of a whole proof that assumes nothing.
fn position(seed: u64, found: &mut Found) {
    let mut rng = Rng::new(seed);
    let size = 5 + rng.within(..2);
    let board = random(&mut rng, size);
    let Some(stone) = rng.of(&board.strings().collect::<Vec<_>>()).copied() else { return };
    // White attacks.
    let swap = board.color_at(stone) == Some(Color::White);
    let number = |p: Point| match board.color_at(p) {
        None => 0,
        Some(color) => 1 + u8::from((color == Color::White) != swap),
    };
    let cells: Vec<u8> = Point::all(size).map(number).collect();
    let stones = Point::all(size).filter(|&p| number(p) > 0);
    let board = Board::with_stones(size, stones.map(|p| (Color::BOTH[number(p) as usize - 1], p)))
        .expect("the same stones");
    let kill = rng.coin();
    let strings: PointSet = [stone].into_iter().collect();
    let target = if kill { group(&board, &strings) } else { board.string_stones(stone) };
    let target: Vec<usize> = target.iter().map(|p| p.row() * size + p.col()).collect();
    let whites: Vec<usize> = (0..cells.len()).filter(|&p| cells[p] == 2).collect();
    let asked = match (rng.within(..4), rng.of(&whites), rng.of(&whites)) {
        (0, Some(&a), Some(&b)) if a != b => Asked::Join(a, b),
        _ => Asked::Take(&target),
    };
    let tiny = Tiny::new(size, size, Rim::None);
    let arena = tiny.arena();
    let to_move = 1 + rng.below(2) as u8;
    let root = State { cells, to_move, ban: None };
    let claim = |kos, made| {
        let (tiny, arena, root) = (&tiny, &arena, root.clone());
        Claim { tiny, arena, asked, kos, made, root }
    };
    if asked.ended(tiny.shape, &root.cells).is_some() {
        return;
    }
    let mut table = Table::with_bytes(16 << 20);
    for kos in KOS {
        let open = claim(kos, false);
        let mut search = Search::new(&arena, open.task(false), kos, &mut table, Stop::default());
        let color = Color::BOTH[to_move as usize - 1];
        let effort = search.run(&tiny.position(&arena, &root), color, 20_000);
        if let Some(made) = outcome(effort, to_move == 2) {
            found.add(&claim(kos, made), &format!("seed {seed}, search"));
        }
    }
    let at = |p: usize| Point::new(p / size, p % size);
    let goal = match asked {
        Asked::Join(a, b) => Goal::Connect(at(a), at(b)),
        _ if kill => Goal::Kill(stone),
        _ => Goal::Capture(stone),
    };
    let question = Question { goal, first: Color::BOTH[to_move as usize - 1] };
    let limits = Limits::nodes(40_000);
    let Ok(answer) = prove(&board, &question, &limits, &mut table) else { return };
    if let (true, Status::Settled(code @ (Code::Win | Code::Lose))) =
        (answer.is_proved(), answer.status)
    {
        let made = (code == Code::Win) == (to_move == 2);
        let kos = if made { Kos::Against } else { Kos::For };
        found.add(&claim(kos, made), &format!("seed {seed}, proof"));
    }
}

/// The breaker may put a stone where one of the target was taken, while all that is left of it has one liberty.
#[test]
fn a_stone_where_one_was_taken_counts() {
    let rows = ["XXO..O", "XXXX.X", "OOXOXX", "OOO.O.", "O.OO..", "X.XOO."];
    let number = |c| "?XO".find(c).unwrap_or(0) as u8;
    let cells: Vec<u8> = rows.concat().chars().map(number).collect();
    let tiny = Tiny::new(6, 6, Rim::None);
    let arena = tiny.arena();
    let asked = Asked::Take(&[21, 30, 32]);
    let root = State { cells, to_move: 1, ban: None };
    for plain in [false, true] {
        let claim = Claim {
            tiny: &tiny,
            arena: &arena,
            asked,
            kos: Kos::Against,
            made: false,
            root: root.clone(),
        };
        let mut table = Table::with_bytes(1 << 20);
        let task = claim.task(plain);
        let mut search = Search::new(&arena, task, claim.kos, &mut table, Stop::default());
        let effort = search.run(&tiny.position(&arena, &root), Color::Black, 100_000);
        assert_eq!(outcome(effort, false), Some(false), "plain: {plain}");
        assert_eq!(claim.check(&mut table), Verdict::Holds);
    }
}

#[test]
fn proofs_about_random_positions_are_confirmed_by_strategies() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let seconds = number("KATACHI_SOAK");
    let first = number("KATACHI_SOAK_SEED").unwrap_or(1);
    let begin = Instant::now();
    let mut found = Found::default();
    let mut told = Duration::ZERO;
    for n in 0.. {
        let enough = match seconds {
            Some(seconds) => begin.elapsed() >= Duration::from_secs(seconds),
            None => n >= 6,
        };
        if enough {
            break;
        }
        position(first + n, &mut found);
        if begin.elapsed() > told {
            let Found { claims, holds, open, wrong } = &found;
            println!(
                "{n} positions: {claims} claims, {holds} hold, {open} open, {} wrong",
                wrong.len()
            );
            told += Duration::from_secs(30);
        }
    }
    println!("{} claims, {} hold, {} open", found.claims, found.holds, found.open);
    assert!(found.wrong.is_empty(), "{} wrong", found.wrong.len());
    assert!(found.holds > 10, "{found:?}");
}

/// What a search sees of eyes, and what it leaves out for it, changes no result: in regions with solid stones of either
/// colour, where boards of the other tests have none.
#[test]
fn a_search_that_sees_nothing_of_eyes_agrees() {
    let long = std::env::var("KATACHI_SOAK").ok().and_then(|n| n.parse().ok());
    let begin = Instant::now();
    let (mut compared, mut wrong) = ([0; 2], Vec::new());
    // The ordinary form takes a seed with them that a group which may link was called dead in.
    let seeds: Box<dyn Iterator<Item = u64>> = match long {
        Some(seconds) => {
            let in_time = move |_: &u64| begin.elapsed() < Duration::from_secs(seconds);
            Box::new((1 << 20..).take_while(in_time))
        }
        None => Box::new((0..400).chain([1_048_701])),
    };
    for seed in seeds {
        let Some((board, question)) = question(seed) else { continue };
        let Some(stage) = stage(&board, &question, seed as usize % 4, false) else { continue };
        for kos in KOS {
            let run = |plain, nodes| {
                let mut table = Table::with_bytes(64 << 20);
                let task = Task { plain, ..stage.task };
                let mut search = Search::new(&stage.arena, task, kos, &mut table, Stop::default());
                let effort = search.run(&stage.root, question.first, nodes);
                outcome(effort, question.first == task.maker)
            };
            let Some(made) = run(false, 5_000) else { continue };
            let Some(again) = run(true, 50_000) else { continue };
            compared[usize::from(made)] += 1;
            if made != again {
                let (maker, stage) = (stage.task.maker, seed % 4);
                println!(
                    "wrong: seed {seed}, region {stage}, {kos:?}: {question:?}, {maker:?} made it: {made}"
                );
                wrong.push(seed);
            }
        }
    }
    println!("{compared:?} compared");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(compared.iter().all(|&n| n > 100), "{compared:?}");
}
