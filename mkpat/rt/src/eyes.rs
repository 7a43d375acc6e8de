//! Eye-shape databases (docs/pattern-language.md, "Eye shapes"): graphs with eye values.
//!
//! An eye space on the board is a graph: a vertex per point, an edge per pair of
//! orthogonal neighbours, with two corrections that the engine makes (half and
//! false eyes). It matches a shape of the database iff there is a bijection that
//! keeps adjacency both ways and under which every vertex agrees; geometry counts
//! for nothing else. The first shape in file order wins.
//!
//! Data flow: `mkpat::language::eyes` builds [`EyeShape`]s, [`EyeDb::to_bytes`] carries them
//! over, the engine fills an [`EyeSpace`] and asks [`EyeDb::find`]. Shapes stay in the bytes that they came
//! in until a space with their [`Profile`] is looked for: most never are. Nothing here
//! knows a board.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::sync::OnceLock;

use crate::bytes::{ByteReader, ByteWriter, DecodeError, open, seal};
use crate::rng::mix;

/// Most vertices of a shape; larger eye spaces match nothing.
pub const MAX_VERTICES: usize = 20;
/// Most rows and columns of a drawing.
pub const MAX_SIDE: usize = 20;
/// Version of the byte format. Raise it with every change of the format.
pub const FORMAT_VERSION: u32 = 3;
const MAGIC: [u8; 4] = *b"KPEY";

/// What a drawing says of a vertex (docs/pattern-language.md, "Eye shapes").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum EyeKind {
    /// `.`: empty.
    Empty = 0,
    /// `X`: an enemy stone.
    Stone,
    /// `x`: empty or an enemy stone.
    Any,
    /// `*`: empty, vital for both sides.
    Vital,
    /// `<`: empty, the attacker's vital point.
    Attack,
    /// `>`: empty, the defender's vital point.
    Defense,
    /// `!`: marginal and empty.
    Marginal,
    /// `@`: marginal and empty, vital for both sides.
    MarginalVital,
    /// `(`: marginal and empty, the attacker's vital point.
    MarginalAttack,
    /// `)`: marginal and empty, the defender's vital point.
    MarginalDefense,
    /// `$`: marginal with an enemy stone.
    MarginalStone,
}

impl EyeKind {
    /// All kinds in the order of their numbers.
    pub const ALL: [EyeKind; 11] = [
        EyeKind::Empty,
        EyeKind::Stone,
        EyeKind::Any,
        EyeKind::Vital,
        EyeKind::Attack,
        EyeKind::Defense,
        EyeKind::Marginal,
        EyeKind::MarginalVital,
        EyeKind::MarginalAttack,
        EyeKind::MarginalDefense,
        EyeKind::MarginalStone,
    ];

    /// The character in a drawing.
    pub const fn symbol(self) -> char {
        match self {
            EyeKind::Empty => '.',
            EyeKind::Stone => 'X',
            EyeKind::Any => 'x',
            EyeKind::Vital => '*',
            EyeKind::Attack => '<',
            EyeKind::Defense => '>',
            EyeKind::Marginal => '!',
            EyeKind::MarginalVital => '@',
            EyeKind::MarginalAttack => '(',
            EyeKind::MarginalDefense => ')',
            EyeKind::MarginalStone => '$',
        }
    }

    /// The kind with this character.
    pub fn from_symbol(symbol: char) -> Option<EyeKind> {
        EyeKind::ALL.into_iter().find(|k| k.symbol() == symbol)
    }

    /// Whether it is marginal eye space.
    pub const fn is_marginal(self) -> bool {
        self as u8 >= EyeKind::Marginal as u8
    }

    /// Whether the vertex may be empty.
    pub const fn may_be_empty(self) -> bool {
        !matches!(self, EyeKind::Stone | EyeKind::MarginalStone)
    }

    /// Whether an enemy stone may stand there.
    pub const fn may_hold_stone(self) -> bool {
        matches!(self, EyeKind::Stone | EyeKind::Any | EyeKind::MarginalStone)
    }

    /// Whether the attacker plays there.
    pub const fn is_attack_point(self) -> bool {
        use EyeKind::{Attack, MarginalAttack, MarginalVital, Vital};
        matches!(self, Vital | Attack | MarginalVital | MarginalAttack)
    }

