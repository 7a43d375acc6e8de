//! Our joseki records, asked of the engine: does it accept every pattern where the
//! record plays its move, and does no move lose a string that reading can save?

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::board::Board;
use engine::door::Door;
use engine::engine::{Config, Engine};
use engine::game::{Game, Rules};
use engine::reading::{Limits, Memory, Reader};
use joseki::replay::{Placement, SIZE, Step};
use joseki::{Class, Entry, Record};
use katachi_sgf::Sgf;
use mkpat::diag::Diagnostics;
use mkpat::source::FileId;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::helper::Stage;

fn records() -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns/joseki");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "sgf"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    let record = |path: std::path::PathBuf| {
        let sgf = Sgf::read(&fs::read(&path).unwrap()).unwrap();
        let prefix = joseki::default_prefix(&path.to_string_lossy());
        let file = FileId(0);
        let entries = joseki::compile(&sgf, file, &prefix, 1, &mut Diagnostics::default());
        Record { sgf, file, entries }
    };
    paths.into_iter().map(record).collect()
}

/// The board before the move of a step.
fn board(step: &Step, placement: Placement) -> Board {
    let stones = step.stones(placement).unwrap();
    Board::with_stones(SIZE, stones.into_iter().map(|(p, color)| (color, p))).unwrap()
}

/// Whether the engine accepts the pattern of `entry` for its move, its constraint
/// included, and none that says the contrary of the move.
fn accepts(engine: &mut Engine, step: &Step, entry: &Entry, placement: Placement) -> bool {
    let color = step.color(placement);
    let to = step.to(placement).unwrap();
    let game = Game::from_board(board(step, placement), Rules::default(), color);
    let verdicts = engine.verdicts(&game, color, |db, _| db.name == "joseki");
    let databases = &engine.patterns().databases;
    let joseki = &databases.iter().find(|d| d.data.name == "joseki").unwrap().data;
    assert_eq!(joseki.stage, Stage::Movegen);
    let accepted = verdicts.iter().filter(|v| v.rejected.is_none()).map(|v| &v.found);
    let mut here = accepted
        .map(|m| (m, joseki.pattern(m.pattern)))
        .filter(|(m, pattern)| m.site(pattern, color).mv == to)
        .map(|(_, pattern)| pattern);
    here.clone().any(|pattern| pattern.name == entry.name)
        && here.all(|pattern| pattern.class.has('N') == (entry.class == Class::Antisuji))
}

#[test]
fn the_engine_accepts_every_joseki_move() {
    let set = patterns::pattern_set().unwrap();
    let engine = || Engine::new(set.clone(), Config::default()).unwrap();
    let asked = AtomicUsize::new(0);
    let refused = Mutex::new(Vec::new());
    let records = records();
    let all = records.iter().flat_map(|r| r.entries.iter().enumerate().map(move |e| (r, e)));
    let moves: Vec<(&Record, (usize, &Entry))> = all.collect();
    test_support::side_by_side(&moves, engine, |engine, &(record, (number, entry))| {
        let step = Step::new(record, entry).unwrap();
        for (i, placement) in Placement::all().enumerate() {
            // The raw replay looks at all placements of all nodes. Without a
            // constraint the engine has little to add: one will do.
            if entry.constraint.is_empty() && i != number % 16 {
                continue;
            }
            asked.fetch_add(1, Ordering::Relaxed);
            if !accepts(engine, &step, entry, placement) {
                refused.lock().unwrap().push(format!("{} {placement:?}", entry.name));
            }
        }
    });
    println!("{} moves asked", asked.into_inner());
    assert_eq!(refused.into_inner().unwrap(), [""; 0]);
}

/// Strings of `color` that the opponent can capture by moving first.
fn in_danger(reader: &mut Reader<'_>, color: Color) -> Vec<Point> {
    let strings: Vec<Point> =
        reader.board().strings().filter(|&s| reader.board().color_at(s) == Some(color)).collect();
    strings.into_iter().filter(|&s| reader.attack(s).is_success()).collect()
}

/// What a move loses: own strings, its own stone included, that the opponent can
/// then capture without loss, although another move would have kept them.
fn lost(step: &Step) -> Vec<Point> {
    let placement = Placement { transform: mkpat_rt::geom::Transform::ALL[7], swapped: false };
    let board = board(step, placement);
    // As the engine sees it.
    let mut door = Door::new(&board);
    let (inside, view) = door.enter(&board, &[], None);
    let color = view.color(step.color(placement));
    let to = view.inside(step.to(placement).unwrap());
    let mut memory = Memory::default();
    let mut reader = Reader::new(inside, Limits::default(), &mut memory);
    // Strings that cannot be saved are lost already.
    let strings: Vec<Point> =
        reader.board().strings().filter(|&s| reader.board().color_at(s) == Some(color)).collect();
    let gone: Vec<Point> = strings
        .into_iter()
        .filter(|&s| reader.attack(s).is_success() && !reader.defend(s).is_success())
        .collect();
    assert!(reader.play(color, to));
    let after = in_danger(&mut reader, color);
    let lost = after.into_iter().filter(|&s| {
        !gone.iter().any(|&g| reader.board().same_string(g, s)) && !is_paid(&mut reader, color, s)
    });
    let lost: Vec<Point> = lost.collect();
    lost.into_iter().map(|p| view.outside(p)).collect()
}

/// Whether after the attack on `s` its owner can capture at least as much: then
/// the stones are exchanged, not lost.
fn is_paid(reader: &mut Reader<'_>, color: Color, s: Point) -> bool {
    let size = reader.board().string_size(s);
    let attack = reader.attack(s).point;
    assert!(reader.play(color.other(), attack));
    let prey = in_danger(reader, color.other());
    let paid = prey.into_iter().any(|p| reader.board().string_size(p) >= size);
    reader.undo();
    paid
}

/// Known wrong answers of reading: captures that it claims and that are none. (White's string
/// at R16 after a crosscut: GNU Go and deeper reading, `increase_depths`, save it.) Whoever
/// mends them takes them out here.
const WRONGLY_CAPTURED: [&str; 1] = ["Hoshi454 R16"];

#[test]
fn no_joseki_move_loses_a_string_that_can_be_saved() {
    let mut bad = Vec::new();
    let mut sacrifices = 0;
    for record in records() {
        for entry in record.entries.iter().filter(|e| e.class != Class::Antisuji) {
            let step = Step::new(&record, entry).unwrap();
            let lost = lost(&step);
            if lost.is_empty() {
                continue;
            }
            // Stones that are given up are said to be.
            if entry.comments.iter().any(|c| c.contains("sacrific")) {
                sacrifices += 1;
                continue;
            }
            let names: Vec<String> = lost.iter().map(|p| p.name(SIZE).to_string()).collect();
            bad.push(format!("{} {}", entry.name, names.join(" ")));
        }
    }
    println!("{sacrifices} sacrifices");
    assert_eq!(bad, WRONGLY_CAPTURED, "moves that lose strings");
}

#[test]
fn every_bad_move_has_its_answer_and_there_are_many() {
    let (mut bad, mut unanswered) = (0, Vec::new());
    for record in records() {
        for entry in record.entries.iter().filter(|e| e.class == Class::Antisuji) {
            bad += 1;
            let replies = record.sgf.node(entry.node).children();
            if !record.entries.iter().any(|e| replies.contains(&e.node)) {
                unanswered.push(entry.name.clone());
            }
        }
    }
    assert_eq!(unanswered, [""; 0]);
    assert!(bad >= 25, "only {bad} moves are called bad");
}
