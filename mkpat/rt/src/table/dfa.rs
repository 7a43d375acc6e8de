//! Table of the DFA matcher (docs/pattern-language.md, "Automaton").
//!
//! From an anchor the vertices are visited in a fixed order, nearest first
//! ([`scan_order`]); the symbols met there are the input of one automaton that
//! tries all patterns at once. A state that completes patterns *reports* them.
//! The scan is repeated for the eight transformations: under transformation `t`
//! it visits the images of the same offsets, so one automaton serves all.
//!
//! A pattern may be inserted into the automaton in any orientation `o` (its
//! words differ in length, hence the size of the automaton does); found by scan
//! `t`, it lies on the board in orientation `o` then `t`.
//!
//! On real positions the grid is faster for every database of GNU Go
//! (docs/grid-matcher.md has figures). The automaton is smaller for small databases, and the
//! second opinion in tests.
//!
//! A table holds one automaton, or several one after the other when one would be
//! too large (two automata together are far smaller than their product); each scan
//! then walks all of them.
//!
//! State 0 is the dead state, state 1 the start of the first automaton. Automata have
//! no cycles, and states are numbered so that every transition leads to a greater
//! number or to state 0.

use std::fmt::Write as _;

use super::{EMPTY, O, OFF, Symbol, TakeWords, X, are_ranges};
use crate::bytes::{ByteReader, ByteWriter, DecodeError, WordView, Words};
use crate::geom::{MAX_BOARD, Offset, Transform};
use crate::helper::PatternId;

/// Largest row or column offset that a scan visits: one vertex beyond a pattern
/// as wide as the largest board. (GNU Go visits 18; patterns drawn between opposite edges
/// need more.)
pub const REACH: i8 = MAX_BOARD as i8;
/// Number of vertices of a scan.
pub const SCAN_LEN: usize = (2 * MAX_BOARD + 1) * (2 * MAX_BOARD + 1);

/// State in which nothing can match any more.
pub const DEAD: u32 = 0;
/// State in which the first automaton starts.
pub const START: u32 = 1;
/// Flag of a transition whose target reports patterns.
pub(crate) const REPORTS: u32 = 1 << 31;

/// The offsets that a scan visits, in order: breadth-first from the anchor, neighbours in the
/// order south, east, north, west (docs/pattern-language.md, "Automaton").
pub fn scan_order() -> Vec<Offset> {
    const SIDE: usize = 2 * REACH as usize + 1;
    let slot = |o: Offset| (o.dr + REACH) as usize * SIDE + (o.dc + REACH) as usize;
    let mut order = vec![Offset::new(0, 0)];
    let mut seen = vec![false; SIDE * SIDE];
    seen[slot(order[0])] = true;
    let mut next = 0;
    while next < order.len() {
        let Offset { dr, dc } = order[next];
        next += 1;
        for (r, c) in [(dr + 1, dc), (dr, dc + 1), (dr - 1, dc), (dr, dc - 1)] {
            let o = Offset::new(r, c);
            if r.abs() <= REACH && c.abs() <= REACH && !seen[slot(o)] {
                seen[slot(o)] = true;
                order.push(o);
            }
        }
    }
    order
}

/// A pattern completed in a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Report {
    /// The pattern.
    pub pattern: PatternId,
    /// The orientation in which it was inserted.
    pub inserted: Transform,
    /// Bit `t`: scan `t` may report it, because its orientation on the board then
    /// belongs to the set of its symmetry.
    pub scans: u8,
}

impl Report {
    fn to_word(self) -> u32 {
        self.pattern.0 << 11 | u32::from(self.scans) << 3 | self.inserted.index() as u32
    }

    #[inline]
    fn from_word(word: u32) -> Report {
        Report {
            pattern: PatternId(word >> 11),
            inserted: Transform::ALL[word as usize & 7],
            scans: (word >> 3) as u8,
        }
    }
}

