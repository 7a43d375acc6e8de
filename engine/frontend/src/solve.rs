//! The command `katachi solve`: the first move of a life-and-death problem.
//!
//! What the problem is about is inferred ([`question`]): the largest group without a way into the
//! open board, of the player to move, who has to live, or of his opponent, who is to be
//! killed. The prover is asked; what it has not settled it answers by the best line so far.

use clap::Args;
use engine::board::{Board, PointSet};
use engine::prover::{self, Answer, BadQuestion, Goal, Limits, Question, Settings, Status, Table};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::reading_code::Code;
use std::path::PathBuf;

/// Positions that are looked at for a problem at effort 1.
pub const NODES: u64 = 100_000;

/// What part of a round each region has ([`Settings::parts`]), for who has to live and for who has to kill.
/// All that lies outside of a region is the attacker's, so a small one says little about a move that
/// lives, and much about one that kills; the largest is seldom settled. Chosen on 93 problems of Gokyo
/// Shumyo that the prover settles as the book says within 2,000,000 positions, by how many first moves are
/// the same with 100,000.
const TO_LIVE: [u32; 4] = [3, 0, 0, 3];
const TO_KILL: [u32; 4] = [1, 0, 0, 3];

/// The [`Settings::parts`] for a problem.
pub fn parts(board: &Board, first: Color) -> [u32; 4] {
    let group = question(board, first).map(|question| question.goal);
    let lives = matches!(group, Some(Goal::Kill(p)) if board.color_at(p) == Some(first));
    if lives { TO_LIVE } else { TO_KILL }
}

/// Bytes of memory.
const TABLE: usize = 64 << 20;

/// Steps from all stones of what is far from a problem, and at most from one stone of a problem to the next.
const FAR: usize = 3;
const CLOSE: usize = 5;

/// Arguments of `katachi solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// The problem: a record whose end is the position. It says who is to play, else who did
    /// not move last.
    pub file: PathBuf,
    /// Print the answer as JSON.
    #[arg(long)]
    pub json: bool,
}

/// The first move of a problem.
pub struct Solved {
    /// What was asked.
    pub question: Question,
    /// A stone of the group that it is about.
    pub stone: Point,
    /// The move, or a pass if nothing is to be gained.
    pub played: Point,
    /// What the prover found.
    pub answer: Answer,
    /// The side of the board.
    size: usize,
    /// Whether the group is of the player to move.
    lives: bool,
}

/// The colour whose stones are nearer to the edges and to the middle of the stones
/// along them: that is the group which is surrounded.
pub fn surrounded(board: &Board) -> Color {
    let stones: Vec<(Color, Point)> =
        Point::all(board.size()).filter_map(|p| Some((board.color_at(p)?, p))).collect();
    let cols = || stones.iter().map(|s| s.1.col());
    let (first, last) = (cols().min().unwrap_or(0), cols().max().unwrap_or(0));
    let far = |p: Point| {
        let along = if first <= 1 { 2 * p.col() } else { (2 * p.col()).abs_diff(first + last) };
        (2 * p.row() + along) as f64
    };
    let mean = |color: Color| {
        let of: Vec<f64> = stones.iter().filter(|s| s.0 == color).map(|s| far(s.1)).collect();
        of.iter().sum::<f64>() / of.len().max(1) as f64
    };
    if mean(Color::Black) < mean(Color::White) { Color::Black } else { Color::White }
}

/// The largest group of a colour, among all or those with no way into the open board.
pub fn largest(board: &Board, color: Color, all: bool) -> PointSet {
    let stones: PointSet =
        Point::all(board.size()).filter(|&p| board.color_at(p) == Some(color)).collect();
    let mut left = if all { stones } else { stones.minus(&prover::domain(board, color)) };
    let mut best = PointSet::EMPTY;
    while let Some(p) = left.first() {
        let group = prover::group(board, &[p].into_iter().collect());
        left = left.minus(&group);
        if group.len() > best.len() {
            best = group;
        }
    }
    best
}

/// Whether a board holds a problem and nothing else: stones of both colours that lie close together, of
/// which a group has no way into the open board, and at least half of the board far from all of them.
pub fn is_problem(board: &Board) -> bool {
    let all: PointSet = Point::all(board.size()).collect();
    let grown = |set: PointSet, steps: usize| {
        (0..steps).fold(set, |set, _| set.or(&set.beside()).and(&all))
    };
    let stones: PointSet = all.iter().filter(|&p| board.at(p).is_stone()).collect();
    let Some(stone) = stones.first() else { return false };
    if 2 * grown(stones, FAR).len() > all.len() {
        return false;
    }
    let mut cluster: PointSet = [stone].into_iter().collect();
    loop {
        let more = cluster.or(&grown(cluster, CLOSE).and(&stones));
        if more == cluster {
            break;
        }
        cluster = more;
    }
    let colors = Color::BOTH.map(|color| !largest(board, color, true).is_empty());
    let cut_off = Color::BOTH.map(|color| !largest(board, color, false).is_empty());
    cluster == stones && colors == [true; 2] && cut_off.contains(&true)
}

/// What a problem is about. `None` if there are no stones.
pub fn question(board: &Board, first: Color) -> Option<Question> {
    let cut_off = Color::BOTH.map(|color| !largest(board, color, false).is_empty());
    let owner = match cut_off {
        [true, false] => Color::BOTH[0],
        [false, true] => Color::BOTH[1],
        _ => surrounded(board),
    };
    let inside = largest(board, owner, false);
    let target = if inside.is_empty() { largest(board, owner, true) } else { inside };
    Some(Question { goal: Goal::Kill(target.first()?), first })
}

