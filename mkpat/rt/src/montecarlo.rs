//! Playout databases (docs/pattern-language.md, "Playout weights"): weights of moves in random
//! games, by what is around them.
//!
//! The context of a move is its [`Neighbourhood`] (the eight vertices around it)
//! and its [`Circumstances`] (near the previous move? self-atari? captures?). A
//! database is a list of [`Rule`]s, the first that fits gives the weight; it has
//! been expanded into a table, so that a lookup costs three loads: neighbourhood →
//! class, class and circumstances → rule, rule → weight.
//!
//! Data flow: `mkpat::language::montecarlo` builds rules and table, [`PlayoutDb::to_bytes`]
//! carries them over, the engine asks [`PlayoutDb::weight`]. What *near* or
//! *self-atari* means on a board is the engine's business.

use std::fmt::{self, Write as _};

use crate::bytes::{ByteReader, ByteWriter, DecodeError, open, seal};
use crate::geom::{BoardView, Cell, Color, DIAGONALS, NEIGHBOURS, Offset, Point};
use crate::table::{EMPTY, O, OFF, Symbol, X};

/// Weight of a move that no rule speaks of.
pub const DEFAULT_WEIGHT: u32 = 1;
/// Most rules of a database.
pub const MAX_RULES: usize = 1024;
/// Number of circumstances.
pub const CIRCUMSTANCES: usize = 256;
/// Version of the byte format. Raise it with every change of the format.
pub const FORMAT_VERSION: u32 = 2;
const MAGIC: [u8; 4] = *b"KPMC";

/// The vertices of a [`Neighbourhood`] in reading order, counted from the move.
pub const AROUND: [Offset; 8] = [
    Offset::new(-1, -1),
    Offset::new(-1, 0),
    Offset::new(-1, 1),
    Offset::new(0, -1),
    Offset::new(0, 1),
    Offset::new(1, -1),
    Offset::new(1, 0),
    Offset::new(1, 1),
];

/// The eight vertices around a move in reading order, two bits each, the first
/// one in the lowest bits: 0 empty, 1 O (the mover), 2 X, 3 off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Neighbourhood(pub u16);

impl Neighbourhood {
    /// From the symbols in reading order: upper left, above, upper right, left,
    /// right, lower left, below, lower right.
    pub fn from_symbols(symbols: [Symbol; 8]) -> Neighbourhood {
        let bits = symbols.into_iter().rev().fold(0, |acc, s| acc << 2 | u16::from(s & 3));
        Neighbourhood(bits)
    }

    /// How many of the eight vertices are empty.
    #[inline]
    pub fn empty(self) -> u32 {
        8 - ((self.0 | self.0 >> 1) & 0x5555).count_ones()
    }

    /// Whether one of the four vertices beside it has a stone of the mover.
    #[inline]
    pub fn has_own_beside(self) -> bool {
        // The lower bits of the four: 1 for a stone of the mover, 3 for the edge.
        const BESIDE: u16 = 1 << 2 | 1 << 6 | 1 << 8 | 1 << 12;
        self.0 & !(self.0 >> 1) & BESIDE != 0
    }

    /// The symbols in reading order.
    pub fn symbols(self) -> [Symbol; 8] {
        std::array::from_fn(|i| (self.0 >> (2 * i) & 3) as Symbol)
    }

    /// What is around `at` when `color` is to move there.
    pub fn of(board: BoardView<'_>, at: Point, color: Color) -> Neighbourhood {
        let [up, left, right, down] = NEIGHBOURS;
        let [up_left, up_right, down_left, down_right] = DIAGONALS;
        let steps = [up_left, up, up_right, left, right, down_left, down, down_right];
        Neighbourhood::from_symbols(steps.map(|step| match board.at(at.step(step)) {
            Cell::Empty => EMPTY,
            Cell::Off => OFF,
            stone if stone == color.cell() => O,
            _ => X,
        }))
    }

