//! Facts by diagram. X is Black, O is White.

use super::{
    Dragons, EyeSpaces, Facts, Influence, InfluenceMap, Known, Surround, Terrain, Worms,
    early_influence,
};
use crate::board::{Board, PointSet};
use crate::diagram;
use crate::patterns::PatternRunner;
use crate::reading::{Code, Limits, Memory, Reader};
use mkpat_rt::geom::{Color, Point, Transform};
use mkpat_rt::helper::Status;

/// The facts without databases, the eye shapes aside, and with these joins.
fn facts(text: &str, joins: &[(&str, &str)]) -> (Board, Facts) {
    let mut board = diagram::parse(text).expect("a diagram");
    let size = board.size();
    let at = |name: &str| Point::parse(name, size).expect("a vertex");
    let joins: Vec<_> = joins.iter().map(|&(a, b)| (at(a), at(b))).collect();
    let set = patterns::pattern_set().expect("databases");
    let mut runner = PatternRunner::new(&[], set.get_eyes("eyes"));
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let worms = Worms::read(&mut reader);
    let early =
        Color::BOTH.map(|c| early_influence(&mut runner, &mut reader, &worms, c.other(), None));
    let eyes = EyeSpaces::find(&mut reader, &worms, runner.shapes(), &Default::default());
    let cuts = Default::default();
    let dragons = Dragons::new(reader.board(), &worms, &eyes, &early, &cuts, &joins);
    let known = Known { worms: &worms, eyes: &eyes, dragons: Some(&dragons) };
    let (influence, terrain) = known.influence(&mut runner, &mut reader, Color::White, None);
    let (opposite, _) = known.influence(&mut runner, &mut reader, Color::Black, None);
    let color = Color::Black;
    (board, Facts { color, worms, dragons, influence, opposite, terrain, eyes, cuts })
}

/// The facts with our databases, Black to move.
pub(super) fn found(text: &str) -> (Board, Facts) {
    let mut board = diagram::parse(text).expect("a diagram");
    let set = patterns::pattern_set().expect("databases");
    let mut runner = PatternRunner::new(&set.databases, set.get_eyes("eyes"));
    let mut memory = Memory::default();
    let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
    let facts = Facts::find(&mut runner, &mut reader, Color::Black);
    (board, facts)
}

pub(super) fn at(name: &str, size: usize) -> Point {
    Point::parse(name, size).expect("a vertex")
}

const CORNER: &str = "
    . O . O X . .
    O O O O X . .
    X X X X X . .
    . . . . . . .
    . . . . . O .
    . . . . X X .
    . . . . . . .";

#[test]
fn worms_carry_their_codes() {
    let (_, t) = facts(CORNER, &[]);
    let white = t.worms.get(at("A6", 7)).expect("a string");
    assert_eq!((white.size, white.liberties[0], white.attack.code), (6, 2, Code::Lose));
    assert_eq!(t.worms.get(at("A7", 7)), None);
    // Two stones as near to each vertex between them share it.
    let (_, t) = facts("X.O\n...\n...", &[]);
    let sizes: Vec<f32> = t.worms.list().iter().map(|w| w.reach).collect();
    assert_eq!(sizes, [4.5, 4.5]);
    assert_eq!(t.worms.list()[0].effective_size(), 2.75);
}

#[test]
fn second_order_liberties_may_not_touch_the_enemy() {
    let (board, _) = facts("XO...\n.....\n.....\n.....\n.....", &[]);
    let s = at("B5", 5);
    assert_eq!(board.liberties_of_order(s, 1), 2);
    // C4 and D5; A4 touches Black.
    assert_eq!(board.liberties_of_order(s, 2), 3);
    assert_eq!(board.liberties_of_order(at("E1", 5), 2), 0);
}

#[test]
fn two_eyes_live_and_a_sealed_stone_dies() {
    let (_, t) = facts(CORNER, &[]);
    let white = t.dragons.get(at("A6", 7)).expect("a dragon");
    assert_eq!((white.status, white.eyes.value.attacker_first), (Status::Alive, 2));
    assert!(t.eyes.get(at("A7", 7), Color::White).is_some());
    let dead = "
        . X O . . . .
        X X O . . . .
        O O O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let (_, t) = facts(dead, &[]);
    assert_eq!(t.dragons.status(at("A6", 7)), Some(Status::Dead));
    assert_eq!(t.influence.territory(at("A7", 7)), Some(Color::White));
}

