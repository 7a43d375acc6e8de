//! A compiled database: patterns as plain data, the table of its matcher, and
//! the byte format in which both are compiled in or kept in files.
//!
//! [`PatternDb`] knows where patterns match and what they say; [`Database`] adds
//! how their constraints run (compiled functions or the interpreter);
//! [`PatternSet`] is all databases of an engine. None of them knows an engine.

use std::borrow::Cow;
use std::fmt;

use crate::bytes::{ByteReader, ByteWriter, DecodeError, open, seal};
use crate::colon_line::{AttrKind, ClassSet, Edges, Symmetry};
use crate::expr::{ArgRef, Cmp, Op, Program};
use crate::eyes::EyeDb;
use crate::geom::{Color, Offset, Point, Transform};
use crate::helper::{Helper, HelperSet, PatternId, Site, Stage, StageFns, StageHost, VOCABULARY};
use crate::montecarlo::PlayoutDb;
use crate::table::Table;

/// Version of the byte format. Raise it with every change of the format.
pub const FORMAT_VERSION: u32 = 7;
const MAGIC: [u8; 4] = *b"KPDB";

/// What a diagram says of a vertex (docs/pattern-language.md, "Elements"). `?` makes no element;
/// `Q` and `Y` have become [`ElementKind::O`] and [`ElementKind::X`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum ElementKind {
    /// `.`: empty.
    Empty = 0,
    /// `O`: a friendly stone.
    O,
    /// `X`: an enemy stone.
    X,
    /// `o`: empty or a friendly stone.
    EmptyOrO,
    /// `x`: empty or an enemy stone.
    EmptyOrX,
    /// `*`: empty, the move.
    Move,
    /// `,`: empty, a barrier point.
    Barrier,
    /// `!`: empty, a special point (its meaning depends on the database).
    Special,
}

impl ElementKind {
    /// All kinds in the order of their numbers.
    pub const ALL: [ElementKind; 8] = [
        ElementKind::Empty,
        ElementKind::O,
        ElementKind::X,
        ElementKind::EmptyOrO,
        ElementKind::EmptyOrX,
        ElementKind::Move,
        ElementKind::Barrier,
        ElementKind::Special,
    ];

    /// The character in a diagram.
    pub const fn symbol(self) -> char {
        match self {
            ElementKind::Empty => '.',
            ElementKind::O => 'O',
            ElementKind::X => 'X',
            ElementKind::EmptyOrO => 'o',
            ElementKind::EmptyOrX => 'x',
            ElementKind::Move => '*',
            ElementKind::Barrier => ',',
            ElementKind::Special => '!',
        }
    }

    /// Which contents it accepts: bit 0 empty, bit 1 O, bit 2 X.
    pub const fn accepts(self) -> u8 {
        match self {
            ElementKind::O => 0b010,
            ElementKind::X => 0b100,
            ElementKind::EmptyOrO => 0b011,
            ElementKind::EmptyOrX => 0b101,
            _ => 0b001,
        }
    }
}

/// One element of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Element {
    /// Place, counted from the anchor, in the orientation of the drawing.
    pub at: Offset,
    /// What must be there.
    pub kind: ElementKind,
}

/// The vertex from which the matcher starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Anchor {
    /// A friendly stone.
    O = 0,
    /// An enemy stone.
    X,
    /// The corner of the board (corner and full-board databases): offsets count
    /// from there, and the pattern describes its whole rectangle.
    Corner,
}

/// A value of the colon line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AttrValue {
    /// A number.
    Number(f32),
    /// A label: offset from the origin of the labels.
    Label(Offset),
}

/// One attribute of the colon line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Attr {
    /// Which.
    pub kind: AttrKind,
    /// Its argument.
    pub value: AttrValue,
}