    /// Whether a board of at least two vertices a side has such a place: off-board
    /// vertices make up nothing, one side or one corner.
    pub fn is_possible(self) -> bool {
        // By the lower of the two bits of each vertex, as in `self.0`.
        const NORTH: u16 = 0x0015;
        const SOUTH: u16 = 0x5400;
        const WEST: u16 = 0x0441;
        const EAST: u16 = 0x4110;
        const POSSIBLE: [u16; 9] =
            [0, NORTH, SOUTH, WEST, EAST, NORTH | WEST, NORTH | EAST, SOUTH | WEST, SOUTH | EAST];
        let off = self.0 & self.0 >> 1 & 0x5555;
        POSSIBLE.contains(&off)
    }

    /// All possible ones in increasing order: 7641.
    pub fn all() -> impl Iterator<Item = Neighbourhood> + Clone {
        (0..=u16::MAX).map(Neighbourhood).filter(|n| n.is_possible())
    }
}

impl fmt::Display for Neighbourhood {
    /// Three rows divided by `/`, with `*` in the centre and `#` off the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = self.symbols().map(|s| ['.', 'O', 'X', '#'][usize::from(s)]);
        write!(f, "{}{}{}/{}*{}/{}{}{}", s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])
    }
}

/// What else counts about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Circumstances {
    /// It is near the previous move.
    pub is_near: bool,
    /// It is a self-atari.
    pub o_self_atari: bool,
    /// A move of the opponent there would be a self-atari.
    pub x_self_atari: bool,
    /// A move of the opponent there would be suicide.
    pub x_suicide: bool,
    /// Stones that it captures; three stands for more.
    pub o_captures: u8,
    /// Stones that a move of the opponent there would capture; three stands for more.
    pub x_captures: u8,
}

impl Circumstances {
    /// A number below [`CIRCUMSTANCES`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.is_near)
            | usize::from(self.o_self_atari) << 1
            | usize::from(self.x_self_atari) << 2
            | usize::from(self.x_suicide) << 3
            | usize::from(self.o_captures.min(3)) << 4
            | usize::from(self.x_captures.min(3)) << 6
    }

    /// The circumstances with this [`index`](Circumstances::index) (modulo
    /// [`CIRCUMSTANCES`]).
    pub fn from_index(index: usize) -> Circumstances {
        let bit = |i: u32| index >> i & 1 != 0;
        Circumstances {
            is_near: bit(0),
            o_self_atari: bit(1),
            x_self_atari: bit(2),
            x_suicide: bit(3),
            o_captures: (index >> 4 & 3) as u8,
            x_captures: (index >> 6 & 3) as u8,
        }
    }

    /// All of them, by index.
    pub fn all() -> impl Iterator<Item = Circumstances> + Clone {
        (0..CIRCUMSTANCES).map(Circumstances::from_index)
    }
}

/// The properties of a rule: for each of the six circumstances the set of values
/// that it accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Conditions(u16);

/// Lowest bit and number of bits of the sets: near, self-atari of O and of X,
/// suicide of X, captures of O and of X.
const FIELDS: [(u32, u32); 6] = [(0, 2), (2, 2), (4, 2), (6, 2), (8, 4), (12, 4)];

impl Conditions {
    /// Accepts everything.
    pub const ALWAYS: Conditions = Conditions(u16::MAX);

