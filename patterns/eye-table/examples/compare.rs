//! Compares a database of eye shapes with the games that they are about: `compare FILE
//! [--all]`. Each shape is taken with every choice for its `x`; its digits and vital points are
//! compared with those of the solved game. Shapes with more than seven vertices or several `$` are
//! counted and left out.

use std::collections::BTreeMap;
use std::process::ExitCode;

use eye_table::{Game, MAX_SIZE, Space, Value};

/// A shape as it is drawn.
struct Shape {
    name: String,
    rows: Vec<Vec<char>>,
    digits: [u8; 4],
}

fn parse(text: &str) -> Vec<Shape> {
    let mut out = Vec::new();
    let mut current: Option<(String, Vec<Vec<char>>)> = None;
    for line in text.lines().map(str::trim_end) {
        if let Some(name) = line.strip_prefix("Pattern ") {
            current = Some((name.trim().to_string(), Vec::new()));
        } else if line.starts_with('#') || line.is_empty() {
        } else if let Some(value) = line.strip_prefix(':') {
            let digits: Vec<u8> = value.bytes().take(4).map(|b| b.wrapping_sub(b'0')).collect();
            if let (Some((name, rows)), Ok(digits)) = (current.take(), digits.try_into()) {
                out.push(Shape { name, rows, digits });
            }
        } else if let Some((_, rows)) = &mut current {
            rows.push(line.chars().collect());
        }
    }
    out
}

const VERTICES: &str = ".Xx*<>!@()$";

/// The vertices in order, and the graph.
fn graph(shape: &Shape) -> Option<(Vec<char>, Space)> {
    let at = |r: i32, c: i32| -> char {
        let row = usize::try_from(r).ok().and_then(|r| shape.rows.get(r));
        let cell = row.and_then(|row| usize::try_from(c).ok().and_then(|c| row.get(c)));
        cell.copied().unwrap_or(' ')
    };
    let mut cells = Vec::new();
    for (r, row) in shape.rows.iter().enumerate() {
        for (c, &symbol) in row.iter().enumerate() {
            if VERTICES.contains(symbol) {
                cells.push((r as i32, c as i32));
            }
        }
    }
    if cells.len() > MAX_SIZE || cells.iter().filter(|&&(r, c)| at(r, c) == '$').count() > 1 {
        return None;
    }
    let mut space =
        Space { size: cells.len(), neighbours: [0; MAX_SIZE], unwalled: 0, marginal: 0, loose: 0 };
    for (i, &(r, c)) in cells.iter().enumerate() {
        let mut edges = 0;
        for (dr, dc) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
            if let Some(j) = cells.iter().position(|&p| p == (r + dr, c + dc)) {
                space.neighbours[i] |= 1 << j;
            } else if "|-+".contains(at(r + dr, c + dc)) {
                edges += 1;
            }
        }
        if space.neighbours[i].count_ones() + edges == 4 {
            space.unwalled |= 1 << i;
        }
        if "!@()$".contains(at(r, c)) {
            space.marginal |= 1 << i;
        }
        if at(r, c) == '$' {
            space.loose |= 1 << i;
        }
    }
    Some((cells.iter().map(|&(r, c)| at(r, c)).collect(), space))
}

fn set(symbols: &[char], of: &str) -> u8 {
    symbols.iter().enumerate().filter(|(_, s)| of.contains(**s)).fold(0, |m, (i, _)| m | 1 << i)
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else {
        eprintln!("usage: compare FILE [--all]");
        return ExitCode::from(2);
    };
    let show_all = args.next().is_some();
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("{path}: {e}");
            return ExitCode::from(2);
        }
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for shape in parse(&text) {
        let Some((symbols, space)) = graph(&shape) else {
            *counts.entry("left out").or_default() += 1;
            continue;
        };
        let game = Game::new(space);
        let (wild, stones) = (set(&symbols, "x"), set(&symbols, "X$"));
        let (attack, defense) = (set(&symbols, "*<@("), set(&symbols, "*>@)"));
        let mut found: Vec<(&str, u8, Value)> = Vec::new();
        for x in (0..=wild).filter(|x| x & !wild == 0) {
            if !space.is_possible(stones | x) {
                continue;
            }
            let value = game.value(stones | x);
            let said = shape.digits;
            let class = if value.eyes[1..3] != said[1..3] {
                "other eyes"
            } else if value.eyes != said {
                "other threats"
            } else if (attack, defense) == (value.attack, value.defense) {
                "equal"
            } else if attack & !value.attack == 0 && defense & !value.defense == 0 {
                "fewer vital points"
            } else {
                "other vital points"
            };
            found.push((class, stones | x, value));
        }
        let worst = found.iter().map(|f| f.0).max_by_key(|c| {
            ["equal", "fewer vital points", "other vital points", "other threats", "other eyes"]
                .iter()
                .position(|k| k == c)
        });
        let class = worst.unwrap_or("impossible");
        *counts.entry(class).or_default() += 1;
        if class == "other eyes" || show_all && class != "equal" {
            println!("{} {:?} {class}", shape.name, shape.digits);
            for row in &shape.rows {
                println!("    {}", row.iter().collect::<String>());
            }
            for (c, x, v) in found.iter().filter(|f| f.0 == class).take(2) {
                println!(
                    "  {c}: stones {x:07b} {:?} attack {:07b} defense {:07b}",
                    v.eyes, v.attack, v.defense
                );
            }
        }
    }
    for (class, n) in counts {
        println!("{class:<20} {n}");
    }
    ExitCode::SUCCESS
}
