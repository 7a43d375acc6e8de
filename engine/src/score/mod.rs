//! Counting: who owns what when a game is over.
//!
//! `judge` decides which strings are alive, dead or in seki; [`count`] turns
//! that into points by [`Rules`]; [`crate::engine::Engine::final_score`] does both for a game.
//! `dragons` asks reading which dragons live. Random games have a fixed seed, so a position always gets
//! the same answer.

pub(crate) mod dragons;
mod judge;
pub(crate) mod playout;
#[cfg(test)]
mod tests;

pub(crate) use judge::judge;
pub use judge::{FinalStatus, JudgeEffort, Judgement};

use crate::board::Board;
use crate::game::{Rules, Scoring};
use mkpat_rt::geom::{Color, Point};
use std::fmt;

/// The judgement of one position, kept for the next question about it.
#[derive(Clone, Debug)]
pub(crate) struct KeptJudgement {
    /// Of the position and who is to move ([`Board::situation`]), and its size.
    pub(crate) situation: (u64, usize),
    pub(crate) judgement: Judgement,
}

/// Points of both players, komi included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// Black's points.
    pub black: f32,
    /// White's points with komi.
    pub white: f32,
}

impl Score {
    /// Points by which Black is ahead; negative if White is.
    pub fn margin(&self) -> f32 {
        self.black - self.white
    }

    /// Who has won; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        if self.margin() > 0.0 {
            Some(Color::Black)
        } else if self.margin() < 0.0 {
            Some(Color::White)
        } else {
            None
        }
    }
}

/// As GTP `final_score` answers: `B+3.5`, `W+12.0`, or `0`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(Color::Black) => write!(f, "B+{:.1}", self.margin()),
            Some(Color::White) => write!(f, "W+{:.1}", -self.margin()),
            None => f.write_str("0"),
        }
    }
}

/// Counts a judged position.
///
/// By area: stones that stay and vertices owned. By territory: vertices owned
/// that are empty or hold dead stones, and prisoners, dead stones included;
/// vertices surrounded by stones in seki count for nobody.
pub fn count(board: &Board, judgement: &Judgement, rules: &Rules) -> Score {
    let mut points = [0.0f32; 2];
    for p in Point::all(board.size()) {
        let Some(owner) = judgement.owner(p) else { continue };
        let stays = board.color_at(p) == Some(owner);
        match rules.scoring {
            Scoring::Area => points[owner.index()] += 1.0,
            Scoring::Territory if stays => {}
            Scoring::Territory => {
                let seki =
                    board.neighbours(p).any(|q| judgement.status(q) == Some(FinalStatus::Seki));
                if !seki {
                    points[owner.index()] += 1.0;
                }
                if board.color_at(p).is_some() {
                    points[owner.index()] += 1.0;
                }
            }
        }
    }
    if rules.scoring == Scoring::Territory {
        for color in Color::BOTH {
            points[color.index()] += board.captures(color) as f32;
        }
        // Dead stones on neutral ground are prisoners too.
        for p in Point::all(board.size()) {
            if judgement.owner(p).is_none()
                && let Some(color) = board.color_at(p)
            {
                points[color.other().index()] += 1.0;
            }
        }
    }
    Score { black: points[0], white: points[1] + rules.komi }
}
