//! How far reading goes.

use super::Scheme;

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
    /// Moves per question; then the string counts as safe.
    pub nodes: u64,
    /// Who may take which ko.
    pub scheme: Scheme,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: 13,
            branch_depth: 9,
            backfill_depth: 12,
            backfill2_depth: 5,
            break_chain_depth: 12,
            superstring_depth: 12,
            fourlib_depth: 6,
            ko_depth: 8,
            net_depth: 5,
            max_ply: 160,
            nodes: 15_000,
            scheme: Scheme::default(),
        }
    }
}

impl Limits {
    /// All depths increased by `more` and the node limit doubled as often
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
            ..self
        }
    }

    /// All depths decreased by `less`, down to 0, and the node limit halved as
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
            ..self
        }
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

    /// Different limits give different answers: they go into the memo's keys.
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
            self.scheme as u64,
        ];
        parts.iter().fold(0x6b61_7461, |h: u64, &x| {
            (h ^ x).wrapping_mul(0x0100_0000_01b3_9e37).rotate_left(23)
        })
    }
}
