//! Unconditional life: diagrams with what a strong player says, and the definition itself on
//! small boards. X is Black, O is White.

use super::unconditional::{Unconditional, unconditional};
use crate::board::{Board, PointSet};
use crate::diagram;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;
use std::collections::HashSet;

fn both(text: &str) -> (Board, [Unconditional; 2]) {
    let board = diagram::parse(text).expect("a diagram");
    let found = Color::BOTH.map(|c| unconditional(&board, c));
    (board, found)
}

fn names(board: &Board, set: &PointSet) -> String {
    let names: Vec<String> = set.iter().map(|p| p.name(board.size())).collect();
    names.join(" ")
}

#[test]
fn a_stone_in_an_eye_is_dead_and_open_space_is_undecided() {
    let (board, [black, white]) = both(
        "
        . O . X . X .
        X X X X X X X
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    assert_eq!(names(&board, &black.territory), "A7 B7 C7 E7 G7");
    assert_eq!(black.alive, black.stones);
    assert_eq!(black.stones.len(), 9);
    assert_eq!(white, Unconditional::default());
}

/// Six vertices in the corner are too few for two eyes of White; nine are enough.
#[test]
fn territory_is_where_the_enemy_cannot_live_with_any_number_of_moves() {
    let (board, [black, _]) = both(
        "
        . . . X . X .
        . . . X X X X
        X X X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    assert_eq!(names(&board, &black.territory), "A7 B7 C7 E7 G7 A6 B6 C6");
    let (board, [black, _]) = both(
        "
        . . . X . X .
        . . . X X X X
        . . . X . X .
        X X X X X X X
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    assert_eq!(names(&board, &black.territory), "E7 G7 E5 G5");
}

#[test]
fn a_stone_that_can_be_captured_lives_next_to_its_territory() {
    let (_, [black, _]) = both(
        "
        . . X O X . X
        X . . . X X X
        X X X X X . X
        . . . . X X X
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    let loose = Point::parse("C7", 7).expect("a vertex");
    assert!(!black.stones.contains(loose));
    assert!(black.alive.contains(loose));
    assert!(black.territory.contains(Point::parse("D7", 7).expect("a vertex")), "D7 is dead");
}

/// Three vertices with Black in the middle: White can capture the stone, and has one eye.
#[test]
fn a_group_with_a_stone_on_its_vital_point_is_dead() {
    let (board, [black, white]) = both(
        "
        X X X X X X X
        X O O O O O X
        X O . X . O X
        X O O O O O X
        X X X X X X X
        . X . X . . .
        X X X X . . .",
    );
    assert!(white.stones.is_empty());
    assert_eq!(black.territory.len(), 12 + 2 + 2 + 6, "stones, eye, an eye of Black, his corner");
    assert_eq!(names(&board, &black.alive.minus(&black.stones)), "D5");
}

/// White cannot take the two stones without filling the eye space, and Black cannot make
/// a shape of which the capture leaves one eye: seki. Nothing is certain here.
#[test]
fn seki_without_two_eyes_in_sight_is_not_dead() {
    let text = "
        X X X X X X X . X
        X X O O O X X X .
        X X O . O O X X X
        X O O X . O X X X
        X O . X O O X X X
        X O O . O X X X X
        X X O O O X X X X
        X X X X X X X X X
        . . . . . . . . .";
    let (board, [black, white]) = both(text);
    assert_eq!(names(&board, &black.territory).split(' ').count(), 11);
    assert_eq!(black.alive, black.stones);
    assert_eq!(white, Unconditional::default());
    // Without the third vertex in a row for Black's fourth stone it is a dead shape.
    let (board, [black, _]) = both(&text.replace("X X O . O O X", "X X O O O O X"));
    let white = Point::parse("C7", 9).expect("a vertex");
    assert!(black.territory.contains(white), "{}", names(&board, &black.territory));
}

/// All vertices that stones or territory of invincible strings of `color` can cover after
/// moves of this colour alone.
fn covered(board: &mut Board, color: Color, seen: &mut HashSet<u64>, out: &mut PointSet) {
    if !seen.insert(board.hash()) {
        return;
    }
    let stones = unconditional(board, color).stones;
    out.union_with(&stones);
    for p in Point::all(board.size()) {
        if board.try_play(color, p) {
            covered(board, color, seen, out);
            board.undo();
        }
    }
}

/// The definition, by looking at all sequences of moves: what is invincible can never be
/// taken by the opponent moving alone, and what he cannot cover with invincible strings is
/// territory, unless it is seki.
#[test]
fn the_definition_holds_on_small_boards() {
    let mut rng = Rng::new(7);
    let (mut caves, mut territories) = (0, 0);
    for round in 0..6000 {
        let size = 3 + round % 2;
        let mut board = Board::new(size).expect("a size");
        for _ in 0..rng.within(4..60) {
            let color = if rng.below(5) == 0 { Color::White } else { Color::Black };
            board.try_play(color, Point::new(rng.within(..size), rng.within(..size)));
        }
        board.forget_moves();
        let (owner, guest) = (Color::Black, Color::White);
        let found = unconditional(&board, owner);
        if found.stones.is_empty() {
            continue;
        }
        caves += 1;
        let mut reached = PointSet::EMPTY;
        covered(&mut board, guest, &mut HashSet::new(), &mut reached);
        assert!(!found.stones.intersects(&reached), "{}", diagram::draw(&board));
        assert!(!found.territory.intersects(&reached), "{}", diagram::draw(&board));
        let own: PointSet =
            Point::all(size).filter(|&p| board.color_at(p) == Some(owner)).collect();
        let rest: PointSet = Point::all(size).collect();
        let expected = rest.minus(&reached).minus(&own);
        // An eye of the guest stays empty: it is not covered, but it is not territory either.
        for p in expected.minus(&found.territory) {
            let enclosed = board.neighbours(p).all(|q| reached.contains(q) || !own.contains(q));
            assert!(enclosed, "{} {}", p.name(size), diagram::draw(&board));
        }
        territories += usize::from(!found.territory.is_empty());
    }
    assert!(caves > 300 && territories > 200, "{caves} {territories}");
}
