//! Rules as data.

use std::fmt;
use std::str::FromStr;

/// Which repetitions are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ko {
    /// Only the immediate retaking of a single stone.
    #[default]
    Simple,
    /// Any earlier position, whoever is to move.
    PositionalSuperko,
    /// Any earlier position with the same player to move.
    SituationalSuperko,
}

/// How a finished game is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scoring {
    /// Stones and surrounded vertices (Chinese).
    Area,
    /// Surrounded vertices and prisoners (Japanese).
    #[default]
    Territory,
}

/// The rules of a game. The default is Japanese counting with simple ko, no
/// suicide, and komi 6.5.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    /// Whether a move may take off its own stones.
    pub suicide: bool,
    /// Forbidden repetitions.
    pub ko: Ko,
    /// How to count.
    pub scoring: Scoring,
    /// Points added to White's score.
    pub komi: f32,
}

impl Default for Rules {
    fn default() -> Self {
        Rules::JAPANESE
    }
}

impl Rules {
    /// Territory, simple ko, no suicide, komi 6.5.
    pub const JAPANESE: Rules =
        Rules { suicide: false, ko: Ko::Simple, scoring: Scoring::Territory, komi: 6.5 };
    /// Area, positional superko, no suicide, komi 7.5.
    pub const CHINESE: Rules =
        Rules { suicide: false, ko: Ko::PositionalSuperko, scoring: Scoring::Area, komi: 7.5 };
    /// Area, situational superko, suicide allowed, komi 7 (New Zealand).
    pub const NEW_ZEALAND: Rules =
        Rules { suicide: true, ko: Ko::SituationalSuperko, scoring: Scoring::Area, komi: 7.0 };
}

impl fmt::Display for Ko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ko::Simple => "simple",
            Ko::PositionalSuperko => "positional",
            Ko::SituationalSuperko => "situational",
        })
    }
}

impl FromStr for Ko {
    type Err = String;
    fn from_str(s: &str) -> Result<Ko, String> {
        [Ko::Simple, Ko::PositionalSuperko, Ko::SituationalSuperko]
            .into_iter()
            .find(|k| k.to_string() == s)
            .ok_or_else(|| format!("ko rule {s:?}: expected simple, positional or situational"))
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scoring::Area => "area",
            Scoring::Territory => "territory",
        })
    }
}

impl FromStr for Scoring {
    type Err = String;
    fn from_str(s: &str) -> Result<Scoring, String> {
        [Scoring::Area, Scoring::Territory]
            .into_iter()
            .find(|k| k.to_string() == s)
            .ok_or_else(|| format!("scoring {s:?}: expected area or territory"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rules_round_trip() {
        for k in [Ko::Simple, Ko::PositionalSuperko, Ko::SituationalSuperko] {
            assert_eq!(k.to_string().parse(), Ok(k));
        }
        for s in [Scoring::Area, Scoring::Territory] {
            assert_eq!(s.to_string().parse(), Ok(s));
        }
        assert!("both".parse::<Ko>().is_err() && "both".parse::<Scoring>().is_err());
    }
}
