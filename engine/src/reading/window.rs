//! Alpha-beta windows over the four reading codes.

use super::{Code, StopReason};

/// Which answers make a difference: all up to `floor` are as good as failure, and all from
/// `goal` on as good as success (alpha and beta). Only ko codes have anything in between.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) floor: Code,
    pub(super) goal: Code,
}

impl Window {
    /// Every answer makes a difference.
    pub(super) const FULL: Window = Window { floor: Code::Lose, goal: Code::Win };
    /// Nothing but [`Code::Win`] is of use.
    pub(super) const ALL_OR_NOTHING: Window = Window { floor: Code::KoA, goal: Code::Win };

    /// The window of the reply to a move, if its player has achieved `best` by other moves.
    pub(super) fn reply(self, best: Code) -> Window {
        Window { floor: self.goal.reverse(), goal: self.floor.max(best).reverse() }
    }

    /// Why a search for this answer ended that tried moves.
    pub(super) fn reason(self, code: Code) -> StopReason {
        match code {
            Code::Win => StopReason::Works,
            _ if code >= self.goal => StopReason::Enough,
            _ => StopReason::Tried,
        }
    }

    /// Different windows have different numbers, below 64.
    pub(super) fn number(self) -> u64 {
        (self.floor as u64) << 3 | self.goal as u64
    }
}