/// A pattern, ready to be matched and judged: a field for each part of its byte form.
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    /// Name, unique in its database.
    pub name: String,
    /// Index of its source file in [`PatternDb::files`].
    pub file: u16,
    /// Line of the `Pattern` line in that file, from 1.
    pub line: u32,
    /// Declared symmetry.
    pub symmetry: Symmetry,
    /// Class letters.
    pub class: ClassSet,
    /// Values, in the order of the text.
    pub attrs: Vec<Attr>,
    /// Hand-written helper, by name.
    pub helper: Option<String>,
    /// What the anchor is.
    pub anchor: Anchor,
    /// Elements in reading order, `?` left out.
    pub elements: Vec<Element>,
    /// First row and column of the drawing, counted from the anchor (0 or less).
    pub min: Offset,
    /// Last row and column of the drawing, counted from the anchor.
    pub max: Offset,
    /// Board edges drawn.
    pub edges: Edges,
    /// The move `*`, counted from the anchor.
    pub mv: Option<Offset>,
    /// Constraint, and its cost (docs/pattern-language.md, "Cost").
    pub constraint: Option<Program>,
    /// Expected work of the constraint in tactical readings.
    pub cost: f32,
    /// Action.
    pub action: Option<Program>,
}

impl Pattern {
    /// The number of an attribute, the last one if it is repeated.
    pub fn number(&self, kind: AttrKind) -> Option<f32> {
        self.attrs.iter().rev().find_map(|a| match a.value {
            AttrValue::Number(x) if a.kind == kind => Some(x),
            _ => None,
        })
    }

    /// Place and orientation of a match of this pattern.
    pub fn site(&self, anchor: Point, transform: Transform, color: Color) -> Site {
        let step = |o: Offset| {
            let o = transform.apply(o);
            anchor.step(i16::from(o.dr) * crate::geom::STRIDE as i16 + i16::from(o.dc))
        };
        let mv = self.mv.map_or(Point::PASS, step);
        Site { origin: if self.mv.is_some() { mv } else { anchor }, mv, transform, color }
    }
}

/// A compiled database.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternDb {
    /// Name in the manifest.
    pub name: String,
    /// When it is matched.
    pub stage: Stage,
    /// Source files, by their names in the manifest.
    pub files: Vec<String>,
    /// Patterns in source order.
    pub patterns: Vec<Pattern>,
    /// The matcher's table.
    pub table: Table,
}

impl PatternDb {
    /// The pattern with this id.
    ///
    /// # Panics
    ///
    /// If the id is of another database.
    #[inline]
    pub fn pattern(&self, id: PatternId) -> &Pattern {
        &self.patterns[id.idx()]
    }

