//! Proof of captures: on the smallest boards none is claimed without one.
//!
//! The search leaves moves out, of the owner, too; so some of its captures are none. On a
//! board of at most [`PROVED_SIZE`] lines a capture that a question from outside is about
//! to claim is therefore proved: against every legal reply and a pass the string
//! comes off the board, by the rules with simple ko and nothing else (no komaster: what
//! depends on a ko is left to the search). Without a proof within [`Limits::proof`]
//! nodes the move does not count, and other moves that the search says work take its
//! place; else what is left is the best ko code, or nothing. Codes other than `Win`,
//! defences, threats and questions about two strings are not proved.
//!
//! It is a depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR
//! trees and its applications", 2002): each position has two numbers, how much it seems to
//! take until the player to move has his way, and until the opponent has
//! ([`ProofNumbers`]); what seems to take least is looked at first. The number of a set of
//! moves that all have to be refuted is that of the hardest one, and one more for each
//! further one (so a position that can be reached in many ways does not count as often). To
//! come back to a position, or to go on for [`PROOF_DEPTH`] moves, is in favour of the string: so
//! "taken" is a proof, "saved" holds in nearly all cases.
//!
//! A proof knows the board and nothing of what the search thinks. A node is a position whose
//! moves are looked at.
//!
//! [`Limits::proof`]: super::Limits::proof

use super::all_moves::proposed_moves;
use super::reader::Reader;
use super::target::Target;
use super::{Code, Note, Reading, StopReason};
use crate::search::parameters::*;
use mkpat_rt::geom::{Color, Point};
use std::collections::HashMap;

/// More than any proof number: it cannot be reached.
const NEVER: u32 = 1 << 28;

/// What a proof has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProofOutcome {
    /// The string is taken whatever its owner does.
    Taken,
    /// This reply of its owner saves it.
    Saved(Point),
    /// Neither was found within the limit.
    Open,
}

/// What it seems to take until a player has his way: 0 if he has, [`NEVER`] if he cannot. (φ
/// and δ of Nagai's algorithm.)
#[derive(Clone, Copy)]
struct ProofNumbers {
    /// For the player to move.
    mine: u32,
    /// For his opponent.
    theirs: u32,
}

impl ProofNumbers {
    const DONE: ProofNumbers = ProofNumbers { mine: 0, theirs: NEVER };
    const FAILED: ProofNumbers = ProofNumbers { mine: NEVER, theirs: 0 };

    fn is_settled(self) -> bool {
        self.mine == 0 || self.theirs == 0
    }
}

/// A move and the position after it.
struct Child {
    point: Point,
    key: u64,
    /// For the player to move after it.
    numbers: ProofNumbers,
}

/// The proof numbers of a position's moves, taken together.
struct Summary {
    numbers: ProofNumbers,
    /// The best move's index.
    best: usize,
    /// The opponent's proof number after the second-best move.
    second: u32,
}

/// A proof about one string, or the beginning of one: it may be asked about several moves.
pub(super) struct Proof {
    s: Point,
    owner: Color,
    table: HashMap<u64, ProofNumbers>,
    /// Keys of the positions from the first one to the present one.
    path: Vec<u64>,
    /// The last move that settled a position.
    last: Point,
}

