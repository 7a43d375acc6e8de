//! Builds the automaton of the DFA matcher (docs/pattern-language.md, "Automaton";
//! [`mkpat_rt::table::dfa`] defines the terms).
//!
//! Each pattern becomes a *word*: what it accepts at the vertices of the scan,
//! in order, cut where nothing more can be learned ([`word`]). The words are
//! united by subset construction, all at once and a vertex at a time: the state
//! after `k` symbols is the set of patterns that accepted all of them. Then
//! states with equal futures are merged from the leaves up, which makes the
//! automaton the smallest one for these words. (GNU Go multiplies automata pairwise
//! and does not minimise: manual, "Incremental Algorithm". Its product is larger, and
//! depends on the order of multiplication.)
//!
//! Patterns are inserted in the orientation with the shortest word: a word that
//! ends early overlaps fewer others. That alone makes the automata of
//! GNU Go's databases two to three times smaller (397 owl attack patterns:
//! 12,167 states instead of 30,217).
//!
//! The states of an automaton can grow with the product of its patterns. When one
//! would take more than [`MAX_STATES`] before merging, the patterns are divided into
//! halves with an automaton each, and those again. Everything is deterministic: hash
//! maps are only looked up in, never iterated over.

use std::collections::HashMap;

use mkpat_rt::db::{Anchor, Pattern};
use mkpat_rt::geom::Transform;
use mkpat_rt::helper::PatternId;
use mkpat_rt::table::dfa::{DEAD, Dfa, Report, START, State, scan_order};
use mkpat_rt::table::{Accepts, OFF};

use super::image::{BuildError, BuildErrorKind, Image};

/// Patterns that a table can number.
pub const MAX_PATTERNS: usize = 1 << 20;
/// Most states of one automaton before merging. The largest database that
/// GNU Go matches with an automaton (488 patterns) stays far below it; general
/// databases of a thousand patterns come near it or exceed it, and are divided.
pub const MAX_STATES: usize = 300_000;

/// The automaton of `patterns`.
///
/// # Errors
///
/// If a pattern is anchored at the corner, or if there are too many.
pub fn build(patterns: &[Pattern]) -> Result<Dfa, BuildError> {
    build_within(patterns, MAX_STATES)
}

/// As [`build`], with another limit of states before merging.
///
/// # Errors
///
/// As [`build`], and if a single pattern needs more states than the limit.
pub fn build_within(patterns: &[Pattern], max_states: usize) -> Result<Dfa, BuildError> {
    if patterns.len() > MAX_PATTERNS {
        return Err(BuildError {
            pattern: None,
            kind: BuildErrorKind::TooManyPatterns(MAX_PATTERNS),
        });
    }
    if let Some(i) = patterns.iter().position(|p| p.anchor == Anchor::Corner) {
        let pattern = Some(PatternId(i as u32));
        return Err(BuildError { pattern, kind: BuildErrorKind::CornerPattern });
    }
    let entries: Vec<Entry> = patterns.iter().enumerate().map(|(i, p)| Entry::new(i, p)).collect();
    let (mut states, mut starts) = (vec![State::default()], Vec::new());
    // The parts that are still to come, the next one last.
    let mut parts = vec![&entries[..]];
    while let Some(part) = parts.pop() {
        if let Some(layers) = subsets(part, max_states) {
            let first = states.len() as u32 - START;
            starts.push(first + START);
            let automaton = number(&merge(part, &layers)).into_iter().skip(1);
            let shift = |to: u32| if to == DEAD { DEAD } else { to + first };
            states.extend(automaton.map(|s| State { next: s.next.map(shift), ..s }));
        } else if part.len() > 1 {
            let (early, late) = part.split_at(part.len() / 2);
            parts.extend([late, early]);
        } else {
            let pattern = part.first().map(|e| e.report.pattern);
            return Err(BuildError { pattern, kind: BuildErrorKind::TooManyStates(max_states) });
        }
    }
    Ok(Dfa::new(&states, &starts))
}

/// The word of a pattern inserted in orientation `inserted`: what it accepts at
/// each vertex of the scan (docs/pattern-language.md, "Automaton"). It ends as soon as the
/// scan has visited every element, a vertex beyond each drawn edge, and a vertex in line with
/// each side of the drawing's rectangle. The first vertex in line with a side lies in the
/// rectangle itself, so that the rectangle is then known to be on the board.
pub fn word(pattern: &Pattern, inserted: Transform) -> Vec<Accepts> {
    let image = Image::new(pattern, inserted);
    let mut elements = image.cells.len();
    let mut lines = [false; 4];
    let mut edges = image.drawn.map(|drawn| !drawn);
    let mut word = Vec::new();
    for at in scan_order() {
        word.push(image.accepts(at));
        elements -= usize::from(image.cells.iter().any(|&(o, _)| o == at));
        let on_line = [
            at.dr == image.min.dr,
            at.dr == image.max.dr,
            at.dc == image.min.dc,
            at.dc == image.max.dc,
        ];
        let beyond = image.beyond(at);
        for side in 0..4 {
            lines[side] |= on_line[side];
            edges[side] |= beyond[side];
        }
        if elements == 0 && lines == [true; 4] && edges == [true; 4] {
            break;
        }
    }
    word
}

/// A pattern on its way into the automaton.
struct Entry {
    word: Vec<Accepts>,
    report: Report,
}

