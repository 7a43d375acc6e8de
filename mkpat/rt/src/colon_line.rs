//! The vocabulary of the colon line: class letters, symmetry codes, value names, edges
//! (docs/pattern-language.md, "Colon line"). Pure data; parsing and checking of text is
//! `mkpat`'s business.

use crate::geom::{Offset, Transform};

/// The class letters of a pattern, as a set (docs/pattern-language.md, "Class letters"). Order
/// and repetition of the letters do not matter; `-` is no letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ClassSet(u64);

impl ClassSet {
    /// Every letter that may appear in a class, without the placeholder `-`.
    pub const LETTERS: &'static str = "sOoXxDCcnBAbeEadIJjtTUWFNY";

    /// The set of the given letters; `Err` holds the first that is no class letter.
    pub fn parse(letters: &str) -> Result<ClassSet, char> {
        let mut set = ClassSet::default();
        for ch in letters.chars().filter(|&ch| ch != '-') {
            if !ClassSet::LETTERS.contains(ch) {
                return Err(ch);
            }
            set.0 |= Self::bit(ch);
        }
        Ok(set)
    }

    const fn bit(letter: char) -> u64 {
        1 << (letter as u32 & 63)
    }

    /// Whether the class contains `letter`.
    pub const fn has(self, letter: char) -> bool {
        letter.is_ascii_alphabetic() && self.0 & Self::bit(letter) != 0
    }

    /// Whether the class contains any of `letters`.
    pub fn has_any(self, letters: &str) -> bool {
        letters.chars().any(|ch| self.has(ch))
    }

    /// The raw bits, for the table format.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// A set from [`ClassSet::bits`]; unknown bits are dropped.
    pub fn from_bits(bits: u64) -> ClassSet {
        let known = Self::LETTERS.chars().fold(0, |acc, ch| acc | Self::bit(ch));
        ClassSet(bits & known)
    }
}

impl std::fmt::Display for ClassSet {
    /// The letters in the order of [`ClassSet::LETTERS`], or `-` if there is none.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 == 0 {
            return f.write_str("-");
        }
        for ch in Self::LETTERS.chars().filter(|&ch| self.has(ch)) {
            write!(f, "{ch}")?;
        }
        Ok(())
    }
}

/// The symmetry that a pattern declares (docs/pattern-language.md, "Symmetry").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Symmetry {
    /// `8`: none, all eight transformations are tried.
    #[default]
    None,
    /// `|`: mirror left↔right.
    Vertical,
    /// `-`: mirror top↔bottom.
    Horizontal,
    /// `\`: transpose.
    Diagonal,
    /// `/`: anti-transpose.
    AntiDiagonal,
    /// `+`: both mirrors.
    Plus,
    /// `X`: both diagonals.
    Cross,
    /// `O`: rotation by 180°.
    Rotation,
}

impl Symmetry {
    /// All codes, in the order of the manual.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::None,
        Symmetry::Vertical,
        Symmetry::Horizontal,
        Symmetry::Diagonal,
        Symmetry::AntiDiagonal,
        Symmetry::Plus,
        Symmetry::Cross,
        Symmetry::Rotation,
    ];

    /// The character in the colon line.
    pub const fn code(self) -> char {
        match self {
            Symmetry::None => '8',
            Symmetry::Vertical => '|',
            Symmetry::Horizontal => '-',
            Symmetry::Diagonal => '\\',
            Symmetry::AntiDiagonal => '/',
            Symmetry::Plus => '+',
            Symmetry::Cross => 'X',
            Symmetry::Rotation => 'O',
        }
    }

    /// The symmetry with this code.
    pub fn from_code(code: char) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|s| s.code() == code)
    }

    /// The transformations that the matcher tries, in order (docs/pattern-language.md,
    /// "Symmetry").
    pub fn transforms(self) -> &'static [Transform] {
        let all = &Transform::ALL;
        match self {
            Symmetry::None => all,
            Symmetry::Vertical
            | Symmetry::Horizontal
            | Symmetry::Diagonal
            | Symmetry::AntiDiagonal => &all[..4],
            Symmetry::Plus | Symmetry::Cross => &all[..2],
            Symmetry::Rotation => &all[2..6],
        }
    }

    /// The non-trivial transformations under which a diagram that declares this
    /// symmetry must be equal to itself.
    pub fn claimed(self) -> &'static [Transform] {
        const T: [Transform; 8] = Transform::ALL;
        match self {
            Symmetry::None => &[],
            Symmetry::Vertical => const { &[T[7]] },
            Symmetry::Horizontal => const { &[T[5]] },
            Symmetry::Diagonal => const { &[T[6]] },
            Symmetry::AntiDiagonal => const { &[T[4]] },
            Symmetry::Plus => const { &[T[7], T[5], T[2]] },
            Symmetry::Cross => const { &[T[6], T[4], T[2]] },
            Symmetry::Rotation => const { &[T[2]] },
        }
    }
}

