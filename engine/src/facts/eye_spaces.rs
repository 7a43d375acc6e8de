//! Eye spaces with the eyes they yield (GNU Go 3.8 manual, "Eyes and Half Eyes").
//!
//! The domains of a colour (`domains`) fall apart into eye spaces. In each, vertices with at
//! most one neighbour in the space are judged by their diagonals (`half_eyes`): false eyes become
//! marginal, half eyes get a marginal vertex of their own, which stands for the move that
//! decides. The graph that comes out is looked up in the database of eye shapes; what is too
//! large for it is estimated from the number of its vertices.
//!
//! Two things lie otherwise on the board than in a shape: prisoners that are taken from a false eye before that can
//! be attacked ([`Inside`]), and a stone of the owner that is not connected to the wall.

use super::Worms;
use super::domains::{Domain, domain_of, domains, lively};
use super::half_eyes::{HalfEye, KnowsReading, half_eye};
use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use crate::reading::Reader;
use mkpat_rt::eyes::{EyeDb, EyeSpace as Graph, EyeValue};
use mkpat_rt::geom::{Color, Point};

/// An eye space of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct EyeData {
    /// Its first vertex in board order.
    pub origin: Point,
    /// Who makes eyes there.
    pub color: Color,
    /// Its vertices: empty, or stones of the enemy that are lost.
    pub points: PointSet,
    /// Those that the enemy can take away, false eyes among them.
    pub marginal: PointSet,
    /// Vertices that topology judges, with what it says.
    pub half_eyes: Vec<(Point, HalfEye)>,
    /// Eyes by who moves first, and how often.
    pub value: EyeValue,
    /// Where the enemy moves first, if that matters.
    pub attacks: Vec<Point>,
    /// Where the owner moves first, if that matters.
    pub defenses: Vec<Point>,
    /// Eyes that are there though every doubtful vertex is false.
    pub pessimistic_min: u8,
}

/// The eye spaces of both colours; a contested vertex may belong to one of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EyeSpaces {
    list: Vec<EyeData>,
}

impl EyeSpaces {
    /// Finds all eye spaces and what they are worth; `open` holds by colour the vertices that
    /// are marginal because connection patterns say so.
    pub fn find(
        reader: &mut Reader<'_>,
        worms: &Worms,
        shapes: Option<&EyeDb>,
        open: &[PointSet; 2],
    ) -> EyeSpaces {
        let both = domains(reader.board(), &lively(reader.board(), worms), open);
        let mut list = Vec::new();
        for color in Color::BOTH {
            let domain = both[color.index()];
            for points in domain.spaces(reader.board()) {
                list.extend(EyeData::new(reader, worms, shapes, &domain, points, color));
            }
        }
        EyeSpaces { list }
    }

    /// These spaces.
    pub(crate) fn of(list: Vec<EyeData>) -> EyeSpaces {
        EyeSpaces { list }
    }

    /// All of them: Black's, then White's, each in order of their first vertices.
    pub fn list(&self) -> &[EyeData] {
        &self.list
    }

    /// The vertices of all of them.
    pub fn points(&self) -> PointSet {
        self.list.iter().fold(PointSet::EMPTY, |all, e| all.or(&e.points))
    }

    /// The eye space of `color` at a vertex.
    pub fn get(&self, p: Point, color: Color) -> Option<&EyeData> {
        self.list.iter().find(|e| e.color == color && e.points.contains(p))
    }

    /// The eye spaces at a vertex: none, one, or one of each colour.
    pub fn of_any(&self, p: Point) -> impl Iterator<Item = &EyeData> {
        self.list.iter().filter(move |e| e.points.contains(p))
    }

    /// What topology says of a vertex of an eye space.
    pub fn half_eye(&self, p: Point) -> Option<&HalfEye> {
        let of = |e: &EyeData| e.half_eyes.iter().position(|(q, _)| *q == p);
        self.list.iter().find_map(|e| of(e).map(|i| &e.half_eyes[i].1))
    }
}

/// Spaces with at least so many vertices, marginal ones taken off twice, have two eyes.
const LARGE: usize = 7;

impl EyeData {
    /// Its vertices that the enemy can take away, false eyes not among them.
    pub fn open(&self) -> PointSet {
        let lost = self.half_eyes.iter().filter(|(_, h)| h.is_false()).map(|(p, _)| *p);
        self.marginal.minus(&lost.collect())
    }

    /// The eye spaces of `color` that come near `wanted`, if these are the lively stones of both
    /// colours. `readings` has to know the strings around.
    pub(crate) fn near(
        reader: &mut Reader<'_>,
        readings: &impl KnowsReading,
        shapes: Option<&EyeDb>,
        lively: &[PointSet; 2],
        color: Color,
        wanted: &PointSet,
    ) -> Vec<EyeData> {
        let domain = domain_of(reader.board(), lively, color);
        let mut out = Vec::new();
        for points in domain.spaces_at(reader.board(), wanted) {
            out.extend(EyeData::new(reader, readings, shapes, &domain, points, color));
        }
        out
    }