    /// The names of the properties, and what each of them accepts (docs/pattern-language.md,
    /// "Playout weights").
    pub const PROPERTIES: [(&str, Conditions); 24] = [
        ("near", Self::only(0, 0b10)),
        ("far", Self::only(0, 0b01)),
        ("osafe", Self::only(1, 0b01)),
        ("ounsafe", Self::only(1, 0b10)),
        ("xsafe", Self::only(2, 0b01)),
        ("xunsafe", Self::only(2, 0b10)),
        ("xsuicide", Self::only(3, 0b10)),
        ("xnosuicide", Self::only(3, 0b01)),
        ("ocap0", Self::only(4, 0b0001)),
        ("ocap1", Self::only(4, 0b0010)),
        ("ocap2", Self::only(4, 0b0100)),
        ("ocap3", Self::only(4, 0b1000)),
        ("ocap1+", Self::only(4, 0b1110)),
        ("ocap2+", Self::only(4, 0b1100)),
        ("ocap1-", Self::only(4, 0b0011)),
        ("ocap2-", Self::only(4, 0b0111)),
        ("xcap0", Self::only(5, 0b0001)),
        ("xcap1", Self::only(5, 0b0010)),
        ("xcap2", Self::only(5, 0b0100)),
        ("xcap3", Self::only(5, 0b1000)),
        ("xcap1+", Self::only(5, 0b1110)),
        ("xcap2+", Self::only(5, 0b1100)),
        ("xcap1-", Self::only(5, 0b0011)),
        ("xcap2-", Self::only(5, 0b0111)),
    ];

    const fn only(field: usize, set: u16) -> Conditions {
        let (shift, bits) = FIELDS[field];
        Conditions(!(((1 << bits) - 1) << shift) | set << shift)
    }

    /// The property with this name.
    pub fn property(name: &str) -> Option<Conditions> {
        Self::PROPERTIES.iter().find(|(n, _)| *n == name).map(|(_, c)| *c)
    }

    /// Both at once.
    #[must_use]
    pub const fn and(self, other: Conditions) -> Conditions {
        Conditions(self.0 & other.0)
    }

    /// Whether nothing is accepted.
    pub fn is_never(self) -> bool {
        FIELDS.into_iter().any(|(shift, bits)| self.0 >> shift & ((1 << bits) - 1) == 0)
    }

    /// Whether these circumstances are accepted.
    pub fn accepts(self, c: Circumstances) -> bool {
        let values = [
            u32::from(c.is_near),
            u32::from(c.o_self_atari),
            u32::from(c.x_self_atari),
            u32::from(c.x_suicide),
            u32::from(c.o_captures.min(3)),
            u32::from(c.x_captures.min(3)),
        ];
        FIELDS.into_iter().zip(values).all(|((shift, _), value)| self.0 >> (shift + value) & 1 != 0)
    }
}

