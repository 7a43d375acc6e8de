//! Eye spaces by diagram, with what a strong player says. X is Black, O is White.

use super::{EyeData, EyeSpaces, Worms};
use crate::diagram;
use crate::reading::{Limits, Memory, Reader};
use mkpat_rt::geom::{Color, Point};

fn at(name: &str, size: usize) -> Point {
    Point::parse(name, size).expect("a vertex")
}

/// The eye space of Black at a vertex, and the names of where the enemy and the owner move.
fn eye(text: &str, p: &str) -> (EyeData, String, String) {
    let mut board = diagram::parse(text).expect("a diagram");
    let size = board.size();
    let set = patterns::pattern_set().expect("databases");
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let worms = Worms::read(&mut reader);
    let spaces = EyeSpaces::find(&mut reader, &worms, set.get_eyes("eyes"), &Default::default());
    let data = spaces.get(at(p, size), Color::Black).expect("an eye space").clone();
    let names = |list: &[Point]| {
        let names: Vec<String> = list.iter().map(|p| p.name(size)).collect();
        names.join(" ")
    };
    let (attacks, defenses) = (names(&data.attacks), names(&data.defenses));
    (data, attacks, defenses)
}

/// Eyes if the enemy moves first, and if the owner does.
fn eyes(text: &str, p: &str) -> (u8, u8) {
    let value = eye(text, p).0.value;
    (value.attacker_first, value.defender_first)
}

/// Beside the space Black has an eye at F9 or further right.
#[test]
fn three_in_a_row_have_their_vital_point_in_the_middle() {
    let text = "
        . . . X . X O . .
        X X X X X X O . .
        O O O O O O O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let (data, attack, defense) = eye(text, "A9");
    assert_eq!(data.points.len(), 3);
    assert_eq!(data.value.digits(), [1, 1, 2, 2]);
    assert_eq!((attack.as_str(), defense.as_str()), ("B9", "B9"));
    // With the attacker's stone there it is one eye.
    assert_eq!(eyes(&text.replace(". . . X . X", ". O . X . X"), "A9"), (1, 1));
    // Two vertices are one eye, four in a row two.
    assert_eq!(eyes(&text.replace(". . . X . X", ". . X X . X"), "A9"), (1, 1));
    let four = "
        . . . . X . X O .
        X X X X X X X O .
        O O O O O O O O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(eyes(four, "A9"), (2, 2));
}

/// The manual's half eye: D8 is White's, D6 is open. With White there, too, it is false; with
/// Black there it is an eye.
#[test]
fn diagonals_decide_whether_an_eye_is_real() {
    let text = "
        . . . . . . . . .
        . X X O O O O . .
        . X . X X X X X X
        . X X . O O O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let (data, attack, defense) = eye(text, "C7");
    assert_eq!((data.value.attacker_first, data.value.defender_first), (0, 1));
    assert_eq!((attack.as_str(), defense.as_str()), ("D6", "D6"));
    let (_, half) = data.half_eyes.first().expect("its diagonals are judged");
    assert!(half.is_half() && half.value == 3.0);
    assert_eq!(data.pessimistic_min, 0);
    let (data, ..) = eye(&text.replace("X X . O", "X X O O"), "C7");
    assert_eq!(data.value.digits(), [0; 4]);
    assert!(data.marginal.contains(at("C7", 9)));
    assert_eq!(eyes(&text.replace("X X . O", "X X X O"), "C7"), (1, 1));
}

/// The manual's example of a space that is open at one end: two eyes if Black moves first.
#[test]
fn an_open_space_is_marginal_at_its_mouth() {
    let text = "
        . X . . . . . O .
        X X X X X X X O .
        O O O O O O O O .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let (data, attack, defense) = eye(text, "C9");
    assert_eq!(data.points.len(), 5);
    assert!(data.marginal.contains(at("G9", 9)) && !data.marginal.contains(at("C9", 9)));
    assert_eq!((data.value.attacker_first, data.value.defender_first), (1, 2));
    assert!(!attack.is_empty() && !defense.is_empty());
    assert_eq!(data.pessimistic_min, 1);
}

/// White beside C7 does not reach C6 between C8 and D6: Black makes two eyes at C7, and White leaves him none there.
#[test]
fn a_corner_of_three_with_an_open_middle_is_one_space() {
    let text = "
        . X . X X O . . .
        X X X X O O . . .
        X . . O O . . . .
        X X . X O . . . .
        . X X X O . . . .
        X X O O O . . . .
        O O O . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let (data, attack, defense) = eye(text, "C6");
    assert_eq!(data.points, ["B7", "C7", "C6"].into_iter().map(|p| at(p, 9)).collect());
    assert_eq!(data.marginal, [at("C7", 9)].into_iter().collect());
    assert_eq!((data.value.attacker_first, data.value.defender_first), (0, 2));
    assert_eq!((attack.as_str(), defense.as_str()), ("C7", "C7"));
}

/// The stone at D5 is in atari, and D6 is a false eye. White cannot play there until C6 or D7 is in atari itself, and then
/// Black takes the stone: an eye. Without the stone White plays at D6 at once.
#[test]
fn a_false_eye_from_which_a_prisoner_is_taken_leaves_an_eye() {
    let text = "
        . . . X . . . . .
        . . O X O . . . .
        . . O X O . . . .
        . O X . X O . . .
        . O X O X O . . .
        . . X X X . . . .
        . O O . O O . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(eyes(text, "D6"), (1, 1));
    assert_eq!(eyes(&text.replace("X O X O .", "X . X O ."), "D6"), (0, 1));
}

/// In the corner the stone at B9 is not connected to the wall, which has C9 alone on this side. Before White plays there as its
/// last liberty Black has to take the three stones, by C9 and A9, and then White plays in the middle of the space: one eye. At the
/// side C9 and E9 are both liberties of the wall: at whichever White plays, Black takes four stones at the other, and lives.
#[test]
fn a_stone_alone_in_the_space_is_no_wall() {
    let corner = "
        . X . X . . . . .
        O O O X . . . . .
        X X X X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . O . . . O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(eyes(corner, "C9"), (1, 1));
    let side = "
        . X . X . X . . .
        . X O O O X . . .
        . X X X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . O . . . O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(eyes(side, "C9"), (2, 2));
}

/// A stone alone in the space is still a move that Black has made there: in the square A8, A9, B8, B9 he has one eye, with
/// a stone at A9 he gets two by B8, where White, moving first, leaves him one.
#[test]
fn a_stone_alone_in_the_space_is_a_move_ahead() {
    let text = "
        X . X . . . . . .
        . . X . . . . . .
        X X X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . O . . . O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(eyes(text, "B8"), (1, 2));
    assert_eq!(eyes(&text.replace("X . X . . . . . .", ". . X . . . . . ."), "B8"), (1, 1));
}
