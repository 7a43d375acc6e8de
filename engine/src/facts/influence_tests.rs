//! Influence by diagram, with what a strong player says. X is Black, O is White; Black is to move.

use super::tests::{at, found};
use mkpat_rt::geom::Color::{Black, White};

/// The manual's corner: closed by a wall with a gap of one, it is White's whoever moves first.
#[test]
fn a_closed_corner_is_territory() {
    let text = "
        . . . . . . . . .
        . . . . . . . X .
        . . . . . . . . .
        O O O O . . . X .
        . . . O . . . . .
        . . . . . X . . .
        . . . O . . . . .
        . . . O O O . X .
        . . . . . O . X .";
    let (_, facts) = found(text);
    // C4, next to the gap, is White's in GNU Go whoever moves first; here Black's patterns still push in.
    assert_eq!(facts.influence.territory(at("C4", 9)), Some(White));
    for p in ["A1", "B2", "A4", "B5"].map(|p| at(p, 9)) {
        assert_eq!(facts.influence.territory(p), Some(White), "{}", p.name(9));
        assert_eq!(facts.opposite.territory(p), Some(White), "{}", p.name(9));
    }
    assert_ne!(facts.influence.territory(at("F4", 9)), Some(White));
}

/// The manual's gap of two on the third line.
const GAP_OF_TWO: &str = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . . . X . . .
        . X . . X X . . . X .
        . O O O . . O O O O .
        . O . . . . . . . O .
        . O . . . . . . . O .
        . O . . . . . . . O .";

/// What lies behind it is White's if White moves first, and Black reaches it less than what lies before.
#[test]
fn behind_a_gap_of_two_is_territory() {
    let (_, facts) = found(GAP_OF_TWO);
    let inside = at("E3", 11);
    assert!(facts.influence.of(inside, White) > 0.8);
    assert!(facts.opposite.reach(at("E6", 11), Black) > facts.opposite.reach(inside, Black));
}

/// gnugo 3.8 gives it to White also if Black moves first; here Black then still comes in through the gap. Once this
/// is mended the count falls, and the vertices go to the test above.
#[test]
fn known_wrong_answers_are_counted() {
    let (_, facts) = found(GAP_OF_TWO);
    let wrong = [at("E3", 11), at("F3", 11)]
        .into_iter()
        .filter(|p| facts.opposite.of(*p, White) <= 0.8)
        .count();
    assert_eq!(wrong, 2);
}

/// A stone alone in the middle holds area, a little moyo, and no territory.
#[test]
fn a_lone_stone_has_no_territory() {
    let row = ". . . . . . . . . . . . .\n";
    let text = format!("{}. . . . . . X . . . . . .\n{}", row.repeat(6), row.repeat(6));
    let (board, facts) = found(&text);
    let territory = |c| {
        let mine = |p: &mkpat_rt::geom::Point| facts.influence.territory(*p) == Some(c);
        mkpat_rt::geom::Point::all(13).filter(|&p| board.is_empty(p)).filter(mine).count()
    };
    assert_eq!((territory(Black), territory(White)), (0, 0));
    assert_eq!(facts.influence.area(at("G5", 13)), Some(Black));
    assert_eq!(facts.influence.area(at("A1", 13)), None);
}

/// Territory is moyo, and moyo is area; a stone that is lost is its captor's, and counts two.
#[test]
fn regions_contain_each_other_and_prisoners_count() {
    let text = "
        . . . . X . . O .
        . X X X X . . O .
        . X O . X . . O O
        . X . X . . . . .
        X X X . . . . . .
        . . . . . . . . .
        . . . . O . . . .
        . X . . . . O . .
        . . . . . . . . .";
    let (_, facts) = found(text);
    let dead = at("C7", 9);
    assert!(facts.influence.of(dead, Black) > 1.8, "{}", facts.influence.of(dead, Black));
    for p in mkpat_rt::geom::Point::all(9) {
        for influence in [&facts.influence, &facts.opposite] {
            let regions = [influence.territory(p), influence.moyo(p), influence.area(p)];
            for pair in regions.windows(2).filter(|w| w[0].is_some()) {
                assert_eq!(pair[0], pair[1], "{}", p.name(9));
            }
        }
    }
}