impl Entry {
    fn new(i: usize, pattern: &Pattern) -> Entry {
        let words = Transform::ALL.map(|t| (word(pattern, t), t));
        let [first, rest @ ..] = words;
        let shortest = |a: (Vec<Accepts>, Transform), b: (Vec<Accepts>, Transform)| {
            if b.0.len() < a.0.len() { b } else { a }
        };
        let (word, inserted) = rest.into_iter().fold(first, shortest);
        let allowed = pattern.symmetry.transforms();
        let scans = Transform::ALL
            .into_iter()
            .filter(|t| allowed.contains(&inserted.then(*t)))
            .fold(0, |acc, t| acc | 1 << t.index());
        Entry { word, report: Report { pattern: PatternId(i as u32), inserted, scans } }
    }
}

/// A set of patterns, a bit each.
type Set = Box<[u64]>;

/// The states reached after some number of symbols: which patterns live, and the
/// successors in the next layer (`None` for dead).
#[derive(Default)]
struct Layer {
    states: Vec<Set>,
    next: Vec<[Option<u32>; 4]>,
}

/// Subset construction; `None` if it takes more than `max_states`.
fn subsets(entries: &[Entry], max_states: usize) -> Option<Vec<Layer>> {
    let blocks = entries.len().div_ceil(64);
    let set_of = |holds: &dyn Fn(&Entry) -> bool| -> Set {
        let mut set = vec![0; blocks].into_boxed_slice();
        for (i, _) in entries.iter().enumerate().filter(|(_, e)| holds(e)) {
            set[i / 64] |= 1 << (i % 64);
        }
        set
    };
    let mut layers = vec![Layer { states: vec![set_of(&|_| true)], next: Vec::new() }];
    let mut total = 1;
    loop {
        let depth = layers.len() - 1;
        // The patterns that go on, and accept each symbol, at this vertex.
        let accepting: [Set; 4] = std::array::from_fn(|s| {
            set_of(&|e| e.word.get(depth).is_some_and(|letter| letter.has(s as u8)))
        });
        let mut below = Layer::default();
        let mut known: HashMap<Set, u32> = HashMap::new();
        let layer = &mut layers[depth];
        for state in &layer.states {
            let mut next = [None; 4];
            for symbol in 0..=usize::from(OFF) {
                let live: Set = state.iter().zip(&accepting[symbol]).map(|(a, b)| a & b).collect();
                if live.iter().all(|&block| block == 0) {
                    continue;
                }
                let id = match known.get(&live) {
                    Some(&id) => id,
                    None => {
                        let id = below.states.len() as u32;
                        below.states.push(live.clone());
                        known.insert(live, id);
                        id
                    }
                };
                next[symbol] = Some(id);
            }
            layer.next.push(next);
        }
        if below.states.is_empty() {
            return Some(layers);
        }
        total += below.states.len();
        if total > max_states {
            return None;
        }
        layers.push(below);
    }
}

/// Merges states with equal futures, from the last layer up. The result holds
/// the dead state first and the start last; successors precede their states.
fn merge(entries: &[Entry], layers: &[Layer]) -> Vec<State> {
    let mut merged = vec![State::default()];
    let mut known: HashMap<State, u32> = HashMap::new();
    let mut below: Vec<u32> = Vec::new();
    for (depth, layer) in layers.iter().enumerate().rev() {
        let mut here = Vec::with_capacity(layer.states.len());
        for (live, next) in layer.states.iter().zip(&layer.next) {
            let next = next.map(|to| to.map_or(DEAD, |to| below[to as usize]));
            let reports = members(live)
                .filter(|&i| depth > 0 && entries[i].word.len() == depth)
                .map(|i| entries[i].report)
                .collect();
            let state = State { next, reports };
            let id = match known.get(&state) {
                Some(&id) => id,
                None => {
                    let id = merged.len() as u32;
                    merged.push(state.clone());
                    known.insert(state, id);
                    id
                }
            };
            here.push(id);
        }
        below = here;
    }
    merged
}

/// The elements of a set in increasing order.
fn members(set: &Set) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, &block)| {
        (0..64).filter(move |bit| block >> bit & 1 != 0).map(move |bit| i * 64 + bit)
    })
}

/// Numbers the states for the table: the start first, every state before its
/// successors, and the successor for an empty vertex next to its state where
/// that is possible, as it is the most frequent step.
fn number(merged: &[State]) -> Vec<State> {
    let start = merged.len() - 1;
    // Depth first; the reverse of the order in which states are left. What is
    // visited last stands next to its state, so symbols go down to empty.
    let mut left = Vec::with_capacity(merged.len());
    let mut seen = vec![false; merged.len()];
    let mut stack = vec![(start, 4)];
    (seen[start], seen[DEAD as usize]) = (true, true);
    while let Some((state, symbols)) = stack.pop() {
        if symbols == 0 {
            left.push(state);
            continue;
        }
        stack.push((state, symbols - 1));
        let to = merged[state].next[symbols - 1] as usize;
        if !seen[to] {
            seen[to] = true;
            stack.push((to, 4));
        }
    }
    let mut numbers = vec![DEAD; merged.len()];
    for (i, &state) in left.iter().rev().enumerate() {
        numbers[state] = START + i as u32;
    }
    let mut states = vec![State::default()];
    states.extend(left.iter().rev().map(|&state| State {
        next: merged[state].next.map(|to| numbers[to as usize]),
        reports: merged[state].reports.clone(),
    }));
    states
}
