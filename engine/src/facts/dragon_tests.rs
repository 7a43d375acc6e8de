//! Dragons by diagram, with what a strong player says. X is Black, O is White.

use super::tests::{at, found};
use super::{Dragon, Facts, Safety};
use mkpat_rt::geom::Point;
use mkpat_rt::helper::Status;

fn same(facts: &Facts, size: usize, stones: &[&str]) -> bool {
    stones.windows(2).all(|w| facts.dragons.same(at(w[0], size), at(w[1], size)))
}

fn dragon<'f>(facts: &'f Facts, size: usize, stone: &str) -> &'f Dragon {
    facts.dragons.get(at(stone, size)).expect("a dragon")
}

/// The manual's first example: two strings around one eye space of three, whose middle decides.
#[test]
fn strings_around_an_eye_space_live_or_die_together() {
    let text = "
        . . O O O O O . .
        . O O X X X O O .
        . O X . . . X O .
        . O X X X X X O .
        . O O O O O O O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let (_, facts) = found(text);
    assert!(same(&facts, 9, &["D8", "C7", "G7"]));
    let black = dragon(&facts, 9, "D8");
    assert_eq!((black.size, black.status), (10, Status::Critical));
    assert_eq!(black.eyes.value.digits(), [1, 1, 2, 2]);
    assert_eq!(black.eyes.vital, [at("E7", 9)]);
    assert_eq!(black.safety, Safety::Critical);
    // With White's stone in the middle it is dead, with Black's it lives.
    let (_, facts) = found(&text.replace("X . . . X", "X . O . X"));
    assert_eq!(dragon(&facts, 9, "D8").status, Status::Dead);
    let (_, facts) = found(&text.replace("X . . . X", "X . X . X"));
    let alive = dragon(&facts, 9, "D8");
    assert_eq!((alive.status, alive.weakness), (Status::Alive, 0.0));
    assert_eq!(alive.safety, Safety::Invincible);
}

/// The two stones on the first line can be taken at B1: they are no part of the string above, which has
/// nothing to fear.
#[test]
fn a_string_that_can_be_taken_does_not_share_an_eye_space() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X O . . . . . .
        X X O O . . . . .
        . . X X O . . . .";
    let (_, facts) = found(text);
    assert!(!same(&facts, 9, &["A3", "C1"]));
    // Connected, all of them are one string.
    let (_, facts) = found(&text.replace(". . X X O", ". X X X O"));
    assert!(same(&facts, 9, &["A3", "C1"]));
}

/// The stone on the edge can be taken at J7, and Black may take back only after a threat: the string below lives
/// without it.
#[test]
fn a_stone_that_can_be_taken_in_a_ko_does_not_share_an_eye_space() {
    let text = "
        . . . . . . . O O
        . . . . . . O O X
        . . . . . . O X .
        . . . . . . O X X
        . . . . . . O X .
        . . . . . . O X X
        . . . . . . O O O
        . . . . . . . . .
        . . . . . . . . .";
    let (_, facts) = found(text);
    assert!(!same(&facts, 9, &["J8", "H7"]));
    // With the ko filled all of them are one string.
    let (_, facts) = found(&text.replacen("O X .", "O X X", 1));
    assert!(same(&facts, 9, &["J8", "H7"]));
}

/// The manual's cave, with liberties outside: four strings around a square of four, which is one eye.
#[test]
fn strings_around_a_cave_are_one_dragon() {
    let text = "
        . . . . . . . . .
        . O . X X . O . .
        . . X . . X . . .
        . . X . . X . . .
        . O . X X . O . .
        . . . . . . . . .
        . . . . . . . . .
        . O . O . O . . .
        . . . . . . . . .";
    let (_, facts) = found(text);
    assert!(same(&facts, 9, &["D8", "C7", "F7", "D5"]));
    let black = dragon(&facts, 9, "D8");
    assert_eq!(black.size, 8);
    assert!(black.eyes.value.attacker_first >= 1);
}