/// A state, unpacked: what builders hand over.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// Next state for each symbol; [`DEAD`] if there is none.
    pub next: [u32; 4],
    /// Patterns completed here, in increasing order.
    pub reports: Vec<Report>,
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dfa {
    /// Four words a state: target state, with [`REPORTS`].
    next: Words,
    /// The states in which the automata start.
    starts: Words,
    /// Start of each state's part of `reports`, and the end.
    report_starts: Words,
    /// Packed [`Report`]s.
    reports: Words,
    /// Most symbols that a scan reads.
    depth: usize,
}

impl Dfa {
    /// The table of the automata that start in `starts`; state 0 is dead, every
    /// transition leads to a greater number or to 0.
    ///
    /// # Panics
    ///
    /// If the states are not of this form; a builder's bug.
    pub fn new(states: &[State], starts: &[u32]) -> Dfa {
        let (mut next, mut report_starts, mut reports) = (Vec::new(), vec![0], Vec::new());
        for state in states {
            next.extend(state.next.iter().map(|&to| {
                let flag = if states[to as usize].reports.is_empty() { 0 } else { REPORTS };
                to | flag
            }));
            reports.extend(state.reports.iter().map(|r| r.to_word()));
            report_starts.push(reports.len() as u32);
        }
        let mut dfa = Dfa {
            next: Words::from_words(&next),
            starts: Words::from_words(starts),
            report_starts: Words::from_words(&report_starts),
            reports: Words::from_words(&reports),
            depth: 0,
        };
        dfa.depth = dfa.validate(usize::MAX).unwrap_or_else(|reason| panic!("{reason}"));
        dfa
    }

    /// Number of states, the dead one included.
    pub fn len(&self) -> usize {
        self.report_starts.len() - 1
    }

    /// Number of automata.
    pub fn automata(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are no states but the dead one and the start.
    pub fn is_empty(&self) -> bool {
        self.len() <= 2
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        let words = [&self.next, &self.starts, &self.report_starts, &self.reports];
        words.into_iter().map(|words| 4 * words.len()).sum()
    }

    /// Most symbols that a scan reads before it ends.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// A view for use in a loop.
    pub(crate) fn view(&self) -> DfaView<'_> {
        DfaView {
            next: self.next.view(),
            starts: self.starts.view(),
            report_starts: self.report_starts.view(),
            reports: self.reports.view(),
        }
    }

    /// State `i`, unpacked.
    ///
    /// # Panics
    ///
    /// If there is no such state.
    pub fn state(&self, i: usize) -> State {
        let view = self.view();
        State {
            next: std::array::from_fn(|s| view.next(i as u32, s as Symbol) & !REPORTS),
            reports: view.reports(i as u32).collect(),
        }
    }

    pub(super) fn encode(&self, w: &mut ByteWriter) {
        for words in [&self.next, &self.starts, &self.report_starts, &self.reports] {
            w.blob(&words.0);
        }
    }

