//! How far reading goes.

use super::Scheme;

/// By how many plies reading gets less deep each time that it has become expensive.
pub const TIRING: usize = 2;

/// Where reading stops, in plies from its start (reading document, "Reading
/// cutoff and depth parameters").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// Beyond this, three liberties are enough to be safe.
    pub depth: usize,
    /// Beyond this, only liberties of the string and captures are tried.
    pub branch_depth: usize,
    /// Up to this, moves that prepare an approach are tried.
    pub backfill_depth: usize,
    /// Up to this, also moves that only make such a preparation possible.
    pub backfill2_depth: usize,
    /// Up to this, stones of two liberties that hem the string in are attacked.
    pub break_chain_depth: usize,
    /// Up to this, strings that the string could connect to are considered.
    pub superstring_depth: usize,
    /// Beyond this, four liberties are enough to be safe.
    pub fourlib_depth: usize,
    /// Up to this, a ko may be taken conditionally.
    pub ko_depth: usize,
    /// Up to this, strings of two liberties are attacked from a distance.
    pub net_depth: usize,
    /// No move is read beyond this.
    pub max_ply: usize,
    /// Moves per question; then the string counts as safe. An answer from the table
    /// counts as many as it took to find, so that the table changes no answer.
    pub nodes: u64,
    /// After so many moves, and after every doubling, a question is read [`TIRING`] plies
    /// less deeply.
    pub effort: u64,
    /// Nodes for the proof of a capture on a board of at most six lines, where none is
    /// claimed without proof; 0 for no proofs. They count for [`Limits::nodes`], too.
    pub proof: u64,
    /// Who may take which ko.
    pub scheme: Scheme,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: 14,
            branch_depth: 8,
            backfill_depth: 12,
            backfill2_depth: 5,
            break_chain_depth: 11,
            superstring_depth: 14,
            fourlib_depth: 8,
            ko_depth: 8,
            net_depth: 5,
            max_ply: 160,
            nodes: 100_000,
            effort: 5_000,
            proof: 30_000,
            scheme: Scheme::default(),
        }
    }
}

/// Limits that somebody sets apart from the level: those that are there replace the
/// ones of the level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Overrides {
    /// For [`Limits::depth`].
    pub depth: Option<usize>,
    /// For [`Limits::branch_depth`].
    pub branch_depth: Option<usize>,
    /// For [`Limits::backfill_depth`].
    pub backfill_depth: Option<usize>,
    /// For [`Limits::backfill2_depth`].
    pub backfill2_depth: Option<usize>,
    /// For [`Limits::break_chain_depth`].
    pub break_chain_depth: Option<usize>,
    /// For [`Limits::superstring_depth`].
    pub superstring_depth: Option<usize>,
    /// For [`Limits::fourlib_depth`].
    pub fourlib_depth: Option<usize>,
    /// For [`Limits::ko_depth`].
    pub ko_depth: Option<usize>,
    /// For [`Limits::net_depth`].
    pub net_depth: Option<usize>,
    /// For [`Limits::nodes`].
    pub nodes: Option<u64>,
    /// For [`Limits::effort`].
    pub effort: Option<u64>,
    /// For [`Limits::proof`].
    pub proof: Option<u64>,
    /// For [`Limits::scheme`].
    pub scheme: Option<Scheme>,
}

impl Overrides {
    /// These limits, with what is set here in their place.
    pub fn apply(&self, limits: Limits) -> Limits {
        Limits {
            depth: self.depth.unwrap_or(limits.depth),
            branch_depth: self.branch_depth.unwrap_or(limits.branch_depth),
            backfill_depth: self.backfill_depth.unwrap_or(limits.backfill_depth),
            backfill2_depth: self.backfill2_depth.unwrap_or(limits.backfill2_depth),
            break_chain_depth: self.break_chain_depth.unwrap_or(limits.break_chain_depth),
            superstring_depth: self.superstring_depth.unwrap_or(limits.superstring_depth),
            fourlib_depth: self.fourlib_depth.unwrap_or(limits.fourlib_depth),
            ko_depth: self.ko_depth.unwrap_or(limits.ko_depth),
            net_depth: self.net_depth.unwrap_or(limits.net_depth),
            nodes: self.nodes.unwrap_or(limits.nodes),
            effort: self.effort.unwrap_or(limits.effort).max(1),
            proof: self.proof.unwrap_or(limits.proof),
            scheme: self.scheme.unwrap_or(limits.scheme),
            ..limits
        }
    }
}

