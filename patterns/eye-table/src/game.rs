//! The game in an eye space, solved exactly.
//!
//! The board is a graph of at most [`MAX_SIZE`] vertices. Around it stands the *wall*, one string
//! of the defender, which touches all vertices but those in [`Space::unwalled`] and has
//! [`OUTSIDE_LIBERTIES`] liberties elsewhere, which the attacker may fill. Marginal vertices also
//! touch stones of the attacker that cannot be taken; on one of them a stone may stand at the
//! beginning that has no such connection yet, and can get it by a move outside. Moves are those of Go: captures, simple ko,
//! passes; the attacker may take his own stones off by suicide, the defender may not.
//!
//! The attacker wins if he takes the wall. A position in which neither side can force its end is
//! won by the defender, who lives in seki then. A ko is fought without threats.
//!
//! A space has two eyes if the wall lives by it alone, one if it lives together with a second
//! eye elsewhere, and else none. So both games are solved, for all positions at once: from
//! every position in which the attacker has taken the wall backwards.

/// Most vertices of an eye space.
pub const MAX_SIZE: usize = 7;
/// Liberties of the wall outside of the space. With more, no value changes (looked at up to five
/// vertices); with fewer, a space is worth less where liberties are short.
pub const OUTSIDE_LIBERTIES: u8 = 3;

/// An eye space as a graph. Sets of vertices are bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Space {
    /// Number of vertices.
    pub size: usize,
    /// The neighbours of each vertex.
    pub neighbours: [u8; MAX_SIZE],
    /// Vertices all of whose neighbours on the board belong to the space.
    pub unwalled: u8,
    /// Vertices that touch safe stones of the attacker.
    pub marginal: u8,
    /// One of them or none: where at the beginning a stone of the attacker stands that is not
    /// connected to the safe stones, and can be taken.
    pub loose: u8,
}

/// Who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Wants to take the wall.
    Attacker,
    /// Owns the wall.
    Defender,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

/// A position, without who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Stones of the attacker.
    pub attacker: u8,
    /// Stones of the defender inside.
    pub defender: u8,
    /// Where a ko may not be retaken at once: one bit or none.
    pub ko: u8,
    /// Liberties of the wall outside that are left.
    pub outside: u8,
    /// The loose stone ([`Space::loose`]), as long as it stands.
    pub loose: u8,
}

impl Position {
    /// The position at the beginning, with these stones of the attacker.
    pub fn start(space: &Space, attacker: u8) -> Position {
        let loose = space.loose;
        Position { attacker, defender: 0, ko: 0, outside: OUTSIDE_LIBERTIES, loose }
    }
}

/// What follows from a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum After {
    Position(Position),
    /// The wall is taken.
    Taken,
}

impl Space {
    /// All vertices.
    pub fn all(&self) -> u8 {
        ((1u16 << self.size) - 1) as u8
    }

    /// The vertices next to those of a set.
    fn next_to(&self, set: u8) -> u8 {
        (0..self.size).filter(|i| set >> i & 1 != 0).fold(0, |all, i| all | self.neighbours[i])
    }

    /// The part of `within` that is connected to `from` (which is a part of it).
    fn connected(&self, from: u8, within: u8) -> u8 {
        let mut set = from;
        loop {
            let more = set | self.next_to(set) & within;
            if more == set {
                return set;
            }
            set = more;
        }
    }

    fn walled(&self) -> u8 {
        self.all() & !self.unwalled
    }

    /// Stones of the defender that are of one string with the wall, and its liberties inside.
    fn wall(&self, p: &Position) -> (u8, u8) {
        let stones = self.connected(p.defender & self.walled(), p.defender);
        let empty = self.all() & !(p.attacker | p.defender);
        (stones, (self.walled() | self.next_to(stones)) & empty)
    }

    /// Whether the attacker's stones stand as in a position on the board: each string has a
    /// liberty.
    pub fn is_possible(&self, attacker: u8) -> bool {
        let mut left = attacker;
        while left != 0 {
            let string = self.connected(left & left.wrapping_neg(), attacker);
            left &= !string;
            if self.next_to(string) & self.all() & !attacker == 0 {
                return false;
            }
        }
        attacker & self.marginal == self.loose
    }

