//! Tactical reading: can a string be captured directly, can it be saved?
//!
//! After the GNU Go 3.8 manual ("Tactical reading"): a minimax search in which the
//! attacker wins when the string is off the board, and the defender when it has more
//! liberties than the attacker is ready to attack ([`Limits`]). That a string can be
//! captured should be trusted; that it cannot is meant within the horizon only.
//!
//! # Terms
//! *Attack*: the opponent of the string moves first. *Defend*: its owner does. *Root*:
//! the position in which a question is asked. *Ply*: number of moves since the root.
//! *Direct* moves are on liberties of the string. *Reduced* moves are read less deeply
//! (late move reduction). *Subsidiary*: a search about a string that only matters to the
//! one in question. *Friend*: another string of the owner next to a liberty of the string.
//! *Chain*: the attacker's strings around the string, which hem it in.
//!
//! # How it goes
//! [`Reader`] borrows a board, plays on it and counts (`reader`); `questions`,
//! `two_strings`, `all_moves`, `ladder`, `connection` and `combination` are what can be
//! asked. `attack` and `defence` call each other; `moves` proposes what they try, and
//! `order` says what comes first; `limits` says where to stop, `search::parameters` has every
//! number. `proof` reads to the end, by proof-number search: captures, when there is effort left or
//! the board is small, and all connections (`link`, over `ways`).
//!
//! Many moves are decided without playing them: a string in atari that is no ko and no
//! snapback is taken; a move is useless that leaves the string an extension to more
//! liberties than will be attacked (`Target::runs_away`), and wins if it leaves it in
//! atari with nothing to take and nowhere to go (`Target::is_trapped`). They count as nodes.
//!
//! Reading knows the board and [`crate::search`]: no patterns, no facts. It leaves the
//! orientation to [`crate::door`]. `docs/reading-history.md` tells what was tried.

mod all_moves;
mod attack;
mod attack_moves;
mod combination;
mod combination_moves;
mod combination_terms;
#[cfg(test)]
mod combination_tests;
mod connection;
mod defence;
mod defence_moves;
#[cfg(test)]
mod ko_tests;
mod ladder;
mod limits;
mod link;
#[cfg(test)]
mod link_tests;
mod move_list;
mod moves;
mod order;
mod proof;
mod proof_moves;
#[cfg(test)]
mod proof_tests;
mod question_keys;
#[cfg(test)]
mod question_tests;
mod questions;
mod reader;
mod settle;
mod target;
#[cfg(test)]
mod tests;
mod two_strings;
mod ways;
mod window;

pub use crate::search::{
    Code, Komaster, Memory, Note, Reading, Scheme, SearchStats, StopReason, Trace, Variation,
};
pub use combination_terms::{Combination, Forcing, ForcingMoves, Victims, Wanted};
pub use limits::{Growth, LIMITS, LimitRow, Limits, Overrides};
pub use reader::Reader;