    /// All patterns with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (PatternId, &Pattern)> {
        self.patterns.iter().enumerate().map(|(i, p)| (PatternId(i as u32), p))
    }

    /// Every autohelper that its constraints and actions call.
    pub fn helpers(&self) -> HelperSet {
        let mut set = HelperSet::EMPTY;
        for p in &self.patterns {
            for program in [&p.constraint, &p.action].into_iter().flatten() {
                program.calls().for_each(|h| set.insert(h));
            }
        }
        set
    }

    /// The database as bytes: magic, version, checksum, content.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = ByteWriter::default();
        w.str(&self.name);
        w.str(self.stage.name());
        w.len(VOCABULARY.len());
        w.len(self.files.len());
        self.files.iter().for_each(|f| w.str(f));
        w.len(self.patterns.len());
        self.patterns.iter().for_each(|p| encode_pattern(&mut w, p));
        self.table.encode(&mut w);
        seal(MAGIC, FORMAT_VERSION, &w.0)
    }

    /// The table as text for people, after a line with the version of the byte form
    /// and the checksum of the database in that form.
    pub fn dump_table(&self) -> String {
        let bytes = self.to_bytes();
        let sum = bytes.get(8..16).and_then(|sum| <[u8; 8]>::try_from(sum).ok());
        let sum = u64::from_le_bytes(sum.unwrap_or_default());
        let head = format!("{}: format {FORMAT_VERSION}, checksum {sum:016x}\n", self.name);
        head + &self.table.dump(&|id| self.pattern(id).name.clone())
    }

    /// Decodes a database whose tables stay in `bytes`.
    pub fn from_static(bytes: &'static [u8]) -> Result<PatternDb, DecodeError> {
        Self::decode(bytes, Cow::Borrowed)
    }

    /// Decodes a database, copying its tables.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatternDb, DecodeError> {
        Self::decode(bytes, |b| Cow::Owned(b.to_vec()))
    }

    fn decode<'a>(
        bytes: &'a [u8],
        keep: impl Fn(&'a [u8]) -> Cow<'static, [u8]>,
    ) -> Result<PatternDb, DecodeError> {
        let mut r = ByteReader::new(open(bytes, MAGIC, FORMAT_VERSION)?);
        let name = r.str()?;
        let stage = Stage::from_name(&r.str()?).ok_or_else(|| r.error("unknown stage"))?;
        if r.u32()? as usize != VOCABULARY.len() {
            return Err(r.error("compiled with another vocabulary"));
        }
        let files = (0..r.len(4)?).map(|_| r.str()).collect::<Result<Vec<_>, _>>()?;
        let count = r.len(24)?;
        let patterns = (0..count).map(|_| decode_pattern(&mut r)).collect::<Result<Vec<_>, _>>()?;
        let table = Table::decode(&mut r, keep, patterns.len())?;
        if !r.is_at_end() {
            return Err(r.error("bytes after the end"));
        }
        Ok(PatternDb { name, stage, files, patterns, table })
    }
}

fn encode_offset(w: &mut ByteWriter, o: Offset) {
    w.i8(o.dr);
    w.i8(o.dc);
}

fn decode_offset(r: &mut ByteReader<'_>) -> Result<Offset, DecodeError> {
    let (dr, dc) = (r.i8()?, r.i8()?);
    const LIMIT: u8 = crate::geom::MAX_BOARD as u8;
    if dr.unsigned_abs() >= LIMIT || dc.unsigned_abs() >= LIMIT {
        return Err(r.error("offset larger than any board"));
    }
    Ok(Offset { dr, dc })
}

fn encode_pattern(w: &mut ByteWriter, p: &Pattern) {
    w.str(&p.name);
    w.u16(p.file);
    w.u32(p.line);
    w.u8(p.symmetry.code() as u8);
    w.u64(p.class.bits());
    w.len(p.attrs.len());
    for a in &p.attrs {
        w.u8(a.kind as u8);
        match a.value {
            AttrValue::Number(x) => {
                w.u8(0);
                w.f32(x);
            }
            AttrValue::Label(o) => {
                w.u8(1);
                encode_offset(w, o);
            }
        }
    }
    w.str(p.helper.as_deref().unwrap_or(""));
    w.u8(p.anchor as u8);
    w.len(p.elements.len());
    for e in &p.elements {
        encode_offset(w, e.at);
        w.u8(e.kind as u8);
    }
    encode_offset(w, p.min);
    encode_offset(w, p.max);
    w.u8(p.edges.bits());
    w.u8(u8::from(p.mv.is_some()));
    encode_offset(w, p.mv.unwrap_or_default());
    w.f32(p.cost);
    for program in [&p.constraint, &p.action] {
        w.u8(u8::from(program.is_some()));
        if let Some(program) = program {
            encode_program(w, program);
        }
    }
}