impl Reader<'_> {
    /// Whether captures are claimed on this board only if they are proved.
    pub(super) fn proves(&self) -> bool {
        self.limits.proof > 0 && self.board.size() <= PROVED_SIZE
    }

    /// The capture of the string at `s` that the search claims (`found`), if it is proved;
    /// else the best of the other moves, proved in the same way.
    pub(super) fn prove_attack(&mut self, s: Point, found: Reading) -> Reading {
        let Some(color) = self.board.color_at(s) else { return found };
        let mut proof = Proof::new(s, color);
        let mut best = self.proved(&mut proof, found);
        if best.code == Code::Win {
            return best;
        }
        let mut target = Target::new(self.board, s, color, self.ply());
        let list = proposed_moves(self.board, &self.limits, &mut target, true);
        let mut others = self.board.liberties(s);
        others.union_with(&list.points().collect());
        others.remove(found.point);
        for p in others {
            let code = self.after(color.other(), p, |r| r.do_defend(s, color).code);
            let other = self.proved(&mut proof, Reading::by(p, code));
            best.improve(other.code, p);
            if best.code == Code::Win {
                break;
            }
        }
        self.note(true, s, best, StopReason::Proof);
        best
    }

    /// What a move of the attacker of the string at `s` of `color` achieves, if the
    /// search says `found`.
    pub(super) fn move_proved(&mut self, s: Point, color: Color, found: Reading) -> Reading {
        if self.proves() { self.proved(&mut Proof::new(s, color), found) } else { found }
    }

    /// `found`, unless it is a capture that is not proved.
    fn proved(&mut self, proof: &mut Proof, found: Reading) -> Reading {
        if found.code != Code::Win || found.point.is_pass() {
            return found;
        }
        let attacker = proof.owner.other();
        if !self.board.try_play(attacker, found.point) {
            return Reading::LOST;
        }
        let before = self.question.spent;
        let limit = self.limits.nodes.min(before.saturating_add(self.limits.proof));
        let outcome = proof.run(self, limit);
        if self.question.spent > before {
            // Nodes of a proof do not count towards [`Limits::effort`](super::Limits::effort),
            // and what it says depends on the whole board.
            self.question.next_reduction_at =
                self.question.next_reduction_at.saturating_add(self.question.spent - before);
            self.question.touched.union_with(&Point::all(self.board.size()).collect());
        }
        self.board.undo();
        let (saved, reason) = match outcome {
            ProofOutcome::Taken => return found,
            ProofOutcome::Saved(reply) => (Reading::won(reply), StopReason::Refuted),
            ProofOutcome::Open => (Reading::won(Point::PASS), StopReason::Unproved),
        };
        if let Some(trace) = &mut self.trace {
            trace.enter(attacker, found.point);
            trace.note(Note { attack: false, string: proof.s, reading: saved, reason });
            trace.leave();
        }
        Reading::LOST
    }
}

impl Proof {
    /// A proof about the string at `s`.
    pub(super) fn new(s: Point, owner: Color) -> Proof {
        Proof { s, owner, table: HashMap::new(), path: Vec::new(), last: Point::PASS }
    }

    /// Whether the string can be saved by its owner, who is to move. It gives up when the
    /// question has spent `limit` nodes, those before the proof included.
    pub(super) fn run(&mut self, reader: &mut Reader<'_>, limit: u64) -> ProofOutcome {
        if reader.board.color_at(self.s) != Some(self.owner) {
            return ProofOutcome::Taken;
        }
        let limits = ProofNumbers { mine: NEVER, theirs: NEVER };
        let numbers = self.look(reader, self.owner, limits, None, limit);
        match numbers {
            ProofNumbers { theirs: 0, .. } => ProofOutcome::Taken,
            ProofNumbers { mine: 0, .. } => ProofOutcome::Saved(self.last),
            _ => ProofOutcome::Open,
        }
    }

    /// Looks at a position until the proof number of either player exceeds that of `limits`, or
    /// the question has spent `limit` nodes.
    fn look(
        &mut self,
        reader: &mut Reader<'_>,
        color: Color,
        limits: ProofNumbers,
        hint: Option<Point>,
        limit: u64,
    ) -> ProofNumbers {
        reader.count_node_only();
        let key = reader.board.hash_for(color);
        self.path.push(key);
        let mut children = self.children(reader, color, hint);
        // The move that has refuted the last one may refute the next one.
        let mut killer = None;
        let numbers = loop {
            let Some(all) = summary(&children) else { break ProofNumbers::FAILED };
            let now = all.numbers;
            let best = &children[all.best];
            if now.mine == 0 {
                self.last = best.point;
            }
            let enough = now.mine >= limits.mine || now.theirs >= limits.theirs;
            if now.is_settled() || enough || reader.timed_out() || reader.question.spent >= limit {
                break now;
            }
            let further = ProofNumbers {
                mine: match limits.theirs {
                    NEVER => NEVER,
                    theirs => best.numbers.mine + (theirs - now.theirs),
                },
                theirs: limits.mine.min(all.second + 1 + all.second / PROOF_FURTHER),
            };
            play(reader, color, best.point);
            let numbers = self.look(reader, color.other(), further, killer, limit);
            reader.board.undo();
            if numbers.mine == 0 {
                killer = Some(self.last);
            }
            children[all.best].numbers = numbers;
            // Other moves may lead to positions that have been seen since.
            for (i, child) in children.iter_mut().enumerate() {
                if i != all.best
                    && !child.numbers.is_settled()
                    && let Some(&known) = self.table.get(&child.key)
                {
                    child.numbers = known;
                }
            }
        };
        self.path.pop();
        self.table.insert(key, numbers);
        numbers
    }

