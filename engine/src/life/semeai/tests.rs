//! Races whose result a strong player gives at sight.

use super::*;
use crate::diagram;
use crate::prover;

/// The race between the groups of two stones, whose first is of the player who moves first.
fn race(text: &str, own: &str, theirs: &str) -> Semeai {
    let board = diagram::parse(text).expect("a diagram");
    let group = |name: &str| {
        let p = Point::parse(name, board.size()).expect("a vertex");
        prover::group(&board, &[p].into_iter().collect())
    };
    let race = Race { own: group(own), theirs: group(theirs), safe: PointSet::EMPTY };
    let mut table = Table::with_bytes(1 << 22);
    analyze(&board, &race, 50_000, &mut table).expect("a race")
}

fn codes(semeai: &Semeai) -> (Code, Code) {
    assert!(semeai.is_certain(), "{semeai:?}");
    (semeai.defends, semeai.attacks)
}

const WON: (Code, Code) = (Code::Win, Code::Win);
const SEKI: (Code, Code) = (Code::Win, Code::Lose);
const LOST: (Code, Code) = (Code::Lose, Code::Lose);

/// Three outside liberties each, and no eyes.
const EVEN: &str = "
    O . X O . X . . .
    O . X O . X . . .
    O . X O . X . . .
    O O O X X X . . .
    . . O X . . . . .
    . . O X . . . . .
    . . O X . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn with_equal_liberties_the_first_wins() {
    for (own, theirs, moves) in [("C9", "D9", ["E9", "E8", "E7"]), ("D9", "C9", ["B9", "B8", "B7"])]
    {
        let found = race(EVEN, own, theirs);
        assert_eq!(codes(&found), WON, "{found:?}");
        assert!(moves.contains(&found.played.name(9).as_str()), "{found:?}");
    }
}

#[test]
fn with_a_liberty_less_the_race_is_lost() {
    let less = EVEN.replacen("O . X O . X", "O O X O . X", 1);
    assert_eq!(codes(&race(&less, "C9", "D9")), LOST);
    let found = race(&less, "D9", "C9");
    assert_eq!((codes(&found), found.played), (WON, Point::PASS));
}

#[test]
fn an_eye_each_and_a_shared_liberty_is_a_seki() {
    let seki = "
        . X . O . O X . .
        X X X O O O X . .
        O O O X X X X . .
        . . O X . . . . .
        . . O X . . . . .
        . . O X . . . . .
        . . O X . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for (own, theirs) in [("B9", "D9"), ("D9", "B9")] {
        let found = race(seki, own, theirs);
        assert_eq!((codes(&found), found.played), (SEKI, Point::PASS));
    }
}

/// Black has an eye, White two liberties outside; they share one.
const EYE: &str = "
    . X . O O . X . .
    X X X O O . X . .
    O O O X X X X . .
    . . O X . . . . .
    . . O X . . . . .
    . . O X . . . . .
    . . O X . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn an_eye_has_the_shared_liberty() {
    let found = race(EYE, "B9", "D9");
    assert_eq!(codes(&found), WON);
    assert!(["F9", "F8"].contains(&found.played.name(9).as_str()), "{found:?}");
    let found = race(EYE, "D9", "B9");
    assert_eq!((codes(&found), found.played.name(9).as_str()), (WON, "C9"));
    let fewer = EYE.replacen("O O . X . .", "O O X X . .", 1);
    assert_eq!(codes(&race(&fewer, "D9", "B9")), LOST);
}

/// Black has an eye, White three liberties outside; they share two. What fills the last of these leaves
/// Black with one liberty, his eye.
const EYE_AND_TWO: &str = "
    . X . O . X . . .
    X X . O . X . . .
    X X X O . X . . .
    O O O X X X . . .
    . . O X . . . . .
    . . O X . . . . .
    . . O X . . . . .
    . . O X . . . . .
    . . . . . . . . .";