fn decode_pattern(r: &mut ByteReader<'_>) -> Result<Pattern, DecodeError> {
    let name = r.str()?;
    let file = r.u16()?;
    let line = r.u32()?;
    let symmetry =
        Symmetry::from_code(char::from(r.u8()?)).ok_or_else(|| r.error("unknown symmetry"))?;
    let class = ClassSet::from_bits(r.u64()?);
    let n = r.len(4)?;
    let mut attrs = Vec::with_capacity(n);
    for _ in 0..n {
        let kind =
            *AttrKind::ALL.get(usize::from(r.u8()?)).ok_or_else(|| r.error("unknown attribute"))?;
        let value = match r.u8()? {
            0 => AttrValue::Number(r.f32()?),
            _ => AttrValue::Label(decode_offset(r)?),
        };
        attrs.push(Attr { kind, value });
    }
    let helper = Some(r.str()?).filter(|h| !h.is_empty());
    let anchor = match r.u8()? {
        0 => Anchor::O,
        1 => Anchor::X,
        2 => Anchor::Corner,
        _ => return Err(r.error("unknown anchor")),
    };
    let n = r.len(3)?;
    let mut elements = Vec::with_capacity(n);
    for _ in 0..n {
        let at = decode_offset(r)?;
        let kind = *ElementKind::ALL
            .get(usize::from(r.u8()?))
            .ok_or_else(|| r.error("unknown element"))?;
        elements.push(Element { at, kind });
    }
    let min = decode_offset(r)?;
    let max = decode_offset(r)?;
    let edges = Edges::from_bits(r.u8()?);
    let has_move = r.u8()? != 0;
    let mv = Some(decode_offset(r)?).filter(|_| has_move);
    let cost = r.f32()?;
    let constraint = if r.u8()? != 0 { Some(decode_program(r)?) } else { None };
    let action = if r.u8()? != 0 { Some(decode_program(r)?) } else { None };
    Ok(Pattern {
        name,
        file,
        line,
        symmetry,
        class,
        attrs,
        helper,
        anchor,
        elements,
        min,
        max,
        edges,
        mv,
        constraint,
        cost,
        action,
    })
}

fn encode_program(w: &mut ByteWriter, program: &Program) {
    w.len(program.ops.len());
    for op in &program.ops {
        match *op {
            Op::Num(x) => {
                w.u8(0);
                w.f64(x);
            }
            Op::Call { helper, first, count } => {
                w.u8(1);
                w.u16(helper as u16);
                w.u16(first);
                w.u8(count);
            }
            Op::Not => w.u8(2),
            Op::Bool => w.u8(3),
            Op::Neg => w.u8(4),
            Op::Add => w.u8(5),
            Op::Sub => w.u8(6),
            Op::Cmp(cmp) => {
                w.u8(7);
                w.u8(cmp as u8);
            }
            Op::AndJump(to) => {
                w.u8(8);
                w.u16(to);
            }
            Op::OrJump(to) => {
                w.u8(9);
                w.u16(to);
            }
            Op::JumpIfZero(to) => {
                w.u8(10);
                w.u16(to);
            }
            Op::Jump(to) => {
                w.u8(11);
                w.u16(to);
            }
            Op::Pop => w.u8(12),
            Op::Return => w.u8(13),
        }
    }
    w.len(program.args.len());
    for arg in &program.args {
        match *arg {
            ArgRef::Tenuki => w.u8(0),
            ArgRef::At(o) => {
                w.u8(1);
                encode_offset(w, o);
            }
        }
    }
}

fn decode_program(r: &mut ByteReader<'_>) -> Result<Program, DecodeError> {
    let mut program = Program::default();
    for _ in 0..r.len(1)? {
        let op = match r.u8()? {
            0 => Op::Num(r.f64()?),
            1 => {
                let helper = Helper::from_index(usize::from(r.u16()?))
                    .ok_or_else(|| r.error("unknown helper"))?;
                Op::Call { helper, first: r.u16()?, count: r.u8()? }
            }
            2 => Op::Not,
            3 => Op::Bool,
            4 => Op::Neg,
            5 => Op::Add,
            6 => Op::Sub,
            7 => Op::Cmp(
                *Cmp::ALL.get(usize::from(r.u8()?)).ok_or_else(|| r.error("unknown comparison"))?,
            ),
            8 => Op::AndJump(r.u16()?),
            9 => Op::OrJump(r.u16()?),
            10 => Op::JumpIfZero(r.u16()?),
            11 => Op::Jump(r.u16()?),
            12 => Op::Pop,
            13 => Op::Return,
            _ => return Err(r.error("unknown operation")),
        };
        program.ops.push(op);
    }
    for _ in 0..r.len(1)? {
        program.args.push(match r.u8()? {
            0 => ArgRef::Tenuki,
            1 => ArgRef::At(decode_offset(r)?),
            _ => return Err(r.error("unknown argument")),
        });
    }
    program.validate().map_err(|m| r.error(m.0))?;
    Ok(program)
}