    /// Whether the defender plays there.
    pub const fn is_defense_point(self) -> bool {
        use EyeKind::{Defense, MarginalDefense, MarginalVital, Vital};
        matches!(self, Vital | Defense | MarginalVital | MarginalDefense)
    }
}

/// Number of eyes (0, 1, 2 or more) in four cases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct EyeValue {
    /// The attacker moves, and once more while the defender plays elsewhere.
    pub attacker_twice: u8,
    /// The attacker moves first, and the defender answers.
    pub attacker_first: u8,
    /// The defender moves first, and the attacker answers.
    pub defender_first: u8,
    /// The defender moves, and once more while the attacker plays elsewhere.
    pub defender_twice: u8,
}

impl EyeValue {
    /// The eyes of two eye spaces together, at most 4 in each case.
    pub fn plus(self, other: EyeValue) -> EyeValue {
        let (a, b) = (self.digits(), other.digits());
        EyeValue::from_digits([0, 1, 2, 3].map(|i: usize| (a[i] + b[i]).min(4)))
    }

    /// Two eyes in every case: what an eye space is taken for that matches nothing.
    pub const TWO_EYES: EyeValue = EyeValue::from_digits([2; 4]);

    /// From the digits of a colon line.
    pub const fn from_digits(digits: [u8; 4]) -> EyeValue {
        let [attacker_twice, attacker_first, defender_first, defender_twice] = digits;
        EyeValue { attacker_twice, attacker_first, defender_first, defender_twice }
    }

    /// The digits of a colon line.
    pub const fn digits(self) -> [u8; 4] {
        [self.attacker_twice, self.attacker_first, self.defender_first, self.defender_twice]
    }

    /// Whether it makes a difference who moves first.
    pub const fn depends_on_first_move(self) -> bool {
        self.attacker_first != self.defender_first
    }
}

impl fmt::Display for EyeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digits().iter().try_for_each(|d| write!(f, "{d}"))
    }
}

/// A vertex of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EyeVertex {
    /// Row in the drawing, from 0.
    pub row: u8,
    /// Column in the drawing, from 0.
    pub col: u8,
    /// What it is.
    pub kind: EyeKind,
    /// Board edges drawn beside it: 0 anywhere, 1 edge or corner, 2 corner.
    pub edges: u8,
    /// Bit `i`: vertex `i` is a neighbour.
    pub neighbours: u32,
}

impl EyeVertex {
    /// A vertex without neighbours; [`EyeShape::new`] finds them.
    pub const fn new(row: u8, col: u8, kind: EyeKind, edges: u8) -> EyeVertex {
        EyeVertex { row, col, kind, edges, neighbours: 0 }
    }

    /// Whether a vertex of an eye space can be this one, neighbours aside.
    pub const fn accepts(&self, vertex: &SpaceVertex) -> bool {
        let content =
            if vertex.has_stone { self.kind.may_hold_stone() } else { self.kind.may_be_empty() };
        content && self.kind.is_marginal() == vertex.is_marginal && vertex.edges >= self.edges
    }
}

/// A shape of the database. The order of its vertices is part of it: of several
/// bijections the one is reported whose images come first, compared vertex by
/// vertex in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EyeShape {
    /// Number in the database.
    pub number: u32,
    /// Index of its source file in [`EyeDb::files`].
    pub file: u16,
    /// Line of the `Pattern` line in that file, from 1. With the file it tells which shape comes first.
    pub line: u32,
    /// Eye value.
    pub value: EyeValue,
    /// Vertices.
    vertices: Vec<EyeVertex>,
    profile: Profile,
}

/// Why vertices are no shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadShape(pub &'static str);