#[test]
fn joins_make_one_dragon_of_one_colour_only() {
    let text = "
        . . . . . . .
        . X . . . X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O . . . . .
        . . . . . . .";
    let same = |joins: &[(&str, &str)]| {
        let (_, t) = facts(text, joins);
        (t.dragons.same(at("B6", 7), at("F6", 7)), t.dragons.same(at("B6", 7), at("B2", 7)))
    };
    assert_eq!(same(&[]), (false, false));
    assert_eq!(same(&[("B6", "F6")]), (true, false));
    assert_eq!(same(&[("B6", "B2"), ("A1", "B6")]), (false, false));
}

#[test]
fn shared_liberties_join_unless_they_are_cut_marks() {
    // Two liberties in common.
    let text = "XX.\n..X\n...";
    let (board, t) = facts(text, &[]);
    assert!(t.dragons.same(at("A3", 3), at("C2", 3)));
    let mut cuts = [PointSet::EMPTY; 2];
    for name in ["C3", "B2"] {
        cuts[Color::White.index()].insert(at(name, 3));
    }
    let influence = [t.influence.clone(), t.opposite.clone()];
    let d = Dragons::new(&board, &t.worms, &EyeSpaces::default(), &influence, &cuts, &[]);
    assert!(!d.same(at("A3", 3), at("C2", 3)));
}

/// Influence has no preferred direction or colour.
#[test]
fn influence_is_symmetric() {
    let text = "
        . . . . . . .
        . X . . . . .
        . . . O . . .
        . . X . . . .
        . . . . . O .
        . . . . . . .
        . . . . . . .";
    let board = diagram::parse(text).expect("a diagram");
    let ones = vec![1.0; mkpat_rt::geom::AREA];
    let influence = Influence::new(&board, &ones, &Terrain::default());
    let centre = at("D4", 7);
    for t in Transform::ALL {
        let image = |p: Point| centre.offset(t.apply(p.minus(centre)), 7).expect("on the board");
        let stones = Point::all(7).filter_map(|p| Some((board.color_at(p)?.other(), image(p))));
        let turned = Board::with_stones(7, stones).expect("a board");
        let other = Influence::new(&turned, &ones, &Terrain::default());
        for p in Point::all(7) {
            let (a, b) = (influence.of(p, Color::Black), other.of(image(p), Color::White));
            assert!((a - b).abs() < 1e-5, "{t:?} {p:?}: {a} {b}");
        }
        assert!((influence.score(Color::Black) - other.score(Color::White)).abs() < 1e-3);
    }
}

