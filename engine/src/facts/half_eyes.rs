//! Half and false eyes by topology (GNU Go 3.8 manual, "Topology of Half Eyes and False Eyes",
//! "Eye Topology with Ko").

use crate::board::{Board, PointSet};
use crate::door::{Restore, View};
use crate::reading::{Code, Reader, Reading};
use mkpat_rt::geom::{Color, Point};

/// Value of a diagonal that the defender holds if he wins a ko, the ko being in his favour.
/// The manual shows that with 3/4 < a < 1 and a + b = 2 all sums are ordered as they should
/// be, and that eighths are exact.
const KO_FOR_DEFENDER: f32 = 0.875;
/// The same, the ko being in the attacker's favour.
const KO_FOR_ATTACKER: f32 = 1.125;

/// What reading says of strings.
pub(crate) trait KnowsReading {
    /// Whether the string at a stone can be captured, and whether it can be saved; `None` if
    /// that is not known.
    fn reading(&self, p: Point) -> Option<[Reading; 2]>;

    /// Whether a move of `color` is safe.
    fn safe_move(&self, reader: &mut Reader<'_>, p: Point, color: Color) -> Code {
        reader.safe_move(p, color)
    }
}

/// What the diagonals of an eye vertex say.
#[derive(Clone, Debug, PartialEq)]
pub struct HalfEye {
    /// Sum of the diagonals' values: at most 2 a proper eye, 3 half an eye, 4 or more a false
    /// one; between them a ko decides.
    pub value: f32,
    /// Moves of the attacker that make it false.
    pub attacks: Vec<Point>,
    /// Moves of the defender that make it real.
    pub defenses: Vec<Point>,
}

impl HalfEye {
    /// Whether it is more false than half an eye.
    pub fn is_false(&self) -> bool {
        self.value > 3.0
    }

    /// Whether who moves first decides.
    pub fn is_half(&self) -> bool {
        self.value > 2.0 && self.value <= 3.0
    }

    /// The diagonals of any vertex, as [`half_eye`] judges them.
    pub(crate) fn of(
        reader: &mut Reader<'_>,
        worms: &impl KnowsReading,
        space: &PointSet,
        p: Point,
        color: Color,
    ) -> HalfEye {
        half_eye(reader, worms, space, p, color)
    }
}

impl Restore for HalfEye {
    fn restore(self, view: &View<'_>) -> HalfEye {
        HalfEye {
            attacks: self.attacks.restore(view),
            defenses: self.defenses.restore(view),
            ..self
        }
    }
}

/// The diagonals of `p` as an eye vertex of `color`; those in its eye `space` count nothing.
pub(super) fn half_eye(
    reader: &mut Reader<'_>,
    worms: &impl KnowsReading,
    space: &PointSet,
    p: Point,
    color: Color,
) -> HalfEye {
    let diagonals: Vec<Point> = reader.board().diagonals(p).collect();
    let mut out = HalfEye { value: 0.0, attacks: Vec::new(), defenses: Vec::new() };
    if diagonals.len() < 4 {
        // Two of the diagonals outside of the board count one each.
        out.value = 2.0;
    }
    for q in diagonals {
        if space.contains(q) {
            continue;
        }
        let Diagonal { value, attack, defense } = diagonal(reader, worms, q, color);
        out.value += value;
        if value > 0.0 && value < 2.0 {
            out.attacks.extend(attack);
            out.defenses.extend(defense);
        }
    }
    out
}

struct Diagonal {
    value: f32,
    attack: Option<Point>,
    defense: Option<Point>,
}

fn diagonal(
    reader: &mut Reader<'_>,
    worms: &impl KnowsReading,
    q: Point,
    color: Color,
) -> Diagonal {
    let enemy = color.other();
    let kept = Diagonal { value: 0.0, attack: None, defense: None };
    let board: &Board = reader.board();
    if board.color_at(q) == Some(color) {
        return kept;
    }
    if board.is_empty(q) {
        let value = match worms.safe_move(reader, q, enemy) {
            Code::Win => 1.0,
            Code::KoA => KO_FOR_DEFENDER,
            Code::KoB => KO_FOR_DEFENDER,
            Code::Lose => 0.0,
        };
        return Diagonal { value, attack: Some(q), defense: Some(q) };
    }
    let Some([attack, defend]) = worms.reading(q) else { return kept };
    let points = |p: Point| Some(p).filter(|p| !p.is_pass());
    let value = match (attack.code, defend.code) {
        (Code::Lose, _) => 2.0,
        (Code::Win, Code::Lose) => 0.0,
        (Code::Win, Code::Win) => 1.0,
        (Code::Win, _) => KO_FOR_DEFENDER,
        (_, _) => KO_FOR_ATTACKER,
    };
    Diagonal { value, attack: points(defend.point), defense: points(attack.point) }
}