impl EyeShape {
    /// A shape; neighbours follow from rows and columns.
    ///
    /// # Errors
    ///
    /// If there are no vertices or too many, two of them in one place, or more
    /// than two edges or eyes.
    pub fn new(
        number: u32,
        (file, line): (u16, u32),
        value: EyeValue,
        mut vertices: Vec<EyeVertex>,
    ) -> Result<EyeShape, BadShape> {
        if vertices.is_empty() || vertices.len() > MAX_VERTICES {
            return Err(BadShape("eyes: number of vertices"));
        }
        if value.digits().iter().any(|&d| d > 2) || vertices.iter().any(|v| v.edges > 2) {
            return Err(BadShape("eyes: more than two eyes or edges"));
        }
        vertices.iter_mut().for_each(|v| v.neighbours = 0);
        for i in 1..vertices.len() {
            for j in 0..i {
                let (v, w) = (vertices[i], vertices[j]);
                let distance = u16::from(v.row.abs_diff(w.row)) + u16::from(v.col.abs_diff(w.col));
                match distance {
                    0 => return Err(BadShape("eyes: two vertices in one place")),
                    1 => {
                        vertices[i].neighbours |= 1 << j;
                        vertices[j].neighbours |= 1 << i;
                    }
                    _ => {}
                }
            }
        }
        let profile = Profile::new(vertices.iter().map(|v| (v.kind.is_marginal(), v.neighbours)));
        Ok(EyeShape { number, file, line, value, vertices, profile })
    }

    /// The vertices.
    pub fn vertices(&self) -> &[EyeVertex] {
        &self.vertices
    }

    /// Whether every vertex can be reached from every other one.
    pub fn is_connected(&self) -> bool {
        let mut reached = 1u32;
        loop {
            let next = self
                .vertices
                .iter()
                .enumerate()
                .filter(|(i, _)| reached >> i & 1 != 0)
                .fold(reached, |acc, (_, v)| acc | v.neighbours);
            if next == reached {
                return reached.count_ones() as usize == self.vertices.len();
            }
            reached = next;
        }
    }

    /// Whether every eye space that `other` accepts is one that this shape
    /// accepts: they have the same graph, and this one asks for no more.
    pub fn covers(&self, other: &EyeShape) -> bool {
        if self.profile != other.profile {
            return false;
        }
        let neighbours: Vec<u32> = other.vertices.iter().map(|v| v.neighbours).collect();
        let fits = |i: usize, j: usize| {
            let (mine, theirs): (&EyeVertex, &EyeVertex) = (&self.vertices[i], &other.vertices[j]);
            mine.kind.is_marginal() == theirs.kind.is_marginal()
                && mine.edges <= theirs.edges
                && (mine.kind.may_be_empty() || !theirs.kind.may_be_empty())
                && (mine.kind.may_hold_stone() || !theirs.kind.may_hold_stone())
        };
        self.bijection(&neighbours, fits).is_some()
    }

    /// The first bijection to a graph that keeps adjacency both ways and pairs
    /// vertices of which `fits` holds.
    fn bijection(
        &self,
        neighbours: &[u32],
        fits: impl Fn(usize, usize) -> bool,
    ) -> Option<[u8; MAX_VERTICES]> {
        let mut search =
            Search { shape: self, neighbours, fits, images: [0; MAX_VERTICES], used: 0 };
        search.place(0).then_some(search.images)
    }
}

/// Numbers that two graphs must have in common to be one: vertices, marginal ones, those with one, two, three
/// neighbours, and a number made of all vertices with what lies around them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Profile {
    counts: [u8; COUNTS],
    around: u32,
}

/// Counts in a [`Profile`].
const COUNTS: usize = 5;
/// How far a vertex is looked at for [`Profile::around`]: two graphs of at most seven vertices that agree in it are nearly
/// always one.
const STEPS_AROUND: usize = 3;

impl Profile {
    /// `vertices`: marginal, neighbours. Of more than [`MAX_VERTICES`] only the first are looked at closely.
    fn new(vertices: impl Iterator<Item = (bool, u32)>) -> Profile {
        let mut counts = [0u8; COUNTS];
        let (mut labels, mut neighbours) = ([0u32; MAX_VERTICES], [0u32; MAX_VERTICES]);
        for (i, (is_marginal, near)) in vertices.enumerate() {
            let degree = near.count_ones();
            counts[0] = counts[0].saturating_add(1);
            counts[1] = counts[1].saturating_add(u8::from(is_marginal));
            if let 1..=3 = degree {
                let count = &mut counts[1 + degree as usize];
                *count = count.saturating_add(1);
            }
            if i < MAX_VERTICES {
                labels[i] = mixed(2 * degree + u32::from(is_marginal));
                neighbours[i] = near;
            }
        }
        let used = MAX_VERTICES.min(usize::from(counts[0]));
        // Labels that depend on the graph alone, each round by one step more around a vertex (Weisfeiler and Leman).
        for _ in 0..STEPS_AROUND {
            let before = labels;
            for (label, &near) in labels.iter_mut().zip(&neighbours).take(used) {
                let (mut sum, mut left) = (0u32, near);
                while left != 0 {
                    sum = sum.wrapping_add(before[left.trailing_zeros() as usize]);
                    left &= left - 1;
                }
                *label = mixed(label.wrapping_mul(3).wrapping_add(sum));
            }
        }
        let around = labels[..used].iter().fold(0u32, |sum, &label| sum.wrapping_add(label));
        Profile { counts, around }
    }
}

