//! Result codes of reading (GNU Go 3.8 manual, "Return Codes").

/// Answer of a reading function about the side that moves first.
///
/// The numbers are what constraints compare: `0 < KO_B < KO_A < WIN`. Neither 1 nor 3 is a code:
/// `!f()==WIN` compares 0 or 1 with `WIN` and must be false, and 3 was `WIN` in old versions of
/// GNU Go, so that `==3` in old patterns must not come true by accident
/// (docs/pattern-language.md, "Results").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Code {
    /// Fails.
    #[default]
    Lose = 0,
    /// Works by ko, the side to move must find the first ko threat.
    KoB = 2,
    /// Works by ko, the opponent must find the first ko threat.
    KoA = 4,
    /// Works unconditionally.
    Win = 5,
}

impl Code {
    /// The code as a number, as constraints see it.
    #[inline]
    pub const fn number(self) -> i64 {
        self as i64
    }

    /// Anything but failure.
    #[inline]
    pub const fn is_success(self) -> bool {
        !matches!(self, Code::Lose)
    }

    /// The code of the other side when this is the best answer to its move:
    /// win ↔ lose, and the ko codes change sides.
    #[inline]
    pub const fn reverse(self) -> Code {
        match self {
            Code::Lose => Code::Win,
            Code::KoB => Code::KoA,
            Code::KoA => Code::KoB,
            Code::Win => Code::Lose,
        }
    }
}
