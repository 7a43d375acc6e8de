//! What tells questions apart in the keys of what is remembered.

use mkpat_rt::geom::Color;
use mkpat_rt::rng::mix;

/// The search for an attack, in keys of the transposition table ([`Reader::key`]).
///
/// [`Reader::key`]: super::Reader
pub(super) const ATTACK: u64 = 1;
/// The search for a defence, there.
pub(super) const DEFENCE: u64 = 2;

/// The search for a combination, in keys of the transposition table that are made of other
/// numbers: the two highest bits tell them apart.
pub(super) const COMBINATION: u64 = 3 << 62;

/// What a question asks about one or two vertices: part of the keys of the cache of whole
/// questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum QuestionKind {
    /// Can the first be captured?
    Attack,
    /// Can it be saved?
    Defend,
    /// Does a move at the first capture the second?
    DoesAttack,
    /// Does it save it?
    DoesDefend,
    /// Does it threaten to capture it?
    Threatens,
    /// Is a move of this colour at the first safe?
    Safe(Color),
    /// Can the two be connected?
    Connect,
    /// Can they be separated?
    Disconnect,
    /// Can they be separated for sure? See [`super::reader::Reader::disconnect_for_sure`].
    DisconnectForSure,
    /// Which combination has this colour, with the moves and against the strings that the
    /// number stands for?
    Combination(Color, u64),
}

impl QuestionKind {
    pub(super) fn number(self) -> u64 {
        match self {
            QuestionKind::Attack => 0,
            QuestionKind::Defend => 1,
            QuestionKind::DoesAttack => 2,
            QuestionKind::DoesDefend => 3,
            QuestionKind::Threatens => 4,
            QuestionKind::Safe(color) => 5 + color.index() as u64,
            QuestionKind::Connect => 7,
            QuestionKind::Disconnect => 8,
            QuestionKind::DisconnectForSure => 9,
            QuestionKind::Combination(color, salt) => mix(salt ^ (10 + color.index() as u64)),
        }
    }
}
