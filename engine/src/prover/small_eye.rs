//! Rooms of few vertices: can their owner live in one of them alone, if his opponent moves first
//! there, or if he does himself? Found by trying everything, once for each room and the stones in it.
//!
//! The owner's stones around the room count as one string without other liberties. A position that
//! repeats is alive.

use super::bits::{Bits, WIDTH, each};
use std::collections::HashMap;

/// Vertices of a room at most.
pub(super) const SMALL: u32 = 7;

/// What is known of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Room {
    /// Whether its owner lives if his opponent moves first.
    pub(super) safe: bool,
    /// Whether he lives if he moves first.
    pub(super) saved: bool,
}

/// What has been found out so far, by room, stones of the opponent and of the owner.
#[derive(Clone, Default, Debug)]
pub(super) struct Rooms(HashMap<(Bits, Bits), Room>);

impl Rooms {
    /// A room with so many vertices as [`SMALL`] at most, and the opponent's stones in it; `near` has the
    /// neighbours of each vertex.
    pub(super) fn get(&mut self, near: &[Bits; WIDTH], room: Bits, stones: Bits) -> Room {
        if let Some(&known) = self.0.get(&(room, stones)) {
            return known;
        }
        let mut game = Game::new(near, room);
        let theirs = numbered(room, stones);
        let start = |defends| State { theirs, own: 0, defends };
        let known = Room { safe: !game.is_taken(start(false)), saved: !game.is_taken(start(true)) };
        self.0.insert((room, stones), known);
        known
    }
}

/// Stones in a room and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    theirs: u8,
    own: u8,
    defends: bool,
}

/// A room with its vertices numbered.
struct Game {
    near: [u8; SMALL as usize],
    count: usize,
    /// Vertices next to the stones around.
    rim: u8,
    /// Whether the owner is taken; not yet if `None`.
    known: HashMap<State, Option<bool>>,
}

/// The vertices of a set, by their numbers in a room.
fn numbered(room: Bits, set: Bits) -> u8 {
    each(room).enumerate().filter(|(_, b)| set >> b & 1 != 0).fold(0, |all, (i, _)| all | 1 << i)
}

impl Game {
    fn new(all: &[Bits; WIDTH], room: Bits) -> Game {
        let mut game = Game { near: [0; 7], count: 0, rim: 0, known: HashMap::new() };
        for bit in each(room) {
            let near = all[bit as usize];
            if near & !room != 0 {
                game.rim |= 1 << game.count;
            }
            game.near[game.count] = numbered(room, near & room);
            game.count += 1;
        }
        game
    }

    fn spread(&self, set: u8) -> u8 {
        (0..self.count).filter(|i| set >> i & 1 != 0).fold(0, |all, i| all | self.near[i])
    }

    fn flood(&self, seed: u8, within: u8) -> u8 {
        let mut set = seed;
        loop {
            let more = (set | self.spread(set)) & within;
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// Whether the stones around are taken in the end.
    fn is_taken(&mut self, state: State) -> bool {
        if let Some(known) = self.known.get(&state) {
            return known.unwrap_or(false);
        }
        self.known.insert(state, None);
        let taken =
            if state.defends { self.defender_loses(state) } else { self.attacker_wins(state) };
        self.known.insert(state, Some(taken));
        taken
    }

    fn empty(&self, state: State) -> u8 {
        ((1u16 << self.count) - 1) as u8 & !(state.theirs | state.own)
    }

    fn liberties(&self, state: State) -> u8 {
        (self.rim | self.spread(state.own)) & self.empty(state)
    }

    fn attacker_wins(&mut self, state: State) -> bool {
        let empty = self.empty(state);
        for i in (0..self.count).filter(|i| empty >> i & 1 != 0) {
            let next = State { theirs: state.theirs | 1 << i, own: state.own, defends: true };
            if self.liberties(next) == 0 {
                return true;
            }
            let string = self.flood(1 << i, next.theirs);
            if self.spread(string) & self.empty(next) != 0 && self.is_taken(next) {
                return true;
            }
        }
        self.is_taken(State { defends: true, ..state })
    }

    fn defender_loses(&mut self, state: State) -> bool {
        let empty = self.empty(state);
        for i in (0..self.count).filter(|i| empty >> i & 1 != 0) {
            let mut next = State { theirs: state.theirs, own: state.own | 1 << i, defends: false };
            let mut left = state.theirs;
            while left != 0 {
                let string = self.flood(left & left.wrapping_neg(), state.theirs);
                left &= !string;
                if self.spread(string) & self.empty(next) == 0 {
                    next.theirs &= !string;
                }
            }
            if self.liberties(next) != 0 && !self.is_taken(next) {
                return false;
            }
        }
        self.is_taken(State { defends: false, ..state })
    }
}

#[cfg(test)]
mod tests {
    use super::super::arena::Arena;
    use super::*;
    use crate::board::{Board, PointSet};
    use mkpat_rt::geom::{Color, Point};

    /// What is known of the room of these vertices of a board of nine lines, with stones in it.
    fn room(names: &[&str], stones: &[&str]) -> (bool, bool) {
        let set = |names: &[&str]| -> PointSet {
            names.iter().map(|n| Point::parse(n, 9).expect("a vertex")).collect()
        };
        let board = Board::new(9).expect("a size");
        let arena =
            Arena::new(&board, &set(names), Color::White, &PointSet::EMPTY).expect("it fits");
        let found =
            Rooms::default().get(&arena.near, arena.bits(&set(names)), arena.bits(&set(stones)));
        (found.safe, found.saved)
    }

    #[test]
    fn rooms_are_what_every_player_knows() {
        assert_eq!(room(&["D5", "E5"], &[]), (false, false));
        assert_eq!(room(&["D5", "E5", "F5"], &[]), (false, true));
        assert_eq!(room(&["D5", "E5", "F5"], &["E5"]), (false, false));
        assert_eq!(room(&["D5", "E5", "F5", "G5"], &[]), (true, true));
        assert_eq!(room(&["D5", "E5", "D6", "E6"], &[]), (false, false));
        assert_eq!(room(&["D5", "E5", "F5", "E6"], &[]), (false, true));
        assert_eq!(room(&["D5", "E5", "F5", "E6", "E4"], &[]), (false, true));
        assert_eq!(room(&["D5", "E5", "D6", "E6", "F5"], &[]), (false, true));
        assert_eq!(room(&["D5", "E5", "F5", "D6", "E6", "F6"], &[]), (true, true));
    }
}