/// A number of which every bit depends on all bits of `x`.
fn mixed(x: u32) -> u32 {
    mix(x.into()) as u32
}

struct Search<'a, F> {
    shape: &'a EyeShape,
    neighbours: &'a [u32],
    fits: F,
    images: [u8; MAX_VERTICES],
    used: u32,
}

impl<F: Fn(usize, usize) -> bool> Search<'_, F> {
    /// Finds images for vertex `i` and all after it, the lowest ones first.
    fn place(&mut self, i: usize) -> bool {
        let Some(vertex) = self.shape.vertices.get(i) else { return true };
        // A neighbour of a vertex before it: the image is a neighbour of that image.
        let before = vertex.neighbours & ((1 << i) - 1);
        let mut candidates = if before == 0 {
            (1u32 << self.neighbours.len()) - 1
        } else {
            self.neighbours[usize::from(self.images[before.trailing_zeros() as usize])]
        } & !self.used;
        while candidates != 0 {
            let j = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let near = self.neighbours[j];
            let is_kept = near.count_ones() == vertex.neighbours.count_ones()
                && (0..i).all(|k| (vertex.neighbours >> k & 1) == (near >> self.images[k] & 1))
                && (self.fits)(i, j);
            if is_kept {
                self.images[i] = j as u8;
                self.used |= 1 << j;
                if self.place(i + 1) {
                    return true;
                }
                self.used &= !(1 << j);
            }
        }
        false
    }
}

/// A vertex of an eye space on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SpaceVertex {
    /// Whether it is marginal.
    pub is_marginal: bool,
    /// Whether an enemy stone stands there.
    pub has_stone: bool,
    /// Board edges beside it: 0 centre, 1 edge, 2 corner.
    pub edges: u8,
    neighbours: u32,
}

/// An eye space on the board, as a graph. It can be cleared and used again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EyeSpace {
    vertices: Vec<SpaceVertex>,
}

impl EyeSpace {
    /// An empty graph.
    pub fn new() -> EyeSpace {
        EyeSpace::default()
    }

    /// Forgets all vertices.
    pub fn clear(&mut self) {
        self.vertices.clear();
    }

    /// Adds a vertex and returns its number. `edges`: 0 centre, 1 edge, 2 corner.
    ///
    /// There may be any number; with more than [`MAX_VERTICES`] nothing matches.
    pub fn add(&mut self, is_marginal: bool, has_stone: bool, edges: u8) -> usize {
        self.vertices.push(SpaceVertex { is_marginal, has_stone, edges, neighbours: 0 });
        self.vertices.len() - 1
    }

    /// Makes two vertices neighbours. A vertex is never its own neighbour.
    ///
    /// # Panics
    ///
    /// If one of them has not been added.
    pub fn connect(&mut self, a: usize, b: usize) {
        assert!(a < self.len() && b < self.len(), "no such vertex");
        if a != b && a.max(b) < MAX_VERTICES {
            self.vertices[a].neighbours |= 1 << b;
            self.vertices[b].neighbours |= 1 << a;
        }
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// The vertices.
    pub fn vertices(&self) -> &[SpaceVertex] {
        &self.vertices
    }

    /// Whether two vertices are neighbours (in a space that is not too large).
    pub fn are_neighbours(&self, a: usize, b: usize) -> bool {
        b < MAX_VERTICES && self.vertices.get(a).is_some_and(|v| v.neighbours >> b & 1 != 0)
    }
}

/// A shape that fits an eye space.
#[derive(Clone, Copy, Debug)]
pub struct EyeMatch<'a> {
    /// The shape.
    pub shape: &'a EyeShape,
    images: [u8; MAX_VERTICES],
}