impl Limits {
    /// How far reading goes at a level of play: 10 is usual. Each level above reads a
    /// ply deeper everywhere, every second one below a ply less deep.
    pub fn at_level(level: u8) -> Limits {
        let base = Limits::default();
        match level {
            0..10 => {
                let less = usize::from((10 - level) / 2);
                Limits {
                    depth: base.depth - less,
                    branch_depth: base.branch_depth - less,
                    nodes: base.nodes >> less,
                    proof: base.proof >> less,
                    ..base
                }
            }
            more => base.deeper(usize::from(more - 10)),
        }
    }

    /// All depths increased by `more` and the numbers of nodes doubled as often
    /// (`increase_depths`).
    pub fn deeper(self, more: usize) -> Limits {
        Limits {
            depth: self.depth + more,
            branch_depth: self.branch_depth + more,
            backfill_depth: self.backfill_depth + more,
            backfill2_depth: self.backfill2_depth + more,
            break_chain_depth: self.break_chain_depth + more,
            superstring_depth: self.superstring_depth + more,
            fourlib_depth: self.fourlib_depth + more,
            ko_depth: self.ko_depth + more,
            net_depth: self.net_depth + more,
            nodes: self.nodes.saturating_mul(1 << more.min(20)),
            effort: self.effort.saturating_mul(1 << more.min(20)),
            proof: self.proof.saturating_mul(1 << more.min(20)),
            ..self
        }
    }

    /// All depths decreased by `less`, down to 0, and the numbers of nodes halved as
    /// often (`decrease_depths`).
    pub fn shallower(self, less: usize) -> Limits {
        Limits {
            depth: self.depth.saturating_sub(less),
            branch_depth: self.branch_depth.saturating_sub(less),
            backfill_depth: self.backfill_depth.saturating_sub(less),
            backfill2_depth: self.backfill2_depth.saturating_sub(less),
            break_chain_depth: self.break_chain_depth.saturating_sub(less),
            superstring_depth: self.superstring_depth.saturating_sub(less),
            fourlib_depth: self.fourlib_depth.saturating_sub(less),
            ko_depth: self.ko_depth.saturating_sub(less),
            net_depth: self.net_depth.saturating_sub(less),
            nodes: (self.nodes >> less.min(20)).max(1),
            effort: (self.effort >> less.min(20)).max(1),
            proof: self.proof >> less.min(20),
            ..self
        }
    }

    /// What these limits are for an engine that asks some ten thousand questions to
    /// find one move: as far, but with a quarter of the nodes for each and without proofs.
    pub fn in_play(self) -> Limits {
        Limits { nodes: (self.nodes >> 2).max(1), proof: 0, ..self }
    }

    /// The most liberties a string may have to be attacked at this ply.
    #[inline]
    pub(super) fn liberties(&self, ply: usize) -> usize {
        if ply <= self.fourlib_depth {
            4
        } else if ply <= self.depth {
            3
        } else {
            2
        }
    }

    /// The first ply from which on all plies are treated alike.
    pub(super) fn uniform_from(&self) -> usize {
        [
            self.depth,
            self.branch_depth,
            self.backfill_depth,
            self.backfill2_depth,
            self.break_chain_depth,
            self.superstring_depth,
            self.fourlib_depth,
            self.ko_depth,
            self.net_depth,
            super::moves::LAST_WIDTH,
        ]
        .into_iter()
        .max()
        .unwrap_or(0)
            + 2
    }