/// Value names of the colon line as the consumer sees them (docs/pattern-language.md, "Values");
/// the synonyms of the text (`value`/`minvalue`, `terri`/`minterri`,
/// `followup`/`followup_value`) have become one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum AttrKind {
    /// The pattern's own value (maps `value_only`, `owl_attack`, `owl_defense`).
    Value = 0,
    /// Final value at least x points.
    MinValue,
    /// Final value at most x points.
    MaxValue,
    /// Territorial value at least x points.
    MinTerri,
    /// Territorial value at most x points.
    MaxTerri,
    /// Added to the shape value; may be negative.
    Shape,
    /// Added to the follow-up value.
    Followup,
    /// Added to the reverse follow-up value.
    ReverseFollowup,
    /// Label: threat to capture the string there.
    ThreatensToCapture,
    /// Label: threat to the eye there.
    ThreatensEye,
    /// Label: prevents the opponent's sente move there.
    ReverseSente,
}

impl AttrKind {
    /// All kinds in the order of their numbers.
    pub const ALL: [AttrKind; 11] = [
        AttrKind::Value,
        AttrKind::MinValue,
        AttrKind::MaxValue,
        AttrKind::MinTerri,
        AttrKind::MaxTerri,
        AttrKind::Shape,
        AttrKind::Followup,
        AttrKind::ReverseFollowup,
        AttrKind::ThreatensToCapture,
        AttrKind::ThreatensEye,
        AttrKind::ReverseSente,
    ];

    /// Canonical name in the text.
    pub const fn name(self) -> &'static str {
        match self {
            AttrKind::Value => "value",
            AttrKind::MinValue => "minvalue",
            AttrKind::MaxValue => "maxvalue",
            AttrKind::MinTerri => "minterri",
            AttrKind::MaxTerri => "maxterri",
            AttrKind::Shape => "shape",
            AttrKind::Followup => "followup",
            AttrKind::ReverseFollowup => "reverse_followup",
            AttrKind::ThreatensToCapture => "threatens_to_capture",
            AttrKind::ThreatensEye => "threatens_eye",
            AttrKind::ReverseSente => "reverse_sente",
        }
    }
}

/// Which value names a database may use (`attribute_map`, docs/pattern-language.md,
/// "Directives").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum AttributeMap {
    /// `none`: no values at all.
    #[default]
    None,
    /// `general`: the move generator's values.
    General,
    /// `value_only`: `value` alone.
    ValueOnly,
    /// `owl_attack`.
    OwlAttack,
    /// `owl_defense`.
    OwlDefense,
}

impl AttributeMap {
    /// All maps.
    pub const ALL: [AttributeMap; 5] = [
        AttributeMap::None,
        AttributeMap::General,
        AttributeMap::ValueOnly,
        AttributeMap::OwlAttack,
        AttributeMap::OwlDefense,
    ];

