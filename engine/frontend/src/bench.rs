//! A fixed amount of work, to notice when behaviour or speed changes.
//!
//! Every string of some positions is attacked and defended. The checksum
//! depends on all answers: it changes when reading answers anything else, the
//! node count when it only takes another way. Both are the same on every
//! machine; only the time is not.

use std::time::{Duration, Instant};

use engine::diagram;
use engine::reading::{Limits, Memo, Reader};
use mkpat_rt::geom::Point;

/// What the work has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Questions asked.
    pub questions: u64,
    /// Moves read.
    pub nodes: u64,
    /// Hash of all answers.
    pub checksum: u64,
    /// How long it took.
    pub time: Duration,
}

/// Positions with captures to be read: ladders, nets, capturing races, kos and
/// the fights of an opening.
const POSITIONS: &[&str] = &[
    "
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . O . .
    . . . O X . . . .
    . . . O X X . . .
    . . X X O O X . .
    . . . . . O . . .
    . . X . . . O . .
    . . . . . . . . .",
    "
    . O X . . . . . .
    O . O X . . O . .
    X O X . . . . . .
    . X . . X . O . .
    . . . X O O X . .
    . . X O . O X . .
    . . X O O X . . .
    . . . X X . . . .
    . . . . . . . . .",
    "
    . . . . . . . . . . . . .
    . . . O X . . . . . . . .
    . . O X . X . . . O . . .
    . . O X O O . . . . X . .
    . . . O X . O . . . . . .
    . . . . X . . . . . . . .
    . . X . . . . . . O X . .
    . . . . O . . . O X X . .
    . . . X O X . . O O X . .
    . . O X X O . X X O O X .
    . . O O X O . . X X O X .
    . . . . O . . . . . O . .
    . . . . . . . . . . . . .",
    "
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . O X . . . . . . . . . O X X . . .
    . . . O . . . . . . . . . . X . . . .
    . . . O . . . . . . . . . . X . . . .
    . . O X . . . . . . . . . X O . X . .
    . . . X . . . . . . . . . . O X . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . O . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .
    . . . O . . . . . . . . . . X . . . .
    . . O X X . . . . . . . . X O X O . .
    . . O X . X . . . . . . . X O O X . .
    . . X O O X . . . . . O . . . X X . .
    . . . X O O . . . X . . . O . O . . .
    . . . . X . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . .",
];

/// Does the work `rounds` times, from an empty memo each time.
///
/// # Panics
/// Never: the positions are tested.
pub fn run(rounds: u32) -> Totals {
    let start = Instant::now();
    let mut totals =
        Totals { questions: 0, nodes: 0, checksum: 0xCBF2_9CE4_8422_2325, time: Duration::ZERO };
    for _ in 0..rounds {
        for text in POSITIONS {
            let Ok(mut board) = diagram::parse(text) else { continue };
            let strings: Vec<Point> = board.strings().collect();
            let mut memo = Memo::default();
            let mut reader = Reader::new(&mut board, Limits::default(), &mut memo);
            for &s in &strings {
                let (attack, defend) = reader.attack_and_defend(s);
                for r in [attack, defend] {
                    for byte in [r.code as u16, r.point.0] {
                        totals.checksum =
                            (totals.checksum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
                    }
                }
            }
            let stats = reader.stats();
            totals.questions += stats.questions;
            totals.nodes += stats.nodes;
        }
    }
    totals.time = start.elapsed();
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_are_readable_and_the_work_repeats() {
        for text in POSITIONS {
            assert!(diagram::parse(text).is_ok(), "{text}");
        }
        let (a, b) = (run(1), run(1));
        assert_eq!((a.questions, a.nodes, a.checksum), (b.questions, b.nodes, b.checksum));
        assert!(a.nodes > 0);
    }
}
