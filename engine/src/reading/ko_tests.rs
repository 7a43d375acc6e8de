//! The komaster scheme, rule by rule, and the two examples of the GNU Go 3.8 manual ("A Ko
//! Example", "Another Ko Example").

use super::{Code, Komaster, Limits, Memory, Reader, Scheme};
use crate::board::Board;
use crate::diagram;
use mkpat_rt::geom::{Color, Point};

/// Three kos: Black may take at C8 and at D4, White at G8.
const KOS: &str = "
    . X O . . . X O .
    X O . O . X . X O
    . X O . . . X O .
    . . . . . . . . .
    . . X O . . . . .
    . X O . O . . . .
    . . X O . . . . .
    . . . . . . . . .
    . . . . . . . . .";

/// Two nested kos: White takes at B7 (the stone at C7) and then at E8 (the stone at
/// D8, which is diagonal to it). Black may take a ko at G3.
const NESTED: &str = "
    . . O O X . . . .
    . X O X . X . . .
    X . X O X . . . .
    . X O O . . . . .
    . . . . . . . . .
    . . . . . X O . .
    . . . . X O . O .
    . . . . . X O . .
    . . . . . . . . .";

fn board(text: &str) -> Board {
    diagram::parse(text).expect("a diagram")
}

fn at(board: &Board, name: &str) -> Point {
    Point::parse(name, board.size()).expect("a vertex")
}

/// Plays moves like "W B4" with the ko rules of reading; what becomes of the komaster
/// after each of them, or "illegal" for one that is not played.
fn line(board: &mut Board, scheme: Scheme, moves: &str) -> Vec<String> {
    let size = board.size();
    let mut memory = Memory::new(0);
    let limits = Limits { scheme, ..Limits::default() };
    let mut reader = Reader::new(board, limits, &mut memory);
    let mut words = moves.split_whitespace();
    let mut out = Vec::new();
    while let (Some(color), Some(p)) = (words.next(), words.next()) {
        let color = if color == "B" { Color::Black } else { Color::White };
        let p = Point::parse(p, size).expect("a vertex");
        let state = match reader.attempt(color, p).map(|_| reader.question.komaster) {
            None => "illegal".to_string(),
            Some(Komaster::Nobody) => "EMPTY".to_string(),
            Some(Komaster::Master(c, at)) => format!("{c} {}", at.name(size)),
            Some(Komaster::Gray(c, at)) => format!("GRAY_{c} {}", at.name(size)),
            Some(Komaster::Weak(at)) => format!("WEAK_KO {}", at.name(size)),
        };
        out.push(state);
    }
    out
}

#[track_caller]
fn check(text: &str, scheme: Scheme, moves: &str, expected: &[&str]) {
    assert_eq!(line(&mut board(text), scheme, moves), expected, "{moves}\n{text}");
}

/// "A Ko Example": kos at A2 and B4.
const TRIPOD: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . O . . . . . .
    . . O . . . . . .
    O O O . . . . . .
    O . O O . . . . .
    X O X O O O O . .
    . X X X O . . . .
    X O . . . . . . .";

#[test]
fn the_first_example_becomes_gray() {
    check(
        TRIPOD,
        Scheme::Five,
        "B B4 W A2 B A1 W B3 B B4 W B4",
        // Taking the ko back that has just been taken makes Black komaster; White takes
        // the other one; then Black may take none.
        &["EMPTY", "WEAK_KO B3", "black A2", "GRAY_black B4", "illegal", "EMPTY"],
    );
}

/// "Another Ko Example", with stones around it.
const KO5: &str = "
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . O . . .
    . . . . . . . . . . O O O
    . . . . . . . . . . . O .
    . . . . . . . . . . . O O
    . . . . . X X X . . . O .
    . . . . X X . X X . . O .
    . . . . X . X . X X X O O
    . . . X . X X . X . X O X
    . . . X O . O X O O O X .
    . . O O O O O X O . O X X
    . . . . . . O . X O X X .";

#[test]
fn the_second_example_has_the_resolution_of_the_document() {
    let mut board = board(KO5);
    let l1 = at(&board, "L1");
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let (attack, defend) = reader.attack_and_defend(l1);
    assert_eq!((attack.code, attack.point.name(13)), (Code::Win, "H1".to_string()));
    assert_eq!((defend.code, defend.point.name(13)), (Code::KoA, "K2".to_string()));
}

