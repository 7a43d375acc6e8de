//! A moment after which no more work is begun.
//!
//! It is a value that a caller passes down with its question. Without a deadline no clock is
//! ever looked at, so that the same questions have the same answers.

use std::time::{Duration, Instant};

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// Never.
    pub const NONE: Deadline = Deadline(None);

    /// So long from now; never if that is beyond what the clock can tell.
    pub fn after(time: Duration) -> Deadline {
        Deadline(Instant::now().checked_add(time))
    }

    /// Whether there is one at all.
    pub fn is_set(self) -> bool {
        self.0.is_some()
    }

    /// Whether it is too late to begin more work.
    pub fn passed(self) -> bool {
        self.0.is_some_and(|t| Instant::now() >= t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_pass_or_do_not() {
        assert!(!Deadline::NONE.passed() && !Deadline::NONE.is_set());
        assert!(Deadline::after(Duration::ZERO).passed());
        assert!(!Deadline::after(Duration::from_secs(3600)).passed());
        assert!(!Deadline::after(Duration::MAX).passed());
    }
}