    /// All moves, up to the first one that settles the matter. `hint`: a move of the
    /// attacker that is worth trying first.
    fn children(&self, reader: &mut Reader<'_>, color: Color, hint: Option<Point>) -> Vec<Child> {
        let defends = color == self.owner;
        let atari = if defends { reader.board.atari_liberty(self.s) } else { None };
        let pass = (defends && atari.is_none()).then_some(Point::PASS);
        let mut children = Vec::new();
        for point in Point::all(reader.board.size()).chain(pass) {
            // In atari all but extending and capturing loses at once.
            if atari.is_some_and(|x| x != point && !reader.board.captures_something(color, point)) {
                continue;
            }
            if !play(reader, color, point) {
                continue;
            }
            let key = reader.board.hash_for(color.other());
            let mut numbers = self.numbers(reader, color.other(), key);
            reader.board.undo();
            if !defends && hint == Some(point) && !numbers.is_settled() {
                numbers = ProofNumbers { mine: 1, theirs: 1 };
            }
            children.push(Child { point, key, numbers });
            if numbers.theirs == 0 {
                break;
            }
        }
        children
    }

    /// What is known of the position on the board, or a guess.
    fn numbers(&self, reader: &Reader<'_>, to_move: Color, key: u64) -> ProofNumbers {
        let board = &*reader.board;
        let defends = to_move == self.owner;
        if board.color_at(self.s) != Some(self.owner) {
            return ProofNumbers::FAILED;
        }
        if !defends && board.atari_liberty(self.s).is_some_and(|p| board.is_legal(to_move, p)) {
            return ProofNumbers::DONE;
        }
        if self.path.contains(&key) || self.path.len() >= PROOF_DEPTH {
            return if defends { ProofNumbers::DONE } else { ProofNumbers::FAILED };
        }
        if let Some(&known) = self.table.get(&key) {
            return known;
        }
        let here = board.liberty_count(self.s);
        if !defends {
            let shortage = PROOF_SAFE.saturating_sub(here.max(1)) as u32;
            return ProofNumbers { mine: attack(here), theirs: PROOF_SHORTAGE.pow(shortage) };
        }
        let grown = |p| board.liberties_after(self.owner, p, 7);
        let most = board.liberties(self.s).iter().map(grown).max().unwrap_or(0);
        let in_atari = !board.adjacent_list::<16>(self.s, 1).is_empty();
        let hold = attack(most.max(here)) * if in_atari { PROOF_ATARI } else { 1 };
        ProofNumbers { mine: 1, theirs: hold }
    }
}

/// First proof number of an attack on this many liberties.
fn attack(liberties: usize) -> u32 {
    PROOF_LIBERTY.pow(liberties.clamp(1, 7) as u32 - 1)
}

/// Plays or passes, if that is legal.
fn play(reader: &mut Reader<'_>, color: Color, p: Point) -> bool {
    if p.is_pass() {
        reader.board.pass(color);
        return true;
    }
    reader.board.try_play(color, p)
}

/// What the moves of a position make of it; `None` if there are none.
fn summary(children: &[Child]) -> Option<Summary> {
    let (mut best, mut second): (Option<usize>, u32) = (None, NEVER);
    let (mut hardest, mut open) = (0, 0);
    for (i, child) in children.iter().enumerate() {
        let ProofNumbers { mine, theirs } = child.numbers;
        hardest = mine.max(hardest);
        open += u32::from(mine > 0);
        match best {
            Some(b) if children[b].numbers.theirs <= theirs => second = second.min(theirs),
            _ => {
                second = best.map_or(NEVER, |b: usize| children[b].numbers.theirs);
                best = Some(i);
            }
        }
    }
    let best = best?;
    let theirs = if hardest < NEVER { hardest + open.saturating_sub(1) } else { NEVER };
    Some(Summary {
        numbers: ProofNumbers { mine: children[best].numbers.theirs, theirs },
        best,
        second,
    })
}
