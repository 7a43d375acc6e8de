//! Eye-shape databases: the language, and matching against its definition.

use crate::common;
use std::collections::BTreeMap;

use mkpat::language::manifest::Kind;
use mkpat::language::{eyes, load};
use mkpat_rt::eyes::{EyeDb, EyeShape, EyeSpace};
use proptest::prelude::*;

/// The database of a text without errors.
fn database(text: &str) -> EyeDb {
    let mut run = common::run(Kind::Eyes, text);
    let compiled = run.compile().unwrap_or_else(|| panic!("{:#?}", common::findings(&run)));
    compiled.eyes.into_iter().next().unwrap()
}

/// What is wrong with a text, warnings included.
fn findings(text: &str) -> Vec<String> {
    let mut run = common::run(Kind::Eyes, text);
    if let load::Lowered::Eyes(db) = run.lower_one(0) {
        let compiled = eyes::compile(&run.sources, &db);
        eyes::check(&db, &compiled, &mut run.diags);
    }
    run.diags.sort();
    common::findings(&run)
}

/// The definition (docs/pattern-language.md, "Eye shapes"), word by word: the first shape with a
/// bijection, of its bijections the one whose images come first.
fn defined(db: &EyeDb, space: &EyeSpace) -> Option<(u32, Vec<usize>)> {
    db.shapes().iter().filter(|shape| shape.vertices().len() == space.len()).find_map(|shape| {
        let mut images = Vec::new();
        first_bijection(shape, space, &mut images).then_some((shape.number, images))
    })
}

/// Goes through all permutations in order.
fn first_bijection(shape: &EyeShape, space: &EyeSpace, images: &mut Vec<usize>) -> bool {
    if images.len() == space.len() {
        return is_match(shape, space, images);
    }
    for image in 0..space.len() {
        if !images.contains(&image) {
            images.push(image);
            if first_bijection(shape, space, images) {
                return true;
            }
            images.pop();
        }
    }
    false
}

fn is_match(shape: &EyeShape, space: &EyeSpace, images: &[usize]) -> bool {
    shape.vertices().iter().enumerate().all(|(i, v)| {
        let image = &space.vertices()[images[i]];
        let content = match (v.kind.symbol(), image.has_stone) {
            ('x', _) => true,
            ('X' | '$', has_stone) => has_stone,
            (_, has_stone) => !has_stone,
        };
        let edges = match v.edges {
            2 => image.edges == 2,
            1 => image.edges == 1 || image.edges == 2,
            _ => true,
        };
        let marginal = "!@()$".contains(v.kind.symbol()) == image.is_marginal;
        let adjacent = shape.vertices().iter().enumerate().all(|(j, w)| {
            let rows = i32::from(v.row) - i32::from(w.row);
            let cols = i32::from(v.col) - i32::from(w.col);
            (rows.abs() + cols.abs() == 1) == space.are_neighbours(images[i], images[j])
        });
        content && edges && marginal && adjacent
    })
}

fn found(db: &EyeDb, space: &EyeSpace) -> Option<(u32, Vec<usize>)> {
    db.find(space).map(|m| (m.shape.number, (0..space.len()).map(|i| m.image(i)).collect()))
}

/// An eye space that a shape accepts, its vertices numbered by `order`: bit `i` of
/// `choice` decides what a wildcard is and whether a vertex lies nearer to the edge.
fn space_of(shape: &EyeShape, order: &[usize], choice: u32) -> EyeSpace {
    let vertices = shape.vertices();
    let mut space = EyeSpace::new();
    for &i in order {
        let v = &vertices[i];
        let bit = choice >> i & 1 != 0;
        let has_stone = v.kind.may_hold_stone() && (bit || !v.kind.may_be_empty());
        let edges = (v.edges + u8::from(choice >> (i + 5) & 7 == 0)).min(2);
        space.add(v.kind.is_marginal(), has_stone, edges);
    }
    for (a, &i) in order.iter().enumerate() {
        for (b, &j) in order.iter().enumerate() {
            if vertices[i].neighbours >> j & 1 != 0 {
                space.connect(a, b);
            }
        }
    }
    space
}

