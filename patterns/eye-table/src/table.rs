//! From solved games to the text of the database.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::game::{Game, MAX_SIZE, Space, Value};
use crate::shapes::{Drawing, canonical, drawings};

/// Numbers of patterns begin at this times their number of vertices.
const NUMBERS: u32 = 10_000;

/// Spaces with a loose stone have at most so many vertices: with more the file would be four times
/// as long, for spaces that hardly occur.
const MOST_WITH_LOOSE: usize = 6;

/// What was found about all shapes of one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Graphs, those with edges of the board counted separately.
    pub graphs: usize,
    /// Games solved: graphs with marginal vertices.
    pub games: usize,
    /// Eye spaces judged: games with stones of the attacker.
    pub spaces: usize,
    /// Patterns written.
    pub patterns: usize,
    /// Positions looked at.
    pub positions: usize,
}

/// A graph with a way to draw it.
struct Graph {
    drawing: Drawing,
    space: Space,
    /// Its symmetries: where each vertex goes.
    symmetries: Vec<Vec<usize>>,
}

/// The graphs of a size, those with most vertices at edges that matter first: of the shapes
/// that fit an eye space, the first one counts.
fn graphs(size: usize) -> Vec<Graph> {
    let mut seen: BTreeMap<Space, Graph> = BTreeMap::new();
    let key = |g: &Graph| {
        let last = g.drawing.cells.last().map_or(0, |c| c.0);
        (g.drawing.left, g.drawing.below, last, g.drawing.cells.clone())
    };
    for drawing in drawings(size) {
        let space = drawing.space();
        let (least, orders) = canonical(&space);
        let to_first = |order: &Vec<usize>| {
            let mut map = vec![0; size];
            for (new, &old) in order.iter().enumerate() {
                map[old] = orders[0][new];
            }
            map
        };
        let symmetries = orders.iter().map(to_first).collect();
        let graph = Graph { drawing, space, symmetries };
        match seen.get(&least) {
            Some(other) if key(other) <= key(&graph) => {}
            _ => {
                seen.insert(least, graph);
            }
        }
    }
    let mut list: Vec<Graph> = seen.into_values().collect();
    list.sort_by_key(|g| {
        let at_edge = g.space.unwalled & !general(&g.space).unwalled;
        (std::cmp::Reverse(at_edge.count_ones()), key(g))
    });
    list
}

/// The same graph away from the edges of the board.
fn general(space: &Space) -> Space {
    let inner = |i: &usize| space.neighbours[*i].count_ones() == 4;
    let unwalled = (0..space.size).filter(inner).fold(0, |set, i| set | 1 << i);
    Space { unwalled, ..*space }
}

fn image(set: u8, map: &[usize]) -> u8 {
    map.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0).fold(0, |all, (_, &j)| all | 1 << j)
}

/// The values of all sets of the attacker's stones.
fn values(space: Space) -> (BTreeMap<u8, Value>, usize) {
    let game = Game::new(space);
    let possible = (0..=space.all()).filter(|&x| space.is_possible(x));
    (possible.map(|x| (x, game.value(x))).collect(), game.positions())
}

/// Writes the patterns of one size, and counts.
pub fn write(size: usize, out: &mut String) -> Counts {
    assert!((1..=MAX_SIZE).contains(&size), "sizes from 1 to {MAX_SIZE}");
    let mut counts = Counts::default();
    let _ = writeln!(out, "\n# {size} {}\n", if size == 1 { "vertex" } else { "vertices" });
    for graph in graphs(size) {
        counts.graphs += 1;
        for marginal in 0..=graph.space.all() {
            if marginal & graph.space.unwalled != 0 {
                continue;
            }
            let singles = (0..size).map(|i| 1 << i).filter(|bit| marginal & bit != 0);
            let singles = singles.filter(|_| size <= MOST_WITH_LOOSE);
            for loose in std::iter::once(0).chain(singles) {
                let key = |map: &Vec<usize>| (image(marginal, map), image(loose, map));
                if graph.symmetries.iter().all(|map| key(map) >= (marginal, loose)) {
                    write_game(&graph, marginal, loose, &mut counts, out);
                }
            }
        }
    }
    counts
}

/// Whether an eye space need not be written: without a pattern it is taken for two eyes.
fn is_default(value: &Value) -> bool {
    value.eyes == [2; 4]
}

