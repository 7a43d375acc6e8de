//! Helpers that ask about dragons, influence and eyes.

use super::*;

#[test]
fn dragons() {
    check(
        LIFE,
        &[
            ("alive(B9)", 1.0),
            ("dead(B9)", 0.0),
            ("status(B9)", 1.0),
            ("status(A1)", 0.0),
            ("dead(J1)", 1.0),
            ("unknown(B9)", 0.0),
            ("critical(B9)", 0.0),
            ("same_dragon(B9,D9)", 1.0),
            ("same_dragon(B9,H1)", 0.0),
            ("same_dragon(B9,A9)", 0.0),
            ("dragonsize(B9)", 6.0),
            ("weak(B9)", 0.0),
            ("weakness(B9)", 0.0),
            ("weakness(J1)", 1.0),
            ("genus(B9)", 2.0),
            ("is_surrounded(B9)", 1.0),
            ("is_surrounded(H3)", 0.0),
            ("owl_threatens(C9,B9)", 0.0),
            ("x_alive_somewhere(J1)", 0.0),
            ("x_alive_somewhere(J1,E9)", 1.0),
            ("o_alive_somewhere(B9)", 1.0),
            ("o_alive_somewhere(E9)", 0.0),
        ],
    );
    let mut b = board(LIFE);
    with_host(&mut b, GameInfo::default(), |h| {
        // Six stones, half of each of the two eyes, and nothing else within reach.
        assert_eq!(call(h, 9, Point::PASS, "effective_size(B9)"), 7.0);
    });
}

#[test]
fn critical_dragons_have_vital_points() {
    // Three in a row: whoever plays the middle decides.
    let text = "
        . . . O X . .
        O O O O X . .
        X X X X X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    check(
        text,
        &[
            ("critical(A6)", 1.0),
            ("owl_threatens(B7,A6)", 1.0),
            ("owl_threatens(G1,A6)", 0.0),
            ("max_eye_value(B7)", 2.0),
        ],
    );
}

#[test]
fn influence() {
    check(
        LIFE,
        &[
            ("oterri(A9)", 1.0),
            ("xterri(A9)", 0.0),
            ("oterri(B9)", 0.0),
            ("omoyo(A9)", 1.0),
            ("xmoyo(B5)", 1.0),
            ("omoyo(B5)", 0.0),
            ("xarea(C6)", 1.0),
            ("xarea(E9)", 1.0),
            ("oarea(H3)", 1.0),
            ("xmoyo_opposite(B5)", 1.0),
            ("omoyo_opposite(A9)", 1.0),
        ],
    );
}

#[test]
fn territory_can_be_denied() {
    let mut b = board(LIFE);
    let effects = with_influence(&mut b, |h| {
        call(h, 9, Point::PASS, "non_oterritory(A9)");
        call(h, 9, Point::PASS, "non_xterritory(B5)");
        assert_eq!(call(h, 9, Point::PASS, "eye(A9)"), 1.0);
        assert_eq!(call(h, 9, Point::PASS, "false_eye_territory(A9)"), 0.0);
        h.take_effects()
    });
    assert_eq!(effects, [NoTerritory(at("A9", 9), O), NoTerritory(at("B5", 9), O.other())]);
}

/// White shuts a black stone in; another, at J9, has an exit. A dead string has aji where two
/// moves in a row make two eyes.
#[test]
fn surrounded_dragons() {
    check(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . O . . . .
        . . O . . . O . .
        . . . . X . . . .
        . . O . . . O . .
        . . . . O . . . .
        . . . . . . . . .
        . . . . . . . . .",
        &[
            ("is_surrounded(E5)", 1.0),
            ("is_surrounded(E7)", 0.0),
            ("surround_map(E5,D5)", 1.0),
            ("surround_map(E5,E8)", 2.0),
            ("surround_map(E5,A1)", 0.0),
            ("surround_map(E7,A1)", -1.0),
            ("does_surround(A1,E5)", 0.0),
            ("has_aji(E7)", 0.0),
        ],
    );
}

#[test]
fn eyes() {
    check(
        LIFE,
        &[
            ("eye(A9)", 1.0),
            ("eye(B9)", 0.0),
            ("eye(E9)", 0.0),
            ("proper_eye(A9)", 1.0),
            ("marginal_eye(A9)", 0.0),
            ("max_eye_value(A9)", 1.0),
            ("max_eye_value(E9)", 0.0),
            ("halfeye(A9)", 0.0),
            ("false_eye(A9)", 0.0),
        ],
    );
    // C3 is a false eye: B4 and D2 are black, and stay.
    check(
        "
        . . . . . . .
        . . . . . . .
        X X . . . . .
        . X O . . . .
        . O . O . . .
        . . O X X . .
        . . . X . . .",
        &[("false_eye(C3)", 1.0), ("halfeye(C3)", 0.0), ("false_eye_territory(A7)", 0.0)],
    );
    check(
        "
        . . . . . . .
        . . . . . . .
        . X . . . . .
        X . O O . . .
        . O . O X . .
        . O O X X . .
        . . . X . . .",
        &[("halfeye(C3)", 1.0), ("false_eye(C3)", 0.0)],
    );
}