/// The first move of a problem, with so many positions.
///
/// # Errors
/// If there is nothing to be asked.
pub fn solve(board: &Board, first: Color, nodes: u64) -> Result<Solved, String> {
    let settings = Settings { parts: parts(board, first), ..Settings::default() };
    solve_within(board, first, &Limits { settings, ..Limits::nodes(nodes) })
}

/// The first move of a problem within limits.
///
/// # Errors
/// If there is nothing to be asked.
pub fn solve_within(board: &Board, first: Color, limits: &Limits<'_>) -> Result<Solved, String> {
    let question = question(board, first).ok_or("there are no stones")?;
    let Goal::Kill(stone) = question.goal else { return Err("no group".to_string()) };
    let mut table = Table::with_bytes(TABLE);
    let told = |e: BadQuestion| e.to_string();
    let mut limits = *limits;
    let nodes = limits.nodes;
    let answer = prover::prove(board, &question, &limits, &mut table).map_err(told)?;
    let legal = |p: Point| !p.is_pass() && board.is_legal(first, p);
    let first_of = |answer: &Answer| answer.line.first().map(|m| m.1).filter(|&p| legal(p));
    // A small region may deny, or call a ko, what a larger one, that is not settled, may have.
    let better = match answer.status {
        Status::Settled(Code::Win) | Status::AtLeastKo => None,
        _ => answer.hope.filter(|&p| legal(p)),
    };
    let mut played = better.or_else(|| first_of(&answer));
    // A side that has lost passes in the best line; another region may still know a move.
    let (low, high) = limits.settings.stages;
    for stage in low..=high {
        if played.is_some() {
            break;
        }
        limits.settings.stages = (stage, stage);
        limits.nodes = nodes / 8;
        let narrow = prover::prove(board, &question, &limits, &mut table).map_err(told)?;
        played = first_of(&narrow);
    }
    let lives = board.color_at(stone) == Some(first);
    let played = played.unwrap_or(Point::PASS);
    Ok(Solved { question, stone, played, answer, size: board.size(), lives })
}

impl Solved {
    /// What the move achieves.
    fn result(&self) -> &'static str {
        match self.answer.status {
            Status::Settled(Code::Win) => "yes",
            Status::Settled(Code::Lose) => "no",
            Status::Settled(_) | Status::Ko => "ko",
            Status::AtLeastKo => "at-least-ko",
            Status::AtMostKo => "at-most-ko",
            Status::Unknown => "unknown",
        }
    }

    /// The move and what it is for, on one line.
    pub fn text(&self) -> String {
        let name = |p: Point| p.name(self.size);
        let (first, verb) = (self.question.first, if self.lives { "lives" } else { "kills" });
        format!(
            "{first} {} ({first} {verb} {}: {}, {} positions)\n",
            name(self.played),
            name(self.stone),
            self.result(),
            self.answer.nodes
        )
    }

    /// The same as a JSON object on one line.
    pub fn json(&self) -> String {
        let name = |p: Point| p.name(self.size);
        serde_json::json!({
            "color": self.question.first.to_string(),
            "move": name(self.played),
            "task": if self.lives { "live" } else { "kill" },
            "group": name(self.stone),
            "result": self.result(),
            "proved": self.answer.is_proved(),
            "positions": self.answer.nodes,
            "line": self.answer.line.iter().map(|(_, p)| name(*p)).collect::<Vec<_>>(),
        })
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::diagram;

    #[test]
    fn the_first_move_of_a_problem_is_found_for_either_side() {
        let board = diagram::parse(
            "
            . . . O X . . . .
            O O O O X . . . .
            X X X X X . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .",
        )
        .expect("a diagram");
        for (first, task) in [(Color::Black, "kills"), (Color::White, "lives")] {
            let solved = solve(&board, first, 10_000).expect("a problem");
            let text = solved.text();
            assert!(text.starts_with(&format!("{first} B9 ({first} {task} ")), "{text}");
            assert!(text.contains(": yes, "), "{text}");
            let json: serde_json::Value = serde_json::from_str(&solved.json()).expect("JSON");
            assert_eq!((&json["move"], &json["result"]), (&"B9".into(), &"yes".into()));
        }
        assert!(solve(&Board::new(9).expect("a size"), Color::Black, 10).is_err());
    }

    #[test]
    fn a_board_is_a_problem_if_there_is_nothing_else_on_it() {
        let stones = |names: [&str; 2]| -> Vec<(Color, Point)> {
            let of = |color: Color, names: &str| -> Vec<(Color, Point)> {
                names.split(' ').map(|w| (color, Point::parse(w, 19).expect("a vertex"))).collect()
            };
            [of(Color::Black, names[0]), of(Color::White, names[1])].concat()
        };
        let corner = ["A18 B18 C18 D18 D19", "A17 B17 C17 D17 E17 E18 E19 F17"];
        let holds = |names, more: &[(Color, &str)]| {
            let more = more.iter().map(|&(c, p)| (c, Point::parse(p, 19).expect("a vertex")));
            let all: Vec<(Color, Point)> = stones(names).into_iter().chain(more).collect();
            is_problem(&Board::with_stones(19, all).expect("a board"))
        };
        assert!(holds(corner, &[]));
        assert!(!holds(corner, &[(Color::Black, "Q4")]), "a stone elsewhere");
        assert!(!holds(["C17 D17 C15", "Q4 Q16 R14"], &[]), "an opening");
        assert!(!is_problem(&Board::new(19).expect("a board")));
    }
}