#[test]
fn a_drawing_becomes_a_graph_with_edges_and_vital_points() {
    let db = database(
        "# A comment.\nPattern 7\n# and one here\n\n|.\n# even here\n   \n|*X\t \n+---\n\n:1122\r\n",
    );
    insta::assert_snapshot!(db.dump(), @r"
    eyes test: 1 shapes

    7 :1122 test.db:2, 3 vertices, 0 marginal, neighbours 2/1/0
      0 . (0,1) edges 1 -1
      1 * (1,1) edges 2 -0 -2
      2 X (1,2) edges 1 -1
    ");
}

#[test]
fn edges_belong_to_the_vertex_beside_them() {
    let db = database(
        "Pattern 1\n---+\n .!|\n:1111\n\nPattern 2\n -\n .\n:1111\nPattern 3\n. |\n.|\n:1111\n",
    );
    let edges: Vec<Vec<u8>> =
        db.shapes().iter().map(|s| s.vertices().iter().map(|v| v.edges).collect()).collect();
    assert_eq!(edges, [vec![1, 2], vec![1], vec![0, 1]]);
}

#[test]
fn mistakes_have_one_finding_each_at_its_place() {
    for (text, want) in [
        ("", "KP0505 1:1 the database has no shapes"),
        (".\n:1111\n.\n", "KP0003 1:1 a line before the first `Pattern` line"),
        (":1111\n", "KP0005 1:1 a line before the first `Pattern` line"),
        ("Pattern 1\n.\n", "KP0004 1:1 a shape without a colon line"),
        ("Pattern 1\n:1111\n.\n:1111\n", "KP0005 2:1 a colon line before the drawing"),
        ("Pattern 1\n.\n:1111\n:1111\n", "KP0005 4:1 a second colon line"),
        ("Pattern 1\n.\n:1111\n.\n:0000\n", "KP0003 4:1 a row below the colon line"),
        ("Pattern 1\n\nPattern 2\n.\n:1111\n", "KP0006 1:1 a shape without a drawing"),
        ("Pattern 1\n---\n:1111\n", "KP0006 2:1 a drawing without a vertex"),
        ("Pattern1\n.\n:1111\n", "KP0007 1:1 no blank between `Pattern` and the number"),
        ("Pattern\n.\n:1111\n", "KP0007 1:1 the shape has no number"),
        ("Pattern 1\n.\n.O\n:1111\n", "KP0711 3:2 `O` is no vertex of an eye shape"),
        ("Pattern 1\n\t.\n:1111\n", "KP0711 2:1 `\\t` is no vertex of an eye shape"),
        ("Pattern 1\n.\n:111\n", "KP0712 3:2 an eye value is four digits, each 0, 1 or 2"),
        ("Pattern 1\n.\n:\n", "KP0712 3:2 an eye value is four digits, each 0, 1 or 2"),
        ("Pattern 1\n.\n:1113\n", "KP0712 3:2 an eye value is four digits, each 0, 1 or 2"),
        ("Pattern 1\n.\n:1121\n", "KP0712 3:2 the digits of an eye value do not decrease"),
        (
            "Pattern 1\n...\n:1122\n",
            "KP0713 2:1 no vital point is marked, but it makes a difference who moves first",
        ),
        (
            "Pattern 1\n.<.\n:1122\n",
            "KP0713 2:1 no defence point is marked, but it makes a difference who moves first",
        ),
        (
            "Pattern 1\n.)\n:1122\n",
            "KP0713 2:1 no attack point is marked, but it makes a difference who moves first",
        ),
        (
            "Pattern 1\n.>\n:1111\nPattern 2\n.<.\n:0111\nPattern 3\n.!\n:1222\n",
            "KP0714 2:2 a vital point, but it makes no difference who moves, nor how often",
        ),
        ("Pattern a1\n.\n:1111\n", "KP0715 1:9 `a1` is not the number of a shape"),
        ("Pattern 1 a\n.\n:1111\n", "KP0715 1:9 `1 a` is not the number of a shape"),
        (
            "Pattern 99999999999\n.\n:1111\n",
            "KP0715 1:9 `99999999999` is not the number of a shape",
        ),
        ("Pattern 2\n.\n:1111\nPattern 2\n!\n:0000\n", "KP0728 4:9 shape 2 follows shape 2"),
        (
            "Pattern 1\n...........\n..........\n:2222\n",
            "KP0716 2:1 21 vertices; at most 20 make a shape",
        ),
        (
            "Pattern 1\n                    .\n:2222\n",
            "KP0716 2:21 a drawing of more than 20 rows or columns",
        ),
        ("Pattern 1\n -\n|.|\n:1111\n", "KP0717 3:3 a third board edge beside a vertex"),
        ("Pattern 1\n. .\n:2222\n", "KP0718 2:1 the vertices of shape 1 are not connected"),
        ("Pattern 1\nx.\n:1111\nPattern 2\n.\nX\n:2222\n", "KP0719 4:1 shape 2 is never matched"),
        ("Pattern 1\n.\0\n:1111\n", "KP0001 2:2 a NUL byte; this is not a text file"),
    ] {
        let found = findings(text);
        assert_eq!(found, [want], "{text}");
    }
}

#[test]
fn a_shape_with_an_error_does_not_spoil_its_neighbours() {
    let text = "Pattern 1\nO\n:1111\n\nPattern 2\n.\n:7\n\nPattern 3\n.\n:1111\n";
    let mut run = common::run(Kind::Eyes, text);
    let load::Lowered::Eyes(db) = run.lower_one(0) else { panic!("not eyes") };
    assert_eq!(db.shapes.iter().map(|s| s.number).collect::<Vec<_>>(), [3]);
    assert_eq!(common::findings(&run).len(), 2);
    assert!(run.compile().is_none());
}

/// Not that many findings are useful.
#[test]
fn a_file_of_mistakes_is_given_up() {
    let text: String = (1..5000).map(|n| format!("Pattern {n}\nO\n:1111\n")).collect();
    assert_eq!(findings(&text).len(), 1000);
}

/// A small database with wildcards, edges, margins and an exception before the
/// rule, and eye spaces of all kinds against it.
const SMALL: &str = "
Pattern 1
X
:1111
Pattern 2
x
:1111
Pattern 3
(>
:0011
Pattern 4
|.
|x.
+--
:1111
Pattern 5
x*x
:1122
Pattern 6
.*
..
:1122
Pattern 7
..
..
:1111
Pattern 8
 .
x*x
 !
:1122
Pattern 9
.!
 x
 *.
:0122
";

/// The eye spaces that go with [`SMALL`]: of a shape, or of a random graph.
fn spaces() -> impl Strategy<Value = EyeSpace> {
    let small = database(SMALL);
    let of_shape = (0..small.shapes().len(), any::<u32>()).prop_flat_map(move |(i, choice)| {
        let shape = small.shapes()[i].clone();
        let order: Vec<usize> = (0..shape.vertices().len()).collect();
        Just(order).prop_shuffle().prop_map(move |order| space_of(&shape, &order, choice))
    });
    let vertex = (any::<bool>(), any::<bool>(), 0u8..3);
    let links = prop::collection::vec((0usize..6, 0usize..6), 0..10);
    let random = (prop::collection::vec(vertex, 0..6), links).prop_map(|(vertices, links)| {
        let mut space = EyeSpace::new();
        for (is_marginal, has_stone, edges) in vertices {
            space.add(is_marginal, has_stone, edges);
        }
        let n = space.len();
        links.into_iter().filter(|&(a, b)| a < n && b < n).for_each(|(a, b)| space.connect(a, b));
        space
    });
    prop_oneof![3 => of_shape, 1 => random]
}

/// Lines that a database may have, and some that it may not.
fn lines() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "Pattern 1",
        "Pattern 2",
        "Pattern 30",
        "Pattern",
        "Pattern4",
        "# c",
        "",
        "  ",
        ".x",
        " *",
        "|.",
        "|x!",
        "+--",
        "---",
        "($)",
        "<>",
        ":1111",
        ":1122",
        ":0011",
        ":",
        "\u{e9}.",
        "O",
    ]);
    let line = prop_oneof![9 => known.prop_map(String::from), 1 => any::<String>()];
    let end = prop_oneof![4 => Just("\n"), 1 => Just("\r\n"), 1 => Just("")];
    prop::collection::vec((line, end), 0..30)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

