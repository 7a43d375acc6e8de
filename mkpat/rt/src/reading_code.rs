//! Result codes of reading (reading document, "Return Codes").

/// Answer of a reading function about the side that moves first.
///
/// The numbers are what constraints compare: `0 < KO_B < KO_A < WIN`, and
/// neither 1 nor 3 is a code, so that `!f()==WIN` and the fossil `==3` stay
/// false (autohelper spec §1).
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