    pub(super) fn decode<'a>(
        r: &mut ByteReader<'a>,
        words: TakeWords<'_, 'a>,
        patterns: usize,
    ) -> Result<Dfa, DecodeError> {
        let mut dfa = Dfa {
            next: words(r)?,
            starts: words(r)?,
            report_starts: words(r)?,
            reports: words(r)?,
            depth: 0,
        };
        dfa.depth = dfa.validate(patterns).map_err(|reason| r.error(reason))?;
        Ok(dfa)
    }

    /// Checks the form and finds the depth.
    fn validate(&self, patterns: usize) -> Result<usize, &'static str> {
        if !are_ranges(&self.report_starts, self.reports.len()) {
            return Err("dfa: ranges of reports");
        }
        let n = self.len();
        if n < 2 || self.next.len() != 4 * n {
            return Err("dfa: sizes disagree");
        }
        let view = self.view();
        if view.starts().any(|start| start == DEAD || start as usize >= n) {
            return Err("dfa: start beyond the states");
        }
        // Most symbols read on the way into a state; states precede their successors.
        let mut depth = vec![0; n];
        for i in 0..n {
            for symbol in EMPTY..=OFF {
                let word = view.next(i as u32, symbol);
                let to = (word & !REPORTS) as usize;
                if to >= n || (to != DEAD as usize && (to <= i || i == DEAD as usize)) {
                    return Err("dfa: transition to no later state");
                }
                if (word & REPORTS != 0) != (view.reports(to as u32).len() > 0) {
                    return Err("dfa: wrong flag");
                }
                if to != DEAD as usize {
                    depth[to] = depth[to].max(depth[i] + 1);
                }
            }
        }
        let depth = depth.into_iter().max().unwrap_or(0);
        if depth > SCAN_LEN {
            return Err("dfa: longer than a scan");
        }
        let reports = self.reports.view();
        if (0..reports.len()).any(|i| Report::from_word(reports.get(i)).pattern.idx() >= patterns) {
            return Err("dfa: no such pattern");
        }
        Ok(depth)
    }

    /// The automaton as text, one line a state.
    pub fn dump(&self, name: &dyn Fn(PatternId) -> String) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "dfa: {}{} states, {} bytes, reads at most {} vertices",
            match self.automata() {
                1 => String::new(),
                n => format!("{n} automata, "),
            },
            self.len(),
            self.bytes(),
            self.depth
        );
        for i in START as usize..self.len() {
            let state = self.state(i);
            let _ = write!(out, "{i}:");
            for (symbol, letter) in [(EMPTY, '.'), (O, 'O'), (X, 'X'), (OFF, '#')] {
                match state.next[usize::from(symbol)] {
                    DEAD => {}
                    to => {
                        let _ = write!(out, " {letter}→{to}");
                    }
                }
            }
            for report in state.reports {
                let _ = write!(out, " [{}", name(report.pattern));
                if report.inserted != Transform::IDENTITY {
                    let _ = write!(out, " inserted t{}", report.inserted.index());
                }
                if report.scans != 0xff {
                    let scans: String = (0..8u8)
                        .filter(|t| report.scans >> t & 1 != 0)
                        .map(|t| char::from(b'0' + t))
                        .collect();
                    let _ = write!(out, " scans {scans}");
                }
                out.push(']');
            }
            out.push('\n');
        }
        out
    }
}

/// A borrowed [`Dfa`].
#[derive(Clone, Copy)]
pub(crate) struct DfaView<'a> {
    next: WordView<'a>,
    starts: WordView<'a>,
    report_starts: WordView<'a>,
    reports: WordView<'a>,
}

impl<'a> DfaView<'a> {
    /// The states in which the automata start.
    #[inline]
    pub(crate) fn starts(&self) -> impl Iterator<Item = u32> + 'a {
        let starts = self.starts;
        (0..starts.len()).map(move |i| starts.get(i))
    }

    /// Target of a transition, with [`REPORTS`].
    #[inline]
    pub(crate) fn next(&self, state: u32, symbol: Symbol) -> u32 {
        self.next.get(state as usize * 4 + usize::from(symbol))
    }

    /// The patterns completed in a state.
    #[inline]
    pub(crate) fn reports(&self, state: u32) -> impl ExactSizeIterator<Item = Report> + 'a {
        let from = self.report_starts.get(state as usize) as usize;
        let to = self.report_starts.get(state as usize + 1) as usize;
        let reports = self.reports;
        (from..to).map(move |i| Report::from_word(reports.get(i)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scan_visits_rings_in_the_documented_order() {
        let order = scan_order();
        assert_eq!(order.len(), SCAN_LEN);
        let head: Vec<(i8, i8)> = order[..25].iter().map(|o| (o.dr, o.dc)).collect();
        assert_eq!(
            head,
            [
                (0, 0),
                (1, 0),
                (0, 1),
                (-1, 0),
                (0, -1),
                (2, 0),
                (1, 1),
                (1, -1),
                (0, 2),
                (-1, 1),
                (-2, 0),
                (-1, -1),
                (0, -2),
                (3, 0),
                (2, 1),
                (2, -1),
                (1, 2),
                (1, -2),
                (0, 3),
                (-1, 2),
                (-2, 1),
                (-3, 0),
                (-2, -1),
                (-1, -2),
                (0, -3),
            ]
        );
        let ring = |o: &Offset| i32::from(o.dr.abs()) + i32::from(o.dc.abs());
        assert!(order.is_sorted_by_key(ring));
    }
}
