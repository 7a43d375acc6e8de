//! Makes life-and-death problems whose right first moves are proved, for `solve_problems`.
//!
//! `cargo run --release -p katachi-frontend --example make_problems -- FOLDER OUT COUNT [SEED]`
//! takes positions from a folder of SGF records. Of a game it takes some position before its end, in that a group
//! without a way into the open board, and of the stones those within [`AROUND`] steps of it. Of a problem (a record without moves)
//! it takes the position, plays up to six moves that the prover finds
//! good or that are near, and sometimes takes a stone away or adds one. What then is settled
//! within [`NODES`] positions, with one or two right first moves, is written to `OUT/easy`, `OUT/middle` or
//! `OUT/hard` (by how many positions the proof took), with the right moves marked by triangles.

use engine::board::Board;
use engine::game::{Game, Rules};
use engine::prover::{self, Answer, Goal, Limits, Question, Status, Table};
use katachi_frontend::record::{self, Loaded};
use katachi_frontend::solve;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::reading_code::Code;
use mkpat_rt::rng::Rng;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Positions that a proof may take.
const NODES: u64 = 1_000_000;
/// Of most positions it is found out first whether it takes less than this.
const QUICK: u64 = 30_000;
/// Positions that the proof about a first move may take.
const MOVE_NODES: u64 = 150_000;
/// Problems that took fewer positions are too simple.
const LEAST: u64 = 300;

/// Positions in a row of which none gives a problem, after which it gives up.
const IN_VAIN: u32 = 20_000;

/// Steps from a group of a game within which stones are kept.
const AROUND: usize = 4;

/// A group in some position of a game, with what is around it, and who is to move.
fn cropped(game: &Game, rng: &mut Rng) -> Option<(Board, Color)> {
    let mut game = game.clone();
    for _ in 0..=rng.within(..game.moves().len()) {
        game.undo();
    }
    let (board, first) = (game.board(), game.to_move());
    let strings: Vec<Point> = board.strings().collect();
    let stone = *strings.get(rng.within(..strings.len().max(1)))?;
    if prover::domain(board, board.color_at(stone)?).contains(stone) {
        return None;
    }
    let group = prover::group(board, &[stone].into_iter().collect());
    let near = (0..AROUND).fold(group, |set, _| set.or(&set.beside()));
    let stones = Point::all(board.size())
        .filter(|&p| near.contains(p))
        .filter_map(|p| Some((board.color_at(p)?, p)));
    let part = Board::with_stones(board.size(), stones).ok()?;
    let Goal::Kill(asked) = solve::question(&part, first)?.goal else { return None };
    group.contains(asked).then_some((part, first))
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("a folder").flatten().map(|e| e.path()).collect();
    entries.sort();
    for e in entries {
        if e.is_dir() {
            out.extend(files(&e));
        } else if e.extension().is_some_and(|e| e == "sgf") {
            out.push(e);
        }
    }
    out
}

/// Empty vertices within two steps of stones near a group.
fn near(board: &Board, stone: Point) -> Vec<Point> {
    let group = prover::group(board, &[stone].into_iter().collect());
    let mut close = group;
    for _ in 0..3 {
        close = close.or(&close.beside());
    }
    Point::all(board.size()).filter(|&p| board.is_empty(p) && close.contains(p)).collect()
}

/// A position some moves and changes away.
fn changed(
    board: &Board,
    first: Color,
    rng: &mut Rng,
    table: &mut Table,
) -> Option<(Board, Color)> {
    let mut board = board.clone();
    let mut color = first;
    for _ in 0..rng.within(0..=6) {
        let question = solve::question(&board, color)?;
        let Goal::Kill(stone) = question.goal else { return None };
        let answer = prover::prove(&board, &question, &Limits::nodes(20_000), table).ok()?;
        let best = answer.line.first().map(|m| m.1).filter(|&p| !p.is_pass());
        let moves = near(&board, stone);
        let p = match best {
            Some(p) if rng.within(..10) < 6 => p,
            _ => *moves.get(rng.within(..moves.len().max(1)))?,
        };
        board.play(color, p).ok()?;
        color = color.other();
    }
    let mut stones: Vec<(Color, Point)> =
        Point::all(board.size()).filter_map(|p| Some((board.color_at(p)?, p))).collect();
    if stones.len() < 3 {
        return None;
    }
    for _ in 0..rng.within(..3) {
        let i = rng.within(..stones.len());
        stones.swap_remove(i);
    }
    if rng.within(..3) == 0 {
        let question = solve::question(&board, color)?;
        let Goal::Kill(stone) = question.goal else { return None };
        let moves = near(&board, stone);
        let p = *moves.get(rng.within(..moves.len().max(1)))?;
        if !stones.iter().any(|s| s.1 == p) {
            stones.push((Color::BOTH[rng.within(..2)], p));
        }
    }
    if rng.coin() && rng.coin() {
        color = color.other();
    }
    Some((Board::with_stones(board.size(), stones).ok()?, color))
}

/// How good a status is for the player to move; `None` if that is not known.
fn value(status: Status) -> Option<i32> {
    match status {
        Status::Settled(code) => Some(match code {
            Code::Win => 3,
            Code::Lose => 0,
            Code::KoA => 2,
            _ => 1,
        }),
        _ => None,
    }
}