impl EyeMatch<'_> {
    /// The vertex of the eye space that is vertex `i` of the shape.
    ///
    /// # Panics
    ///
    /// If the shape has no such vertex.
    pub fn image(&self, i: usize) -> usize {
        assert!(i < self.shape.vertices.len());
        usize::from(self.images[i])
    }

    /// Vertices of the eye space where the attacker plays, in the order of the
    /// shape's vertices; none if it makes no difference who moves first, for then the marks
    /// of a shape are mere threats.
    pub fn attack_points(&self) -> impl Iterator<Item = usize> + '_ {
        self.images_of(EyeKind::is_attack_point)
    }

    /// Vertices of the eye space where the defender plays.
    pub fn defense_points(&self) -> impl Iterator<Item = usize> + '_ {
        self.images_of(EyeKind::is_defense_point)
    }

    fn images_of(&self, wanted: fn(EyeKind) -> bool) -> impl Iterator<Item = usize> + '_ {
        let vital = self.shape.value.depends_on_first_move();
        let vertices = self.shape.vertices.iter().zip(self.images);
        vertices.filter(move |(v, _)| vital && wanted(v.kind)).map(|(_, image)| usize::from(image))
    }
}

/// An eye-shape database.
#[derive(Clone)]
pub struct EyeDb {
    /// Name in the manifest.
    pub name: String,
    /// Source files, by their names in the manifest.
    pub files: Vec<String>,
    /// The shapes as bytes, one after the other, by their profiles, those with the same one in file order.
    records: Cow<'static, [u8]>,
    /// The shapes in the order of their records.
    by_profile: Vec<Entry>,
    /// All shapes, once somebody has asked for them.
    shapes: OnceLock<Vec<EyeShape>>,
}

/// A shape, read when somebody asks for it.
#[derive(Clone)]
struct Entry {
    profile: Profile,
    /// Where its record begins.
    start: u32,
    /// Nothing if its record is damaged.
    shape: OnceLock<Option<Box<EyeShape>>>,
}

impl PartialEq for EyeDb {
    fn eq(&self, other: &EyeDb) -> bool {
        (&self.name, &self.files, &self.records) == (&other.name, &other.files, &other.records)
    }
}

impl Eq for EyeDb {}

impl fmt::Debug for EyeDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EyeDb")
            .field("name", &self.name)
            .field("files", &self.files)
            .field("shapes", &self.by_profile.len())
            .finish_non_exhaustive()
    }
}

impl Entry {
    fn new(profile: Profile, start: usize) -> Entry {
        Entry { profile, start: start as u32, shape: OnceLock::new() }
    }
}

/// Bytes of a profile.
const RECORD_PROFILE: usize = COUNTS + 4;
/// Bytes of a record before its vertices: the profile, number, file, line, value and number of vertices.
const RECORD_HEAD: usize = RECORD_PROFILE + 4 + 2 + 4 + 4 + 1;
/// Bytes of a vertex: row, column, kind, edges.
const RECORD_VERTEX: usize = 4;

impl EyeShape {
    fn write(&self, w: &mut ByteWriter) {
        self.profile.counts.iter().for_each(|&n| w.u8(n));
        w.u32(self.profile.around);
        w.u32(self.number);
        w.u16(self.file);
        w.u32(self.line);
        self.value.digits().iter().for_each(|&d| w.u8(d));
        w.u8(self.vertices.len() as u8);
        for v in &self.vertices {
            w.u8(v.row);
            w.u8(v.col);
            w.u8(v.kind as u8);
            w.u8(v.edges);
        }
    }

