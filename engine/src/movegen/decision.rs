//! The number that decides between moves, in parts; and what became of moves that were not
//! chosen from.
//!
//! Every step of [`super::generate`] adds to one part, so that the parts always sum up to what the
//! candidates are put in order by. Nothing here computes a value.

use super::{Candidate, Value};
use mkpat_rt::geom::Point;

/// The number that decides, in points: the sum of these parts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Decision {
    /// Territory and prisoners.
    pub territory: f32,
    /// Strength and weakness of dragons.
    pub strategy: f32,
    /// What the shape factor adds to both.
    pub shape: f32,
    /// Threats made and prevented.
    pub threats: f32,
    /// What patterns demand beyond that: least, greatest and fixed values.
    pub demanded: f32,
    /// What taking up the odds of the move, how likely it is to be played, adds to its value or takes from it.
    pub likelihood: f32,
    /// What may be lost: strings that are not safe after the move.
    pub safety: f32,
    /// What random games make of it.
    pub games: f32,
    /// A small number, drawn by the seed, that decides between equal moves.
    pub chance: f32,
}

impl Decision {
    /// The parts of a value.
    pub(super) fn of(value: &Value) -> Decision {
        let sum = value.territory + value.strategy;
        let shape = if sum > 0.0 { sum * value.shape - sum } else { 0.0 };
        Decision {
            territory: value.territory,
            strategy: value.strategy,
            shape,
            threats: value.threats,
            demanded: value.total - (sum + shape + value.threats),
            ..Decision::default()
        }
    }

    /// The parts with their names, in the order in which they are found.
    pub fn parts(&self) -> [(&'static str, f32); 9] {
        [
            ("territory", self.territory),
            ("strategy", self.strategy),
            ("shape", self.shape),
            ("threats", self.threats),
            ("demanded", self.demanded),
            ("likelihood", self.likelihood),
            ("safety", self.safety),
            ("games", self.games),
            ("chance", self.chance),
        ]
    }

    /// The sum of the parts.
    pub fn total(&self) -> f32 {
        self.parts().iter().map(|p| p.1).sum()
    }

    /// The parts that are not 0 in hundredths of a point, and their sum: `total` rounded. The
    /// rounding of the parts is evened out, so that the sum is exact.
    pub fn hundredths(&self, total: f32) -> (Vec<(&'static str, i64)>, i64) {
        let exact = |x: f32| f64::from(x) * 100.0;
        let sum = exact(total).round() as i64;
        let mut parts: Vec<(&'static str, f64, i64)> = self
            .parts()
            .into_iter()
            .map(|(name, x)| (name, exact(x), exact(x).round() as i64))
            .collect();
        loop {
            let off = sum - parts.iter().map(|p| p.2).sum::<i64>();
            if off == 0 {
                break;
            }
            // The part that was rounded farthest in the other direction takes one more.
            let error = |p: &(&str, f64, i64)| (p.1 - p.2 as f64) * off.signum() as f64;
            let farthest = parts.iter_mut().max_by(|a, b| error(a).total_cmp(&error(b)));
            if let Some(part) = farthest {
                part.2 += off.signum();
            }
        }
        (parts.into_iter().map(|p| (p.0, p.2)).filter(|p| p.1 != 0).collect(), sum)
    }
}

/// Why a move for which something speaks is not among the candidates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Dismissal {
    /// A pattern forbids it.
    Forbidden,
    /// A pattern gives everything that speaks for it to another move.
    Replaced(Point),
    /// It is illegal.
    Illegal,
    /// It fills an own eye.
    OwnEye,
    /// The rules of the game forbid it (superko).
    NotAllowed,
    /// The stone would be lost for nothing.
    Unsafe,
}

impl Dismissal {
    /// The same with `place` for the vertex that it names.
    pub(crate) fn mapped(self, place: impl Fn(Point) -> Point) -> Dismissal {
        match self {
            Dismissal::Replaced(p) => Dismissal::Replaced(place(p)),
            other => other,
        }
    }
}

/// What move generation has considered.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Considered {
    /// The moves worth playing, best first.
    pub candidates: Vec<Candidate>,
    /// Moves that were valued and are not worth playing, best first.
    pub others: Vec<Candidate>,
    /// Other moves for which something speaks, and why they are not worth playing.
    pub dismissed: Vec<(Point, Dismissal)>,
}

impl Considered {
    /// All moves that were valued, best first.
    pub fn valued(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().chain(&self.others)
    }
}

/// What is known of a move at first glance.
#[derive(Clone, PartialEq, Debug)]
pub enum Outlook {
    /// Nothing speaks for it.
    Unproposed,
    /// It is not played whatever its value.
    Dismissed(Dismissal),
    /// Its value before its safety is looked at, and the reasons.
    Valued(Decision, Vec<super::MoveReason>),
}

/// What a match does to the value of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchEffect {
    /// The move.
    pub point: Point,
    /// What would be known of the move without the match.
    pub without: Outlook,
    /// What is known with it.
    pub with: Outlook,
}

impl MatchEffect {
    /// The same about the position outside: `place` says where a vertex lies there, `string` the
    /// string that a stone belongs to there.
    pub(crate) fn mapped(
        self,
        place: impl Fn(Point) -> Point,
        string: impl Fn(Point) -> Point,
    ) -> MatchEffect {
        let outlook = |o: Outlook| match o {
            Outlook::Unproposed => o,
            Outlook::Dismissed(why) => Outlook::Dismissed(why.mapped(&place)),
            Outlook::Valued(decision, reasons) => {
                Outlook::Valued(decision, reasons.iter().map(|r| r.mapped(&string)).collect())
            }
        };
        MatchEffect {
            point: place(self.point),
            without: outlook(self.without),
            with: outlook(self.with),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_parts_sum_up() {
        let d = Decision { territory: 1.004, shape: 0.333, safety: -0.444, ..Decision::default() };
        let (parts, sum) = d.hundredths(d.total());
        assert_eq!(sum, 89);
        assert_eq!(parts.iter().map(|p| p.1).sum::<i64>(), sum);
        assert_eq!(parts.iter().map(|p| p.0).collect::<Vec<_>>(), ["territory", "shape", "safety"]);
        let all =
            Decision { territory: 0.004, strategy: 0.004, shape: 0.004, ..Decision::default() };
        assert_eq!(all.hundredths(all.total()).1, 1);
        assert!(all.hundredths(all.total()).0.iter().map(|p| p.1).sum::<i64>() == 1);
    }
}