    /// What a space of a domain is worth; `None` if it has no vertex.
    fn new(
        reader: &mut Reader<'_>,
        readings: &impl KnowsReading,
        shapes: Option<&EyeDb>,
        domain: &Domain,
        points: PointSet,
        color: Color,
    ) -> Option<EyeData> {
        let mut data = EyeData {
            origin: points.first()?,
            color,
            points,
            marginal: points.and(&domain.marginal),
            half_eyes: Vec::new(),
            value: EyeValue::TWO_EYES,
            attacks: Vec::new(),
            defenses: Vec::new(),
            pessimistic_min: 0,
        };
        data.judge_vertices(reader, readings);
        data.compute_eyes(reader.board(), shapes);
        if let Some(island) = data.island(reader.board()) {
            data.bound_by_island(reader.board(), shapes, island);
        }
        data.pessimistic_min = data.pessimistic(reader.board(), shapes);
        Some(data)
    }

    /// What of the space is not as it looks.
    fn inside(&self, board: &Board) -> Inside {
        let mut out = Inside::default();
        let enemy = self.color.other();
        for (p, _) in self.half_eyes.iter().filter(|(_, h)| h.is_false()) {
            if !board.is_empty(*p) || !board.is_suicide(enemy, *p) {
                continue;
            }
            for s in board.neighbour_strings(*p, enemy) {
                if board.liberty_count(s) == 1 && board.string_stones(s).is_subset(&self.points) {
                    out.filled.insert(*p);
                    out.taken.union_with(&board.string_stones(s));
                }
            }
        }
        out
    }

    /// A single stone of the owner with nothing but the space around it: it does not hold the wall together.
    fn island(&self, board: &Board) -> Option<Point> {
        if self.points.len() >= LARGE {
            return None;
        }
        let near = self.points.beside().and(&board.stones_of(self.color));
        let mut alone =
            near.iter().filter(|&p| board.neighbours(p).all(|q| self.points.contains(q)));
        let found = alone.next();
        found.filter(|_| alone.next().is_none())
    }

    /// Takes the stone at `island` for what it is: a move of the owner in the space that is larger by its vertex. So
    /// there are at most the eyes that there would be in that one if he moved once more.
    fn bound_by_island(&mut self, board: &Board, shapes: Option<&EyeDb>, island: Point) {
        let mut larger = self.clone();
        larger.points.insert(island);
        let (graph, owners) = larger.graph(board, &self.marginal, &[]);
        let Some(found) = shapes.and_then(|db| db.find(&graph)) else { return };
        let [_, attacker_first, defender_first, defender_twice] = found.shape.value.digits();
        let most = [attacker_first, defender_first, defender_twice, 2];
        let value = self.value.digits();
        let bounded = EyeValue::from_digits([0, 1, 2, 3].map(|i: usize| value[i].min(most[i])));
        if bounded.depends_on_first_move() && !self.value.depends_on_first_move() {
            let at = |i: usize| owners[i].attacks.clone();
            self.attacks = found.attack_points().flat_map(at).filter(|&p| p != island).collect();
            let at = |i: usize| owners[i].defenses.clone();
            self.defenses = found.defense_points().flat_map(at).filter(|&p| p != island).collect();
        }
        self.value = bounded;
    }

    /// Neighbours of a vertex in the space.
    fn degree(&self, board: &Board, p: Point) -> usize {
        board.neighbours(p).filter(|&q| self.points.contains(q)).count()
    }

    /// Finds false and half eyes.
    fn judge_vertices(&mut self, reader: &mut Reader<'_>, worms: &impl KnowsReading) {
        for p in self.points {
            if self.marginal.contains(p) || self.degree(reader.board(), p) > 1 {
                continue;
            }
            let found = half_eye(reader, worms, &self.points, p, self.color);
            self.half_eyes.push((p, found));
        }
        let lost = self.half_eyes.iter().filter(|(_, h)| h.is_false()).map(|(p, _)| *p);
        for p in lost.collect::<PointSet>() {
            self.marginal.insert(p);
        }
    }