    fn attack(&self, p: &Position, bit: u8, eye: bool) -> Option<After> {
        let mut next = Position { attacker: p.attacker | bit, ko: 0, ..*p };
        let (wall, liberties) = self.wall(&next);
        if liberties == 0 && next.outside == 0 && !eye {
            return Some(After::Taken);
        }
        let mut taken = 0;
        let mut left = next.defender & !wall;
        while left != 0 {
            let string = self.connected(left & left.wrapping_neg(), next.defender);
            left &= !string;
            if self.next_to(string) & self.all() & !(next.attacker | next.defender) == 0 {
                taken |= string;
            }
        }
        next.defender &= !taken;
        let own = self.connected(bit, next.attacker);
        if own & self.marginal & !next.loose == 0 {
            let liberties = self.next_to(own) & self.all() & !(next.attacker | next.defender);
            if liberties == 0 {
                // To take a single stone off is to pass.
                if own == bit {
                    return None;
                }
                next.attacker &= !own;
                next.loose &= !own;
            } else if own == bit && taken.count_ones() == 1 && liberties == taken {
                next.ko = taken;
            }
        }
        Some(After::Position(next))
    }

    fn defend(&self, p: &Position, bit: u8, eye: bool) -> Option<After> {
        let mut next = Position { defender: p.defender | bit, ko: 0, ..*p };
        let mut taken = 0;
        let mut left = next.attacker;
        while left != 0 {
            let string = self.connected(left & left.wrapping_neg(), next.attacker);
            left &= !string;
            let empty = self.all() & !(next.attacker | next.defender);
            let is_safe = string & self.marginal & !next.loose != 0;
            if !is_safe && self.next_to(string) & empty == 0 {
                taken |= string;
            }
        }
        next.attacker &= !taken;
        next.loose &= !taken;
        let own = self.connected(bit, next.defender);
        let (wall, liberties) = self.wall(&next);
        if own & wall != 0 {
            if liberties == 0 && next.outside == 0 && !eye {
                return None;
            }
        } else {
            let liberties = self.next_to(own) & self.all() & !(next.attacker | next.defender);
            if liberties == 0 {
                return None;
            }
            if own == bit && taken.count_ones() == 1 && liberties == taken {
                next.ko = taken;
            }
        }
        Some(After::Position(next))
    }

    /// The moves of a side inside, with the vertex of each.
    fn moves<'a>(
        &'a self,
        p: &'a Position,
        side: Side,
        eye: bool,
    ) -> impl Iterator<Item = (usize, After)> + 'a {
        let free = self.all() & !(p.attacker | p.defender | p.ko);
        (0..self.size).filter(move |i| free >> i & 1 != 0).filter_map(move |i| {
            let after = match side {
                Side::Attacker => self.attack(p, 1 << i, eye),
                Side::Defender => self.defend(p, 1 << i, eye),
            };
            after.map(|a| (i, a))
        })
    }
}

/// Where positions lie in a table.
fn slot(p: &Position, side: Side) -> usize {
    const POWERS: [usize; MAX_SIZE] = [1, 3, 9, 27, 81, 243, 729];
    let digits =
        |set: u8| -> usize { (0..MAX_SIZE).filter(|i| set >> i & 1 != 0).map(|i| POWERS[i]).sum() };
    let stones = digits(p.attacker) + 2 * digits(p.defender);
    let ko = if p.ko == 0 { 0 } else { p.ko.trailing_zeros() as usize + 1 };
    let turn = usize::from(side == Side::Defender);
    ((stones * (MAX_SIZE + 1) + ko) * 2 + turn) * (usize::from(OUTSIDE_LIBERTIES) + 1)
        + usize::from(p.outside)
        + if p.loose == 0 { 0 } else { HALF }
}

/// Slots of the positions without a loose stone.
const HALF: usize = 2187 * (MAX_SIZE + 1) * 2 * (OUTSIDE_LIBERTIES as usize + 1);

const SLOTS: usize = 2 * HALF;

/// One of the two games of a space, solved.
struct Solved {
    /// By slot: whether the attacker takes the wall.
    won: Vec<bool>,
    /// Positions that were looked at.
    positions: usize,
}