/// A database together with the way its constraints and actions run.
#[derive(Clone)]
pub struct Database {
    /// Patterns and tables.
    pub data: PatternDb,
    /// Compiled functions; without them the programs are interpreted.
    fns: Option<StageFns>,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database")
            .field("name", &self.data.name)
            .field("patterns", &self.data.patterns.len())
            .field("compiled", &self.fns.is_some())
            .finish()
    }
}

impl Database {
    /// A loaded database: its programs are interpreted.
    pub fn interpreted(data: PatternDb) -> Database {
        Database { data, fns: None }
    }

    /// A compiled-in database, from the bytes and functions that the macro emits.
    pub fn compiled(bytes: &'static [u8], fns: StageFns) -> Result<Database, DecodeError> {
        let data = PatternDb::from_static(bytes)?;
        if data.stage != fns.stage() {
            return Err(DecodeError { offset: 0, reason: "functions of another stage" });
        }
        Ok(Database { data, fns: Some(fns) })
    }

    /// Whether constraints run as compiled functions.
    pub fn is_compiled(&self) -> bool {
        self.fns.is_some()
    }

    /// Value of the constraint of a pattern at `site`; non-zero accepts. 1 if the
    /// pattern has none.
    pub fn check<H: StageHost + ?Sized>(&self, host: &mut H, id: PatternId, site: &Site) -> i64 {
        let Some(program) = &self.data.pattern(id).constraint else { return 1 };
        match &self.fns {
            Some(fns) => host.check_with(fns, id, site).unwrap_or(0),
            None => program.run(host, site),
        }
    }

    /// Runs the action of a pattern at `site`, if it has one; the value of its
    /// `return`, else 0.
    pub fn act<H: StageHost + ?Sized>(&self, host: &mut H, id: PatternId, site: &Site) -> i64 {
        let Some(program) = &self.data.pattern(id).action else { return 0 };
        match &self.fns {
            Some(fns) => host.act_with(fns, id, site).unwrap_or(0),
            None => program.run(host, site),
        }
    }

    /// Runs the action of a pattern if `act`, else its constraint.
    pub fn run<H: StageHost + ?Sized>(
        &self,
        host: &mut H,
        id: PatternId,
        site: &Site,
        act: bool,
    ) -> i64 {
        if act { self.act(host, id, site) } else { self.check(host, id, site) }
    }
}

/// All databases of an engine, those of each kind in the order of the manifest.
/// Names are unique among all of them.
#[derive(Clone, Debug, Default)]
pub struct PatternSet {
    /// The pattern databases.
    pub databases: Vec<Database>,
    /// The eye-shape databases.
    pub eyes: Vec<EyeDb>,
    /// The databases of playout weights.
    pub playouts: Vec<PlayoutDb>,
}

impl PatternSet {
    /// The pattern database with this name.
    pub fn get(&self, name: &str) -> Option<&Database> {
        self.databases.iter().find(|d| d.data.name == name)
    }

    /// The eye-shape database with this name.
    pub fn get_eyes(&self, name: &str) -> Option<&EyeDb> {
        self.eyes.iter().find(|d| d.name == name)
    }

    /// The database of playout weights with this name.
    pub fn get_playouts(&self, name: &str) -> Option<&PlayoutDb> {
        self.playouts.iter().find(|d| d.name == name)
    }
}
