//! Positions by replay. The odd cases are as GNU Go 3.8 answers to `loadsgf`,
//! `list_stones` and `last_move`.

use katachi_sgf::{Color, Point, Position, Sgf, Until, position_at};

fn at(text: &str, until: &str) -> Position {
    let sgf = Sgf::parse(text).unwrap();
    position_at(&sgf, Until::parse(until, 9)).unwrap()
}

fn stones(position: &Position, color: Color) -> String {
    let names: Vec<_> =
        position.stones.iter().filter(|s| s.1 == color).map(|s| s.0.to_gtp(9)).collect();
    names.join(" ")
}

/// `black stones / white stones, colour to move`
fn summary(text: &str, until: &str) -> String {
    let p = at(text, until);
    format!("{} / {}, {}", stones(&p, Color::Black), stones(&p, Color::White), p.to_move)
}

#[test]
fn until_a_move_or_a_vertex() {
    let game = "(;SZ[9];B[cc];W[dd];B[];W[ff](;B[gg])(;B[hh]))";
    assert_eq!(summary(game, ""), "C7 G3 / D6 F4, white");
    assert_eq!(summary(game, "1"), " / , black");
    assert_eq!(summary(game, "0"), " / , black");
    assert_eq!(summary(game, "4"), "C7 / D6, white");
    assert_eq!(summary(game, "99"), "C7 G3 / D6 F4, white");
    assert_eq!(summary(game, "D6"), "C7 / , white");
    assert_eq!(summary(game, "H2"), "C7 G3 / D6 F4, white");
    let p = at(game, "4");
    assert_eq!((p.move_number, p.last_move().unwrap().point), (3, None));
}

#[test]
fn who_is_to_move() {
    assert_eq!(at("(;SZ[9])", "").to_move, Color::Black);
    assert_eq!(at("(;SZ[9]HA[2]AB[cc][dd])", "").to_move, Color::White);
    assert_eq!(at("(;SZ[9]AB[cc][dd])", "").to_move, Color::Black);
    assert_eq!(at("(;SZ[9]AB[cc][dd]PL[W])", "").to_move, Color::White);
    assert_eq!(at("(;SZ[9]AB[cc][dd];W[ee])", "1").to_move, Color::White);
    assert_eq!(at("(;SZ[9];B[cc]PL[B];W[dd])", "2").to_move, Color::White);
    assert_eq!(at("(;SZ[9];B[cc];PL[B])", "").to_move, Color::Black);
    assert_eq!(at("(;SZ[9]HA[2];B[cc])", "1").to_move, Color::Black);
}

#[test]
fn setup_in_the_middle_starts_a_new_history() {
    let game = "(;SZ[9]KM[6.5];B[aa];AB[ba]AW[ab:bb]AE[aa];W[cc];B[dd])";
    let p = at(game, "");
    assert_eq!(summary(game, ""), "B9 D6 / A8 B8 C7, white");
    assert_eq!((p.moves.len(), p.move_number, p.komi), (2, 3, Some(6.5)));
    assert_eq!(p.base.iter().count(), 3);
}

#[test]
fn captures_and_ko() {
    let game = "(;SZ[9];B[ba];W[cc];B[ab];W[aa])";
    let p = at(game, "");
    // White's last move was suicide: the stone is gone, no ko.
    assert_eq!(summary(game, ""), "B9 A8 / C7, black");
    assert_eq!(p.ko, None);
    let ko = "(;SZ[9]AB[ba][ab]AW[ca][bb][ac];W[aa])";
    let p = at(ko, "");
    assert_eq!(stones(&p, Color::White), "A9 C9 B8 A7");
    assert_eq!((stones(&p, Color::Black).as_str(), p.ko), ("", None));
    let ko = "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc];W[bb];B[cb])";
    let p = at(ko, "");
    assert_eq!(p.ko, Some(Point::from_gtp("B8", 9).unwrap()));
}

#[test]
fn odd_moves() {
    let game = "(;SZ[9];B[cc];W[dd];B[zz];W[cc];B[ee])";
    let p = at(game, "");
    assert_eq!(summary(game, ""), "C7 / D6, white");
    let messages: Vec<_> = p.warnings.iter().map(|w| w.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "move `zz` is not on the board, taken as a pass",
            "there is a stone at `cc` already; the game ends before this move"
        ]
    );
    assert!(position_at(&Sgf::parse("(;SZ[99])").unwrap(), None).is_err());
}