/// The answer of the large regions.
fn ask(board: &Board, question: &Question, nodes: u64, table: &mut Table) -> Option<Answer> {
    let mut limits = Limits::nodes(nodes);
    limits.settings.stages = (2, 3);
    prover::prove(board, question, &limits, table).ok()
}

/// The right first moves, if there are one or two, and what the proof took.
fn right(
    board: &Board,
    color: Color,
    most: u64,
    table: &mut Table,
) -> Option<(Vec<Point>, u64, i32, bool)> {
    let question = solve::question(board, color)?;
    let Goal::Kill(stone) = question.goal else { return None };
    // What a pass achieves: most groups of games need no move, and that is seen soonest so.
    let turned = Question { first: color.other(), ..question };
    let passed = value(ask(board, &turned, QUICK, table)?.status.for_other());
    if passed == Some(3) || passed.is_none() && most == QUICK {
        return None;
    }
    // With empty tables, so that the positions tell how hard it is.
    let mut answer = ask(board, &question, QUICK, &mut Table::with_bytes(1 << 20))?;
    if value(answer.status).is_none() && most > QUICK {
        answer = ask(board, &question, most, &mut Table::with_bytes(32 << 20))?;
    }
    let best = value(answer.status).filter(|&v| v > passed.unwrap_or(0))?;
    if answer.nodes < LEAST {
        return None;
    }
    let lives = board.color_at(stone) == Some(color);
    let mut limits = Limits::nodes(QUICK / 2);
    limits.settings.stages = (2, 3);
    let quick = prover::first_moves(board, &question, &limits, table).ok()?;
    let as_good = |m: &&(Point, Status)| value(m.1).is_some_and(|v| v >= best);
    // Nothing is a problem that a pass solves, or that many moves solve.
    if quick.iter().filter(as_good).count() > 2 {
        return None;
    }
    limits.nodes = MOVE_NODES;
    let moves = prover::first_moves(board, &question, &limits, table).ok()?;
    let out: Vec<Point> = moves.iter().filter(as_good).map(|m| m.0).collect();
    if out.len() > 2 || out.contains(&Point::PASS) {
        return None;
    }
    (!out.is_empty()).then_some((out, answer.nodes, best, lives))
}

fn sgf(board: &Board, color: Color, right: &[Point], comment: &str) -> String {
    let size = board.size();
    let at = |p: Point| {
        let letter = |n: usize| char::from(b'a' + n as u8);
        format!("[{}{}]", letter(p.col()), letter(p.row()))
    };
    let mut out =
        format!("(;FF[4]GM[1]SZ[{size}]PL[{}]", if color == Color::Black { "B" } else { "W" });
    for (c, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones: String =
            Point::all(size).filter(|&p| board.color_at(p) == Some(c)).map(at).collect();
        if !stones.is_empty() {
            let _ = write!(out, "{name}{stones}");
        }
    }
    let marks: String = right.iter().map(|&p| at(p)).collect();
    let _ = writeln!(out, "TR{marks}C[{comment}])");
    out
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args.get(i).and_then(|w| w.parse::<u64>().ok());
    let (Some(from), Some(to), Some(count)) = (args.first(), args.get(1), number(2)) else {
        eprintln!("make_problems FOLDER OUT COUNT [SEED]");
        std::process::exit(2);
    };
    let seed = number(3).unwrap_or(1);
    let read = |file: &PathBuf| record::load(file, None, Rules::default()).ok();
    let all: Vec<(PathBuf, Loaded)> =
        files(Path::new(from)).into_iter().filter_map(|f| Some((f.clone(), read(&f)?))).collect();
    if all.is_empty() {
        eprintln!("no records in {from}");
        std::process::exit(1);
    }
    let mut rng = Rng::new(seed);
    let mut table = Table::with_bytes(64 << 20);
    let mut seen = std::collections::BTreeSet::new();
    let mut made = 0;
    let mut in_vain = 0;
    while made < count {
        in_vain += 1;
        if in_vain > IN_VAIN {
            eprintln!("{made} problems made; {IN_VAIN} more positions gave none");
            std::process::exit(1);
        }
        let (file, Loaded { game, to_move, .. }) = &all[rng.within(..all.len())];
        let made_of = match game.moves() {
            [] => changed(game.board(), *to_move, &mut rng, &mut table),
            _ => cropped(game, &mut rng),
        };
        let Some((board, color)) = made_of else { continue };
        if !seen.insert(board.hash_for(color)) {
            continue;
        }
        let most = if rng.within(..6) == 0 { NODES } else { QUICK };
        let Some((moves, nodes, best, lives)) = right(&board, color, most, &mut table) else {
            continue;
        };
        let class = match nodes {
            0..6_000 => "easy",
            6_000..60_000 => "middle",
            _ => "hard",
        };
        let what = ["", "ko, the opponent's threat", "ko", "wins"][best as usize];
        let task = if lives { "to live" } else { "to kill" };
        let comment = format!("{task}: {what}, from {}, {nodes} positions", file.display());
        let dir = Path::new(to).join(class);
        std::fs::create_dir_all(&dir).expect("a folder");
        let name = dir.join(format!("{seed}-{made:04}.sgf"));
        std::fs::write(&name, sgf(&board, color, &moves, &comment)).expect("a file");
        println!("{} {comment}", name.display());
        made += 1;
        in_vain = 0;
    }
}
