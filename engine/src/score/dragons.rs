//! What reading says of the dragons of a position that is to be scored: which of them live, and
//! which are dead.
//!
//! Every dragon that is not unconditionally alive or dead, and has no two eyes whatever the opponent
//! does, is asked about ([`crate::life::Fate`]), unless it has much room of its own
//! ([`crate::facts::Dragon::is_easy`]): at the end of a game there is nowhere left to run to. Two enemies that both seem to die are in a race with each other, which
//! [`crate::life::semeai`] decides. A dragon about which whoever moves first decides belongs to who
//! is to move; by a ko it dies only if neither side can end that otherwise.

use super::FinalStatus;
use crate::board::{Board, PointSet};
use crate::facts::{Facts, Safety, Unconditional};
use crate::life::owl::Terms;
use crate::life::{Fate, semeai};
use crate::patterns::PatternRunner;
use crate::prover::Table;
use crate::reading::{Code, Reader};
use mkpat_rt::geom::{Color, Point};

/// Bytes of the memory for races.
const RACE_MEMORY: usize = 1 << 22;

/// A dragon about which reading has been asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadDragon {
    /// Its stones.
    pub(super) stones: PointSet,
    /// Its colour.
    color: Color,
    /// Whether it lives.
    pub(super) lives: bool,
    /// Whether the searches came to an end.
    pub(super) certain: bool,
}

/// Reads all dragons of the reader's position that are in doubt, with `next` to move.
pub(crate) fn read(
    runner: &mut PatternRunner<'_>,
    reader: &mut Reader<'_>,
    next: Color,
    terms: Terms,
    safe: &[Unconditional; 2],
) -> Vec<ReadDragon> {
    let facts = Facts::find(runner, reader, next);
    let mut found = Vec::new();
    for dragon in facts.dragons.list() {
        let known = |&s| certain(safe, dragon.color, s).is_some();
        if dragon.strings.iter().all(known) {
            continue;
        }
        let has_eyes =
            matches!(dragon.safety, Safety::Invincible | Safety::StronglyAlive) || dragon.is_easy();
        let (lives, certain) = if has_eyes {
            (true, true)
        } else {
            let Some(goal) = facts.goal(runner, reader, dragon.origin) else { continue };
            let life = Fate::ask(runner, reader, &goal, terms);
            let certain = life.certain;
            match Fate::from(life) {
                Fate::Alive => (true, certain),
                Fate::Dead => (false, certain),
                Fate::Critical { attack, defend } => {
                    let dies = attack.code == Code::Win || defend.code != Code::Win;
                    // What a pass keeps cannot be taken; then one of the searches is wrong.
                    (next == dragon.color || !dies, certain && !defend.point.is_pass())
                }
            }
        };
        let stones = dragon.stones(reader.board());
        found.push(ReadDragon { stones, color: dragon.color, lives, certain });
    }
    settle_races(reader.board(), next, &mut found);
    found
}

/// Decides races between enemies that touch and both seem to die.
fn settle_races(board: &Board, next: Color, dragons: &mut [ReadDragon]) {
    let safe = semeai::around(board);
    let mut table = Table::with_bytes(RACE_MEMORY);
    for i in 0..dragons.len() {
        for j in 0..dragons.len() {
            let (own, theirs) = (dragons[i], dragons[j]);
            let both_die = !own.lives && !theirs.lives;
            if own.color != next
                || theirs.color == next
                || !both_die
                || !touch(board, &own, &theirs)
            {
                continue;
            }
            let race = semeai::Race { own: own.stones, theirs: theirs.stones, safe };
            let race = semeai::analyze(board, &race, semeai::NODES, &mut table);
            if let Some(race) = race.filter(|race| race.is_certain()) {
                (dragons[i].lives, dragons[j].lives) = match (race.defends, race.attacks) {
                    (Code::Lose, Code::Lose) => (false, true),
                    (_, Code::Win) => (true, false),
                    _ => (true, true),
                };
            } else {
                // They cannot both be dead; which of them is, nobody knows.
                dragons[i].certain = false;
                dragons[j].certain = false;
            }
        }
    }
}

/// Whether stones of two dragons are next to each other, or have a liberty in common.
fn touch(board: &Board, a: &ReadDragon, b: &ReadDragon) -> bool {
    let near = b.stones.beside();
    let meets = |p| b.stones.contains(p) || board.is_empty(p) && near.contains(p);
    a.stones.iter().flat_map(|p| board.neighbours(p)).any(meets)
}

/// What unconditional life says about a string.
pub(super) fn certain(safe: &[Unconditional; 2], color: Color, s: Point) -> Option<FinalStatus> {
    if safe[color.index()].alive.contains(s) {
        Some(FinalStatus::Alive)
    } else if safe[color.other().index()].territory.contains(s) {
        Some(FinalStatus::Dead)
    } else {
        None
    }
}