    /// Different limits give different answers: they go into the memo's keys. Proofs are
    /// about whole questions, whose answers the memo does not keep.
    pub(super) fn salt(&self) -> u64 {
        let parts = [
            self.depth as u64,
            self.branch_depth as u64,
            self.backfill_depth as u64,
            self.backfill2_depth as u64,
            self.break_chain_depth as u64,
            self.superstring_depth as u64,
            self.fourlib_depth as u64,
            self.ko_depth as u64,
            self.net_depth as u64,
            self.max_ply as u64,
            self.nodes,
            self.effort,
            self.scheme as u64,
        ];
        parts.iter().fold(0x6b61_7461, |h: u64, &x| {
            (h ^ x).wrapping_mul(0x0100_0000_01b3_9e37).rotate_left(23)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::reading::{Memo, Reader};
    use mkpat_rt::geom::{Color, Point};

    fn none() -> Overrides {
        Overrides::default()
    }

    /// Nodes of attack and defence of all strings of some crowded boards.
    fn nodes(overrides: Overrides) -> u64 {
        let mut rng = fastrand::Rng::with_seed(8);
        let mut memo = Memo::default();
        let mut sum = 0;
        for _ in 0..6 {
            let mut board = Board::new(9).expect("size in range");
            for i in 0..110 {
                board.try_play(Color::BOTH[i % 2], Point::new(rng.usize(..9), rng.usize(..9)));
            }
            let strings: Vec<Point> = board.strings().collect();
            let limits = overrides.apply(Limits::at_level(10));
            let mut reader = Reader::new(&mut board, limits, &mut memo);
            for s in strings {
                reader.attack_and_defend(s);
            }
            sum += reader.stats().nodes;
        }
        sum
    }

    #[test]
    fn every_limit_changes_what_is_read() {
        let usual = nodes(none());
        assert_eq!(Overrides::default().apply(Limits::at_level(10)), Limits::default());
        let less = [
            ("depth", Overrides { depth: Some(3), ..none() }),
            ("branch_depth", Overrides { branch_depth: Some(2), ..none() }),
            ("backfill_depth", Overrides { backfill_depth: Some(0), ..none() }),
            ("backfill2_depth", Overrides { backfill2_depth: Some(0), ..none() }),
            ("break_chain_depth", Overrides { break_chain_depth: Some(0), ..none() }),
            ("superstring_depth", Overrides { superstring_depth: Some(0), ..none() }),
            ("fourlib_depth", Overrides { fourlib_depth: Some(0), ..none() }),
            ("ko_depth", Overrides { ko_depth: Some(0), ..none() }),
            ("net_depth", Overrides { net_depth: Some(0), ..none() }),
            ("nodes", Overrides { nodes: Some(20), ..none() }),
            ("effort", Overrides { effort: Some(20), ..none() }),
            ("scheme", Overrides { scheme: Some(Scheme::Early), ..none() }),
        ];
        for (name, overrides) in less {
            assert_ne!(nodes(overrides), usual, "{name} has no effect");
        }
    }

    /// Proofs are for the smallest boards (`proof_tests` has more about them).
    #[test]
    fn the_limit_of_proofs_is_set_and_scaled() {
        let set = Overrides { proof: Some(7), ..none() }.apply(Limits::default());
        assert_eq!((set.proof, set.deeper(1).proof, set.shallower(1).proof), (7, 14, 3));
        assert_eq!(Limits { proof: 7, ..Limits::default() }.salt(), Limits::default().salt());
    }

    #[test]
    fn levels_read_more_or_less() {
        let nodes: Vec<u64> = [0, 5, 10, 12].map(|l| Limits::at_level(l).nodes).to_vec();
        assert!(nodes.is_sorted() && nodes[0] < nodes[1], "{nodes:?}");
        assert_eq!(Limits::at_level(12), Limits::default().deeper(2));
        assert_eq!(Limits::at_level(10).deeper(3).shallower(3), Limits::default());
    }
}