/// What is taken from the influence of another position is what is found without it, to the last bit: after moves,
/// captures, and changes of strengths and of terrain.
#[test]
fn influence_after_a_change_is_as_found_anew() {
    let text = "
        . . . . . . . . . . .
        . . X . . . . . X . .
        . . . O . . . . . . .
        . . X . . . . O . X .
        . . . . . X . . . . .
        . O . . O X O . . X .
        . . . . X O X . . . .
        . . X . . . . . O . .
        . . . . O . . . . . .
        . X . O . . . X . . .
        . . . . . . . . . . .";
    let mut board = diagram::parse(text).expect("a diagram");
    let mut strengths = vec![1.0; mkpat_rt::geom::AREA];
    let mut terrain = Terrain::default();
    let source = |name: &str, color, is_strength| super::Source {
        point: at(name, 11),
        color,
        strength: 40.0,
        is_strength,
        is_intrusion: !is_strength,
        from: None,
    };
    terrain.sources.push(source("C6", Color::Black, true));
    let before = Influence::kept(&board, &strengths, &terrain, None);
    let compare = |board: &Board, strengths: &[f32], terrain: &Terrain, what: &str| {
        let anew = Influence::new(board, strengths, terrain);
        let again = Influence::kept(board, strengths, terrain, Some(&before));
        for found in [
            &before.changed(board, strengths, terrain),
            &again,
            &again.changed(board, strengths, terrain),
        ] {
            for color in Color::BOTH {
                let maps = [
                    InfluenceMap::Strength(color),
                    InfluenceMap::Reach(color),
                    InfluenceMap::Territory,
                ];
                for (map, p) in
                    maps.into_iter().flat_map(|map| Point::all(11).map(move |p| (map, p)))
                {
                    assert_eq!(
                        found.map(map, p),
                        anew.map(map, p),
                        "{what}: {map:?} {}",
                        p.name(11)
                    );
                }
            }
        }
    };
    compare(&board, &strengths, &terrain, "nothing");
    // F4 takes the stone at F5.
    for (color, name) in [(Color::White, "K2"), (Color::Black, "F4"), (Color::White, "B11")] {
        board.play(color, at(name, 11)).expect("a legal move");
        compare(&board, &strengths, &terrain, name);
    }
    assert!(board.is_empty(at("F5", 11)));
    strengths[at("H8", 11).idx()] = 0.0;
    compare(&board, &strengths, &terrain, "H8 is dead");
    strengths[at("C4", 11).idx()] = 0.5;
    compare(&board, &strengths, &terrain, "C4 is weak");
    terrain.barriers[Color::White.index()].insert(at("D8", 11));
    compare(&board, &strengths, &terrain, "a barrier at D8");
    terrain.sources.push(source("G9", Color::White, false));
    compare(&board, &strengths, &terrain, "a source at G9");
    terrain.sources.remove(0);
    compare(&board, &strengths, &terrain, "no source at C6");
}

#[test]
fn dead_stones_count_double() {
    let text = "
        . . . . .
        . X X X .
        . X O X .
        . X X X .
        . . . . .";
    // A stone without liberties cannot stand: leave it one.
    let text = text.replacen("X O X", "X O .", 1);
    let board = diagram::parse(&text).expect("a diagram");
    let mut strengths = vec![1.0; mkpat_rt::geom::AREA];
    let alive = Influence::new(&board, &strengths, &Terrain::default()).score(Color::Black);
    strengths[at("C3", 5).idx()] = 0.0;
    let dead = Influence::new(&board, &strengths, &Terrain::default());
    assert!(dead.score(Color::Black) > alive + 1.5);
    assert_eq!(dead.territory(at("C3", 5)), Some(Color::Black));
}

/// The manual's two positions: a stone that crosses the line between the stones above it gets
/// away, one that is left behind it is closed in.
#[test]
fn a_dragon_in_the_hull_of_its_enemies_is_surrounded() {
    let free = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . O . . . . .
        . . X . . . . . X . .
        . . X . . O . . . X .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    let (_, t) = facts(free, &[("F9", "F7")]);
    let hull = t.dragons.get(at("F7", 11)).expect("a dragon").around.hull;
    assert_eq!(hull.status, Surround::Open);
    let closed = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . X . . . X . .
        . . . . O . . . .
        . . X . . . X . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let (board, t) = facts(closed, &[]);
    let dragon = t.dragons.get(at("E5", 9)).expect("a dragon");
    assert_eq!(dragon.around.hull.status, Surround::Surrounded);
    assert_eq!(dragon.around.escape_route, 0);
    // 1 in the hull, 2 beside it, 0 farther away.
    let map = |name: &str| dragon.around.hull.map(&board, at(name, 9));
    assert_eq!(["E5", "D5", "C6", "E8", "B5", "A5", "A1"].map(map), [1, 1, 1, 2, 2, 0, 0]);
    // Without the two stones below it is open, and one of them closes it again.
    let open = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . X . . . . . .
        . . . . X . . . X . . . .
        . . . . X . O . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .";
    let (board, t) = facts(open, &[]);
    let dragon = t.dragons.get(at("G7", 13)).expect("a dragon");
    assert_eq!(dragon.around.hull.status, Surround::Open);
    assert!(dragon.around.escape_route > 0);
    let closes = |p: &str| t.dragons.does_surround(&board, at(p, 13), at("G7", 13));
    assert_eq!(["J6", "A1", "E8"].map(closes), [true, false, false]);
}