impl Solved {
    /// Solves the game with or without a second eye elsewhere, for all positions that follow
    /// from these.
    fn new(space: &Space, starts: &[u8], eye: bool) -> Solved {
        let mut number = vec![u32::MAX; SLOTS];
        let mut states: Vec<(Position, Side)> = Vec::new();
        let add = |p: Position, side, number: &mut Vec<u32>, states: &mut Vec<_>| {
            let n = &mut number[slot(&p, side)];
            if *n == u32::MAX {
                *n = states.len() as u32;
                states.push((p, side));
            }
            *n
        };
        for &attacker in starts {
            for side in [Side::Attacker, Side::Defender] {
                add(Position::start(space, attacker), side, &mut number, &mut states);
            }
        }
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut open: Vec<u16> = Vec::new();
        let mut todo: Vec<u32> = Vec::new();
        let mut won_state: Vec<bool> = Vec::new();
        let mut i = 0;
        while i < states.len() {
            let (p, side) = states[i];
            let mut following: Vec<(Position, Side)> =
                vec![(Position { ko: 0, ..p }, side.other())];
            let mut taken = false;
            for (_, after) in space.moves(&p, side, eye) {
                match after {
                    After::Taken => taken = true,
                    After::Position(next) => following.push((next, side.other())),
                }
            }
            if side == Side::Attacker {
                let (_, liberties) = space.wall(&p);
                // The last liberty is the other eye.
                taken |= eye && liberties == 0 && p.outside == 0;
                if p.loose != 0 {
                    following.push((Position { ko: 0, loose: 0, ..p }, side.other()));
                }
                if p.outside > 0 {
                    let next = Position { ko: 0, outside: p.outside - 1, ..p };
                    taken |= !eye && liberties == 0 && next.outside == 0;
                    following.push((next, side.other()));
                }
            }
            open.push(if side == Side::Defender { following.len() as u16 } else { 1 });
            won_state.push(taken);
            if taken {
                todo.push(i as u32);
            }
            for (next, turn) in following {
                let n = add(next, turn, &mut number, &mut states);
                edges.push((n, i as u32));
            }
            i += 1;
        }
        edges.sort_unstable();
        while let Some(n) = todo.pop() {
            let first = edges.partition_point(|e| e.0 < n);
            for &(_, from) in edges[first..].iter().take_while(|e| e.0 == n) {
                let from = from as usize;
                if !won_state[from] {
                    open[from] -= 1;
                    if open[from] == 0 {
                        won_state[from] = true;
                        todo.push(from as u32);
                    }
                }
            }
        }
        let mut won = vec![false; SLOTS];
        for (&(p, side), &w) in states.iter().zip(&won_state) {
            won[slot(&p, side)] = w;
        }
        Solved { won, positions: states.len() }
    }
}

/// A space with both games solved.
pub struct Game {
    space: Space,
    alone: Solved,
    with_eye: Solved,
}

/// Eyes and vital points of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Value {
    /// Eyes if the attacker moves twice, the attacker moves first, the defender moves first,
    /// the defender moves twice.
    pub eyes: [u8; 4],
    /// Where the attacker moves first, if that matters.
    pub attack: u8,
    /// Where the defender moves first, if that matters.
    pub defense: u8,
}

/// How many exchanges are looked at for the first and the last digit.
const EXCHANGES: usize = 4;

impl Game {
    /// Solves a space for all sets of the attacker's stones.
    pub fn new(space: Space) -> Game {
        let starts: Vec<u8> = (0..=space.all()).filter(|&x| space.is_possible(x)).collect();
        let [alone, with_eye] = [false, true].map(|eye| Solved::new(&space, &starts, eye));
        Game { space, alone, with_eye }
    }

    /// Positions that were looked at.
    pub fn positions(&self) -> usize {
        self.alone.positions + self.with_eye.positions
    }

    /// Eyes if `side` is to move.
    fn eyes(&self, p: &Position, side: Side) -> u8 {
        let at = slot(p, side);
        if !self.alone.won[at] { 2 } else { u8::from(!self.with_eye.won[at]) }
    }

    /// Moves of a side inside, with what follows. A move that takes the wall is not among them:
    /// where there is one, there are no eyes left to count.
    fn moves(&self, p: &Position, side: Side) -> Vec<(usize, Position)> {
        self.space
            .moves(p, side, true)
            .filter_map(|(i, after)| match after {
                After::Position(next) => Some((i, next)),
                After::Taken => None,
            })
            .collect()
    }

    /// The value of the space with these stones of the attacker.
    pub fn value(&self, attacker: u8) -> Value {
        let p = Position::start(&self.space, attacker);
        let last = self.eyes(&p, Side::Defender);
        let vital = |side: Side, worth: u8| -> u8 {
            let works = |next: &Position| self.eyes(next, side.other()) == worth;
            self.moves(&p, side)
                .iter()
                .filter(|(_, n)| works(n))
                .fold(0, |set, (i, _)| set | 1 << i)
        };
        let mut first = self.eyes(&p, Side::Attacker);
        let mut attack = vital(Side::Attacker, first);
        if attack == 0 {
            // The attacker gains by filling liberties outside only: that is not about eyes.
            first = last;
        }
        let mut defense = vital(Side::Defender, last);
        if first == last {
            (attack, defense) = (0, 0);
        }
        let least = self.threat(&p, Side::Attacker, first).min(first);
        let most = self.threat(&p, Side::Defender, last).max(last);
        Value { eyes: [least, first, last, most], attack, defense }
    }