/// Black takes the ko and White takes it back conditionally; after Black's K4 White's
/// H1 settles it, so that he is komaster no more.
#[test]
fn a_ko_that_is_settled_ends_the_state_of_its_komaster() {
    check(KO5, Scheme::Five, "B K2 W K1 B K4 W H1", &["EMPTY", "white K2", "white K2", "EMPTY"]);
}

/// 1a and 5: without and with a ko capture before, and then.
#[test]
fn two_kos_in_a_row_are_weak() {
    use Scheme::Five;
    check(KOS, Five, "B C8 W G8 B E1", &["EMPTY", "WEAK_KO B8", "EMPTY"]);
    check(KOS, Five, "B C8 W G8 B D4", &["EMPTY", "WEAK_KO B8", "illegal"]);
    check(KOS, Five, "B C8 W G8 B H8", &["EMPTY", "WEAK_KO B8", "black G8"]);
    check(NESTED, Five, "W B7 B G3 W E8", &["EMPTY", "WEAK_KO C7", "WEAK_KO F3"]);
}

/// 1b, 2, 3 and 4.
#[test]
fn a_komaster_has_his_ko_and_nested_ones() {
    use Scheme::Five;
    check(KOS, Five, "B C8 W B8 B C8", &["EMPTY", "white C8", "illegal"]);
    check(KOS, Five, "B C8 W B8 B E1 W G8", &["EMPTY", "white C8", "white C8", "illegal"]);
    check(KOS, Five, "B C8 W B8 B E1 W C8", &["EMPTY", "white C8", "white C8", "EMPTY"]);
    let gray = ["EMPTY", "white C8", "GRAY_white C4"];
    let then = |state| [gray.as_slice(), &[state]].concat();
    check(KOS, Five, "B C8 W B8 B D4 W G8", &then("illegal"));
    check(KOS, Five, "B C8 W B8 B D4 W C4", &then("illegal"));
    check(KOS, Five, "B C8 W B8 B D4 W E1", &then("GRAY_white C4"));
    check(KOS, Five, "B C8 W B8 B D4 B C4", &then("EMPTY"));
    check(NESTED, Five, "W B7 B C7 B E1 W E8", &["EMPTY", "black B7", "black B7", "GRAY_black D8"]);
    let open = "
        . . O O X . .
        . X O X . X .
        X O . O X . .
        . X O O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let moves = "B C5 W B5 B G1 W E6";
    check(open, Five, moves, &["EMPTY", "white C5", "white C5", "white D6"]);
}

/// "Essentially the 2.7.232 scheme".
#[test]
fn the_early_scheme_knows_a_komaster_only() {
    use Scheme::Early;
    check(KOS, Early, "B C8 W G8 B D4", &["EMPTY", "EMPTY", "EMPTY"]);
    // The komaster may take other kos, but none conditionally.
    check(KOS, Early, "B C8 W B8 B E1 W G8", &["EMPTY", "white C8", "white C8", "white C8"]);
    check(KOS, Early, "B C8 W B8 B D4 W C4", &["EMPTY", "white C8", "white C8", "illegal"]);
    // His opponent neither, nor the ko in question.
    check(KOS, Early, "B C8 W B8 B C8", &["EMPTY", "white C8", "illegal"]);
    check(
        KOS,
        Early,
        "B C8 W B8 B E1 W G8 B H8",
        &["EMPTY", "white C8", "white C8", "white C8", "illegal"],
    );
}

/// "Revised 2.7.232 version": another ko only if the first one is settled by it.
#[test]
fn the_revised_scheme_lets_the_komaster_settle_his_ko_first() {
    use Scheme::Revised;
    check(KOS, Revised, "B C8 W G8 B D4", &["EMPTY", "EMPTY", "EMPTY"]);
    check(KOS, Revised, "B C8 W B8 B E1 W G8", &["EMPTY", "white C8", "white C8", "illegal"]);
    let filled = "B C8 W B8 B E1 W C8 B E2 W G8";
    check(
        KOS,
        Revised,
        filled,
        &["EMPTY", "white C8", "white C8", "white C8", "white C8", "white H8"],
    );
    check(
        KOS,
        Revised,
        "B C8 W B8 B D4 W E1 B C8",
        &["EMPTY", "white C8", "white C8", "white C8", "illegal"],
    );
}
