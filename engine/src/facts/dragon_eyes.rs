//! The eyes of a dragon (the manual's fields `genus`, `heye`, `lunch`).

use super::{EyeSpaces, Worms};
use crate::board::{Board, PointSet};
use mkpat_rt::eyes::EyeValue;
use mkpat_rt::geom::{Color, Point};

/// What eyes a dragon has.
#[derive(Clone, PartialEq, Debug)]
pub struct DragonEyes {
    /// Eyes by who moves first, and how often: the sum over its eye spaces, at most 4.
    pub value: EyeValue,
    /// A half eye.
    pub half_eye: Option<Point>,
    /// A stone of an enemy string next to it that can be captured, and saved: the largest.
    pub lunch: Option<Point>,
    /// Where eyes are made or destroyed.
    pub vital: Vec<Point>,
}

impl Default for DragonEyes {
    fn default() -> DragonEyes {
        let value = EyeValue::from_digits([0; 4]);
        DragonEyes { value, half_eye: None, lunch: None, vital: Vec::new() }
    }
}

impl DragonEyes {
    /// The eyes in the eye spaces of `color` that `stones` touch and none of its `others` does, and what can
    /// be captured. A space between dragons that are not connected is nobody's: it may be cut in two.
    pub(super) fn find(
        board: &Board,
        worms: &Worms,
        eyes: &EyeSpaces,
        color: Color,
        stones: &PointSet,
        others: &PointSet,
    ) -> DragonEyes {
        let mut out = DragonEyes::default();
        let (beside, shared) = (stones.beside(), others.beside());
        for space in eyes.list().iter().filter(|s| s.color == color) {
            let inner = space.points.minus(&space.open());
            if !inner.intersects(&beside) || inner.intersects(&shared) {
                continue;
            }
            out.value = out.value.plus(space.value);
            out.vital.extend(space.attacks.iter().chain(&space.defenses));
            let half = space.half_eyes.iter().find(|(_, h)| h.is_half());
            out.half_eye = out.half_eye.or(half.map(|(p, _)| *p));
        }
        out.add_captures(board, worms, stones);
        out
    }

    /// Adds half an eye for each enemy string next to `stones` that can be captured and saved, if
    /// it is not a single stone with room.
    fn add_captures(&mut self, board: &Board, worms: &Worms, stones: &PointSet) {
        let near: PointSet = stones.iter().flat_map(|p| board.adjacent_enemies(p)).collect();
        let mut largest = 0;
        for enemy in near.iter().filter_map(|p| worms.get(p)) {
            if !enemy.attack.is_success() || !enemy.defend.is_success() {
                continue;
            }
            if enemy.size > largest {
                (largest, self.lunch) = (enemy.size, Some(enemy.origin));
            }
            if (enemy.size >= 2 || enemy.liberties[0] == 1)
                && !self.vital.contains(&enemy.attack.point)
            {
                self.value = self.value.plus(EyeValue::from_digits([0, 0, 1, 1]));
                self.vital.push(enemy.attack.point);
            }
        }
    }
}
