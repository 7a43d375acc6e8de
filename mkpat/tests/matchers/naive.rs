//! Where patterns match, by hand-drawn examples. Every example also goes through
//! the fast matchers (`support::found`).

use mkpat_rt::geom::Color;

use crate::support::{Board, Drawing, draw, found};

const NONE: [&str; 0] = [];

/// The five symbols of stones and empty vertices, and the colour of O.
#[test]
fn elements_ask_for_their_content_from_the_side_of_o() {
    let p = [draw("P", '8', "Oox.X")];
    let fits = Board::parse("XOX.O ..... ..... ..... .....");
    assert_eq!(found(&p, &fits, Color::Black), NONE, "o does not accept X");
    let fits = Board::parse("XXO.O ..... ..... ..... .....");
    assert_eq!(found(&p, &fits, Color::Black), ["P A5 t0", "P A5 t5"]);
    assert_eq!(found(&p, &fits, Color::White), NONE, "o does not accept X");
    let fits = Board::parse("O...X ..... ..... ..... .....");
    assert_eq!(found(&p, &fits, Color::White), ["P A5 t0", "P A5 t5"]);
    assert_eq!(found(&p, &fits, Color::Black), ["P E5 t2", "P E5 t7"]);
    for symbol in ["*", ",", "!"] {
        let p = [draw("P", '8', &format!("O{symbol}"))];
        assert_eq!(found(&p, &Board::parse("XX O."), Color::Black), ["P B2 t1", "P B2 t6"]);
    }
}

/// `?` has no content, but it must be on the board.
#[test]
fn the_whole_box_must_be_on_the_board() {
    let p = [draw("P", '+', "?X?\n???")];
    let x = Board::parse("... .O. ...");
    assert_eq!(found(&p, &x, Color::Black), ["P B2 t0", "P B2 t1"]);
    let x = Board::parse("... ... .O.");
    assert_eq!(found(&p, &x, Color::Black), NONE);
}

/// A drawn edge must be an edge of the board; an undrawn one may be.
#[test]
fn drawn_edges_coincide_with_the_boards() {
    let p = [draw("P", '|', "O.\n--")];
    let board = Board::parse(".X.. .... X..X ..X.");
    assert_eq!(
        found(&p, &board, Color::Black),
        ["P B4 t2", "P A2 t1", "P D2 t3", "P C1 t0"],
        "one orientation for each edge"
    );
}

/// Opposite edges fit a board of exactly their distance.
#[test]
fn opposite_edges_fit_exactly() {
    let p = [draw("P", '8', "|.O.|")];
    assert_eq!(
        found(&p, &Board::parse("... .X. ..."), Color::Black),
        ["P B2 t0", "P B2 t1", "P B2 t2", "P B2 t3", "P B2 t4", "P B2 t5", "P B2 t6", "P B2 t7"]
    );
    assert_eq!(found(&p, &Board::parse(".... .X.. .... ...."), Color::Black), NONE);
    assert_eq!(found(&p, &Board::parse(".X .."), Color::Black), NONE);
}

/// Patterns wider than the board never match, and do no harm.
#[test]
fn small_boards_match_what_fits() {
    let p = [draw("big", '8', "O?????????????????????????"), draw("dot", '+', "O")];
    let mut wide = p[0].clone();
    wide.max.dc = 24;
    let p = [wide, p[1].clone()];
    assert_eq!(found(&p, &Board::parse("X"), Color::Black), ["dot A1 t0", "dot A1 t1"]);
    assert_eq!(found(&p, &Board::parse("O"), Color::Black), NONE);
}

/// Each symmetry tries its own transformations, in order of their numbers.
#[test]
fn symmetry_selects_the_transformations() {
    let board = Board::parse("... .X. ...");
    for (code, tried) in
        [('8', "01234567"), ('|', "0123"), ('/', "0123"), ('+', "01"), ('X', "01"), ('O', "2345")]
    {
        let got = found(&[draw("P", code, "O")], &board, Color::Black);
        let want: Vec<String> = tried.chars().map(|t| format!("P B2 t{t}")).collect();
        assert_eq!(got, want, "{code}");
    }
}

/// Anchor row by row, then pattern, then transformation.
#[test]
fn matches_come_in_canonical_order() {
    let p = [draw("A", '+', "O"), draw("B", '|', "X."), draw("C", '+', "O?")];
    let board = Board::parse("... X.O ...");
    assert_eq!(
        found(&p, &board, Color::Black),
        ["A A2 t0", "A A2 t1", "C A2 t0", "C A2 t1", "B C2 t1", "B C2 t2", "B C2 t3"]
    );
}

/// A corner pattern sits in each corner in two orientations, or in one if it is
/// symmetric, and says what its whole rectangle holds.
#[test]
fn corner_patterns_describe_their_rectangle_exactly() {
    let one = Drawing::parse("+---\n|...\n|.O.\n|*..").cornered("J", '8');
    let board = Board::parse("..... .X... ..... ...X. .....");
    assert_eq!(
        found(std::slice::from_ref(&one), &board, Color::Black),
        ["J A5 t0", "J A5 t6", "J E1 t2", "J E1 t4"]
    );
    assert_eq!(found(std::slice::from_ref(&one), &board, Color::White), NONE);
    let twin = Drawing::parse("+--\n|*.\n|.O").cornered("S", '/');
    assert_eq!(found(&[one.clone(), twin], &board, Color::Black).len(), 6);
    let crowded = Board::parse("..O.. .X... ..... ..... .....");
    assert_eq!(found(&[one], &crowded, Color::Black), NONE, "a stone that is not drawn");
}

/// Extents tell patterns with the same stones and move apart; an empty corner is
/// a pattern as well.
#[test]
fn corner_patterns_may_differ_in_extent_or_have_no_stones() {
    let p = [
        Drawing::parse("+--\n|*.\n|.O").cornered("small", '/'),
        Drawing::parse("+---\n|*..\n|.O.\n|...").cornered("large", '/'),
        Drawing::parse("+-\n|*").cornered("empty", '/'),
    ];
    let board = Board::parse("...O .X.. .... ....");
    assert_eq!(
        found(&p, &board, Color::Black),
        ["small A4 t0", "large A4 t0", "empty A4 t0", "empty A1 t3", "empty D1 t2"]
    );
}
