//! The zone of a proof, after the fact: the vertices on which it rests. Whatever stands
//! elsewhere in the arena, the proof stands (relevance zones: Shih, Wu and others, "A novel
//! approach to solving goal-achieving problems for board games", 2022).
//!
//! A position that is decided at first sight has the zone of what is seen
//! ([`Task::evidence`](super::task::Task::evidence)). Where the winner is to move, his
//! move, what makes it legal and what it takes come in; where the loser is, the zones of all his
//! moves. Strings of the winner in a zone bring their liberties along, so that they cannot
//! be taken sooner; vertices where the loser may not play, what makes that so.
//!
//! The proof is read from the table. Where that has lost too much, or a part of the proof rests on
//! a repetition, there is no zone, and the region stands for it.

use super::arena::{Bits, PASS, each};
use super::position::Position;
use super::search::{Child, Search};
use super::task::touched;
use crate::search::proof_numbers::NOTHING;
use mkpat_rt::geom::Color;
use std::collections::HashMap;

/// Plies that are followed.
const DEPTH: usize = 100;

/// A zone in the making.
struct Zone<'s, 'a> {
    search: &'s mut Search<'a>,
    winner: Color,
    /// By key; `None` while it is not finished.
    known: HashMap<u64, Option<Bits>>,
    most: usize,
}

/// The zone of the proof that a player wins from a root, if it has at most so many positions.
pub(super) fn zone(
    search: &mut Search<'_>,
    root: &Position,
    first: Color,
    winner: Color,
    most: usize,
) -> Option<Bits> {
    let root = search.respected(root, first);
    let open = search.arena.open;
    let mut zone = Zone { search, winner, known: HashMap::new(), most };
    zone.moves(&root, first, 0).map(|bits| bits & open)
}

impl Zone<'_, '_> {
    /// The zone of a position that the winner wins.
    fn position(&mut self, child: &Child, color: Color, depth: usize) -> Option<Bits> {
        if let Some(known) = self.known.get(&child.key) {
            return *known;
        }
        if self.known.len() >= self.most || depth > DEPTH {
            return None;
        }
        self.known.insert(child.key, None);
        let Search { task, arena, .. } = *self.search;
        let found = match task.evidence(arena, &child.position, color) {
            Some(bits) => self.closed(&child.position, bits),
            None => self.moves(&child.position, color, depth)?,
        };
        self.known.insert(child.key, Some(found));
        Some(found)
    }

    /// The same by its moves.
    fn moves(&mut self, position: &Position, color: Color, depth: usize) -> Option<Bits> {
        let mut children = Vec::new();
        self.search.children(position, color, &mut children);
        let mut bits = 0;
        let mut complete = true;
        let (task, arena) = (self.search.task, self.search.arena);
        if color == self.winner {
            let good = children.iter().filter(|c| c.effort.theirs == 0 && c.rests == NOTHING);
            let work = |c: &&Child| self.search.table.get(c.key).map_or(0, |e| e.work);
            let best = good.min_by_key(work);
            complete = best.is_some_and(|best| {
                if best.bit != PASS {
                    bits |= touched(arena, position, best.bit, &best.position);
                }
                let below = self.position(best, color.other(), depth + 1);
                bits |= below.unwrap_or(0);
                below.is_some()
            });
        } else {
            // If no move is left to him, it rests on what he would have to take.
            bits |= task.left_out(arena, position, color) | task.kept(arena, position, self.winner);
            for child in &children {
                let good = child.effort.mine == 0 && child.rests == NOTHING;
                let below =
                    if good { self.position(child, color.other(), depth + 1) } else { None };
                bits |= below.unwrap_or(0);
                complete &= below.is_some();
                if !complete {
                    break;
                }
            }
        }
        complete.then(|| self.closed(position, bits))
    }