    /// The best that `side` achieves by a move that keeps the eyes at `worth`, and another one
    /// after its opponent has played elsewhere.
    fn threat(&self, p: &Position, side: Side, worth: u8) -> u8 {
        let moves = self.moves(p, side);
        let fitting = moves.iter().filter(|(_, next)| self.eyes(next, side.other()) == worth);
        let values = fitting.map(|(_, next)| self.elsewhere(next, side, worth, EXCHANGES));
        best(side, values).unwrap_or(worth)
    }

    /// What `side` gets who is to move again since its opponent plays elsewhere; but he may
    /// first play moves that have to be answered.
    fn elsewhere(&self, p: &Position, side: Side, worth: u8, exchanges: usize) -> u8 {
        let now = self.eyes(p, side);
        if exchanges == 0 {
            return now;
        }
        let opponent = side.other();
        let mut values = vec![now];
        for (_, next) in self.moves(p, opponent) {
            // Only a move that threatens something is answered.
            if self.eyes(&next, opponent) == worth || self.eyes(&next, side) != worth {
                continue;
            }
            let answers = self.moves(&next, side);
            let keeping = answers.iter().filter(|(_, after)| self.eyes(after, opponent) == worth);
            let answered =
                keeping.map(|(_, after)| self.elsewhere(after, side, worth, exchanges - 1));
            values.extend(best(side, answered));
        }
        best(opponent, values.into_iter()).unwrap_or(now)
    }
}

fn best(side: Side, values: impl Iterator<Item = u8>) -> Option<u8> {
    match side {
        Side::Attacker => values.min(),
        Side::Defender => values.max(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path of so many vertices.
    fn path(size: usize, marginal: u8) -> Space {
        let mut neighbours = [0; MAX_SIZE];
        for i in 1..size {
            neighbours[i] |= 1 << (i - 1);
            neighbours[i - 1] |= 1 << i;
        }
        Space { size, neighbours, unwalled: 0, marginal, loose: 0 }
    }

    fn eyes(space: Space, attacker: u8) -> [u8; 4] {
        Game::new(space).value(attacker).eyes
    }

    #[test]
    fn what_every_player_knows() {
        assert_eq!(eyes(path(1, 0), 0), [1, 1, 1, 1]);
        assert_eq!(eyes(path(2, 0), 0), [1, 1, 1, 1]);
        let three = Game::new(path(3, 0)).value(0);
        assert_eq!(three, Value { eyes: [1, 1, 2, 2], attack: 0b010, defense: 0b010 });
        assert_eq!(eyes(path(3, 0), 0b010)[1..3], [1, 1]);
        assert_eq!(eyes(path(4, 0), 0)[1..3], [2, 2]);
        // Four in a square: one eye.
        let square = Space { neighbours: [0b0110, 0b1001, 0b1001, 0b0110, 0, 0, 0], ..path(4, 0) };
        assert_eq!(eyes(square, 0)[1..3], [1, 1]);
        // The T of four and the cross of five have a vital point.
        let star = |n: u8| {
            let mut neighbours = [0; MAX_SIZE];
            neighbours[0] = ((1u16 << n) - 2) as u8;
            neighbours[1..usize::from(n)].fill(1);
            let unwalled = u8::from(n == 5);
            Space { size: n.into(), neighbours, unwalled, marginal: 0, loose: 0 }
        };
        for n in [4, 5] {
            let value = Game::new(star(n)).value(0);
            assert_eq!((&value.eyes[1..3], value.attack), (&[1, 2][..], 1), "{n}");
        }
    }

    #[test]
    fn marginal_vertices_are_taken_by_who_comes_first() {
        assert_eq!(eyes(path(1, 1), 0), [0, 0, 0, 0]);
        let half = Game::new(path(2, 0b01)).value(0);
        assert_eq!((half.eyes, half.attack, half.defense), ([0, 0, 1, 1], 0b01, 0b01));
        assert_eq!(eyes(path(3, 0b001), 0), [0, 1, 1, 1]);
    }

    /// A stone in a false eye can be taken, and leaves a false eye.
    #[test]
    fn a_loose_stone_makes_no_eye() {
        let loose = |size: usize| Space { loose: 1, ..path(size, 1) };
        assert_eq!(eyes(loose(2), 0b01), [0, 0, 0, 0]);
        assert_eq!(eyes(loose(3), 0b001)[1..3], [0, 1]);
        assert_eq!(eyes(loose(3), 0b011)[1..3], [0, 0]);
        assert_eq!(eyes(loose(3), 0b101)[1..3], [1, 1]);
    }
}