proptest! {
    /// Whatever the text is: it compiles, or something is wrong with it.
    #[test]
    fn no_text_is_too_strange(text in lines()) {
        findings(&text);
        let mut run = common::run(Kind::Eyes, &text);
        let compiled = run.compile();
        prop_assert_eq!(compiled.is_none(), run.diags.has_errors());
    }

    #[test]
    fn matching_is_what_its_definition_says(space in spaces()) {
        let db = database(SMALL);
        prop_assert_eq!(found(&db, &space), defined(&db, &space));
    }
}

/// GNU Go's database: nothing is wrong, and it holds what was counted in it.
#[test]
fn the_reference_database_is_read_whole() {
    let Some(path) = common::shared("corpus/gnugo-3.8/eyes.db") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let db = database(&text);
    assert_eq!(db.shapes().len(), 721);
    let mut sizes = BTreeMap::new();
    let mut values = BTreeMap::new();
    for shape in db.shapes() {
        *sizes.entry(shape.vertices().len()).or_insert(0) += 1;
        *values.entry(shape.value.to_string()).or_insert(0) += 1;
        assert!(shape.is_connected());
    }
    assert_eq!(sizes.into_values().collect::<Vec<_>>(), [3, 3, 10, 47, 149, 311, 153, 29, 8, 8]);
    let counts = [7, 17, 4, 61, 32, 59, 22, 42, 90, 14, 58, 46, 217, 39, 13];
    assert_eq!(values.into_values().collect::<Vec<_>>(), counts);
    let edges = db.shapes().iter().filter(|s| s.vertices().iter().any(|v| v.edges > 0));
    assert_eq!(edges.count(), 89);
    assert_eq!(EyeDb::from_bytes(&db.to_bytes()).unwrap(), db);
}

/// Every shape of GNU Go's database matches the eye space that it draws, if
/// no earlier one does; small ones are compared with the definition.
#[test]
fn shapes_of_the_reference_database_match_what_they_draw() {
    let Some(path) = common::shared("corpus/gnugo-3.8/eyes.db") else { return };
    let db = database(&std::fs::read_to_string(path).unwrap());
    let mut own = 0;
    for (k, shape) in db.shapes().iter().enumerate() {
        let n = shape.vertices().len();
        let order: Vec<usize> = (0..n).map(|i| (i * 7 + k) % n).collect();
        let order = if n.is_multiple_of(7) { (0..n).rev().collect() } else { order };
        let space = space_of(shape, &order, (k as u32).wrapping_mul(0x9e37_79b9) | 0xffe0);
        let (number, images) = found(&db, &space).expect("the shape itself, at least");
        assert!(number <= shape.number);
        own += usize::from(number == shape.number);
        let winner = db.shapes().iter().find(|s| s.number == number).unwrap();
        assert!(is_match(winner, &space, &images));
        if n <= 5 {
            assert_eq!(Some((number, images)), defined(&db, &space), "{number}");
        }
    }
    assert!(own > 600, "only {own} shapes win on their own drawing");
}