    /// A zone with what keeps the winner's strings in it from being taken, and the loser from
    /// playing where he may not.
    fn closed(&self, position: &Position, bits: Bits) -> Bits {
        let arena = self.search.arena;
        let (own, theirs) = (position.of(self.winner), position.of(self.winner.other()));
        let mut bits = bits & arena.cells;
        loop {
            let strings = arena.flood(bits & own, own);
            let mut more = bits | strings | arena.spread(strings);
            for bit in each(more & position.empty(arena)) {
                if position.play(arena, self.winner.other(), bit, false).is_none() {
                    let near = arena.near[bit as usize];
                    let joined = arena.flood(near & theirs, theirs);
                    more |= near | joined | arena.spread(joined);
                }
            }
            if more == bits {
                return bits;
            }
            bits = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::learn_tests::question;
    use super::super::prove::stage;
    use super::super::search::{Kos, Stop};
    use super::*;
    use crate::search::proof_numbers::Effort;
    use crate::search::proof_table::Table;
    use mkpat_rt::rng::Rng;

    /// Stones at random on some vertices, if every string has a liberty or is safe.
    fn changed(
        arena: &super::super::arena::Arena,
        position: &Position,
        at: Bits,
        rng: &mut Rng,
    ) -> Option<Position> {
        let mut out = Position { ban: PASS, ..*position };
        for bit in each(at) {
            for stones in &mut out.stones {
                *stones &= !(1 << bit);
            }
            if let Some(stones) = out.stones.get_mut(rng.within(..3)) {
                *stones |= 1 << bit;
            }
        }
        out.hash = 0;
        for color in Color::BOTH {
            let stones = out.of(color);
            for bit in each(stones) {
                out.hash ^= arena.key(color, bit);
                let air = out.empty(arena) | arena.solid[color.index()];
                if arena.spread(arena.flood(1 << bit, stones)) & air == 0 {
                    return None;
                }
            }
        }
        Some(out)
    }

    #[test]
    fn stones_outside_of_the_zone_leave_a_proof_standing() {
        let mut rng = Rng::new(7);
        let count = if std::env::var_os("KATACHI_SOAK").is_some() { 3000 } else { 220 };
        let (mut zones, mut sizes, mut opens, mut same, mut lost) = (0, 0, 0, [0; 2], 0);
        // In 1311 the side that loses has no move at all.
        for seed in (0..count).chain([1311]) {
            let Some((board, question)) = question(seed) else { continue };
            let Some(stage) = stage(&board, &question, 1, false) else { continue };
            let arena = &stage.arena;
            for kos in [Kos::Against, Kos::For] {
                let run = |position: &Position, table: &mut Table, nodes| {
                    let mut search = Search::new(arena, stage.task, kos, table, Stop::default());
                    match search.run(position, question.first, nodes) {
                        Effort { mine: 0, .. } => Some(question.first),
                        Effort { theirs: 0, .. } => Some(question.first.other()),
                        _ => None,
                    }
                };
                let mut table = Table::with_bytes(16 << 20);
                let Some(winner) = run(&stage.root, &mut table, 20_000) else { continue };
                // What rests on no ko.
                if (winner == stage.task.maker) != (kos == Kos::Against) {
                    continue;
                }
                let mut search = Search::new(arena, stage.task, kos, &mut table, Stop::default());
                let Some(bits) = zone(&mut search, &stage.root, question.first, winner, 20_000)
                else {
                    lost += 1;
                    continue;
                };
                zones += 1;
                sizes += bits.count_ones();
                opens += arena.open.count_ones();
                for _ in 0..4 {
                    let rest = arena.open & !bits;
                    let at = each(rest).filter(|_| rng.coin()).fold(0, |all, bit| all | 1 << bit);
                    let Some(other) = changed(arena, &stage.root, at, &mut rng) else { continue };
                    let mut fresh = Table::with_bytes(16 << 20);
                    let Some(again) = run(&other, &mut fresh, 60_000) else { continue };
                    assert_eq!(again, winner, "seed {seed} {kos:?} {question:?}");
                    same[usize::from(winner == stage.task.maker)] += usize::from(at != 0);
                }
            }
        }
        println!(
            "{zones} zones with {sizes} of {opens} vertices, {lost} without; {same:?} compared"
        );
        // How many proofs rest on a repetition hangs on what is looked at first.
        assert!(same[0] > 20 && same[1] > 20 && zones > 8 * lost, "{same:?} {zones} {lost}");
        assert!(sizes < opens, "{sizes} of {opens}");
    }
}
