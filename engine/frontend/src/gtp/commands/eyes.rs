//! What the engine knows about eyes.

use engine::facts::{EyeData, HalfEye};
use mkpat_rt::eyes::{EyeDb, EyeSpace, EyeValue};
use mkpat_rt::geom::{Color, Point};

use super::super::command::{Command, command};
use super::super::{Args, Response};
use crate::session::Session;

pub(in crate::gtp) const COMMANDS: &[Command] = &[
    command(
        "eval_eye",
        "VERTEX",
        "How many eyes does the eye space at a vertex yield? Answers them if the opponent moves \
         first and if the owner does; if they differ, where the one and the other moves; -1 \
         where no eye can be made.",
        eval_eye,
    ),
    command(
        "eye_data",
        "COLOR VERTEX",
        "Shows what is known of the eye space of a player at a vertex: a name and a value per line \
         (vertices, marginal vertices, eyes by who moves first and how often, and of the vertex: \
         whether it is marginal, its neighbours in the space, those of them that are marginal).",
        eye_data,
    ),
    command(
        "half_eye_data",
        "VERTEX",
        "Shows what the diagonals say of a vertex that ends an eye space: at most 2 a proper eye, 3 \
         half an eye, 4 or more a false eye, between them by a ko; 10 of any other vertex.",
        half_eye_data,
    ),
    command(
        "test_eyeshape",
        "SIZE VERTEX ...",
        "Is what is known of an eye space with these vertices (up to seven) consistent, for every set of \
         enemy stones in it? The attacker, moving first, must not get less than by any of his moves, \
         nor the owner, and no side may lose by moving once more. Answers nothing if so, else a line for \
         each contradiction.",
        test_eyeshape,
    ),
    command(
        "analyze_eyegraph",
        "SHAPE",
        "Looks up an eye shape, drawn with % for a new line and O for a blank (`OO!%O.X%!....`). \
         Answers the eyes by who moves first and how often, and the shape with its vital points.",
        analyze_eyegraph,
    ),
];

fn analyze_eyegraph(s: &mut Session, args: &mut Args<'_>) -> Response {
    let word = args.word().ok_or("missing eye shape")?;
    let mut rows: Vec<Vec<char>> =
        word.split('%').map(|row| row.replace('O', " ").chars().collect()).collect();
    let at = |r: usize, c: usize| rows.get(r).and_then(|row| row.get(c)).copied().unwrap_or(' ');
    let mut graph = EyeSpace::new();
    let mut places = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, &symbol) in row.iter().enumerate() {
            let near = [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
            match symbol {
                '.' | 'X' | '!' | '$' => {
                    let edges = near.iter().filter(|(r, c)| "|-+".contains(at(*r, *c))).count();
                    graph.add("!$".contains(symbol), "X$".contains(symbol), edges.min(2) as u8);
                    places.push((r, c));
                }
                ' ' | '|' | '-' | '+' => {}
                _ => return Err("eye shapes are drawn with . X ! $ and edges".into()),
            }
        }
    }
    if places.is_empty() {
        return Err("eye shape without a vertex".into());
    }
    for (i, a) in places.iter().enumerate() {
        for (j, b) in places.iter().enumerate().skip(i + 1) {
            if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1 {
                graph.connect(i, j);
            }
        }
    }
    let shapes = s.patterns().eyes.first().ok_or("there is no database of eye shapes")?;
    let mut value = EyeValue::TWO_EYES;
    if let Some(found) = shapes.find(&graph) {
        value = found.shape.value;
        let mark = |rows: &mut Vec<Vec<char>>, i: usize, marks: [char; 2]| {
            let (r, c) = places[i];
            rows[r][c] = marks[usize::from(graph.vertices()[i].is_marginal)];
        };
        let attacks: Vec<usize> = found.attack_points().collect();
        let defenses: Vec<usize> = found.defense_points().collect();
        for &i in &attacks {
            mark(&mut rows, i, if defenses.contains(&i) { ['*', '@'] } else { ['<', '('] });
        }
        for &i in defenses.iter().filter(|i| !attacks.contains(i)) {
            mark(&mut rows, i, ['>', ')']);
        }
    }
    let lines: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    Ok(format!("{value}\n{}", lines.join("\n")))
}

fn test_eyeshape(s: &mut Session, args: &mut Args<'_>) -> Response {
    let size: usize = args.word().and_then(|w| w.parse().ok()).ok_or("missing size")?;
    let mut points = Vec::new();
    while !args.rest().is_empty() {
        points.push(args.vertex(s)?);
    }
    if points.len() != size {
        return Err("the size is not the number of vertices".into());
    }
    if size == 0 || size > LARGEST_TABLED {
        return Err("eye shapes have one to seven vertices".into());
    }
    let board_size = s.game().size();
    let shapes = s.patterns().eyes.first().ok_or("there is no database of eye shapes")?;
    let values: Vec<EyeValue> =
        (0..1usize << size).map(|set| tabled(shapes, board_size, &points, set)).collect();
    let mut lines = Vec::new();
    for (set, value) in values.iter().enumerate() {
        let [a, b, c, d] = value.digits();
        if a > b || b > c || c > d {
            lines
                .push(format!("{value} with {} falls by a move", stones(&points, set, board_size)));
        }
        for (i, p) in points.iter().enumerate().filter(|(i, _)| set >> i & 1 == 0) {
            let after = values[set | 1 << i];
            // A stone on the last free vertex would be suicide, or takes all.
            if set | 1 << i != values.len() - 1 && after.defender_first < b {
                lines.push(format!(
                    "{value} with {}, but {after} after {}",
                    stones(&points, set, board_size),
                    p.name(board_size)
                ));
            }
        }
    }
    Ok(lines.join("\n"))
}