impl fmt::Display for Conditions {
    /// The properties that say it, each after a comma; nothing for
    /// [`Conditions::ALWAYS`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_never() {
            return f.write_str(",never");
        }
        for (shift, bits) in FIELDS {
            let field = ((1u16 << bits) - 1) << shift;
            if self.0 & field == field {
                continue;
            }
            let wanted = Conditions(self.0 | !field);
            match Self::PROPERTIES.iter().find(|(_, c)| *c == wanted) {
                Some((name, _)) => write!(f, ",{name}")?,
                // Sets without a name of their own come from several properties.
                None => {
                    for (name, c) in Self::PROPERTIES {
                        if c.0 & !field == !field && c.and(wanted) == wanted {
                            write!(f, ",{name}")?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// What a diagram accepts at a neighbour: bit `s` for [`Symbol`] `s`.
pub type Accepted = u8;

/// A colon line with its diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Index of its source file in [`PlayoutDb::files`].
    pub file: u16,
    /// Line of the colon line in that file, from 1.
    pub line: u32,
    /// The diagram: the neighbours in reading order.
    pub diagram: [Accepted; 8],
    /// The properties.
    pub conditions: Conditions,
    /// The weight.
    pub weight: u32,
}

/// The character of a diagram for a set of symbols, `#` for off the board.
fn letter(accepted: Accepted) -> char {
    match accepted {
        0b0001 => '.',
        0b0010 => 'O',
        0b0100 => 'X',
        0b0011 => 'o',
        0b0101 => 'x',
        0b0111 => '?',
        0b1111 => '%',
        0b1000 => '#',
        _ => '&',
    }
}

/// A playout database.
#[derive(Clone, PartialEq, Eq)]
pub struct PlayoutDb {
    /// Name in the manifest.
    pub name: String,
    /// Source files, by their names in the manifest.
    pub files: Vec<String>,
    rules: Vec<Rule>,
    /// Class of each of the 65536 neighbourhoods; 0 for those that are impossible.
    classes: Vec<u16>,
    /// [`CIRCUMSTANCES`] entries per class: 0, or the number of a rule plus one.
    rows: Vec<u16>,
    /// Weight of "no rule", then of the rules.
    weights: Vec<u32>,
}

impl fmt::Debug for PlayoutDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayoutDb")
            .field("name", &self.name)
            .field("rules", &self.rules)
            .field("classes", &(self.rows.len() / CIRCUMSTANCES))
            .finish_non_exhaustive()
    }
}

/// Why rules and tables are no database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadTable(pub &'static str);

impl PlayoutDb {
    /// A database from its table. `classes`: a class for each of
    /// [`Neighbourhood::all`]; `rows`: [`CIRCUMSTANCES`] entries for each class,
    /// each 0 or the number of a rule plus one.
    ///
    /// # Errors
    ///
    /// If sizes or numbers disagree.
    pub fn new(
        name: String,
        files: Vec<String>,
        rules: Vec<Rule>,
        classes: &[u16],
        rows: Vec<u16>,
    ) -> Result<PlayoutDb, BadTable> {
        if rules.len() > MAX_RULES {
            return Err(BadTable("playouts: too many rules"));
        }
        if rows.is_empty() || !rows.len().is_multiple_of(CIRCUMSTANCES) {
            return Err(BadTable("playouts: broken rows"));
        }
        if rows.iter().any(|&rule| usize::from(rule) > rules.len()) {
            return Err(BadTable("playouts: no such rule"));
        }
        let count = rows.len() / CIRCUMSTANCES;
        if classes.iter().any(|&class| usize::from(class) >= count) {
            return Err(BadTable("playouts: no such class"));
        }
        let mut all = vec![0; 1 << 16];
        let mut given = classes.iter();
        for n in Neighbourhood::all() {
            all[usize::from(n.0)] = *given.next().ok_or(BadTable("playouts: too few classes"))?;
        }
        if given.next().is_some() {
            return Err(BadTable("playouts: too many classes"));
        }
        let weights =
            std::iter::once(DEFAULT_WEIGHT).chain(rules.iter().map(|r| r.weight)).collect();
        Ok(PlayoutDb { name, files, rules, classes: all, rows, weights })
    }

    /// The same rules with other weights, one for each in file order; those that are missing stay.
    #[must_use]
    pub fn with_weights(mut self, weights: &[u32]) -> PlayoutDb {
        for (i, &weight) in weights.iter().enumerate().take(self.rules.len()) {
            self.rules[i].weight = weight;
            self.weights[i + 1] = weight;
        }
        self
    }

    /// The rules in file order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    #[inline]
    fn entry(&self, n: Neighbourhood, c: Circumstances) -> usize {
        let class = usize::from(self.classes[usize::from(n.0)]);
        usize::from(self.rows[class * CIRCUMSTANCES + c.index()])
    }

    /// The weight of a move: that of the first rule which fits, else
    /// [`DEFAULT_WEIGHT`]. 0 means never.
    #[inline]
    pub fn weight(&self, n: Neighbourhood, c: Circumstances) -> u32 {
        self.weights[self.entry(n, c)]
    }

    /// For each neighbourhood, by its number, the greatest weight that it has in any of these circumstances.
    pub fn greatest_weights(&self, circumstances: &[Circumstances]) -> Vec<u32> {
        let greatest = |row: &[u16]| {
            let weights = circumstances.iter().map(|c| self.weights[usize::from(row[c.index()])]);
            weights.max().unwrap_or(0)
        };
        let of_class: Vec<u32> = self.rows.chunks_exact(CIRCUMSTANCES).map(greatest).collect();
        self.classes.iter().map(|&class| of_class[usize::from(class)]).collect()
    }

    /// The first rule that fits, by its index.
    pub fn rule(&self, n: Neighbourhood, c: Circumstances) -> Option<usize> {
        self.entry(n, c).checked_sub(1)
    }

    /// For each rule whether it gives the weight of some move.
    pub fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.rules.len()];
        // Every row is that of some neighbourhood.
        for rule in self.rows.iter().filter_map(|&entry| usize::from(entry).checked_sub(1)) {
            reached[rule] = true;
        }
        reached
    }

    /// The database as bytes: magic, version, checksum, content.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = ByteWriter::default();
        w.str(&self.name);
        w.len(self.files.len());
        self.files.iter().for_each(|f| w.str(f));
        w.len(self.rules.len());
        for rule in &self.rules {
            w.u16(rule.file);
            w.u32(rule.line);
            rule.diagram.iter().for_each(|&a| w.u8(a));
            w.u16(rule.conditions.0);
            w.u32(rule.weight);
        }
        let classes: Vec<u16> =
            Neighbourhood::all().map(|n| self.classes[usize::from(n.0)]).collect();
        for list in [&classes, &self.rows] {
            w.len(list.len());
            list.iter().for_each(|&x| w.u16(x));
        }
        seal(MAGIC, FORMAT_VERSION, &w.0)
    }

    /// Decodes a database.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<PlayoutDb, DecodeError> {
        let mut r = ByteReader::new(open(bytes, MAGIC, FORMAT_VERSION)?);
        let name = r.str()?;
        let files = (0..r.len(4)?).map(|_| r.str()).collect::<Result<Vec<_>, _>>()?;
        let mut rules = Vec::new();
        for _ in 0..r.len(20)? {
            let (file, line) = (r.u16()?, r.u32()?);
            let mut diagram = [0; 8];
            for accepted in &mut diagram {
                *accepted = r.u8()?;
            }
            let (conditions, weight) = (Conditions(r.u16()?), r.u32()?);
            rules.push(Rule { file, line, diagram, conditions, weight });
        }
        let mut list = || (0..r.len(2)?).map(|_| r.u16()).collect::<Result<Vec<_>, _>>();
        let (classes, rows) = (list()?, list()?);
        if !r.is_at_end() {
            return Err(r.error("bytes after the end"));
        }
        PlayoutDb::new(name, files, rules, &classes, rows).map_err(|e| r.error(e.0))
    }

    /// The database as text for people: the rules with their diagrams, then for
    /// each class how many neighbourhoods it has, the first of them, and its
    /// weights with the number of circumstances.
    pub fn dump(&self) -> String {
        let classes = self.rows.len() / CIRCUMSTANCES;
        let mut out =
            format!("playouts {}: {} rules, {classes} classes\n", self.name, self.rules.len());
        for (i, rule) in self.rules.iter().enumerate() {
            let file = self.files.get(usize::from(rule.file)).map_or("?", |f| f);
            let d = rule.diagram.map(letter);
            let _ = writeln!(
                out,
                "{i}: {}{}{}/{}*{}/{}{}{} :{}{} {file}:{}",
                d[0],
                d[1],
                d[2],
                d[3],
                d[4],
                d[5],
                d[6],
                d[7],
                rule.weight,
                rule.conditions,
                rule.line
            );
        }
        for (class, row) in self.rows.chunks(CIRCUMSTANCES).enumerate() {
            let members = || {
                Neighbourhood::all()
                    .filter(|n| usize::from(self.classes[usize::from(n.0)]) == class)
            };
            let Some(first) = members().next() else { continue };
            let _ = write!(out, "class {class}: {} like {first}", members().count());
            let mut used: Vec<u16> = row.to_vec();
            used.sort_unstable();
            used.dedup();
            for rule in used {
                let count = row.iter().filter(|&&r| r == rule).count();
                let weight = self.weights[usize::from(rule)];
                let _ = match rule.checked_sub(1) {
                    None => write!(out, ", no rule {count}×"),
                    Some(rule) => write!(out, ", rule {rule} (:{weight}) {count}×"),
                };
            }
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::empty_cells;

    #[test]
    fn possible_neighbourhoods_are_those_of_boards() {
        let all: Vec<Neighbourhood> = Neighbourhood::all().collect();
        assert_eq!(all.len(), 6561 + 4 * 243 + 4 * 27);
        for size in 2..6 {
            let cells = empty_cells(size);
            let board = BoardView { size, cells: &cells };
            for p in Point::all(size) {
                assert!(all.contains(&Neighbourhood::of(board, p, Color::Black)));
            }
        }
    }

    #[test]
    fn own_stones_beside_are_seen() {
        for n in Neighbourhood::all() {
            let symbols = n.symbols();
            let beside = [1, 3, 4, 6].into_iter().any(|i| symbols[i] == 1);
            assert_eq!(n.has_own_beside(), beside, "{n}");
        }
    }

    #[test]
    fn neighbourhoods_are_read_row_by_row_in_the_colours_of_the_mover() {
        let mut cells = empty_cells(5);
        cells[Point::new(0, 1).idx()] = Cell::Black;
        cells[Point::new(1, 1).idx()] = Cell::White;
        let board = BoardView { size: 5, cells: &cells };
        let at = Point::new(0, 0);
        assert_eq!(Neighbourhood::of(board, at, Color::Black).to_string(), "###/#*O/#.X");
        assert_eq!(Neighbourhood::of(board, at, Color::White).to_string(), "###/#*X/#.O");
        let n = Neighbourhood::of(board, Point::new(2, 2), Color::White);
        assert_eq!(n.to_string(), "O../.*./...");
        assert_eq!(Neighbourhood::from_symbols(n.symbols()), n);
    }

    #[test]
    fn circumstances_are_numbered_one_to_one() {
        for (i, c) in Circumstances::all().enumerate() {
            assert_eq!(c.index(), i);
        }
        let many = Circumstances { o_captures: 200, ..Circumstances::default() };
        assert_eq!(many.index(), Circumstances { o_captures: 3, ..many }.index());
    }

    #[test]
    fn properties_accept_what_they_say_and_are_written_back() {
        let says = |name: &str, c: Circumstances| Conditions::property(name).unwrap().accepts(c);
        for c in Circumstances::all() {
            assert!(Conditions::ALWAYS.accepts(c));
            assert_eq!(says("near", c), c.is_near);
            assert_eq!(says("far", c), !c.is_near);
            assert_eq!(says("osafe", c), !c.o_self_atari);
            assert_eq!(says("ounsafe", c), c.o_self_atari);
            assert_eq!(says("xsafe", c), !c.x_self_atari);
            assert_eq!(says("xunsafe", c), c.x_self_atari);
            assert_eq!(says("xsuicide", c), c.x_suicide);
            assert_eq!(says("xnosuicide", c), !c.x_suicide);
            for n in 0..=3 {
                assert_eq!(says(&format!("ocap{n}"), c), c.o_captures == n);
                assert_eq!(says(&format!("xcap{n}"), c), c.x_captures == n);
            }
            for n in 1..=2 {
                assert_eq!(says(&format!("ocap{n}+"), c), c.o_captures >= n);
                assert_eq!(says(&format!("ocap{n}-"), c), c.o_captures <= n);
                assert_eq!(says(&format!("xcap{n}+"), c), c.x_captures >= n);
                assert_eq!(says(&format!("xcap{n}-"), c), c.x_captures <= n);
            }
        }
        for (name, c) in Conditions::PROPERTIES {
            assert_eq!(c.to_string(), format!(",{name}"));
            assert!(!c.is_never());
        }
        let both = |a, b| Conditions::property(a).unwrap().and(Conditions::property(b).unwrap());
        assert_eq!(both("near", "osafe").to_string(), ",near,osafe");
        assert_eq!(both("ocap1+", "ocap2-").to_string(), ",ocap1+,ocap2-");
        assert!(both("near", "far").is_never());
    }

    fn small() -> PlayoutDb {
        let rule = Rule {
            file: 0,
            line: 5,
            diagram: [15, 2, 15, 15, 15, 15, 15, 15],
            conditions: Conditions::property("near").unwrap(),
            weight: 0,
        };
        let classes: Vec<u16> =
            Neighbourhood::all().map(|n| u16::from(n.symbols()[1] == O)).collect();
        let near = Circumstances::all().map(|c| u16::from(c.is_near));
        let rows = std::iter::repeat_n(0, CIRCUMSTANCES).chain(near).collect();
        PlayoutDb::new("p".into(), vec!["p.db".into()], vec![rule], &classes, rows).unwrap()
    }

    #[test]
    fn a_lookup_gives_the_weight_and_the_rule() {
        let db = small();
        let n = Neighbourhood::from_symbols([0, O, 0, 0, 0, 0, 0, 0]);
        let near = Circumstances { is_near: true, ..Circumstances::default() };
        assert_eq!((db.weight(n, near), db.rule(n, near)), (0, Some(0)));
        let far = Circumstances::default();
        assert_eq!((db.weight(n, far), db.rule(n, far)), (DEFAULT_WEIGHT, None));
        let impossible = Neighbourhood(u16::MAX);
        assert_eq!((db.weight(impossible, near), db.rule(impossible, near)), (1, None));
    }

    #[test]
    fn the_greatest_weights_are_those_of_the_circumstances_asked_for() {
        let db = small();
        let quiet: Vec<Circumstances> =
            Circumstances::all().filter(|c| !c.is_near && c.o_captures == 0).collect();
        for asked in [&quiet[..], &quiet[..1], &[]] {
            let greatest = db.greatest_weights(asked);
            for n in Neighbourhood::all() {
                let plain = asked.iter().map(|&c| db.weight(n, c)).max().unwrap_or(0);
                assert_eq!(greatest[usize::from(n.0)], plain, "{n}");
            }
        }
    }

    #[test]
    fn bytes_decode_to_the_same_database_and_damage_is_an_error() {
        let db = small();
        let bytes = db.to_bytes();
        assert_eq!(PlayoutDb::from_bytes(&bytes).unwrap(), db);
        for i in (0..bytes.len()).filter(|i| *i < 200 || i % 97 == 0) {
            assert!(PlayoutDb::from_bytes(&bytes[..i]).is_err(), "cut at {i}");
            let mut damaged = bytes.clone();
            damaged[i] ^= 0x55;
            assert!(PlayoutDb::from_bytes(&damaged).is_err(), "damaged at {i}");
            let content = seal(MAGIC, FORMAT_VERSION, &damaged[16..]);
            if let Ok(db) = PlayoutDb::from_bytes(&content) {
                for n in [0, 1 << 14, u16::MAX] {
                    Circumstances::all().for_each(|c| _ = db.weight(Neighbourhood(n), c));
                }
                assert!(!db.dump().is_empty());
            }
        }
    }

    #[test]
    fn dumps_show_rules_and_classes() {
        assert_eq!(
            small().dump(),
            "playouts p: 1 rules, 2 classes\n\
             0: %O%/%*%/%%% :0,near p.db:5\n\
             class 0: 5193 like .../.*./..., no rule 256×\n\
             class 1: 2448 like .O./.*./..., no rule 128×, rule 0 (:0) 128×\n"
        );
    }
}