/// The manual's double cut: X can cut either branch with one move, but not both. The dragon
/// keeps the larger one.
#[test]
fn a_double_cut_leaves_the_more_valuable_connection() {
    let text = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X X X X X . . .
        . . X O O . O X . . .
        . . X O X O . X . . .
        . X X X . O X X . . .
        . . . . . O . . . . .
        . . . X . O . X . . .
        . . . X . . . X . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    let text = text.replace("X O X O . X", "X O . O . X").replace("X X X . O X", "X X X X O X");
    let (_, facts) = found(&text);
    let joined = |a: &str, b: &str| facts.dragons.same(at(a, 11), at(b, 11));
    assert!(joined("E8", "F7"), "the larger branch stays connected");
    assert!(!joined("G8", "F7"), "the smaller one is left");
}

/// A bamboo joint holds; so does a jump of one without anybody near it; a knight's move of one
/// color through which the other has pushed does not.
#[test]
fn tight_shapes_hold_together() {
    let text = "
        . . . . . . . . .
        . . . X X . . . .
        . . O . . . . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . O .
        . . . . . . O X .
        . . . . . X O . .
        . . . . . . . . .";
    let (_, facts) = found(text);
    assert!(same(&facts, 9, &["D8", "D6"]));
    assert!(!same(&facts, 9, &["H3", "F2"]));
}

/// White's stones at E4 can be captured and saved: they are the lunch of the black stones around them.
/// Stones that are lost already are none, and join those around them.
#[test]
fn a_lunch_can_still_get_away() {
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . X O X . . .
        . . . X O . . O .
        . . . . X . . O .
        . . . . . . . . .
        . . . . . . . . .";
    let (_, facts) = found(text);
    let black = dragon(&facts, 9, "D5");
    assert_eq!(black.eyes.lunch, Some(at("E5", 9)));
    assert!(black.around.neighbours.contains(&at("E5", 9)));
    assert!(black.around.hostile_neighbours >= 1);
    let (_, facts) = found(&text.replace(" O .\n", " . .\n"));
    assert_eq!(dragon(&facts, 9, "D5").eyes.lunch, None);
    assert_eq!(dragon(&facts, 9, "E5").status, Status::Dead);
    assert!(same(&facts, 9, &["D5", "E6", "F5", "E3"]));
}

/// White's stones on the left have run into the open and have many ways; the one at the lower right
/// is shut in at the edge.
#[test]
fn ways_out_are_counted_where_no_enemy_stands() {
    let text = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . X . O . . . . . . . .
        . . . . . . . . . . . . .
        . . X . O . . . . . . . .
        . . . . . . . . . . . . .
        . . X . . . . . . . X X .
        . . . . . . . . . . X . X
        . . . . . . . . X . . O .
        . . . . . . . . X . . . .
        . . . . . . . . X . . . .";
    let (_, facts) = found(text);
    let free = dragon(&facts, 13, "E9");
    let shut = dragon(&facts, 13, "M3");
    assert!(free.around.escape_route > 4, "{}", free.around.escape_route);
    assert!(shut.around.escape_route < 2, "{}", shut.around.escape_route);
    assert!(shut.weakness > free.weakness + 0.2, "{} {}", shut.weakness, free.weakness);
}

/// Dragons with two eyes are safe; each field is the same at every stone of a dragon.
#[test]
fn two_eyes_make_a_dragon_invincible() {
    let text = "
        . O . O X . .
        O O O O X . .
        X X X X X . .
        . . . . . . .
        . . . . . O .
        . . . . X X .
        . . . . . . .";
    let (board, facts) = found(text);
    let white = dragon(&facts, 7, "B7");
    assert_eq!(
        (white.status, white.safety, white.weakness),
        (Status::Alive, Safety::Invincible, 0.0)
    );
    assert_eq!(white.around.escape_route, 0);
    for p in Point::all(7).filter(|&p| board.at(p).is_stone()) {
        let d = facts.dragons.get(p).expect("a dragon");
        assert!(d.stones(&board).contains(p) && d.color == board.color_at(p).expect("a stone"));
    }
    let sizes: usize = facts.dragons.list().iter().map(|d| d.size).sum();
    assert_eq!(sizes, board.stone_count());
}