    fn read(r: &mut ByteReader<'_>) -> Result<EyeShape, DecodeError> {
        let mut profile = Profile::default();
        for count in &mut profile.counts {
            *count = r.u8()?;
        }
        profile.around = r.u32()?;
        let number = r.u32()?;
        let place = (r.u16()?, r.u32()?);
        let value = EyeValue::from_digits([r.u8()?, r.u8()?, r.u8()?, r.u8()?]);
        let count = usize::from(r.u8()?);
        let mut vertices = Vec::with_capacity(count);
        for vertex in r.take(RECORD_VERTEX * count)?.chunks_exact(RECORD_VERTEX) {
            let kind = EyeKind::ALL.get(usize::from(vertex[2]));
            let kind = *kind.ok_or_else(|| r.error("eyes: unknown vertex"))?;
            vertices.push(EyeVertex::new(vertex[0], vertex[1], kind, vertex[3]));
        }
        let shape = EyeShape::new(number, place, value, vertices).map_err(|e| r.error(e.0))?;
        if shape.profile != profile {
            return Err(r.error("eyes: a profile that is not the shape's"));
        }
        Ok(shape)
    }
}

impl EyeDb {
    /// A database of these shapes, in file order.
    pub fn new(name: String, files: Vec<String>, shapes: Vec<EyeShape>) -> EyeDb {
        let mut w = ByteWriter::default();
        let mut by_profile = Vec::with_capacity(shapes.len());
        let mut sorted: Vec<&EyeShape> = shapes.iter().collect();
        sorted.sort_by_key(|shape| shape.profile);
        for shape in sorted {
            by_profile.push(Entry::new(shape.profile, w.0.len()));
            shape.write(&mut w);
        }
        EyeDb { name, files, records: Cow::Owned(w.0), by_profile, shapes: OnceLock::from(shapes) }
    }

    /// The shapes in file order.
    pub fn shapes(&self) -> &[EyeShape] {
        self.shapes.get_or_init(|| {
            let starts = self.by_profile.iter().map(|entry| entry.start);
            EyeDb::in_file_order(starts.filter_map(|start| self.read(start)).collect())
        })
    }

    fn in_file_order(mut shapes: Vec<EyeShape>) -> Vec<EyeShape> {
        shapes.sort_by_key(|shape| (shape.file, shape.line));
        shapes
    }

    /// The shape whose record begins there; nothing if it is damaged.
    fn read(&self, start: u32) -> Option<EyeShape> {
        let bytes = self.records.get(start as usize..)?;
        EyeShape::read(&mut ByteReader::new(bytes)).ok()
    }