#[test]
fn counting_alone_says_the_same_of_simple_races() {
    for (text, own, theirs) in [
        (EVEN, "C9", "D9"),
        (EYE, "B9", "D9"),
        (EYE, "D9", "B9"),
        (EYE_AND_TWO, "B9", "D9"),
        (EYE_AND_TWO, "D9", "B9"),
    ] {
        let board = diagram::parse(text).expect("a diagram");
        let group = |name: &str| board.string_stones(Point::parse(name, 9).expect("a vertex"));
        let race = Race { own: group(own), theirs: group(theirs), safe: around(&board) };
        let found = estimate(&board, &race).expect("a race");
        assert_eq!((found.defends, found.attacks), WON, "{text} {own}");
        assert!(!found.is_certain() && !found.played.is_pass());
    }
}

/// White takes Black whenever he likes, by a ko after the sacrifice of four stones.
const BENT_FOUR: &str = "
    O O . X O . . . .
    O X X X O . . . .
    . X O O O . . . .
    X X O . . . . . .
    O O O . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn bent_four_in_the_corner_is_dead() {
    let found = race(BENT_FOUR, "D9", "A9");
    assert_eq!((codes(&found), found.played), (LOST, Point::PASS));
    assert_eq!(codes(&race(BENT_FOUR, "A9", "D9")), WON);
}

#[test]
fn what_is_sacrificed_inside_may_be_worth_it() {
    // White's three stones are taken, and he plays into the eye of three that they leave behind.
    let text = "
        . O O O X O . . .
        X X X X X O . . .
        O O O O O O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let found = race(text, "A8", "B9");
    assert_eq!((codes(&found), found.played), (LOST, Point::PASS));
    assert_eq!(codes(&race(text, "B9", "A8")), WON);
}

#[test]
fn what_is_no_race_is_refused() {
    let board = diagram::parse(EVEN).expect("a diagram");
    let own = board.string_stones(Point::parse("C9", 9).expect("a vertex"));
    let mut table = Table::with_bytes(1 << 16);
    for theirs in [own, PointSet::EMPTY] {
        let race = Race { own, theirs, safe: PointSet::EMPTY };
        assert!(analyze(&board, &race, 100, &mut table).is_none());
        assert!(estimate(&board, &race).is_none());
    }
}

/// Whether counting can tell who wins between two groups, each given by a stone of each of its strings.
fn countable(text: &str, own: &str, theirs: &str) -> bool {
    let board = diagram::parse(text).expect("a diagram");
    let group = |names: &str| {
        let stones = names.split(' ').map(|name| Point::parse(name, 9).expect("a vertex"));
        stones.fold(PointSet::EMPTY, |all, p| all.or(&board.string_stones(p)))
    };
    let race = Race { own: group(own), theirs: group(theirs), safe: PointSet::EMPTY };
    race.can_be_counted(&board)
}

#[test]
fn counting_is_for_single_strings_that_are_closed_in() {
    assert!(countable(EVEN, "C9", "D9"));
    assert!(!countable(EVEN, "A9 C9", "D9"), "two strings");
    assert!(!countable(EVEN, "C9", "D9 F9"), "two strings");
    // Without the stone at F9 the liberties of D9 are connected with the right side.
    let open = EVEN.replacen("O . X . . .", "O . . . . .", 1);
    assert!(!countable(&open, "C9", "D9"), "liberties in the open");
    assert!(!countable(&open, "D9", "C9"), "liberties in the open");
}

#[test]
fn a_kill_takes_the_place_of_an_estimate_and_of_nothing_else() {
    let estimate = Semeai {
        defends: Code::KoB,
        attacks: Code::Lose,
        played: Point::PASS,
        source: Source::Estimate,
        nodes: 5,
        line: Vec::new(),
    };
    let reading = |code| Reading { code, point: Point::new(1, 2) };
    let killed = estimate.clone().with_attack(reading(Code::Win));
    assert_eq!(
        (killed.defends, killed.attacks, killed.played),
        (Code::Win, Code::Win, Point::new(1, 2))
    );
    let ko = estimate.clone().with_attack(reading(Code::KoA));
    assert_eq!((ko.defends, ko.attacks), (Code::KoA, Code::KoA));
    let failed = estimate.clone().with_attack(reading(Code::Lose));
    assert_eq!(
        (failed.defends, failed.attacks, failed.played),
        (Code::KoB, Code::Lose, Point::PASS)
    );
    let proved = Semeai { source: Source::Proof, ..estimate }.with_attack(reading(Code::Win));
    assert_eq!((proved.attacks, proved.played), (Code::Lose, Point::PASS));
}