    /// Its name in the directive.
    pub const fn name(self) -> &'static str {
        match self {
            AttributeMap::None => "none",
            AttributeMap::General => "general",
            AttributeMap::ValueOnly => "value_only",
            AttributeMap::OwlAttack => "owl_attack",
            AttributeMap::OwlDefense => "owl_defense",
        }
    }

    /// The map with this name.
    pub fn from_name(name: &str) -> Option<AttributeMap> {
        AttributeMap::ALL.into_iter().find(|m| m.name() == name)
    }

    /// The names that colon lines may use under this map, with their meanings.
    /// Whether the argument is a label follows from [`AttrKind::takes_label`].
    pub const fn names(self) -> &'static [(&'static str, AttrKind)] {
        match self {
            AttributeMap::None => &[],
            AttributeMap::General => &[
                ("value", AttrKind::MinValue),
                ("minvalue", AttrKind::MinValue),
                ("maxvalue", AttrKind::MaxValue),
                ("terri", AttrKind::MinTerri),
                ("minterri", AttrKind::MinTerri),
                ("maxterri", AttrKind::MaxTerri),
                ("shape", AttrKind::Shape),
                ("followup", AttrKind::Followup),
                ("followup_value", AttrKind::Followup),
                ("reverse_followup", AttrKind::ReverseFollowup),
            ],
            AttributeMap::ValueOnly => &[("value", AttrKind::Value)],
            AttributeMap::OwlAttack | AttributeMap::OwlDefense => &[
                ("value", AttrKind::Value),
                ("threatens_to_capture", AttrKind::ThreatensToCapture),
                ("threatens_eye", AttrKind::ThreatensEye),
                ("reverse_sente", AttrKind::ReverseSente),
            ],
        }
    }
}

impl AttrKind {
    /// Whether the argument is a label (a vertex) and not a number.
    pub const fn takes_label(self) -> bool {
        matches!(
            self,
            AttrKind::ThreatensToCapture | AttrKind::ThreatensEye | AttrKind::ReverseSente
        )
    }
}

/// The board edges that a diagram draws, as a set (docs/pattern-language.md, "Edges"), in the
/// orientation of the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Edges {
    /// Top.
    pub north: bool,
    /// Bottom.
    pub south: bool,
    /// Left.
    pub west: bool,
    /// Right.
    pub east: bool,
}

impl Edges {
    /// Number of edges drawn.
    pub const fn count(self) -> usize {
        self.north as usize + self.south as usize + self.west as usize + self.east as usize
    }

    /// Bits 0…3: north, south, west, east.
    pub const fn bits(self) -> u8 {
        self.north as u8 | (self.south as u8) << 1 | (self.west as u8) << 2 | (self.east as u8) << 3
    }

    /// The set from [`Edges::bits`].
    pub const fn from_bits(bits: u8) -> Edges {
        Edges {
            north: bits & 1 != 0,
            south: bits & 2 != 0,
            west: bits & 4 != 0,
            east: bits & 8 != 0,
        }
    }

    /// The edges after a transformation.
    pub fn turned(self, t: Transform) -> Edges {
        let mut out = Edges::default();
        for (drawn, outward) in [
            (self.north, Offset::new(-1, 0)),
            (self.south, Offset::new(1, 0)),
            (self.west, Offset::new(0, -1)),
            (self.east, Offset::new(0, 1)),
        ] {
            match t.apply(outward) {
                Offset { dr: -1, .. } => out.north |= drawn,
                Offset { dr: 1, .. } => out.south |= drawn,
                Offset { dc: -1, .. } => out.west |= drawn,
                _ => out.east |= drawn,
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_letters_round_trip_and_strangers_are_named() {
        let set = ClassSet::parse("sOX-e").unwrap();
        assert_eq!(set.to_string(), "sOXe");
        assert!(set.has('O') && !set.has('o') && !set.has('-'));
        assert_eq!(ClassSet::parse("sq"), Err('q'));
        assert_eq!(ClassSet::from_bits(set.bits()), set);
        assert_eq!(ClassSet::parse(ClassSet::LETTERS).unwrap().to_string(), ClassSet::LETTERS);
    }

    /// Tried transformations and claimed symmetries together reach all eight
    /// orientations exactly once.
    #[test]
    fn transforms_and_claims_tile_the_group() {
        for s in Symmetry::ALL {
            let mut seen = std::collections::BTreeMap::new();
            for &t in s.transforms() {
                for c in std::iter::once(Transform::IDENTITY).chain(s.claimed().iter().copied()) {
                    *seen.entry(c.then(t)).or_insert(0) += 1;
                }
            }
            assert_eq!(seen.len(), 8, "{s:?}");
            assert!(seen.values().all(|&n| n == 1), "{s:?}");
            for &c in s.claimed() {
                let o = Offset::new(1, 2);
                assert_eq!(c.apply(c.apply(o)), o, "claims are involutions");
            }
        }
    }
}