/// Writes the patterns of a graph with these marginal vertices, of which one may hold a loose
/// stone.
fn write_game(graph: &Graph, marginal: u8, loose: u8, counts: &mut Counts, out: &mut String) {
    let space = Space { marginal, loose, ..graph.space };
    let (values, mut positions) = values(space);
    counts.games += 1;
    counts.spaces += values.len();
    let elsewhere = general(&space);
    // At an edge only what is worth something else there is written.
    let wanted: BTreeSet<u8> = if elsewhere == space {
        values.iter().filter(|(_, v)| !is_default(v)).map(|(&x, _)| x).collect()
    } else {
        let (usual, more) = self::values(elsewhere);
        positions += more;
        values.iter().filter(|&(x, v)| usual.get(x) != Some(v)).map(|(&x, _)| x).collect()
    };
    counts.positions += positions;
    let symmetries: Vec<&Vec<usize>> = (graph.symmetries.iter())
        .filter(|map| (image(marginal, map), image(loose, map)) == (marginal, loose))
        .collect();
    let mut written = BTreeSet::new();
    let mut first = true;
    for &stones in &wanted {
        if written.contains(&stones) {
            continue;
        }
        let value = values[&stones];
        let free = space.all() & !(marginal | value.attack | value.defense);
        let wild = (0..space.size).filter(|i| free >> i & 1 != 0).fold(0u8, |wild, i| {
            let more = wild | 1 << i;
            let same = subsets(more)
                .all(|x| values.get(&(stones & !more | x)).is_none_or(|v| *v == value));
            if same { more } else { wild }
        });
        for x in subsets(wild) {
            for map in &symmetries {
                written.insert(image(stones & !wild | x, map));
            }
        }
        counts.patterns += 1;
        let number = space.size as u32 * NUMBERS + counts.patterns as u32;
        let _ = writeln!(out, "Pattern {number}");
        if first {
            let _ = writeln!(out, "# {positions} positions");
            first = false;
        }
        let _ = writeln!(out, "\n{}", draw(graph, &space, stones, wild, &value));
        let digits = value.eyes.map(|d| d.to_string()).concat();
        let _ = writeln!(out, ":{digits}\n");
    }
}

/// All subsets of a set.
fn subsets(set: u8) -> impl Iterator<Item = u8> {
    (0..=set).filter(move |x| x & !set == 0)
}

fn symbol(space: &Space, i: usize, stones: u8, wild: u8, value: &Value) -> char {
    let has = |set: u8| set >> i & 1 != 0;
    match (has(space.marginal), has(value.attack), has(value.defense)) {
        (true, true, true) => '@',
        (true, true, false) => '(',
        (true, false, true) => ')',
        (true, false, false) if has(space.loose) => '$',
        (true, false, false) => '!',
        (false, true, true) => '*',
        (false, true, false) => '<',
        (false, false, true) => '>',
        (false, false, false) if has(wild) => 'x',
        (false, false, false) if has(stones) => 'X',
        (false, false, false) => '.',
    }
}

/// The drawing, a line per row. Edges are drawn beside the vertices that have no wall there.
fn draw(graph: &Graph, space: &Space, stones: u8, wild: u8, value: &Value) -> String {
    let cells = &graph.drawing.cells;
    let rows = cells.iter().map(|c| c.0).max().unwrap_or(0) as usize + 1;
    let cols = cells.iter().map(|c| c.1).max().unwrap_or(0) as usize + 1;
    let mut grid = vec![vec![' '; cols + 1]; rows + 1];
    let at_edge = space.unwalled & !general(space).unwalled;
    for (i, &(r, c)) in cells.iter().enumerate() {
        let (r, c) = (r as usize, c as usize);
        grid[r][c + 1] = symbol(space, i, stones, wild, value);
        let (left, below) = graph.drawing.sides(i);
        if at_edge >> i & 1 != 0 {
            if left {
                grid[r][c] = '|';
            }
            if below {
                grid[r + 1][c + 1] = '-';
            }
        }
    }
    let lines: Vec<String> =
        grid.iter().map(|row| row.iter().collect::<String>().trim_end().to_string()).collect();
    let indent = usize::from(lines.iter().all(|l| l.is_empty() || l.starts_with(' ')));
    let mut out = String::new();
    for line in lines.iter().filter(|l| !l.is_empty()) {
        let _ = writeln!(out, "{}", line.get(indent..).unwrap_or(""));
    }
    out
}