    /// The first shape in file order that fits `space`, with the first of its
    /// bijections.
    pub fn find(&self, space: &EyeSpace) -> Option<EyeMatch<'_>> {
        let profile = Profile::new(space.vertices.iter().map(|v| (v.is_marginal, v.neighbours)));
        let first = self.by_profile.partition_point(|entry| entry.profile < profile);
        let mut candidates =
            self.by_profile[first..].iter().take_while(|entry| entry.profile == profile);
        let mut neighbours = [0; MAX_VERTICES];
        for (to, v) in neighbours.iter_mut().zip(&space.vertices) {
            *to = v.neighbours;
        }
        candidates.find_map(|entry| {
            let shape =
                entry.shape.get_or_init(|| self.read(entry.start).map(Box::new)).as_deref()?;
            let fits = |i: usize, j: usize| shape.vertices[i].accepts(&space.vertices[j]);
            let images = shape.bijection(&neighbours[..space.len()], fits)?;
            Some(EyeMatch { shape, images })
        })
    }

    /// The database as bytes: magic, version, checksum, content.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = ByteWriter::default();
        w.str(&self.name);
        w.len(self.files.len());
        self.files.iter().for_each(|f| w.str(f));
        w.0.extend_from_slice(&self.records);
        seal(MAGIC, FORMAT_VERSION, &w.0)
    }

    /// Decodes a database.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<EyeDb, DecodeError> {
        let (name, files, mut r) = EyeDb::head(bytes)?;
        let mut shapes = Vec::new();
        while !r.is_at_end() {
            shapes.push(EyeShape::read(&mut r)?);
        }
        Ok(EyeDb::new(name, files, EyeDb::in_file_order(shapes)))
    }

    /// Decodes a database that is part of the program. Its shapes stay there until they are asked for; one that makes
    /// no sense, which bytes with the right checksum do not have, is left out then.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or of another version.
    pub fn from_static(bytes: &'static [u8]) -> Result<EyeDb, DecodeError> {
        let (name, files, mut r) = EyeDb::head(bytes)?;
        let records = r.rest();
        let (mut by_profile, mut at) = (Vec::new(), 0);
        while at < records.len() {
            let Some(head) = records.get(at..at + RECORD_HEAD) else {
                return Err(r.error("eyes: a shape that is cut off"));
            };
            let mut profile = Profile::default();
            profile.counts.copy_from_slice(&head[..COUNTS]);
            let around = &head[COUNTS..RECORD_PROFILE];
            profile.around = around.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte));
            if by_profile.last().is_some_and(|before: &Entry| before.profile > profile) {
                return Err(r.error("eyes: shapes that are not sorted"));
            }
            by_profile.push(Entry::new(profile, at));
            at += RECORD_HEAD + RECORD_VERTEX * usize::from(head[RECORD_HEAD - 1]);
        }
        if at > records.len() {
            return Err(r.error("eyes: a shape that is cut off"));
        }
        let records = Cow::Borrowed(records);
        Ok(EyeDb { name, files, records, by_profile, shapes: OnceLock::new() })
    }

    /// Name and files, and a reader that stands before the shapes.
    fn head(bytes: &[u8]) -> Result<(String, Vec<String>, ByteReader<'_>), DecodeError> {
        let mut r = ByteReader::new(open(bytes, MAGIC, FORMAT_VERSION)?);
        let name = r.str()?;
        let files = (0..r.len(4)?).map(|_| r.str()).collect::<Result<Vec<_>, _>>()?;
        Ok((name, files, r))
    }

    /// The database as text for people: each shape with its value, its vertices
    /// in order, with edges and neighbours.
    pub fn dump(&self) -> String {
        let shapes = self.shapes();
        let mut out = format!("eyes {}: {} shapes\n", self.name, shapes.len());
        for shape in shapes {
            let file = self.files.get(usize::from(shape.file)).map_or("?", |f| f);
            let [n, marginal, one, two, three] = shape.profile.counts;
            let _ = writeln!(
                out,
                "\n{} :{} {file}:{}, {n} vertices, {marginal} marginal, neighbours {one}/{two}/{three}",
                shape.number, shape.value, shape.line
            );
            for (i, v) in shape.vertices.iter().enumerate() {
                let _ = write!(out, "  {i} {} ({},{})", v.kind.symbol(), v.row, v.col);
                if v.edges > 0 {
                    let _ = write!(out, " edges {}", v.edges);
                }
                let near = (0..shape.vertices.len()).filter(|j| v.neighbours >> j & 1 != 0);
                near.for_each(|j| {
                    let _ = write!(out, " -{j}");
                });
                out.push('\n');
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(number: u32, value: [u8; 4], rows: &[&str]) -> EyeShape {
        let vertices = rows.iter().enumerate().flat_map(|(r, row)| {
            row.chars().enumerate().filter_map(move |(c, ch)| {
                Some(EyeVertex::new(r as u8, c as u8, EyeKind::from_symbol(ch)?, 0))
            })
        });
        EyeShape::new(number, (0, number), EyeValue::from_digits(value), vertices.collect())
            .unwrap()
    }

    fn line(n: usize) -> EyeSpace {
        let mut space = EyeSpace::new();
        for i in 0..n {
            space.add(false, false, 0);
            if i > 0 {
                space.connect(i - 1, i);
            }
        }
        space
    }

    #[test]
    fn symbols_are_distinct_and_mean_what_is_documented() {
        for kind in EyeKind::ALL {
            assert_eq!(EyeKind::from_symbol(kind.symbol()), Some(kind));
            assert!(kind.may_be_empty() || kind.may_hold_stone());
            let vital = kind.is_attack_point() || kind.is_defense_point();
            assert_eq!(vital, "*<>@()".contains(kind.symbol()));
            assert_eq!(kind.is_marginal(), "!@()$".contains(kind.symbol()));
        }
        assert_eq!(EyeKind::from_symbol('O'), None);
    }

    /// The arms of the two graphs are 1, 1, 4 and 1, 2, 3 long: they agree in all counts.
    #[test]
    fn a_profile_tells_graphs_apart_whatever_the_order_of_their_vertices() {
        let profile = |rows: &[&str]| shape(1, [1; 4], rows).profile;
        let (short, long) = (profile(&["......", " ."]), profile(&["......", "  ."]));
        assert_eq!((short.counts, long.counts), ([7, 0, 3, 3, 1], [7, 0, 3, 3, 1]));
        assert_ne!(short.around, long.around);
        let turned = profile(&[" .", "..", " .", " .", " .", " ."]);
        assert_eq!(short, turned);
        assert_ne!(profile(&["!.."]), profile(&[".!."]));
    }

    #[test]
    fn three_in_a_row_has_its_vital_point_in_the_middle_bent_or_straight() {
        let db = EyeDb::new("e".into(), vec![], vec![shape(301, [0, 1, 2, 2], &[".*."])]);
        let mut space = EyeSpace::new();
        // The middle one is added last.
        for _ in 0..3 {
            space.add(false, false, 0);
        }
        space.connect(2, 0);
        space.connect(2, 1);
        let found = db.find(&space).unwrap();
        assert_eq!(found.shape.number, 301);
        assert_eq!(found.attack_points().collect::<Vec<_>>(), [2]);
        assert_eq!(found.defense_points().collect::<Vec<_>>(), [2]);
        space.connect(0, 1);
        assert!(db.find(&space).is_none(), "a triangle is another graph");
    }

    #[test]
    fn spaces_of_any_size_are_accepted_and_large_ones_match_nothing() {
        let db = EyeDb::new("e".into(), vec![], vec![shape(1, [2; 4], &["...................."])]);
        assert!(db.find(&line(20)).is_some());
        for n in [0, 19, 21, 31, 32, 33, 361] {
            assert!(db.find(&line(n)).is_none(), "{n}");
        }
    }

    #[test]
    fn an_earlier_shape_with_wildcards_covers_a_later_one() {
        let (any, stone) = (shape(1, [1; 4], &["x."]), shape(2, [1; 4], &[".X"]));
        assert!(any.covers(&stone) && !stone.covers(&any));
        assert!(any.covers(&any.clone()));
        assert!(!any.covers(&shape(3, [1; 4], &["X!"])));
        assert!(!shape(3, [1; 4], &[".", "."]).covers(&any));
    }

    #[test]
    fn bytes_decode_to_the_same_database_and_damage_is_an_error() {
        let shapes = vec![shape(301, [0, 1, 2, 2], &[".*."]), shape(302, [1; 4], &["$x", " !"])];
        let db = EyeDb::new("eyes".into(), vec!["a.db".into()], shapes);
        let bytes = db.to_bytes();
        assert_eq!(EyeDb::from_bytes(&bytes).unwrap(), db);
        let kept = EyeDb::from_static(bytes.clone().leak()).unwrap();
        assert_eq!((&kept, kept.dump()), (&db, db.dump()));
        assert_eq!(kept.find(&line(3)).map(|m| m.shape.number), Some(301));
        for i in 0..bytes.len() {
            assert!(EyeDb::from_bytes(&bytes[..i]).is_err(), "cut at {i}");
            let mut damaged = bytes.clone();
            damaged[i] ^= 0x55;
            assert!(EyeDb::from_bytes(&damaged).is_err(), "damaged at {i}");
            // The checksum is no protection against malice: decode the content, too.
            let content = seal(MAGIC, FORMAT_VERSION, &damaged[16..]);
            let _ = EyeDb::from_bytes(&content).map(|db| (db.dump(), db.find(&line(3)).is_some()));
        }
    }

    #[test]
    fn what_is_no_shape_is_refused() {
        let v = |row, col, edges| EyeVertex::new(row, col, EyeKind::Empty, edges);
        let make =
            |digits, vertices| EyeShape::new(1, (0, 1), EyeValue::from_digits(digits), vertices);
        assert!(make([0; 4], vec![]).is_err());
        assert!(make([0, 0, 0, 3], vec![v(0, 0, 0)]).is_err());
        assert!(make([0; 4], vec![v(0, 0, 3)]).is_err());
        assert!(make([0; 4], vec![v(0, 0, 0), v(0, 0, 0)]).is_err());
        assert!(make([0; 4], (0..21).map(|i| v(0, i, 0)).collect()).is_err());
        assert!(!make([0; 4], vec![v(0, 0, 0), v(0, 2, 0)]).unwrap().is_connected());
        assert!(make([0; 4], vec![v(0, 0, 0), v(255, 255, 0)]).is_ok(), "no overflow");
    }
}