/// Eye spaces of so many vertices are in the table.
const LARGEST_TABLED: usize = 7;

/// The stones of a set, by name.
fn stones(points: &[Point], set: usize, size: usize) -> String {
    let inside = points.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
    let names: Vec<String> = inside.map(|(_, p)| p.name(size)).collect();
    if names.is_empty() { "no stone".to_string() } else { names.join(" ") }
}

/// What the table says of a closed eye space with enemy stones on a set of its vertices.
fn tabled(shapes: &EyeDb, board_size: usize, points: &[Point], set: usize) -> EyeValue {
    let mut graph = EyeSpace::new();
    let last = board_size - 1;
    for (i, p) in points.iter().enumerate() {
        let on_edge = |n: usize| u8::from(n == 0) + u8::from(n == last);
        graph.add(false, set >> i & 1 == 1, (on_edge(p.row()) + on_edge(p.col())).min(2));
    }
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            if a.row().abs_diff(b.row()) + a.col().abs_diff(b.col()) == 1 {
                graph.connect(i, j);
            }
        }
    }
    shapes.find(&graph).map_or(EyeValue::TWO_EYES, |found| found.shape.value)
}

/// The eye space at a vertex: one to which it belongs for certain before one in which it is
/// marginal.
fn space_at(s: &mut Session, p: Point) -> Option<EyeData> {
    let spaces = s.facts_without_life().eyes;
    let mut found: Vec<EyeData> =
        Color::BOTH.iter().filter_map(|&c| spaces.get(p, c).cloned()).collect();
    found.sort_by_key(|e| e.marginal.contains(p));
    found.into_iter().next()
}

fn eval_eye(s: &mut Session, args: &mut Args<'_>) -> Response {
    let p = args.vertex(s)?;
    let size = s.game().size();
    let Some(eye) = space_at(s, p) else { return Ok("-1".to_string()) };
    let [_, first, last, _] = eye.value.digits();
    let name = |list: &[Point]| list.first().copied().unwrap_or(Point::PASS).name(size);
    Ok(if first == last {
        format!("{first} {last}")
    } else {
        format!("{first} {last} {} {}", name(&eye.attacks), name(&eye.defenses))
    })
}

/// Lines of a name and a value.
fn rows(rows: &[(&str, String)]) -> String {
    rows.iter().map(|(name, value)| format!("{name:<20} {value}\n")).collect()
}

fn eye_data(s: &mut Session, args: &mut Args<'_>) -> Response {
    let color = args.color()?;
    let p = args.vertex(s)?;
    let size = s.game().size();
    let spaces = s.facts_without_life().eyes;
    let board = s.game().board();
    let near = |eye: &EyeData| {
        let list: Vec<Point> = board.neighbours(p).filter(|&q| eye.points.contains(q)).collect();
        (list.len(), list.iter().filter(|&&q| eye.marginal.contains(q)).count())
    };
    let eye = spaces.get(p, color);
    let number = |get: &dyn Fn(&EyeData) -> usize| eye.map_or(0, get).to_string();
    Ok(rows(&[
        ("origin", eye.map_or(Point::PASS, |e| e.origin).name(size)),
        ("color", eye.map_or("empty".to_string(), |e| e.color.to_string())),
        ("esize", number(&|e| e.points.len())),
        ("msize", number(&|e| e.marginal.len())),
        ("value", eye.map_or("0000".to_string(), |e| e.value.to_string())),
        ("marginal", number(&|e| e.marginal.contains(p).into())),
        ("neighbors", number(&|e| near(e).0)),
        ("marginal_neighbors", number(&|e| near(e).1)),
    ]))
}

fn half_eye_data(s: &mut Session, args: &mut Args<'_>) -> Response {
    let p = args.vertex(s)?;
    let size = s.game().size();
    let spaces = s.facts_without_life().eyes;
    let half = spaces.half_eye(p);
    let kind = match half {
        Some(h) if h.is_false() => "FALSE_EYE",
        Some(h) if h.is_half() => "HALF_EYE",
        _ => "0",
    };
    let points = |get: fn(&HalfEye) -> &Vec<Point>| half.map_or(&[][..], |h| get(h));
    let (attacks, defenses) = (points(|h| &h.attacks), points(|h| &h.defenses));
    let mut lines = vec![
        ("value", format!("{:.2}", half.map_or(10.0, |h| h.value))),
        ("type", kind.to_string()),
        ("num_attacks", attacks.len().to_string()),
    ];
    lines.extend(attacks.iter().map(|p| ("attack_point", p.name(size))));
    lines.push(("num_defenses", defenses.len().to_string()));
    lines.extend(defenses.iter().map(|p| ("defense_point", p.name(size))));
    Ok(rows(&lines))
}
