//! The fields of strings by diagram, with what the manual's definitions say. X is Black, O is White.

use super::{Certainty, WormMoves, Worms};
use crate::board::Board;
use crate::diagram;
use crate::reading::{Limits, Memory, Reader};
use mkpat_rt::geom::Point;

fn worms(text: &str) -> (Board, Worms) {
    let mut board = diagram::parse(text).expect("a diagram");
    let mut memory = Memory::default();
    let worms = Worms::read(&mut Reader::new(&mut board, Limits::default(), &mut memory));
    (board, worms)
}

fn at(name: &str, size: usize) -> Point {
    Point::parse(name, size).expect("a vertex")
}

/// The manual's example.
#[test]
fn liberties_of_higher_order_keep_away_from_the_enemy() {
    let text = "
        . X X . . .
        X O . . . .
        X O . . . .
        . . . . . .
        . X . X . .
        . . . . . .";
    let (_, w) = worms(text);
    assert_eq!(w.get(at("B5", 6)).map(|w| w.liberties), Some([3, 3, 2, 4]));
}

#[test]
fn no_way_leads_through_a_flanked_liberty_or_a_ko() {
    let (_, w) = worms(
        "
        O . . . . .
        . X . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .",
    );
    // B6 and A5 lie between the edge and Black.
    assert_eq!(w.get(at("A6", 6)).map(|w| w.liberties), Some([2, 0, 0, 0]));
    let (_, w) = worms(
        "
        . O X . . .
        O X . X . .
        . O X . . .
        . . . . . .
        . . . . . .
        . . . . . .",
    );
    // B5 can be taken by White at C5 only, which is a ko; Black connects nothing through it.
    assert_eq!(w.get(at("B5", 6)).map(|w| w.liberties), Some([1, 0, 0, 0]));
}

#[test]
fn a_string_reaches_half_of_what_is_nearest_to_it() {
    let (_, w) = worms(
        &"
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."
            .replace("        ", ""),
    );
    // 40 vertices lie at most four steps away.
    let stone = w.get(at("E5", 9)).expect("a string");
    assert_eq!((stone.reach, stone.effective_size()), (41.0, 21.0));
}

#[test]
fn genus_counts_what_a_string_encloses() {
    let genus = |text: &str, p: &str| {
        let (board, w) = worms(text);
        w.get(at(p, board.size())).map(|w| w.setting.genus)
    };
    let two = "
        . X . X .
        X X X X .
        . . . . .
        . . . . .
        . . . . .";
    assert_eq!(genus(two, "A4"), Some(2));
    // A hole that is open at its corner only is a hole.
    let hole = "
        . . . . .
        . X X X .
        . X . X .
        . X X . .
        . . . . .";
    assert_eq!(genus(hole, "B4"), Some(1));
    assert_eq!(genus("X . .\n. . .\n. . .", "A3"), Some(0));
}

#[test]
fn cutting_stones_touch_strings_without_a_common_liberty() {
    let (_, w) = worms(
        "
        . . . . .
        . X O . .
        . O X . .
        . . . . .
        . . . . .",
    );
    assert!(w.list().iter().all(|w| w.setting.cutstone == 2));
    let (_, w) = worms(
        "
        . . . . .
        . X O . .
        . O . . .
        . . . . .
        . . . . .",
    );
    let cutstones: Vec<u8> = w.list().iter().map(|w| w.setting.cutstone).collect();
    assert_eq!(cutstones, [1, 0, 0]);
}

#[test]
fn a_lunch_is_next_to_it_and_can_be_captured() {
    let (_, w) = worms(
        "
        . . . . . . .
        . . X X . . .
        . X O O . . .
        . . X X . . .
        . . . . . . .
        . . . . . O .
        . . . . . . .",
    );
    let lunch = |p| w.get(at(p, 7)).and_then(|w| w.setting.lunch);
    assert_eq!(lunch("C6"), Some(at("C5", 7)));
    assert_eq!(lunch("B5"), Some(at("C5", 7)));
    assert_eq!((lunch("C5"), lunch("F2")), (None, None));
}

/// Two stones in an eye of White cannot live unless White is captured; a stone with room can.
#[test]
fn stones_in_a_cavity_of_the_enemy_are_inessential() {
    let (_, w) = worms(
        "
        . . . . . . .
        . O O O O O .
        . O . X . O .
        . O O O O O .
        . . . . . . .
        . . . . . X .
        . . . . . . .",
    );
    let inessential = |p| w.get(at(p, 7)).map(|w| w.setting.inessential);
    assert_eq!(inessential("D5"), Some(true));
    assert_eq!((inessential("F2"), inessential("B6")), (Some(false), Some(false)));
}

#[test]
fn what_is_certain_is_told_of_each_string() {
    let (_, w) = worms(
        "
        . O . X . X .
        X X X X X X X
        . . . . . . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    let certainty = |p| w.get(at(p, 7)).map(|w| w.certainty);
    assert_eq!(certainty("A6"), Some(Certainty::Invincible));
    assert_eq!(certainty("B7"), Some(Certainty::Dead));
    assert_eq!(certainty("C4"), Some(Certainty::Unknown));
}

/// `C5` can be captured and saved at the same vertex. Without `F6` it cannot be saved on a
/// board this small, but with two moves in a row. `A7` is lost for good, `C6` is safe.
#[test]
fn moves_about_a_string_are_of_four_kinds() {
    let text = "
        O . . . . . .
        X X X X . . .
        . X O O . O .
        . . X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let moves = |text: &str, p: &str| {
        let mut board = diagram::parse(text).expect("a diagram");
        let mut memory = Memory::default();
        let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
        let m = WormMoves::read(&mut reader, at(p, 7));
        [m.attacks, m.defenses, m.attack_threats, m.defense_threats].map(|list| {
            let names: Vec<String> = list.iter().map(|r| r.point.name(7)).collect();
            names.join(" ")
        })
    };
    assert_eq!(moves(text, "C5"), ["E5", "E5", "", ""]);
    let [attacks, defenses, _, threats] = moves(&text.replace("O O . O", "O O . ."), "C5");
    assert_eq!((attacks.as_str(), defenses.as_str()), ("E5", ""));
    assert!(threats.contains("E5"), "{threats}");
    assert_eq!(moves(text, "A7"), ["B7", "", "", ""]);
    let [attacks, defenses, ..] = moves(text, "C6");
    assert_eq!((attacks.as_str(), defenses.as_str()), ("", ""));
}