    /// Looks the space up.
    fn compute_eyes(&mut self, board: &Board, shapes: Option<&EyeDb>) {
        let half: Vec<&(Point, HalfEye)> = self
            .half_eyes
            .iter()
            .filter(|(p, h)| h.is_half() && !self.marginal.contains(*p))
            .collect();
        let (graph, owners) = self.graph(board, &self.marginal, &half);
        if let Some(found) = shapes.and_then(|db| db.find(&graph)) {
            let attacks = found.attack_points().flat_map(|i| owners[i].attacks.clone()).collect();
            let defenses =
                found.defense_points().flat_map(|i| owners[i].defenses.clone()).collect();
            (self.value, self.attacks, self.defenses) = (found.shape.value, attacks, defenses);
        } else {
            self.value = self.estimate(half.len());
            if self.value.depends_on_first_move() {
                let open: Vec<Point> =
                    self.marginal.iter().filter(|&p| board.is_empty(p)).collect();
                (self.attacks, self.defenses) = (open.clone(), open);
            }
        }
    }

    /// Eyes of a space that has no shape: each marginal vertex costs the attacker a move, and
    /// the owner that vertex and the next one.
    fn estimate(&self, half: usize) -> EyeValue {
        if self.marginal.is_empty() && half == 0 || self.points.len() <= LARGE {
            return EyeValue::TWO_EYES;
        }
        let eyes = |open: usize| -> u8 {
            match self.points.len().saturating_sub(2 * open) {
                LARGE.. => 2,
                3..LARGE => 1,
                _ => 0,
            }
        };
        let open = self.marginal.len() + half;
        let last = eyes(open.saturating_sub(1));
        EyeValue::from_digits([
            eyes(open + 1).min(eyes(open)),
            eyes(open),
            last,
            eyes(open.saturating_sub(2)),
        ])
    }

    /// As the value if the enemy moves first, every vertex whose diagonals are in doubt false.
    fn pessimistic(&self, board: &Board, shapes: Option<&EyeDb>) -> u8 {
        let mut marginal = self.marginal;
        for (p, _) in self.half_eyes.iter().filter(|(_, h)| h.is_half()) {
            marginal.insert(*p);
        }
        if marginal == self.marginal {
            return self.value.attacker_first;
        }
        let (graph, _) = self.graph(board, &marginal, &[]);
        let shape = shapes.and_then(|db| db.find(&graph));
        let value = shape.map_or_else(|| self.estimate(0), |found| found.shape.value);
        value.attacker_first.min(self.value.attacker_first)
    }

    /// The space as a graph, half eyes with a marginal vertex each; and by vertex of the graph
    /// where either side plays for it.
    fn graph(
        &self,
        board: &Board,
        marginal: &PointSet,
        half: &[&(Point, HalfEye)],
    ) -> (Graph, Vec<Moves>) {
        let mut graph = Graph::new();
        let mut owners = Vec::new();
        let inside = self.inside(board);
        let points: Vec<Point> = self.points.minus(&inside.filled).iter().collect();
        for &p in &points {
            let edges = 4 - board.neighbours(p).count();
            let holds_stone = board.color_at(p) == Some(self.color.other());
            graph.add(marginal.contains(p), holds_stone && !inside.taken.contains(p), edges as u8);
            owners.push(Moves { attacks: vec![p], defenses: vec![p] });
        }
        for (i, &p) in points.iter().enumerate() {
            for (j, &q) in points.iter().enumerate().skip(i + 1) {
                if board.neighbours(p).any(|n| n == q) {
                    graph.connect(i, j);
                }
            }
        }
        for (p, found) in half {
            let Some(i) = points.iter().position(|q| q == p) else { continue };
            // The move that decides may be a vertex of the space.
            let inside = found.attacks.iter().find_map(|a| points.iter().position(|q| q == a));
            let key = inside.unwrap_or_else(|| {
                owners.push(Moves {
                    attacks: found.attacks.clone(),
                    defenses: found.defenses.clone(),
                });
                graph.add(true, false, 0)
            });
            graph.connect(i, key);
        }
        (graph, owners)
    }
}

/// What of a space is not as it looks.
#[derive(Default)]
struct Inside {
    /// False eyes at which the owner takes prisoners as soon as they are attacked: they count as his stones. Until then the
    /// enemy cannot play there.
    filled: PointSet,
    /// These prisoners: they count as taken.
    taken: PointSet,
}

/// Where either side plays for a vertex of a graph.
struct Moves {
    attacks: Vec<Point>,
    defenses: Vec<Point>,
}

impl Restore for EyeData {
    fn restore(self, view: &View<'_>) -> EyeData {
        let points = self.points.restore(view);
        EyeData {
            origin: points.first().unwrap_or(self.origin),
            color: view.color(self.color),
            points,
            marginal: self.marginal.restore(view),
            half_eyes: self.half_eyes.restore(view),
            attacks: self.attacks.restore(view),
            defenses: self.defenses.restore(view),
            ..self
        }
    }
}

impl Restore for EyeSpaces {
    fn restore(self, view: &View<'_>) -> EyeSpaces {
        let mut list = self.list.restore(view);
        list.sort_by_key(|e| (e.color.index(), e.origin));
        EyeSpaces { list }
    }
}
